"""Statements that return nothing, sent to PostgreSQL as one: all of them together cost one round trip.

Parts of one statement do not see the changes of each other. So statements that wait together change different tables or
different rows, and read none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

_CHANGES: Final = re.compile(r"\s*(?:UPDATE|DELETE\s+FROM|INSERT\s+INTO)\s+(\w+)\b(?!.*\bSELECT\b)", re.DOTALL)
_PLACE: Final = re.compile(r"\$(\d+)")


class Statement(NamedTuple):
    """A statement with the placeholders of PostgreSQL, and its values."""

    text: str
    values: Sequence[object]


class WaitingStatements:
    """The statements that are sent before the next one."""

    def __init__(self) -> None:
        self._statements: list[Statement] = []
        self._tables: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._statements)

    def has(self, table: str) -> bool:
        """Whether a change of this table waits, which a second statement would not see."""
        return table in self._tables

    def add(self, table: str, statements: Iterable[Statement]) -> None:
        self._tables.add(table)
        self._statements += statements

    def take(self) -> Statement:
        """All waiting statements as one; after this none waits."""
        statements, self._statements = self._statements, []
        self._tables.clear()
        if len(statements) == 1:
            return statements[0]
        return Statement(
            _together(tuple([each.text for each in statements])),
            [value for each in statements for value in each.values],
        )


@lru_cache(maxsize=1024)
def changed_table(text: str) -> str | None:
    """The table that a statement changes; None if it has a SELECT or is no change."""
    found = _CHANGES.match(text)
    return found[1] if found else None


@lru_cache(maxsize=1024)
def _together(texts: tuple[str, ...]) -> str:
    """One statement: the others are WITH parts of the last one. Placeholders are numbered on from one to the next."""
    parts, behind = list[str](), 0
    for text in texts:
        parts.append(_moved(text, behind))
        behind += max(map(int, _PLACE.findall(text)), default=0)
    *others, last = parts
    return f"WITH {', '.join(f'part_{number} AS ({text})' for number, text in enumerate(others))} {last}"


def _moved(text: str, by: int) -> str:
    return _PLACE.sub(lambda place: f"${int(place[1]) + by}", text)
