"""Reads all rows of a tenant, some at a time, in the order of their keys."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final, NamedTuple, cast

from facetstore.storage.copying.tables import Table, tenant_columns
from facetstore.storage.engines.engine import Row, Session

_BATCH: Final = 500
_FEW: Final = 8
"""How many rows are in memory at a time where each may be large."""
_LARGE: Final = frozenset({"data", "body"})
"""Columns of bytes."""


class CopiedTenant(NamedTuple):
    """The row of a tenant: what it is called, where its history ends, and all columns as they are stored."""

    key: int
    id: str
    address: str
    revision: int
    head: str
    columns: Mapping[str, object]


async def tenant_rows(session: Session, engine: str) -> Sequence[CopiedTenant]:
    """All tenants, also deleted ones that can be restored; not those that moved to another pool, or are on their way from one."""
    names = await tenant_columns(session, engine)
    rows = await session.fetch(f"SELECT {', '.join(names)} FROM tenant ORDER BY key", {})
    return [_tenant_row(columns) for row in rows if _lives_here(columns := dict(zip(names, row, strict=True)))]


def _lives_here(columns: Mapping[str, object]) -> bool:
    # Earlier schemas have no such columns.
    return columns.get("moved_to") is None and columns.get("arriving") in (None, "complete")


def _tenant_row(columns: Mapping[str, object]) -> CopiedTenant:
    address = f"{columns['collection']}/{columns['storage']}"
    key, revision = cast("int", columns["key"]), cast("int", columns["revision"])
    return CopiedTenant(key, str(columns["id"]), address, revision, str(columns["head"]), columns)


async def rows_of(session: Session, table: Table, tenant: int | None) -> AsyncIterator[Sequence[Row]]:
    """The rows of a table, of one tenant or of a table without tenants, in batches."""
    limit = _BATCH if _LARGE.isdisjoint(table.columns) else _FEW
    places = [table.columns.index(column) for column in table.key]
    last: Row | None = None
    while True:
        values: dict[str, object] = {"limit": limit} if tenant is None else {"limit": limit, "tenant": tenant}
        if last is not None:
            values |= {f"after{number}": last[place] for number, place in enumerate(places)}
        rows = await session.fetch(_statement(table, is_first=last is None), values)
        if rows:
            yield rows
        if len(rows) < limit:
            return
        last = rows[-1]


def _statement(table: Table, *, is_first: bool) -> str:
    """Only names of our own tables and columns are in the text."""
    key = ", ".join(table.key)
    conditions = ["tenant = :tenant"] if table.is_of_tenants else []
    if not is_first:
        conditions.append(f"({key}) > ({', '.join(f':after{number}' for number in range(len(table.key)))})")
    where = f"WHERE {' AND '.join(conditions)}" if conditions else ""
    return f"SELECT {', '.join(table.columns)} FROM {table.name} {where} ORDER BY {key} LIMIT :limit"
