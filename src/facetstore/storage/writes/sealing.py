"""Seals the histories of earlier releases, whose hashes covered texts as they are, and chains their rows again.

It checks each chain before it touches the rows: a history that was changed by hand must not get a new chain that hides it.
"""

from __future__ import annotations

from typing import Final, cast

from facetstore.storage.engines.engine import Row, Session
from facetstore.storage.rows.history_rows import ADVANCE, NO_TEXT, link, new_salt, seal
from facetstore.storage.writes.shortening import TENANTS, check_plain, plain_pages

SET: Final = """
    UPDATE history SET salt = :salt, hash = :hash WHERE tenant = :tenant AND revision = :revision AND ordinal = :ordinal
"""


async def seal_histories(session: Session) -> None:
    """Seal and chain the history of every tenant. Raises Conflict if one does not hold."""
    for key, address, revision, head, began_as in await session.fetch(TENANTS, {}):
        tenant, chained_as = cast("int", key), cast("int | None", began_as)
        await check_plain(session, tenant, str(address), str(head), chained_as)
        values = {"tenant": tenant, "revision": revision, "head": await seal_rows(session, tenant, chained_as)}
        await session.run_for_each(ADVANCE, [values])


async def seal_rows(session: Session, tenant: int, chained_as: int | None) -> str:
    """Set the salt and the hash of every row of a history, and return the last hash."""
    head = ""
    async for rows in plain_pages(session, tenant):
        sealed = []
        for row in rows:
            values = _sealed(head, row, chained_as)
            head = str(values["hash"])
            sealed.append(values)
        await session.run_for_each(SET, sealed)
    return head


def _sealed(head: str, row: Row, chained_as: int | None) -> dict[str, object]:
    *fields, reason, change, reach, _ = row
    salt = "" if reason is None and change == NO_TEXT else new_salt()
    hash_ = link(head, (*fields, reason, change, reach), seal(salt, reason, change), chained_as)
    tenant, revision, ordinal = cast("list[int]", fields[:3])
    return {"tenant": tenant, "revision": revision, "ordinal": ordinal, "salt": salt, "hash": hash_}
