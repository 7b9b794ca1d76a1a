"""The chain of a history: each row has the hash of the row before it, and the tenant that of the last one.

With write access to the database one can also make a new chain, or cut its end off. That shows against an anchor: the count and the last hash
of an earlier day, kept elsewhere.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final, NamedTuple, cast

import msgspec

from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.rows.history_rows import ERASED, PROVEN, link, seal
from facetstore.storage.verifying.faults import Fault, Part

_BATCH: Final = 1000

ROWS: Final = f"""
    SELECT {", ".join(PROVEN)} FROM history
     WHERE tenant = :tenant AND revision <= :last AND (revision, ordinal) > (:revision, :ordinal)
     ORDER BY revision, ordinal LIMIT {_BATCH}
"""  # names of our own columns
END: Final = "SELECT revision, head, chained_as FROM tenant WHERE key = :tenant"
COUNT: Final = """
    SELECT t.revision, t.head, (SELECT count(*) FROM history h WHERE h.tenant = t.key) FROM tenant t WHERE t.key = :tenant
"""
# In one statement, because others write meanwhile.
BEYOND: Final = """
    SELECT h.revision, h.ordinal FROM history h
     WHERE h.tenant = :tenant AND h.revision > (SELECT t.revision FROM tenant t WHERE t.key = :tenant)
     ORDER BY h.revision, h.ordinal LIMIT 1
"""


class _ListedRows(msgspec.Struct):
    """What a row of an erasure says: the revision and ordinal of rows, and the seal of the texts that they hold since."""

    rows: list[tuple[int, int, str]]


_listed_rows = msgspec.json.Decoder(_ListedRows)


class _Erasures:
    """The rows from which personal data was erased: what stands there now must be what an erasure says."""

    def __init__(self) -> None:
        self._replaced: dict[tuple[int, int], str] = {}
        self._listed: dict[tuple[int, int], str] = {}

    def follow(self, row: Row) -> str:
        """The seal that the hash of the next row covers."""
        _, revision, ordinal, _, _, kind, _, _, reason, change, _, salt, sealed, _ = row
        if kind == ERASED:
            self._listed.update({(of, at): now for of, at, now in _listed_rows.decode(str(change)).rows})
        if sealed is None:
            return seal(str(salt), reason, change)
        self._replaced[cast("int", revision), cast("int", ordinal)] = seal(str(salt), reason, change)
        return str(sealed)

    def checked(self) -> Part:
        wrong = [place for place, now in self._replaced.items() if self._listed.get(place) != now]
        fault = "its texts were replaced, and no erasure of a person says so"
        faults = [Fault(f"revision {revision}, row {ordinal}", fault) for revision, ordinal in sorted(wrong)]
        return Part("erased rows", len(self._replaced), tuple(faults))


class Anchor(NamedTuple):
    """The end of a chain at some time: how many rows it had, and the hash of the last one."""

    revision: int
    rows: int
    head: str


async def anchor_of(engine: Engine, tenant: int) -> Anchor:
    """The end of a tenant's chain now."""
    ((revision, head, count),) = await engine.fetch(COUNT, {"tenant": tenant})
    return Anchor(cast("int", revision), cast("int", count), str(head))


async def check_chain(engine: Engine, tenant: int, anchor: Anchor | None = None) -> AsyncIterator[Part]:
    """Check every row of a history, some at a time. It ends with the first fault: behind that nothing is proven."""
    ((last, end, chained_as),) = await engine.fetch(END, {"tenant": tenant})
    place, head, count, erasures = {"revision": -1, "ordinal": -1}, "", 0, _Erasures()
    while rows := await engine.fetch(ROWS, {"tenant": tenant, "last": last, **place}):
        for row in rows:
            fields, stored = tuple(row)[:-3], row[-1]
            head, count = link(head, fields, erasures.follow(row), cast("int | None", chained_as)), count + 1
            if head != stored:
                yield Part("history rows", len(rows), (Fault(_at(row), "its hash is not that of the row"),))
                return
            if anchor is not None and count == anchor.rows and head != anchor.head:
                yield Part("history rows", len(rows), (Fault(_at(row), "its hash is not that of the anchor"),))
                return
        place = {"revision": cast("int", rows[-1][1]), "ordinal": cast("int", rows[-1][2])}
        yield Part("history rows", len(rows))
    yield erasures.checked()
    yield Part(
        "ends of chains",
        1,
        tuple(await _ending(engine, tenant, anchor, None if head == end else cast("int", last), count)),
    )


async def _ending(engine: Engine, tenant: int, anchor: Anchor | None, wrong: int | None, count: int) -> list[Fault]:
    found = []
    if wrong is not None:
        found.append(
            Fault(f"after revision {wrong}", "the tenant has another last hash: rows are missing or were changed")
        )
    if beyond := await engine.fetch(BEYOND, {"tenant": tenant}):
        revision, ordinal = beyond[0]
        found.append(Fault(f"revision {revision}, row {ordinal}", "it is behind the last revision of the tenant"))
    if anchor is not None and count < anchor.rows:
        found.append(Fault("the end of the history", f"it has {count} rows, but the anchor has {anchor.rows}"))
    return found


async def broken_at(engine: Engine, tenant: int) -> str | None:
    """The first place where the chain of a tenant's history is broken, or None."""
    async for checked in check_chain(engine, tenant):
        if checked.faults:
            return checked.faults[0].place
    return None


def _at(row: Row) -> str:
    return f"revision {row[1]}, row {row[2]}"
