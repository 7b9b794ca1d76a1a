"""The port for files of rows: each format writes the rows of a table of the star schema into one file.

A format is registered in `bootstrap/formats.py`. What it gets, the caller may read.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from facetstore.query.row_tree import ColumnType
from facetstore.usecases.ports.job_runner import Jobs

WrittenRow = Mapping[str, object]
"""A row whose times are texts in UTC."""


@dataclass(frozen=True, slots=True)
class RowTable:
    """Rows to be written."""

    name: str
    columns: Mapping[str, ColumnType]
    slices: AsyncIterator[Sequence[WrittenRow]]


class RowFormat(Protocol):
    """A format of files."""

    @property
    def key(self) -> str:
        """Its name in parameters, and the end of file names."""
        ...

    @property
    def media(self) -> str: ...

    @property
    def is_packed(self) -> bool:
        """Whether its files are compressed already."""
        ...

    def check(self) -> None:
        """Raise Unavailable if what it needs is not installed."""
        ...

    async def write(self, table: RowTable, target: Path, jobs: Jobs, tenant: int) -> int:
        """Write all rows into a new file, and return their number. Raises TooCostly, Unavailable."""
        ...


RowFormats = Mapping[str, RowFormat]
NO_ROW_FORMATS: Final[RowFormats] = {}
