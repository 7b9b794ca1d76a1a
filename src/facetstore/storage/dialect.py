"""What the two engines spell differently, and nothing else.

Statements are written once with named parameters (`:name`). A dialect turns the names into the engine's own placeholders and
knows the few expressions for which there is no common spelling.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

_PARAMETER = re.compile(r"(?<!:):([a-z_][a-z0-9_]*)")


class Prepared(NamedTuple):
    """A statement in an engine's own spelling, with the order of its parameters."""

    text: str
    names: tuple[str, ...]

    def values(self, parameters: Mapping[str, object]) -> tuple[object, ...]:
        return tuple([parameters[name] for name in self.names])


@dataclass(frozen=True, slots=True, eq=False)
class Dialect:
    """The spelling of one engine; there is one of each, so they are compared by identity."""

    name: str
    placeholder: str

    @property
    def fetches_skipped_rows(self) -> bool:
        """Whether OFFSET costs the documents it skips. SQLite walks the index and looks up only what it hands over."""
        return self.name != "sqlite"

    def prepare(self, text: str) -> Prepared:
        names: list[str] = []

        def place(match: re.Match[str]) -> str:
            if match[1] not in names:
                names.append(match[1])
            return f"{self.placeholder}{names.index(match[1]) + 1}"

        return Prepared(_PARAMETER.sub(place, text), tuple(names))

    def as_bytes(self, expression: str) -> str:
        """A text expression handed over as bytes: documents are joined as bytes and need no decoding."""
        if self.name == "sqlite":
            return f"CAST({expression} AS BLOB)"
        return f"convert_to({expression}, 'UTF8')"

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

    def aggregate_in_key_order(self, expression: str, order: str) -> str:
        """Texts joined by commas in an order that is that of the key the rows are read by.

        SQLite reads the group by its key anyway; told to order, it would sort each small group once more.
        """
        return (
            f"string_agg({expression}, ',')"
            if self.name == "sqlite"
            else f"string_agg({expression}, ',' ORDER BY {order})"
        )

    def order_unless_by_key(self, order: str) -> str:
        """The ORDER BY of an aggregate, left out where the rows come in that order by their key."""
        return "" if self.name == "sqlite" else f" ORDER BY {order}"

    def analyze(self, *tables: str) -> str:
        """A statement that counts anew what the planner goes by, or none.

        PostgreSQL does that by itself, but a minute later: until then it plans for tables that were nearly empty, and one
        statement over many rows takes minutes. SQLite plans by the indexes alone.
        """
        return f"ANALYZE {', '.join(tables)}" if self.name == "postgres" else ""

    def read_by_key(self, table: str) -> str:
        """A table of which a range of keys is read: SQLite would take any index on the tenant for the better one."""
        return f"{table} NOT INDEXED" if self.name == "sqlite" else table

    def pack(self, values: Sequence[object]) -> object:
        """A list as one parameter."""
        return msgspec.json.encode(values).decode() if self.name == "sqlite" else list(values)


SQLITE = Dialect("sqlite", "?")
POSTGRES = Dialect("postgres", "$")
