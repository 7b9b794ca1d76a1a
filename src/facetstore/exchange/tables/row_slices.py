"""The rows of a table, checked and encoded in slices, as every format of tables returns them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from facetstore.domain.errors import Finding
from facetstore.usecases.ports.import_formats import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS, SLICE, ReadImport, TableRow

_MOST_CHARACTERS: Final = 64 << 20
"""Of all cells: a compressed file can hold far more than its size says."""
_encode = msgspec.json.Encoder().encode


class RowSlices:
    """Takes rows one by one; the first that is not empty is the header. Empty rows are left out."""

    def __init__(self) -> None:
        self.header: list[str] = []
        self.count = 0
        self._slices: list[bytes] = []
        self._rows: list[TableRow] = []
        self._characters = 0

    def take(self, rows: Iterable[list[str]]) -> str | None:
        """Take all rows; returns a sentence if there are too many, or too large ones."""
        for number, cells in enumerate(rows, 1):
            if not any(cells):
                continue
            if (wrong := self._wrong(number, cells)) is not None:
                return wrong
            if not self.header:
                self.header = [each.strip() for each in cells]
            else:
                self._add(TableRow(number, cells))
        if not self.header:
            return "The file has no rows: the first one names the columns."
        return None

    def _wrong(self, number: int, cells: Sequence[str]) -> str | None:
        if len(cells) > MOST_COLUMNS:
            return f"TableRow {number} has {len(cells)} columns; at most {MOST_COLUMNS} are taken."
        if max(map(len, cells)) > LONGEST_CELL:
            return f"TableRow {number} has a cell of more than {LONGEST_CELL:,} characters."
        self._characters += sum(map(len, cells))
        if self._characters > _MOST_CHARACTERS:
            return f"The file holds more than {_MOST_CHARACTERS:,} characters. Split it."
        if self.count >= MOST_ROWS:
            return f"The file has more than {MOST_ROWS:,} rows. Split it."
        return None

    def _add(self, row: TableRow) -> None:
        self.count += 1
        self._rows.append(row)
        if len(self._rows) >= SLICE:
            self._close()

    def _close(self) -> None:
        if self._rows:
            self._slices.append(_encode(self._rows))
            self._rows = []

    def read(self, findings: Sequence[Finding] = ()) -> ReadImport:
        self._close()
        return ReadImport(self.header, self._slices, self.count, findings)
