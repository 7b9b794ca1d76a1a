"""Copies all rows of a tenant as they are in one snapshot. Keys stay the same; only rows of the audit are numbered again."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Final, cast

from facetstore.domain.tenant import TenantSettings, address_of
from facetstore.metamodel.loader import load_stored
from facetstore.metamodel.model import Metamodel
from facetstore.storage.capture.tenant_tables import TenantTable
from facetstore.storage.copying.rows_out import rows_of
from facetstore.storage.copying.tables import Table
from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.storage.moving.arrival import ArrivingTenant
from facetstore.storage.rows.stored_settings import load_settings
from facetstore.storage.writes.renewal import index_next, index_these

Progress = Callable[[str, int, int | None], None]
NUMBERED: Final = {"audit": "number"}
"""Columns that each database fills: the order of the rows stays."""
_SLICE: Final = 0.1
"""Seconds that one transaction inserts rows: in SQLite other writers wait for it."""


class RowCopy:
    """The rows of a tenant on their way from one database to another."""

    def __init__(self, source: Engine, arrival: ArrivingTenant, tenant: int, tables: Sequence[TenantTable]) -> None:
        self.tables = tables
        self._source = source
        self._arrival = arrival
        self._target = arrival.engine
        self._tenant = tenant
        self.audit_numbers: dict[int, None] = {}
        """The numbers in the source of the rows of the audit, in the order in which they were inserted."""

    @property
    def copies_derived(self) -> bool:
        """Whether what follows from versions is copied like all else. SQLite has one index of words, which is built again."""
        return self._source.dialect.name == self._target.dialect.name == "postgres"

    async def copy(self, session: Session, progress: Progress) -> int:
        """Copy what a snapshot sees. Returns the number of rows."""
        totals = [await _count(session, each.name, self._tenant) for each in self.tables]
        done = 0
        for table, rows in zip(self.tables, totals, strict=True):
            if rows:
                async for number in self._copy(session, table):
                    done += number
                    progress("copying rows", done, sum(totals))
        return done

    async def _copy(self, session: Session, table: TenantTable) -> AsyncIterator[int]:
        """Copy a table; yields how many rows were copied since the last time."""
        if table.name in NUMBERED:
            text = f"SELECT {NUMBERED[table.name]} FROM {table.name} WHERE tenant = :tenant ORDER BY 1"
            found = await session.fetch(text, {"tenant": self._tenant})
            self.audit_numbers |= dict.fromkeys(cast("int", number) for (number,) in found)
        if self.copies_derived:
            yield await self._pipe(session, table)
            return
        batches = aiter(rows_of(session, Table(table.name, table.columns, table.key), self._tenant))
        batch = await anext(batches, None)
        while batch is not None:
            async with self._target.transaction() as there:
                await self._arrival.check(there)
                until, copied = time.monotonic() + _SLICE, 0
                while batch is not None and time.monotonic() < until:
                    await self.insert(there, table, batch)
                    copied += len(batch)
                    batch = await anext(batches, None)
            yield copied

    async def _pipe(self, session: Session, table: TenantTable) -> int:
        """Pass a table from one PostgreSQL to another in its binary format."""
        from facetstore.storage.engines.postgres_copy import pipe

        async with self._target.transaction() as there:
            await self._arrival.check(there)
            return await pipe(session, there, table.name, _columns(table), self._tenant, table.key)

    async def insert(self, there: Session, table: TenantTable, rows: Sequence[Row]) -> None:
        """Insert new rows."""
        columns = _columns(table)
        if columns != list(table.columns):
            places = [table.columns.index(column) for column in columns]
            rows = [tuple(row[place] for place in places) for row in rows]
        await there.insert(table.name, columns, [tuple(row) for row in rows])

    async def index(self, columns: Mapping[str, object], progress: Progress) -> None:
        """Build again what follows from versions, where it was not copied."""
        if self.copies_derived:
            return
        metamodel, settings = _definition(columns)
        last: int | None = 0
        done, versions = 0, await _count(self._target, "version", self._tenant)
        while last is not None:
            async with self._target.transaction() as there:
                await self._arrival.check(there)
                last = await index_next(there, self._target.dialect, self._tenant, metamodel, settings, last)
            done = min(done + 500, versions)
            progress("indexing versions", done, versions)

    async def index_these(self, there: Session, columns: Mapping[str, object], versions: Sequence[int]) -> None:
        """The same for some versions."""
        if versions and not self.copies_derived:
            await index_these(there, self._target.dialect, self._tenant, *_definition(columns), versions)


def _columns(table: TenantTable) -> list[str]:
    return [column for column in table.columns if column != NUMBERED.get(table.name)]


def _definition(columns: Mapping[str, object]) -> tuple[Metamodel, TenantSettings]:
    address = address_of(str(columns["collection"]), str(columns["storage"]))
    return load_stored(str(columns["additions"]), address.is_administration), load_settings(str(columns["settings"]))


async def _count(session: Session | Engine, table: str, tenant: int) -> int:
    rows = await session.fetch(f"SELECT count(*) FROM {table} WHERE tenant = :tenant", {"tenant": tenant})
    return cast("int", rows[0][0])


async def counts(session: Session | Engine, tables: Sequence[TenantTable], tenant: int) -> Mapping[str, int]:
    """How many rows of a tenant each table has."""
    return {each.name: await _count(session, each.name, tenant) for each in tables}
