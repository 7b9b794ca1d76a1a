"""Shortens the histories of earlier releases, which stored every version whole, and chains their rows again.

It checks each chain before it touches the rows: a history that was changed by hand must not get a new chain that hides it.
"""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final, cast

import msgspec

from facetstore.domain.errors import Conflict
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Row, Session
from facetstore.storage.rows.followed_changes import States
from facetstore.storage.rows.history_rows import ADVANCE
from facetstore.storage.rows.stored_changes import WHOLE, WHOLE_EVERY, difference

_BATCH: Final = 500
COLUMNS: Final = (
    "tenant", "revision", "ordinal", "at", "actor", "kind", "element", "version", "reason", "change", "reach", "hash",
)  # fmt: skip
"""The columns before texts were sealed: the hash covered all others as they are."""
_AT: Final = "tenant = :tenant AND revision = :revision AND ordinal = :ordinal"

TENANTS: Final = "SELECT key, collection || '/' || storage, revision, head, chained_as FROM tenant ORDER BY key"
ROWS: Final = f"""
    SELECT {", ".join(COLUMNS)} FROM history
     WHERE tenant = :tenant AND (revision, ordinal) > (:revision, :ordinal)
     ORDER BY revision, ordinal LIMIT {_BATCH}
"""
ELEMENTS: Final = f"""
    SELECT DISTINCT element FROM history WHERE tenant = :tenant AND element > :after ORDER BY element LIMIT {_BATCH}
"""
ROWS_OF: Final = """
    SELECT revision, ordinal, element, version, change FROM history
     WHERE tenant = :tenant AND {among} AND version IS NOT NULL ORDER BY element, revision, ordinal
"""
SET_CHANGE: Final = f"UPDATE history SET change = :change WHERE {_AT}"
SET_HASH: Final = f"UPDATE history SET hash = :hash WHERE {_AT}"


_encoder = msgspec.json.Encoder()


async def shorten_histories(session: Session, dialect: Dialect) -> None:
    """Shorten and chain the history of every tenant. Raises Conflict if one does not hold."""
    for key, address, revision, head, _ in await session.fetch(TENANTS, {}):
        tenant = int(str(key))
        await check_plain(session, tenant, str(address), str(head))
        await _shorten(session, dialect, tenant)
        values = {"tenant": tenant, "revision": revision, "head": await chain_rows(session, tenant)}
        await session.run_for_each(ADVANCE, [values])


async def check_plain(session: Session, tenant: int, address: str, end: str, chained_as: int | None = None) -> None:
    """Raise Conflict if a chain from before texts were sealed does not hold."""
    head = ""
    async for rows in plain_pages(session, tenant):
        for key, *named, reach, stored in rows:
            fields = [key if chained_as is None else chained_as, *named]
            # Earlier releases left the reach out of the hash.
            if stored not in (plain_link(head, tuple(fields)), plain_link(head, (*fields, reach))):
                raise _broken(address, f"at revision {fields[1]}, row {fields[2]}")
            head = str(stored)
    if head != end:
        raise _broken(address, "at its end")


def _broken(address: str, place: str) -> Conflict:
    return Conflict(
        f"The history of {address} does not hold {place}: rows were changed behind the service. Nothing was migrated. "
        "Restore a backup from before that change, or ask for help with the output of: facetstore doctor"
    )


async def _shorten(session: Session, dialect: Dialect, tenant: int) -> None:
    """Store differences instead of whole versions, element by element."""
    after = ""
    while found := await session.fetch(ELEMENTS, {"tenant": tenant, "after": after}):
        elements = [str(element) for (element,) in found]
        text = ROWS_OF.format(among=dialect.among("element", "elements"))
        rows = await session.fetch(text, {"tenant": tenant, "elements": dialect.pack(elements)})
        if changed := _shortened(tenant, rows):
            await session.run_for_each(SET_CHANGE, changed)
        after = elements[-1]


def _shortened(tenant: int, rows: Sequence[Row]) -> list[Mapping[str, object]]:
    states, numbers, found = States(), dict[str, int](), list[Mapping[str, object]]()
    for row in rows:
        revision, ordinal, element, version, change = cast("tuple[int, int, str, str, str]", tuple(row))
        before, after, details = states.follow(element, version, change)
        numbers[version] = number = numbers.get(version, 0) + 1
        if before is None or after is None or not change.startswith(WHOLE) or number % WHOLE_EVERY == 0:
            continue
        shorter = difference(before, after, details)
        if shorter is not None and len(shorter) < len(change):
            found.append({"tenant": tenant, "revision": revision, "ordinal": ordinal, "change": shorter})
    return found


async def chain_rows(session: Session, tenant: int) -> str:
    """Set the hash of every row, and return the last one."""
    head = ""
    async for rows in plain_pages(session, tenant):
        hashes = []
        for *fields, _ in rows:
            head = plain_link(head, tuple(fields))
            hashes.append({"tenant": tenant, "revision": fields[1], "ordinal": fields[2], "hash": head})
        await session.run_for_each(SET_HASH, hashes)
    return head


def plain_link(head: str, fields: tuple[object, ...]) -> str:
    """The hash of a row before texts were sealed."""
    return hashlib.sha256(head.encode() + _encoder.encode(fields)).hexdigest()


async def plain_pages(session: Session, tenant: int) -> AsyncIterator[Sequence[Row]]:
    """The rows of a history, some at a time."""
    place = {"revision": -1, "ordinal": -1}
    while rows := await session.fetch(ROWS, {"tenant": tenant, **place}):
        yield rows
        place = {"revision": cast("int", rows[-1][1]), "ordinal": cast("int", rows[-1][2])}
