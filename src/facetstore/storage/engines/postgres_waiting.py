"""Statements that give nothing back, sent to PostgreSQL as one: each costs a round trip, and so do all of them together.

In one statement none sees what the others do, so those that wait together change different tables or different rows, and look
into none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

_CHANGES: Final = re.compile(r"\s*(?:UPDATE|DELETE\s+FROM|INSERT\s+INTO)\s+(\w+)\b(?!.*\bSELECT\b)", re.DOTALL)
_PLACE: Final = re.compile(r"\$(\d+)")


class Statement(NamedTuple):
    """In the spelling of PostgreSQL, with its values."""

    text: str
    values: Sequence[object]


class Waiting:
    """What is to be sent before anything else is."""

    def __init__(self) -> None:
        self._statements: list[Statement] = []
        self._tables: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._statements)

    def has(self, table: str) -> bool:
        """Whether something of this table waits, which a second statement would not see."""
        return table in self._tables

    def add(self, table: str, statements: Iterable[Statement]) -> None:
        self._tables.add(table)
        self._statements += statements

    def take(self) -> Statement:
        """All of it as one statement; from here on nothing waits."""
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
    """The table that a statement changes without a look into any; None: it looks."""
    found = _CHANGES.match(text)
    return found[1] if found else None


@lru_cache(maxsize=1024)
def _together(texts: tuple[str, ...]) -> str:
    """The statements as parts of the last one, the values of each behind those of the ones before."""
    parts, behind = list[str](), 0
    for text in texts:
        parts.append(_moved(text, behind))
        behind += max(map(int, _PLACE.findall(text)), default=0)
    *others, last = parts
    return f"WITH {', '.join(f'part_{number} AS ({text})' for number, text in enumerate(others))} {last}"


def _moved(text: str, by: int) -> str:
    return _PLACE.sub(lambda place: f"${int(place[1]) + by}", text)
