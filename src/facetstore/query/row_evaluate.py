"""Conditions and orders of rows in memory: of tables that are made for each answer, and the reference for storage."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import ge, gt, le, lt
from typing import Final

from facetstore.query.filter_tree import ORDER_OPERATORS, Operator, Value
from facetstore.query.filter_values import equality_form, ordering_form
from facetstore.query.row_tree import Cell, ColumnCondition, Row, RowOrder, RowsAll, RowsAny, RowsNot, RowTree

_SIGNS: Final = {Operator.LT: lt, Operator.LE: le, Operator.GT: gt, Operator.GE: ge}


def row_matches(tree: RowTree, row: Row) -> bool:
    """Whether a row meets the conditions."""
    match tree:
        case RowsAll(parts):
            return all(row_matches(part, row) for part in parts)
        case RowsAny(parts):
            return any(row_matches(part, row) for part in parts)
        case RowsNot(part):
            return not row_matches(part, row)
        case ColumnCondition():
            return _holds(tree, row.get(tree.column))


def ordered_rows(orders: Sequence[RowOrder], rows: Iterable[Row]) -> list[Row]:
    """The rows in order: sorted by the least important column first, since sorting is stable."""
    found = list(rows)
    for order in reversed(orders):
        found.sort(key=lambda row: order_place(row.get(order.column)), reverse=order.descending)
    return found


def order_place(cell: Cell) -> tuple[bool, Value]:
    """What a cell is ordered by: missing ones come first."""
    form = _form(cell, Operator.LT)
    return (False, 0) if form is None else (True, form)


def is_missing(cell: Cell) -> bool:
    return cell is None or (isinstance(cell, str) and not equality_form(cell))


def _holds(condition: ColumnCondition, cell: Cell) -> bool:
    if condition.operator is Operator.IS_NULL:
        return is_missing(cell)
    form = _form(cell, condition.operator)
    return form is not None and any(_compares(condition.operator, form, value) for value in condition.values)


def _form(cell: Cell, operator: Operator) -> Value | None:
    if is_missing(cell):
        return None
    if not isinstance(cell, str):
        return cell
    return ordering_form(cell) if operator in ORDER_OPERATORS else equality_form(cell)


def _compares(operator: Operator, form: Value, value: Value) -> bool:
    if operator is Operator.EQ:
        return form == value
    if operator in _SIGNS:
        return bool(_SIGNS[operator](form, value))
    text, part = str(form), str(value)
    ways: Mapping[Operator, bool] = {
        Operator.CONTAINS: part in text,
        Operator.STARTS_WITH: text.startswith(part),
        Operator.ENDS_WITH: text.endswith(part),
    }
    return ways[operator]
