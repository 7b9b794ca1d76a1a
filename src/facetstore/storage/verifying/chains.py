"""The chain of a history: each row has the hash of the row before it, and the tenant that of the last one.

With write access to the database one can also make a new chain, or cut its end off. That shows against an anchor: the count and the last hash
of an earlier day, kept elsewhere.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final, NamedTuple, cast

from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.rows.history_rows import COLUMNS, link
from facetstore.storage.verifying.faults import Fault, Part

_BATCH: Final = 1000

ROWS: Final = f"""
    SELECT {", ".join(COLUMNS)} FROM history
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
    place, head, count = {"revision": -1, "ordinal": -1}, "", 0
    while rows := await engine.fetch(ROWS, {"tenant": tenant, "last": last, **place}):
        for row in rows:
            fields, stored = tuple(row)[:-1], row[-1]
            head, count = link(head, fields, cast("int | None", chained_as)), count + 1
            if head != stored:
                yield Part("history rows", len(rows), (Fault(_at(row), "its hash is not that of the row"),))
                return
            if anchor is not None and count == anchor.rows and head != anchor.head:
                yield Part("history rows", len(rows), (Fault(_at(row), "its hash is not that of the anchor"),))
                return
        place = {"revision": cast("int", rows[-1][1]), "ordinal": cast("int", rows[-1][2])}
        yield Part("history rows", len(rows))
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
