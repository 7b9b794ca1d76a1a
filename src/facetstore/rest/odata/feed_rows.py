"""Rows as JSON of OData."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from facetstore.query.row_tree import Cell, ColumnType, Row
from facetstore.usecases.analysis.expanding import Expansion
from facetstore.usecases.analysis.star_model import StarTable

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
Rendered = dict[str, Any]


class RowRenderer:
    """Renders rows of some columns of a table."""

    def __init__(self, table: StarTable, columns: Sequence[str]) -> None:
        self._columns = columns
        self._instants = [name for name in columns if table.columns[name].type is ColumnType.INSTANT]

    def render(self, row: Row) -> Rendered:
        found: Rendered = {name: row[name] for name in self._columns}
        for name in self._instants:
            found[name] = render_instant(row[name])
        return found


def render_instant(cell: Cell) -> str | None:
    """A time in UTC as OData writes it; None where the calendar has no such time."""
    if not isinstance(cell, int):
        return None
    try:
        return (_EPOCH + timedelta(microseconds=cell)).isoformat().replace("+00:00", "Z")
    except OverflowError:
        return None


def add_expanded(
    shown: Sequence[Rendered], rows: Sequence[Row], expansion: Expansion, found: Mapping[object, list[Row]]
) -> None:
    """Put what rows lead to into the rendered rows."""
    renderer, way = RowRenderer(expansion.table, expansion.columns), expansion.way
    known = {value: [renderer.render(each) for each in led_to] for value, led_to in found.items()}
    for each, row in zip(shown, rows, strict=True):
        targets = known.get(row[way.column], [])
        each[way.name] = targets if way.many else (targets[0] if targets else None)


def described(names: Iterable[str], expansions: Sequence[Expansion], *, names_columns: bool) -> str:
    """The part of a context address that says which columns there are."""
    expanded = [
        f"{each.way.name}({','.join(each.columns) if len(each.columns) < len(each.table.columns) else ''})"
        for each in expansions
    ]
    shown = [*(names if names_columns else ()), *expanded]
    return f"({','.join(shown)})" if shown else ""
