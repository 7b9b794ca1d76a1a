"""The tables with rows of tenants, as the database describes them itself, so that tables of later releases are moved as well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, cast

from facetstore.storage.engines.engine import Session

COLUMNS: Final = {
    "sqlite": """
        SELECT t.name, c.name, c.pk, c.type = 'INTEGER' FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) o WHERE o.name = 'tenant') ORDER BY t.name, c.cid
    """,
    "postgres": """
        SELECT c.relname, a.attname,
               coalesce(array_position(string_to_array(CAST(i.indkey AS text), ' '), CAST(a.attnum AS text)), 0),
               a.atttypid = CAST('bigint' AS regtype)
          FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
         WHERE c.relnamespace = CAST('facetstore' AS regnamespace) AND c.relkind = 'r' AND c.relpersistence = 'p'
           AND EXISTS (SELECT FROM pg_attribute o WHERE o.attrelid = c.oid AND o.attname = 'tenant' AND NOT o.attisdropped)
         ORDER BY c.relname, a.attnum
    """,
}
"""Table, column, the place of the column in the primary key (0: it is not in it), and whether it is a number. Tables whose rows a crash
may take are left out: SQLite has them in a file of its own."""

_FIRST: Final = ("permission", "element", "version", "trash")
"""Rows of other tables refer to their rows."""
_DERIVED: Final = ("attribute", "words")
"""Follow from the versions. The engines store them differently."""


class TenantTable(NamedTuple):
    """A table with rows of tenants: its columns, its primary key, the columns of that but the tenant, and which columns are numbers."""

    name: str
    columns: Sequence[str]
    primary: Sequence[str]
    key: Sequence[str]
    numbers: frozenset[str]

    def key_of(self, row: Sequence[object]) -> tuple[object, ...]:
        """The key of a row of all columns."""
        return tuple(row[self.columns.index(column)] for column in self.key)


async def tenant_tables(session: Session, engine: str, *, derived: bool) -> Sequence[TenantTable]:
    """All tables with rows of tenants, in the order in which rows can be inserted. `derived`: also what follows from versions."""
    rows = cast("Iterable[tuple[str, str, int, int]]", await session.fetch(COLUMNS[engine], {}))
    tables = {name: _table(name, list(columns)) for name, columns in groupby(map(tuple, rows), itemgetter(0))}
    left_out = () if derived else _DERIVED
    first = [tables.pop(name) for name in _FIRST]
    return first + [each for each in tables.values() if each.name not in left_out]


def _table(name: str, columns: Sequence[tuple[object, ...]]) -> TenantTable:
    in_key = sorted((cast("int", place), str(column)) for _, column, place, _ in columns if place)
    primary = [column for _, column in in_key]
    key = [column for column in primary if column != "tenant"]
    numbers = frozenset(str(column) for _, column, _, is_number in columns if is_number)
    return TenantTable(name, [str(column) for _, column, _, _ in columns], primary, key, numbers)
