"""The port for the formats of imports: each reads a file into rows of texts, or into elements, and reports what it cannot read.

A format is registered in `bootstrap/formats.py`. What it returns becomes a plan (decision 0104), so it decides nothing about rights,
matching or storing. It must not trust the file: its cost is bounded by the size of the file, and a broken file is `InvalidBody`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, Protocol

from facetstore.domain.errors import Finding
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.ports.job_runner import Jobs

LARGEST_IMPORT: Final = 16 << 20
"""Bytes of a file to import."""
MOST_ROWS: Final = 100_000
MOST_COLUMNS: Final = 500
LONGEST_CELL: Final = 1_000_000
"""Characters of a cell, and of an element that a format returns."""
SLICE: Final = 500
"""How many rows or elements are decoded and planned at a time."""


class ImportSource(NamedTuple):
    """A file, and what a format may need to read it."""

    content: bytes
    metamodel: Metamodel
    """Without what is hidden from the caller."""
    jobs: Jobs
    """Runs work that takes more than a few milliseconds."""
    tenant: int
    """The key of the tenant, for `jobs`."""


class TableRow(NamedTuple):
    """A row of a table, with its number in the file, counted from 1."""

    number: int
    cells: list[str]


class WantedElement(NamedTuple):
    """An element as a file wants it: as in the body of operation 5, so without an id it is created."""

    place: int
    """Its place in the file, counted from 1: a row, a line or a number."""
    element: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ReadImport:
    """What a file holds: a table, whose columns are mapped to properties, or elements."""

    header: Sequence[str] = ()
    """The columns of a table; empty: the file holds elements."""
    slices: Sequence[bytes] = ()
    """JSON lists of up to `SLICE` rows (`TableRow`) or elements (`WantedElement`) each: encoded, to be small and quick to send."""
    count: int = 0
    findings: Sequence[Finding] = field(default_factory=tuple)
    """What could not be read, as far as that does not refuse the file; the path is the place in the file."""
    sources: Mapping[int, int] = field(default_factory=dict)
    """Of translations: by the place of a column, that of the column with the texts they were made from. Those are compared, not stored."""
    keeps_empty: bool = False
    """Whether an empty cell says nothing, whatever the settings are."""


class ImportFormat(Protocol):
    """A format of files."""

    @property
    def key(self) -> str:
        """Its name in parameters and plans, such as `csv`."""
        ...

    def recognises(self, head: bytes) -> bool:
        """Whether a file that begins with these bytes (up to 4 KB) is of this format."""
        ...

    async def read(self, source: ImportSource) -> ReadImport:
        """What the file holds. Raises InvalidBody if it is broken or too large, TooCostly, Unavailable."""
        ...


Formats = Sequence[ImportFormat]
"""The known formats: the first that recognises a file reads it."""
NO_FORMATS: Final[Formats] = ()
