"""Rows as they are written: times as texts in UTC."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from facetstore.query.row_tree import Cell, ColumnType, Row
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
