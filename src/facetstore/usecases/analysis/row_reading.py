"""Pages of rows of a table: those that meet conditions, in an order, with the place behind which the next page begins."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.values import is_clean_text
from facetstore.query.row_evaluate import ordered_rows, row_matches
from facetstore.query.row_tree import EVERY_ROW, ColumnType, Row, RowOrder, RowTree
from facetstore.regional.time_zones import time_zone
from facetstore.usecases.analysis.row_cells import RowCells
from facetstore.usecases.analysis.star_model import StarTable
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.analysis_reads import AnalysisReads, FactSource, Grain, RowsWanted
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading

Place = tuple[object, ...]
_LARGEST: Final = 1 << 62


@dataclass(frozen=True, slots=True)
class RowsAsked:
    """Which rows of a table are asked for, and which of their columns."""

    columns: tuple[str, ...]
    limit: int
    filter: RowTree = EVERY_ROW
    order: tuple[RowOrder, ...] = ()
    after: Place | None = None
    offset: int = 0
    elements: tuple[str, ...] | None = None
    """Only rows of these elements."""


class RowPage(NamedTuple):
    """Rows, and the place of the last one; None: it is the last of all."""

    rows: Sequence[Row]
    next: Place | None


class TableReader:
    """Reads the tables of a star schema for one caller."""

    def __init__(self, reading: Reading, storage: Storage) -> None:
        self._reads: AnalysisReads = storage.analysis(reading.served.tenant, reading.caller.audience)
        self._types = reading.metamodel.types
        self._zone = time_zone(reading.served.settings.time_zone)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        """All reads inside it see one state of the data."""
        async with self._reads.snapshot():
            yield

    async def page(self, table: StarTable, asked: RowsAsked) -> RowPage:
        if table.source is None:
            return _page_of(table, asked)
        if asked.elements == () or asked.limit == 0:
            return RowPage((), None)
        wanted = RowsWanted(
            asked.columns, asked.limit + 1, asked.filter, asked.order, asked.after, asked.offset, asked.elements
        )
        found = await self._reads.rows(table.source, wanted)
        cells = RowCells([table.columns[name] for name in asked.columns], self._types, self._zone)
        rows, pace = list[Row](), Pace()
        for each in found[: asked.limit]:
            rows.append(cells.row(each))
            await pace.step()
        return RowPage(rows, found[asked.limit - 1].place if len(found) > asked.limit else None)

    async def count(self, table: StarTable, filter_: RowTree = EVERY_ROW) -> int:
        if table.source is None:
            return sum(row_matches(filter_, row) for row in table.rows)
        return await self._reads.count(table.source, filter_)


def _page_of(table: StarTable, asked: RowsAsked) -> RowPage:
    """A page of a table in memory. Its places are numbers of rows."""
    fitting = [row for row in table.rows if row_matches(asked.filter, row)]
    ordered = ordered_rows(asked.order, fitting) if asked.order else fitting
    behind = asked.after[0] if asked.after is not None else 0
    start = asked.offset + (behind if isinstance(behind, int) else 0)
    rows = [{name: row[name] for name in asked.columns} for row in ordered[start : start + asked.limit]]
    end = start + len(rows)
    return RowPage(rows, (end,) if rows and end < len(ordered) else None)


def check_place(table: StarTable, order: Sequence[RowOrder], place: Sequence[object], parameter: str) -> Place:
    """A place that a caller sent back. Raises InvalidParameter if it is none of this table in this order."""
    kinds = _kinds(table, order)
    if len(kinds) != len(place) or not all(
        _fits(kind, each, may_be_missing=n < len(order))
        for n, (kind, each) in enumerate(zip(kinds, place, strict=True))
    ):
        error = f"{parameter} is none of this table in this order: take the address of the next page as it is."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, parameter)])
    return tuple(
        float(each) if kind is float and isinstance(each, int) else each
        for kind, each in zip(kinds, place, strict=True)
    )


def _kinds(table: StarTable, order: Sequence[RowOrder]) -> Sequence[type]:
    """The types of the values of a place."""
    if table.source is None:
        return [int]
    return [_kind(table.source, name) for name in (*(each.column for each in order), *table.key)]


def _kind(source: FactSource, name: str) -> type:
    match source.types[name]:
        case ColumnType.TEXT:
            return str
        case ColumnType.DAY:
            return int if source.grain is Grain.CHANGE else str
        case ColumnType.NUMBER:
            return float
        case ColumnType.FLAG | ColumnType.WHOLE:
            return int if source.grain is not Grain.ELEMENT or name in _COUNTED else float
        case ColumnType.INSTANT:
            return int


_COUNTED: Final = ("major", "minor")
"""Whole numbers that are not stored as attributes."""


def _fits(kind: type, value: object, *, may_be_missing: bool) -> bool:
    if value is None:
        return may_be_missing
    if isinstance(value, bool):
        return False
    if isinstance(value, str):
        return kind is str and is_clean_text(value)
    if isinstance(value, int) and abs(value) < _LARGEST:
        return kind in (int, float)
    return kind is float and isinstance(value, float)


def rows_by(column: str, rows: Sequence[Row]) -> Mapping[object, list[Row]]:
    """The rows by the values of a column."""
    found: dict[object, list[Row]] = {}
    for each in rows:
        found.setdefault(each[column], []).append(each)
    return found
