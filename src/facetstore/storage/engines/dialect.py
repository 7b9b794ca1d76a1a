"""What the two engines spell differently, and nothing else.

Statements are written once with named parameters (`:name`). A dialect turns the names into the engine's own placeholders and
knows the few expressions for which there is no common spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple

import msgspec

_PARAMETER = re.compile(r"(?<!:):([a-z_][a-z0-9_]*)")
_CHANGES = re.compile(r"\b(?:INSERT|UPDATE|DELETE)\b", re.IGNORECASE)


class Prepared(NamedTuple):
    """A statement in an engine's own spelling, with the order of its parameters."""

    text: str
    names: tuple[str, ...]
    values: Callable[[Mapping[str, object]], tuple[object, ...]]
    """The values of parameters in that order."""
    is_read: bool
    """Whether it changes nothing, so that it can be interrupted."""


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """The spelling of one engine; there is one of each, so they are compared by identity."""

    name: str
    placeholder: str

    @property
    def fetches_skipped_rows(self) -> bool:
        """Whether OFFSET reads the documents that it skips. SQLite walks the index and reads only what it returns."""
        return self.name != "sqlite"

    def prepare(self, text: str) -> Prepared:
        names: dict[str, int] = {}

        def place(match: re.Match[str]) -> str:
            return f"{self.placeholder}{names.setdefault(match[1], len(names) + 1)}"

        return Prepared(_PARAMETER.sub(place, text), tuple(names), _in_order(list(names)), _is_read(text))

    def as_bytes(self, expression: str) -> str:
        """A text expression, returned as bytes: documents are joined as bytes and need no decoding."""
        if self.name == "sqlite":
            return f"CAST({expression} AS BLOB)"
        return f"convert_to({expression}, 'UTF8')"

    def between_marks(self, column: str) -> str:
        """The part of a text between the first two of the marks bound as `card_mark`."""
        if self.name != "sqlite":
            return f"split_part({column}, :card_mark, 2)"
        behind = f"substr({column}, instr({column}, :card_mark) + 1)"
        return f"substr({behind}, 1, instr({behind}, :card_mark) - 1)"

    def before(self, column: str, part: str) -> str:
        """The text before a part of it, which must not contain a single quote."""
        place = f"instr({column}, '{part}')" if self.name == "sqlite" else f"strpos({column}, '{part}')"
        return f"substr({column}, 1, {place} - 1)"

    def among(self, column: str, parameter: str, kind: str = "text") -> str:
        """A test whether the column is one of a list bound as one parameter (see `pack`)."""
        if self.name == "sqlite":
            return f"{column} IN (SELECT value FROM json_each(:{parameter}))"
        return f"{column} = ANY(CAST(:{parameter} AS {kind}[]))"

    def each_of(self, parameter: str) -> str:
        """A list bound as one parameter, as rows of `wanted` with a `value` and its `place` (see `pack`)."""
        if self.name == "sqlite":
            return f"(SELECT value, key AS place FROM json_each(:{parameter})) wanted"
        return f"unnest(CAST(:{parameter} AS text[])) WITH ORDINALITY AS wanted (value, place)"

    def by_index(self, name: str) -> str:
        """What follows the name of a table to read it by this index. Only SQLite needs it, to choose the right one."""
        return f" INDEXED BY {name}" if self.name == "sqlite" else ""

    def by_keys(self, parameter: str) -> str:
        """Keys of versions bound as one parameter, as rows of `wanted_key` with a `value`."""
        if self.name == "sqlite":
            return f"(SELECT value FROM json_each(:{parameter})) wanted_key"
        return f"unnest(CAST(:{parameter} AS bigint[])) AS wanted_key (value)"

    def one_of_keys(self, column: str, parameter: str) -> str:
        """A test whether the column is one of many keys bound as one parameter, each found by one lookup. `IS TRUE` keeps
        PostgreSQL from joining them, which would not end with a full page."""
        if self.name == "sqlite":
            return self.among(column, parameter)
        return f"({column} IN (SELECT unnest(CAST(:{parameter} AS bigint[])))) IS TRUE"

    @property
    def by_place(self) -> str:
        """How a version found by its key is looked up: in SQLite not in its wide table, but in a narrow index."""
        return self.by_index("version_place")

    @property
    def by_element(self) -> str:
        """How the versions of elements are looked up: SQLite would take any index on the tenant that has all the columns."""
        return self.by_index("version_of_element")

    def places_of(self, count: int) -> str:
        """The columns o0, o1 … of all rows as one JSON text: a list of lists."""
        columns = ", ".join(f"page.o{n}" for n in range(count))
        if self.name == "sqlite":
            return f"json_group_array(json_array({columns}))"
        return f"CAST(json_agg(json_build_array({columns})) AS text)"

    def gathered(self, lookup: str, most: str) -> str:
        """The keys that a lookup finds, as one value: at most one more than `most`, which shows that there are more."""
        rows = f"(SELECT found.version AS version FROM ({lookup}) found LIMIT 1 + {most}) few"
        if self.name == "sqlite":
            return f"(SELECT json_group_array(few.version) FROM {rows})"
        return f"(SELECT array_agg(few.version) FROM {rows})"

    def aggregate_in_key_order(self, expression: str, order: str) -> str:
        """Texts joined by commas in an order that is that of the key the rows are read by.

        SQLite reads the group by its key anyway; with ORDER BY it would sort each small group again.
        """
        return (
            f"string_agg({expression}, ',')"
            if self.name == "sqlite"
            else f"string_agg({expression}, ',' ORDER BY {order})"
        )

    def order_unless_by_key(self, order: str) -> str:
        """The ORDER BY of an aggregate, left out where the rows come in that order by their key."""
        return "" if self.name == "sqlite" else f" ORDER BY {order}"

    def analyze(self, *tables: str, fewer_than: int | None = None) -> str:
        """A script that updates the planner's statistics; with `fewer_than` only if they say fewer versions. Empty for SQLite.

        PostgreSQL does that by itself, but a minute later: until then it plans for tables that were nearly empty, and one
        statement over many rows takes minutes. SQLite plans by the indexes alone.
        """
        if self.name == "sqlite":
            return ""
        statement = f"ANALYZE {', '.join(tables)}"
        if fewer_than is None:
            return statement
        believed = "SELECT reltuples FROM pg_class WHERE oid = CAST('version' AS regclass)"
        return f"DO $$ BEGIN IF ({believed}) < {fewer_than:d} THEN {statement}; END IF; END $$"

    def read_by_key(self, table: str) -> str:
        """A table that is read by a range of keys: SQLite would prefer any index on the tenant."""
        return f"{table} NOT INDEXED" if self.name == "sqlite" else table

    @property
    def now(self) -> str:
        """The current time in microseconds since 1970 UTC, by the clock of the database."""
        if self.name == "sqlite":
            return "CAST(unixepoch('subsec') * 1000000 AS INTEGER)"
        return "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)"

    @property
    def whole(self) -> str:
        """What follows a subquery to return all of its rows in its order: the engine does not merge it with the outer query."""
        return " LIMIT -1" if self.name == "sqlite" else " OFFSET 0"

    @property
    def kept_apart(self) -> str:
        """What follows a subquery that tests one row: it keeps PostgreSQL from turning the test into a join of whole tables."""
        return "" if self.name == "sqlite" else " OFFSET 0"

    def holds(self, column: str, text: str, bind: Callable[[object], str]) -> str:
        """A test whether a column contains a text. PostgreSQL finds patterns twice as fast as texts."""
        if self.name == "sqlite":
            return f"instr({column}, {bind(text)}) > 0"
        return f"{column} LIKE {bind(holding_pattern(text))}"

    def number_behind(self, column: str, mark: str) -> str:
        """The whole number that stands in a text behind a mark, which is an expression; 0 where the mark is not in it."""
        if self.name == "sqlite":
            place = f"instr({column}, {mark})"
            return f"CASE WHEN {place} > 0 THEN CAST(substr({column}, {place} + length({mark})) AS INTEGER) ELSE 0 END"
        return f"coalesce(CAST(substring({column} FROM {mark} || '([0-9]+)') AS BIGINT), 0)"

    def pack(self, values: Sequence[object]) -> object:
        """A list as one parameter."""
        return msgspec.json.encode(values).decode() if self.name == "sqlite" else list(values)


def _is_read(text: str) -> bool:
    """Whether a statement changes nothing. After WITH there may be either."""
    begins = text.lstrip()[:6].upper()
    return begins == "SELECT" or (begins.startswith("WITH") and _CHANGES.search(text) is None)


def _in_order(names: Sequence[str]) -> Callable[[Mapping[str, object]], tuple[object, ...]]:
    if len(names) > 1:
        return itemgetter(*names)
    if not names:
        return lambda _: ()
    (only,) = names
    return lambda parameters: (parameters[only],)


def holding_pattern(text: str) -> str:
    """The LIKE pattern of texts that contain a text."""
    return "%" + re.sub(r"([\\%_])", r"\\\1", text) + "%"


def next_text(text: str) -> str | None:
    """The first text, by code points, that comes after all that begin with this one; None: there is none."""
    bare = text.rstrip("\U0010ffff")
    if not bare:
        return None
    last = ord(bare[-1])
    return bare[:-1] + chr(0xE000 if last == 0xD7FF else last + 1)


SQLITE = Dialect("sqlite", "?")
POSTGRES = Dialect("postgres", "$")
