"""Kept answers brought up to the revision a request has read, before any of them is given."""

from __future__ import annotations

from collections.abc import Hashable

from facetstore.rest.answer import Answer
from facetstore.rest.kept import KeptAnswers
from facetstore.usecases.ports import Revisions, Storage


class Keeper:
    """The only way to a kept answer: it first drops what the changes since may have touched."""

    def __init__(self, storage: Storage, kept: KeptAnswers) -> None:
        self._storage = storage
        self._kept = kept

    async def find(self, tenant: int, revisions: Revisions, key: Hashable) -> Answer | None:
        seen = self._kept.revision(tenant)
        if seen is not None and seen < revisions.revision:
            anything = revisions.definition > seen
            changed = None if anything else await self._storage.affected_since(tenant, seen)
            self._kept.advance(tenant, revisions.revision, changed)
        return self._kept.find(tenant, revisions.revision, key)

    def keep(self, tenant: int, revisions: Revisions, key: Hashable, answer: Answer) -> None:
        self._kept.keep(tenant, revisions.revision, key, answer)
