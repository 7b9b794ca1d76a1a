"""The tables of a database as it describes them itself, so that tables of later releases are copied as well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, cast

from facetstore.storage.capture.triggers import PREFIX as MOVING
from facetstore.storage.engines.engine import Session

COLUMNS: Final = {
    "sqlite": """
        SELECT t.name, c.name, c.pk FROM sqlite_schema t JOIN pragma_table_info(t.name) c
         WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
    """,
    "postgres": """
        SELECT c.relname, a.attname,
               coalesce(array_position(string_to_array(CAST(i.indkey AS text), ' '), CAST(a.attnum AS text)), 0)
          FROM pg_class c
          JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
          LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
         WHERE c.relnamespace = 'facetstore'::regnamespace AND c.relkind = 'r' ORDER BY c.relname, a.attnum
    """,
}
"""Table, column, and the place of the column in the primary key, counted from one; 0: it is not in it."""

_WORD_INDEX: Final = "words"
_DERIVED: Final = ("attribute",)
"""Follows from the versions, like the word index, and is built again where they arrive: the engines store it differently."""
_PASSING: Final = (
    *("edit_lock", "import_plan", "mail", "openid_sign_in", "session", "sign_in_attempt", "sign_in_link"),
    *("agent_grant", "agent_secret", "presence", "webhook_delivery", "webhook_secret"),
)
"""Is over before a copy is used. A session that was ended since must not come back, and a copy must not send what the original sends."""
_OF_THE_DATABASE: Final = ("schema_version", "tenant")
FIRST: Final = ("permission", "element", "version", "trash")
"""Rows of other tables refer to their rows."""


class Table(NamedTuple):
    """A table whose rows are copied, with its columns and the columns that order them."""

    name: str
    columns: Sequence[str]
    key: Sequence[str]

    @property
    def is_of_tenants(self) -> bool:
        return "tenant" in self.columns


async def copied_tables(session: Session, engine: str) -> Sequence[Table]:
    """The tables that are copied, in the order in which their rows can be inserted."""
    rows = cast("Iterable[tuple[str, str, int]]", await session.fetch(COLUMNS[engine], {}))
    tables = [_table(name, list(columns)) for name, columns in groupby(map(tuple, rows), itemgetter(0))]
    left_out = {*_DERIVED, *_PASSING, *_OF_THE_DATABASE}
    copied = {
        each.name: each
        for each in tables
        if each.name not in left_out and not each.name.startswith((_WORD_INDEX, MOVING))
    }
    return [copied.pop(name) for name in FIRST] + list(copied.values())


async def tenant_columns(session: Session, engine: str) -> Sequence[str]:
    """The columns of the table of tenants."""
    return [str(column) for table, column, _ in await session.fetch(COLUMNS[engine], {}) if table == "tenant"]


def _table(name: str, columns: Sequence[tuple[object, ...]]) -> Table:
    in_key = sorted((cast("int", place), str(column)) for _, column, place in columns if place)
    key = [column for _, column in in_key if column != "tenant"]
    return Table(name, [str(column) for _, column, _ in columns], key)
