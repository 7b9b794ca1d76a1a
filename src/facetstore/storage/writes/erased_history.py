"""Takes personal data out of the rows of a history.

Each row keeps the seal of what stood there, which its hash covers, and loses its salt. Rows at the end of the history say what stands there
now: so the chain stays whole, and proves the new texts as well.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Final, NamedTuple, cast

import msgspec

from facetstore.storage.engines.engine import Row
from facetstore.storage.rows.history_rows import DEFINITIONS, ERASED, seal
from facetstore.storage.writes.redaction import Redaction
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.measure import Pace

_BATCH: Final = 500
_LISTED: Final = 200
"""How many rows one row of an erasure names."""

ROWS: Final = f"""
    SELECT revision, ordinal, kind, element, reason, change, salt, sealed FROM history
     WHERE tenant = :tenant AND (revision, ordinal) > (:revision, :ordinal)
     ORDER BY revision, ordinal LIMIT {_BATCH}
"""
REPLACE: Final = """
    UPDATE history SET reason = :reason, change = :change, salt = '', sealed = :sealed
     WHERE tenant = :tenant AND revision = :revision AND ordinal = :ordinal
"""
OF_ELEMENT: Final = """
    SELECT version, change FROM history
     WHERE tenant = :tenant AND element = :element AND version IS NOT NULL ORDER BY revision, ordinal
"""


class _RewrittenRow(NamedTuple):
    """A row with its new texts."""

    revision: int
    ordinal: int
    element: str | None
    reason: str | None
    change: str
    sealed: str


class ErasedHistory(NamedTuple):
    """What was erased: how many rows, and of which elements."""

    rows: int
    elements: frozenset[str]


async def erase_history(transaction: Transaction, redaction: Redaction, person: str) -> ErasedHistory:
    """Replace the texts of all rows that hold personal data, and add rows that say so."""
    listed, elements = list[tuple[int, int, str]](), set[str]()
    async for rows in _pages(transaction):
        if replaced := list(_replaced(rows, redaction)):
            values = [{"tenant": transaction.key, **each._asdict()} for each in replaced]
            await transaction.session.run_for_each(REPLACE, values)
            listed += [(each.revision, each.ordinal, seal("", each.reason, each.change)) for each in replaced]
            elements.update(each.element for each in replaced if each.element is not None)
    for start in range(0, len(listed), _LISTED):
        change = {"person": person, "rows": listed[start : start + _LISTED]}
        await transaction.history.record(ERASED, None, None, msgspec.json.encode(change).decode())
    return ErasedHistory(len(listed), frozenset(elements))


async def _pages(transaction: Transaction) -> AsyncIterator[Sequence[Row]]:
    place, pace = {"revision": -1, "ordinal": -1}, Pace()
    while rows := await transaction.session.fetch(ROWS, {"tenant": transaction.key, **place}):
        place = {"revision": cast("int", rows[-1][0]), "ordinal": cast("int", rows[-1][1])}
        yield rows
        await pace.step()


def _replaced(rows: Sequence[Row], redaction: Redaction) -> Iterator[_RewrittenRow]:
    for row in rows:
        revision, ordinal, kind, element, reason, change, salt, sealed = cast(
            "tuple[int, int, str, str | None, str | None, str, str, str | None]", tuple(row)
        )
        if kind in (ERASED, *DEFINITIONS) or not redaction.concerns(element, reason, change):
            continue
        now = redaction.record(reason), redaction.change(element, change)
        if now != (reason, change):
            yield _RewrittenRow(revision, ordinal, element, *now, sealed or seal(salt, reason, change))
