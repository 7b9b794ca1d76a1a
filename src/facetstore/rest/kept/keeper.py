"""Decides whether a cached response is still valid. All lookups go through it.

A request reads the tenant's revision before the lookup, so no response is older than the last commit before it, of any process.
The `about` of a response decides which changes leave it valid. A response without one is valid for one revision only.
"""

from __future__ import annotations

from collections.abc import Hashable

from facetstore.rest.changes import ChangeLog
from facetstore.rest.kept.answers import CachedResponses
from facetstore.rest.wire.answer import Answer
from facetstore.usecases.ports.storage import Revisions


class ResponseCache:
    """Returns cached responses that are still valid."""

    def __init__(self, log: ChangeLog, answers: CachedResponses) -> None:
        self._log = log
        self._answers = answers

    async def find(self, tenant: int, revisions: Revisions, key: Hashable) -> Answer | None:
        cached = self._answers.find(tenant, key)
        if cached is None:
            return None
        if cached.revision >= revisions.revision:
            return cached.answer
        about = cached.answer.about
        if about is not None and about.holds(await self._log.until(tenant, revisions), cached.revision):
            return cached.answer
        self._answers.drop(tenant, key)
        return None

    def put(self, tenant: int, revisions: Revisions, key: Hashable, answer: Answer) -> None:
        self._log.begin(tenant, revisions.revision)
        self._answers.put(tenant, revisions.revision, key, answer)
