"""Whether a kept answer still holds: the only way to one.

The request has read the tenant's revision before it comes here, so no answer is ever older than the last commit, whoever made it. What
an answer says of what it is about decides which changes it outlives; one that says nothing holds for one revision only.
"""

from __future__ import annotations

from collections.abc import Hashable

from facetstore.rest.changes import ChangeLog
from facetstore.rest.kept.answers import KeptAnswers
from facetstore.rest.wire.answer import Answer
from facetstore.usecases.ports.storage import Revisions


class Keeper:
    """Gives kept answers as long as they are true."""

    def __init__(self, log: ChangeLog, answers: KeptAnswers) -> None:
        self._log = log
        self._answers = answers

    async def find(self, tenant: int, revisions: Revisions, key: Hashable) -> Answer | None:
        kept = self._answers.find(tenant, key)
        if kept is None:
            return None
        if kept.revision >= revisions.revision:
            return kept.answer
        about = kept.answer.about
        if about is not None and about.holds(await self._log.until(tenant, revisions), kept.revision):
            return kept.answer
        self._answers.drop(tenant, key)
        return None

    def keep(self, tenant: int, revisions: Revisions, key: Hashable, answer: Answer) -> None:
        self._log.begin(tenant, revisions.revision)
        self._answers.keep(tenant, revisions.revision, key, answer)
