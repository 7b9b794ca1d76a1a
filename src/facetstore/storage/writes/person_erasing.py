"""Erases a person from one tenant, in one transaction: from the history, from versions, and from all records."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from facetstore.domain.element import Version
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.history_rows import NO_TEXT
from facetstore.storage.rows.recorded_spans import RecordedSpans
from facetstore.storage.writes.erased_history import OF_ELEMENT, erase_history
from facetstore.storage.writes.erased_records import ErasedRecords
from facetstore.storage.writes.redaction import Redaction
from facetstore.storage.writes.transaction import Transaction
from facetstore.storage.writes.translation_columns import TranslationColumns
from facetstore.storage.writes.versions import SqlVersions
from facetstore.usecases.ports.erasing import Erased, Erasure

_BATCH: Final = 100
REWRITTEN: Final = "texts.erased"
"""The kind of rows of elements whose texts named a person: what is cached of them must go."""

PSEUDONYM: Final = "SELECT pseudonym FROM erased_person WHERE tenant = :tenant AND element = :element"
BEGIN: Final = """
    INSERT INTO erased_person (tenant, element, pseudonym, at, is_open) VALUES (:tenant, :element, :pseudonym, :at, 1)
    ON CONFLICT (tenant, element) DO UPDATE SET at = excluded.at, is_open = 1
"""
END: Final = "UPDATE erased_person SET is_open = 0 WHERE tenant = :tenant AND element = :element"
# What was put together of the past is kept in memory under this number, also by other processes.
FORGET_PASTS: Final = "UPDATE tenant SET access = access + 1 WHERE key = :tenant"


class SqlErasing:
    """Erases persons from one tenant."""

    def __init__(self, transaction: Transaction, versions: SqlVersions) -> None:
        self._transaction = transaction
        self._versions = versions

    async def erased(self, element: str) -> str | None:
        rows = await self._fetch(PSEUDONYM, element)
        return str(rows[0][0]) if rows else None

    async def states(self, element: str) -> Sequence[Version]:
        states, found = States(), []
        for version, change in await self._fetch(OF_ELEMENT, element):
            after = states.follow(element, str(version), str(change)).after
            if after is not None:
                found.append(after)
        return found

    async def erase(self, erasure: Erasure) -> Erased:
        transaction, person = self._transaction, erasure.element
        hashes = {file.hash for version in await self.states(person) for file in version.files}
        redaction = Redaction(erasure, transaction.metamodel)
        transaction.chain.reason = redaction.record(transaction.chain.reason)  # of the rows that follow
        await transaction.session.fetch(BEGIN, {**self._named(person), **_begun(erasure)})
        rows, elements = await erase_history(transaction, redaction, person)
        records = ErasedRecords(transaction, redaction, erasure)
        number = await records.erase()
        await self._rewrite(redaction, sorted(elements))
        files = await records.drop_files(hashes) if hashes else 0
        await self._fetch(END, person)
        await transaction.session.fetch(FORGET_PASTS, {"tenant": transaction.key})
        return Erased(rows, len(elements - {person}), number, files)

    async def _rewrite(self, redaction: Redaction, elements: Sequence[str]) -> None:
        """Write the versions of these elements again, as the history has them now."""
        transaction = self._transaction
        columns = TranslationColumns(
            transaction.session.fetch,
            transaction.dialect,
            transaction.key,
            transaction.metamodel,
            transaction.tenant.settings,
        )
        spans = RecordedSpans(transaction.session.fetch, transaction.dialect, transaction.key)
        for start in range(0, len(elements), _BATCH):
            some = elements[start : start + _BATCH]
            stored = await transaction.stored.versions_of(some)
            redacted = [(each, redaction.version(each.version)) for each in stored]
            if changed := [each._replace(version=now) for each, now in redacted if now != each.version]:
                await self._versions.rewrite(changed)
            await columns.rebuild_of(transaction.session, some)
            await spans.rebuild_of(transaction.session, some)
        rows = [transaction.chain.row(REWRITTEN, each, None, NO_TEXT) for each in elements]
        await transaction.history.add(rows)

    async def _fetch(self, text: str, element: str) -> Sequence[Sequence[object]]:
        return await self._transaction.session.fetch(text, self._named(element))

    def _named(self, element: str) -> dict[str, object]:
        return {"tenant": self._transaction.key, "element": element}


def _begun(erasure: Erasure) -> dict[str, object]:
    return {"pseudonym": erasure.pseudonym, "at": time.time_ns() // 1000}
