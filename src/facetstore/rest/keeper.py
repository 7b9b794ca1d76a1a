"""Whether a kept answer still holds: the only way to one.

The request has read the tenant's revision before it comes here, so no answer is ever older than the last commit, whoever made it. An
answer about one element outlives changes of elements that are not near it; any other holds for one revision only.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from facetstore.rest.answer import Answer
from facetstore.rest.kept import Kept, KeptAnswers
from facetstore.usecases.ports import Revisions, Storage

_MOST_REMEMBERED: Final = 64


class Keeper:
    """Gives kept answers as long as they are true."""

    def __init__(self, storage: Storage, answers: KeptAnswers) -> None:
        self._storage = storage
        self._answers = answers
        self._affected: dict[tuple[int, int, int], frozenset[str] | None] = {}
        """What was found out of the changes between two revisions of a tenant."""

    async def find(self, tenant: int, revisions: Revisions, key: Hashable) -> Answer | None:
        kept = self._answers.find(tenant, key)
        if kept is None:
            return None
        if kept.revision < revisions.revision and not await self._holds(tenant, revisions, kept):
            self._answers.drop(tenant, key)
            return None
        kept.revision = max(kept.revision, revisions.revision)
        return kept.answer

    async def _holds(self, tenant: int, revisions: Revisions, kept: Kept) -> bool:
        element = kept.answer.element
        if element is None or revisions.definition > kept.revision:
            return False
        changed = await self._affected_between(tenant, kept.revision, revisions.revision)
        return changed is not None and element not in changed

    async def _affected_between(self, tenant: int, since: int, until: int) -> frozenset[str] | None:
        """What changed after one revision and up to another: at least that, since later changes may be in it, too."""
        key = (tenant, since, until)
        if key not in self._affected:
            if len(self._affected) >= _MOST_REMEMBERED:
                self._affected.clear()
            self._affected[key] = await self._storage.affected_since(tenant, since)
        return self._affected[key]

    def keep(self, tenant: int, revisions: Revisions, key: Hashable, answer: Answer) -> None:
        self._answers.keep(tenant, revisions.revision, key, answer)
