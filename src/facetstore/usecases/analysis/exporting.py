"""Whole tables as files: all rows in one state of the data, of one table or of all, with a page of rows in memory at a time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from facetstore.usecases.analysis.row_reading import RowsAsked, TableReader
from facetstore.usecases.analysis.row_rendering import RowRenderer
from facetstore.usecases.analysis.star_model import StarTable
from facetstore.usecases.measure import current_count
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.row_formats import RowFormat, RowTable, WrittenRow

_SLICE: Final = 1000
"""Rows that are read at a time."""


class TableExport:
    """Writes tables for one caller."""

    def __init__(self, reader: TableReader, format_: RowFormat, jobs: Jobs, tenant: int) -> None:
        self._reader = reader
        self._format = format_
        self._jobs = jobs
        self._tenant = tenant

    async def write_all(self, tables: Sequence[StarTable], folder: Path) -> Mapping[str, int]:
        """Write each table into a file of its name, all in one state. Returns the numbers of their rows. Raises TooCostly, Unavailable."""
        found = {}
        async with self._reader.snapshot():
            for table in tables:
                asked = RowsAsked(tuple(table.columns), _SLICE)
                target = folder / f"{table.name}.{self._format.key}"
                found[table.name] = await self._write(table, asked, target)
        return found

    async def write(self, table: StarTable, asked: RowsAsked, target: Path) -> int:
        """Write the rows of one table that meet conditions, in one state. Returns their number. Raises TooCostly, Unavailable."""
        async with self._reader.snapshot():
            return await self._write(table, replace(asked, limit=_SLICE), target)

    async def _write(self, table: StarTable, asked: RowsAsked, target: Path) -> int:
        columns = {name: table.columns[name].type for name in asked.columns}
        rows = RowTable(table.name, columns, self._slices(table, asked))
        return await self._format.write(rows, target, self._jobs, self._tenant)

    async def _slices(self, table: StarTable, asked: RowsAsked) -> AsyncIterator[Sequence[WrittenRow]]:
        renderer, follows = RowRenderer(table, asked.columns), True
        while follows:
            page = await self._reader.page(table, asked)
            yield [renderer.render(row) for row in page.rows]
            current_count().renew()
            asked, follows = replace(asked, after=page.next), page.next is not None
