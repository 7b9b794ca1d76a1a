"""Follows what has changed since the copy: the rows whose keys were noted are made what they are where the tenant lives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, cast

from facetstore.storage.capture.changed_rows import ChangedRows, ChangeNotes
from facetstore.storage.capture.tenant_tables import TenantTable
from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.storage.moving.arrival import ArrivingTenant, tenant_row
from facetstore.storage.moving.copied_rows import NUMBERED, RowCopy

_IN_PLACE: Final = ("element", "version", "trash", "file_use", "trash_file")
"""Their rows are changed where they stand: deleting them has effects on other rows. In all other tables the old row is deleted first,
because a value that must be unique may have gone from one row to another."""
_NEITHER: Final = "UPDATE version SET newest = 0, published = 0 WHERE tenant = :tenant AND key = :key"
"""One version of an element is the newest, and one is published: none may become it before the other one stops."""
_WHILE_OPEN: Final = (
    "INSERT INTO erased_person (tenant, element, pseudonym, at, is_open) VALUES (:tenant, '', '', 0, 1)"
)
_NO_LONGER_OPEN: Final = "DELETE FROM erased_person WHERE tenant = :tenant AND element = '' AND is_open = 1"
_TARGET_NUMBERS: Final = "SELECT number FROM audit WHERE tenant = :tenant ORDER BY number"
_CHANGE_AUDIT: Final = (
    "UPDATE audit SET address = :address, detail = :detail WHERE tenant = :tenant AND number = :number"
)


class CatchUp:
    """Catches up with the noted changes of a tenant."""

    def __init__(self, source: Engine, arrival: ArrivingTenant, tenant: int, copy: RowCopy, notes: str) -> None:
        """`notes` is the table that the triggers fill."""
        self.notes = ChangeNotes(source.dialect, tenant, notes)
        self._source = source
        self._arrival = arrival
        self._tenant = tenant
        self._copy = copy

    async def catch_up(self, session: Session, there: Session) -> Mapping[str, object]:
        """Make the rows there what they are in the session, which sees one state. Returns the row of the tenant."""
        await self._arrival.check(there)
        columns = await tenant_row(session, self._source.dialect.name, self._tenant, lock=False)
        noted = await self.notes.names(session)
        tables = [each for each in self._copy.tables if each.name in noted]
        for table in reversed(tables):
            await self._delete(session, there, table)
        versions: set[int] = set()
        for table in tables:
            async for changed in self.notes.of(session, table):
                versions |= _versions(table, changed)
                await self._put(there, table, changed.rows)
        await self._copy.index_these(there, columns, sorted(versions))
        await self._arrival.update(there, columns)
        return columns

    async def _delete(self, session: Session, there: Session, table: TenantTable) -> None:
        if table.name in NUMBERED:
            return  # rows of the audit are never deleted
        same = " AND ".join(f"{column} = :{column}" for column in table.key)
        text = f"DELETE FROM {table.name} WHERE tenant = :tenant AND {same}"
        async for keys, rows in self.notes.of(session, table):
            found = {table.key_of(row) for row in rows} if table.name in _IN_PLACE else frozenset()
            noted = [dict(zip(table.key, key, strict=True), tenant=self._tenant) for key in keys]
            await there.run_for_each(text, [each for each, key in zip(noted, keys, strict=True) if key not in found])
            await _send(there)
            if table.name == "version":
                await there.run_for_each(_NEITHER, noted)
                await _send(there)

    async def _put(self, there: Session, table: TenantTable, rows: Sequence[Row]) -> None:
        if table.name in NUMBERED:
            await self._put_audit(there, table, rows)
        else:
            await there.run_for_each(_replace(table), [dict(zip(table.columns, row, strict=True)) for row in rows])
        await _send(there)

    async def _put_audit(self, there: Session, table: TenantTable, rows: Sequence[Row]) -> None:
        """Add new rows of the audit. Those that are there may have lost personal data."""
        place, known = table.columns.index(NUMBERED[table.name]), self._copy.audit_numbers
        new = sorted((row for row in rows if row[place] not in known), key=lambda row: cast("int", row[place]))
        if changed := [row for row in rows if row[place] in known]:
            targets = [number for (number,) in await there.fetch(_TARGET_NUMBERS, {"tenant": self._tenant})]
            by_number = dict(zip(known, targets, strict=True))
            values = [dict(zip(table.columns, row, strict=True)) for row in changed]
            await there.fetch(_WHILE_OPEN, {"tenant": self._tenant})
            await there.run_for_each(
                _CHANGE_AUDIT, [{**each, "number": by_number[cast("int", each["number"])]} for each in values]
            )
            await there.fetch(_NO_LONGER_OPEN, {"tenant": self._tenant})
        await self._copy.insert(there, table, new)
        known |= dict.fromkeys(cast("int", row[place]) for row in new)


def _replace(table: TenantTable) -> str:
    """A statement that inserts a row, or changes the one with its key."""
    names, marks = ", ".join(table.columns), ", ".join(f":{column}" for column in table.columns)
    other = [column for column in table.columns if column not in (*table.key, "tenant")]
    change = f"UPDATE SET {', '.join(f'{each} = excluded.{each}' for each in other)}" if other else "NOTHING"
    target = ", ".join(table.primary)
    return f"INSERT INTO {table.name} ({names}) VALUES ({marks}) ON CONFLICT ({target}) DO {change}"


def _versions(table: TenantTable, changed: ChangedRows) -> set[int]:
    """The keys of versions that the noted rows belong to."""
    column = "key" if table.name == "version" else "version"
    if column not in table.key or column not in table.numbers:
        return set()
    place = list(table.key).index(column)
    return {cast("int", key[place]) for key in changed.keys}


async def _send(session: Session) -> None:
    """Send statements that wait: those of one table must not be joined with those of the next."""
    await session.fetch("SELECT 1", {})
