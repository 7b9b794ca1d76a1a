"""Rows as lines of JSON and as CSV, in UTF-8, written slice by slice."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from facetstore.exchange.tables.csv_format import harmless
from facetstore.query.row_tree import ColumnType
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.row_formats import RowTable, WrittenRow

_encoder: Final = msgspec.json.Encoder()


class JsonLines:
    """A JSON object a line, with every column in it."""

    key: Final = "ndjson"
    media: Final = "application/x-ndjson"
    is_packed: Final = False

    def check(self) -> None:
        """It needs nothing."""

    async def write(self, table: RowTable, target: Path, jobs: Jobs, tenant: int) -> int:
        number = 0
        with target.open("xb") as file:
            async for rows in table.slices:
                file.write(_encoder.encode_lines(rows))
                number += len(rows)
        return number


class CsvRows:
    """Comma separated values, with the names of the columns in the first line. Missing cells are empty."""

    key: Final = "csv"
    media: Final = "text/csv; charset=utf-8"
    is_packed: Final = False

    def check(self) -> None:
        """It needs nothing."""

    async def write(self, table: RowTable, target: Path, jobs: Jobs, tenant: int) -> int:
        number = 0
        with target.open("xb") as file:
            file.write(_lines([[*table.columns]]))
            async for rows in table.slices:
                file.write(_lines([_cells(table.columns, row) for row in rows]))
                number += len(rows)
        return number


def _cells(columns: Mapping[str, ColumnType], row: WrittenRow) -> list[str]:
    return [_cell(type_, row[name]) for name, type_ in columns.items()]


def _cell(type_: ColumnType, cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return harmless(str(cell)) if type_ is ColumnType.TEXT else str(cell)


def _lines(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()
