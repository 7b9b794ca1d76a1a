"""Workbooks from strangers: what they would unpack to is found out before anything is made of it.

A workbook is a ZIP archive of XML. Small files can claim billions of cells, unpack to gigabytes, or name other files. Every part that is
read is unpacked once, within a limit; the furthest cell is found by its name. Macros, external links and formulas are never followed:
only values that stand in cells are read.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from typing import Final

WORKBOOK: Final = "xl/workbook.xml"
_SHEETS: Final = "xl/worksheets/"
_READ: Final = (".xml", ".rels")
MOST_UNPACKED: Final = 200 << 20
MOST_PARTS: Final = 2000
MOST_CELLS: Final = 6_000_000
"""Cells of the rectangle from the first to the furthest one: reading takes memory for each, empty or not."""
_PIECE: Final = 1 << 18
_OVERLAP: Final = 64
_CELL: Final = re.compile(rb"\sr\s*=\s*[\"']\$?([A-Za-z]{1,9})\$?(\d{1,9})[\"']")
_DECLARED: Final = re.compile(rb"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)


class Furthest:
    """The furthest row and column that cells of a sheet have."""

    def __init__(self) -> None:
        self.row = self.column = 0

    def take(self, piece: bytes) -> None:
        for letters, digits in set(_CELL.findall(piece)):
            self.row = max(self.row, int(digits))
            column = 0
            for letter in letters.upper():
                column = column * 26 + letter - 64
            self.column = max(self.column, column)

    @property
    def cells(self) -> int:
        return self.row * self.column


def wrong_with(content: bytes) -> str | None:
    """A sentence that says why a file is not read as a workbook; None: it can be."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return _wrong_parts(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError, NotImplementedError):
        return "The file is broken, or protected by a password: it cannot be unpacked as a workbook."


def _wrong_parts(archive: zipfile.ZipFile) -> str | None:
    names = archive.namelist()
    if WORKBOOK not in names:
        return "The file is an archive, but no workbook. Save it as .xlsx."
    if len(names) > MOST_PARTS or len(set(names)) < len(names):
        return f"The workbook has more than {MOST_PARTS} parts, or two of one name."
    unpacked = 0
    for part in archive.infolist():
        if not part.filename.lower().endswith(_READ):
            continue
        unpacked += part.file_size
        if unpacked > MOST_UNPACKED:
            return f"The workbook unpacks to more than {MOST_UNPACKED >> 20} MB. Split it."
        if (wrong := _wrong_part(archive, part)) is not None:
            return wrong
    return None


def _wrong_part(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> str | None:
    furthest, before = Furthest(), b""
    is_sheet = part.filename.startswith(_SHEETS)
    with archive.open(part) as file:
        # It never gives more than the archive declares, and fails at the end if that was not all.
        while piece := file.read(_PIECE):
            both = before + piece
            if _DECLARED.search(both) is not None:
                return "The workbook has a document type definition. Workbooks need none."
            if is_sheet:
                furthest.take(both)
            if furthest.cells > MOST_CELLS:
                return f"A sheet reaches to row {furthest.row:,} and column {furthest.column:,}: delete what stands far from the table."
            before = piece[-_OVERLAP:]
    return None
