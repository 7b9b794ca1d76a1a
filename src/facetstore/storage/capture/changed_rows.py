"""Reads what the triggers of a tenant have noted: keys of rows that changed, and the rows as they are now."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple, cast

import msgspec

from facetstore.storage.capture.tenant_tables import TenantTable
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Row, Session

_BATCH: Final = 500
# Without statistics of the noted keys, PostgreSQL would rather read whole tables.
BY_KEYS_ONLY: Final = (
    "SET LOCAL enable_hashjoin = off; SET LOCAL enable_mergejoin = off; SET LOCAL enable_seqscan = off"
)
_decoder = msgspec.json.Decoder(list[str | int])


class ChangedRows(NamedTuple):
    """Keys that were noted, and those of their rows that are there."""

    keys: Sequence[tuple[object, ...]]
    rows: Sequence[Row]


class ChangeNotes:
    """The noted changes of one tenant."""

    def __init__(self, dialect: Dialect, tenant: int, notes: str) -> None:
        """`notes` is the table that the triggers fill."""
        self._dialect = dialect
        self._tenant = tenant
        self._notes = notes

    async def numbers(self, session: Session) -> Sequence[int]:
        """The numbers of all notes. Those of transactions that commit later may be smaller."""
        rows = await session.fetch(f"SELECT number FROM {self._notes}", {})
        return [cast("int", number) for (number,) in rows]

    async def forget(self, session: Session, numbers: Sequence[int]) -> None:
        """Delete notes that were followed."""
        text = f"DELETE FROM {self._notes} WHERE {self._dialect.among('number', 'numbers', 'bigint')}"
        await session.fetch(text, {"numbers": self._dialect.pack(numbers)})

    async def names(self, session: Session) -> frozenset[str]:
        """The tables with noted changes."""
        return frozenset(str(name) for (name,) in await session.fetch(f"SELECT DISTINCT name FROM {self._notes}", {}))

    async def of(self, session: Session, table: TenantTable) -> AsyncIterator[ChangedRows]:
        """The noted rows of a table, some at a time."""
        if self._dialect.name == "postgres":
            await session.execute_script(BY_KEYS_ONLY)
        some = f"SELECT DISTINCT key FROM {self._notes} WHERE name = :noted AND key > :after ORDER BY key LIMIT :limit"
        columns = ", ".join(f"t.{column}" for column in table.columns)
        same = " AND ".join(
            f"t.{column} = {self._part(place, is_number=column in table.numbers)}"
            for place, column in enumerate(table.key)
        )
        joined = f"SELECT {columns} FROM ({some}) n CROSS JOIN {table.name} t WHERE t.tenant = :tenant AND {same}"
        values: dict[str, object] = {"noted": table.name, "after": "", "limit": _BATCH}
        while keys := [str(key) for (key,) in await session.fetch(some, values)]:
            rows = await session.fetch(joined, {**values, "tenant": self._tenant})
            yield ChangedRows([tuple(_decoder.decode(key)) for key in keys], rows)
            values["after"] = keys[-1]

    def _part(self, place: int, *, is_number: bool) -> str:
        """One column of a noted key."""
        if self._dialect.name == "sqlite":
            return f"n.key ->> {place}"
        return f"CAST(CAST(n.key AS json) ->> {place} AS {'bigint' if is_number else 'text'})"
