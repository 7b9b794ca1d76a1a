"""Conditions on the rows of tables, after their check: every column is known, every value has the form in which it is compared.

The meaning of a tree, for code that turns it into a statement; `row_evaluate` is the same as code. Texts are compared without regard to
letter case. A missing value matches no comparison, so a Not around one holds for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from facetstore.query.filter_tree import Operator, Value


class ColumnType(StrEnum):
    """What the cells of a column hold."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    FLAG = "flag"
    DAY = "day"
    """A day of the calendar, as YYYY-MM-DD."""
    INSTANT = "instant"
    """Microseconds since 1970 UTC."""


Cell = str | int | float | bool | None
Row = Mapping[str, Cell]
"""A row by the names of its columns. Instants are microseconds."""


@dataclass(frozen=True, slots=True)
class ColumnCondition:
    """One comparison. Several values mean any of them; IS_NULL has none."""

    column: str
    operator: Operator
    values: tuple[Value, ...] = ()


@dataclass(frozen=True, slots=True)
class RowsAll:
    parts: tuple[RowTree, ...]


@dataclass(frozen=True, slots=True)
class RowsAny:
    parts: tuple[RowTree, ...]


@dataclass(frozen=True, slots=True)
class RowsNot:
    part: RowTree


RowTree = RowsAll | RowsAny | RowsNot | ColumnCondition
EVERY_ROW = RowsAll(())
NO_ROW = RowsAny(())


class RowOrder(NamedTuple):
    """A column to order by. Rows without a value come first, or last where it descends."""

    column: str
    descending: bool = False


def conditions_in(tree: RowTree) -> Sequence[ColumnCondition]:
    match tree:
        case ColumnCondition():
            return [tree]
        case RowsNot(part):
            return conditions_in(part)
        case RowsAll(parts) | RowsAny(parts):
            return [each for part in parts for each in conditions_in(part)]
