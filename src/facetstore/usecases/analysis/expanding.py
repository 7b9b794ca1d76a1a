"""What the rows of a page lead to: for each way one read, however many rows there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.domain.errors import TooCostly
from facetstore.query.row_tree import Row
from facetstore.usecases.analysis.row_reading import RowsAsked, TableReader, rows_by
from facetstore.usecases.analysis.star_model import Navigation, StarTable
from facetstore.usecases.ports.analysis_reads import GRAINS

MOST_LED_TO: Final = 10_000
"""Rows that the rows of one page may lead to along one way."""


class Expansion(NamedTuple):
    """A way to go, the table that it leads to, and what is wanted of its rows."""

    way: Navigation
    table: StarTable
    columns: tuple[str, ...]


async def rows_along(reader: TableReader, expansion: Expansion, rows: Sequence[Row]) -> Mapping[object, list[Row]]:
    """The rows that a page leads to, by the value of the column that leads to them. Raises TooCostly."""
    way, table = expansion.way, expansion.table
    values = sorted({str(row[way.column]) for row in rows if row[way.column] is not None})
    columns = tuple(dict.fromkeys((*expansion.columns, way.target)))
    if table.source is None:
        return rows_by(way.target, [row for row in table.rows if str(row[way.target]) in values])
    assert "elementId" in GRAINS[table.source.grain], "ways lead to elements, or from one to its rows"
    found = await reader.page(table, RowsAsked(columns, MOST_LED_TO, elements=tuple(values)))
    if found.next is not None:
        error = (
            f"The rows of this page lead to more than {MOST_LED_TO:,} {way.name}. Ask for smaller pages (Prefer: "
            f"odata.maxpagesize=50), or read {table.name} itself."
        )
        raise TooCostly(error, "$expand")
    return rows_by(way.target, found.rows)
