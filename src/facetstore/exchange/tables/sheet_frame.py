"""The frame of a workbook: everything but its rows, made by XlsxWriter once, with a place where rows are put in (decision 0109).

Row 1 of the sheet is hidden and has the names that imports understand, row 2 the names for people. A second, hidden sheet says so to
the import, and has the values of drop-downs.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from facetstore.usecases.ports.table_formats import ElementTable, TableColumn, TableKind

if TYPE_CHECKING:
    from xlsxwriter.worksheet import Worksheet

MARKER: Final = "facetstore"
"""The name of the hidden sheet, and what its first cell says."""
ROWS_ABOVE: Final = 2
SHEET: Final = "xl/worksheets/sheet1.xml"
_EPOCH: Final = datetime(2020, 1, 1, tzinfo=UTC)
"""In place of the time: the same elements make the same bytes."""
_MORE_ROWS: Final = 1000
"""Rows below the last one that still have drop-downs, for new elements."""
_LAST: Final = 1_048_575
_WIDTHS: Final = (12, 40)
_ROWS: Final = re.compile(rb'<row r="3".*?</row>', re.DOTALL)
_STYLE: Final = re.compile(rb'<c r="[A-Z]+3" s="(\d+)"')
_DIMENSION: Final = re.compile(rb'<dimension ref="[^"]*"/>')
_ALLOWED: Final = {
    "format_columns": True,
    "format_rows": True,
    "sort": True,
    "autofilter": True,
    "insert_rows": True,
    "objects": False,
}


class CellStyle(StrEnum):
    """How a cell looks."""

    LOCKED = "locked"
    OPEN = "open"
    STALE = "stale"
    MISSING = "missing"
    FALLBACK = "fallback"


_COLOURS: Final[Mapping[CellStyle, str | None]] = {
    CellStyle.LOCKED: "#EEF0F2",
    CellStyle.OPEN: None,
    CellStyle.STALE: "#FFE3A3",
    CellStyle.MISSING: "#F9D5D3",
    CellStyle.FALLBACK: "#E2E9F8",
}


class SheetFrame(NamedTuple):
    """The parts of a workbook, with its first sheet cut where rows belong."""

    parts: Mapping[str, bytes]
    before: bytes
    after: bytes
    styles: Mapping[CellStyle, int]
    """The number of each style, as cells name it."""


def sheet_frame(table: ElementTable) -> SheetFrame:
    """The frame of a table."""
    # Imported here: it is large, and most processes write no workbook.
    import xlsxwriter

    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as workbook:
        workbook.set_properties({"created": _EPOCH})
        sheet, lists = workbook.add_worksheet("Table"), workbook.add_worksheet(MARKER)
        lists.very_hidden()
        styles = {each: workbook.add_format(_look(each, table.kind)) for each in CellStyle}
        head = workbook.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
        for place, column in enumerate(table.columns):
            sheet.write_string(0, place, column.header)
            sheet.write_string(1, place, column.label, head)
            sheet.set_column(place, place, _WIDTHS[not column.locked], styles[_style(column, table.kind)])
        for place, each in enumerate(styles.values()):
            sheet.write_blank(2, place, None, each)
        _lay_out(sheet, table)
        _choices(sheet, lists, table)
    return _cut(file, table)


def _look(style: CellStyle, kind: TableKind) -> dict[str, Any]:
    look: dict[str, Any] = {"text_wrap": True, "valign": "top", "num_format": "@"}
    if kind is TableKind.LIST:
        look["num_format"] = "General"
    if (colour := _COLOURS[style]) is not None and kind is not TableKind.LIST:
        look["bg_color"] = colour
    return {**look, "locked": style is CellStyle.LOCKED}


def _style(column: TableColumn, kind: TableKind) -> CellStyle:
    return CellStyle.LOCKED if column.locked and kind is not TableKind.LIST else CellStyle.OPEN


def _lay_out(sheet: Worksheet, table: ElementTable) -> None:
    sheet.set_row(0, None, None, {"hidden": True})
    sheet.freeze_panes(ROWS_ABOVE, 0)
    sheet.autofilter(1, 0, min(_LAST, max(ROWS_ABOVE, table.count + 1)), max(0, len(table.columns) - 1))
    if table.kind is not TableKind.LIST:
        sheet.protect("", _ALLOWED)


def _choices(sheet: Worksheet, lists: Worksheet, table: ElementTable) -> None:
    lists.write_row(0, 0, [MARKER, str(ROWS_ABOVE - 1), table.kind.value])
    last = min(_LAST, ROWS_ABOVE + table.count + _MORE_ROWS)
    for place, column in enumerate(table.columns):
        if not column.choices or column.locked or table.kind is not TableKind.EDIT:
            continue
        for row, each in enumerate(column.choices, 1):
            lists.write_string(row, place, each)
        source = f"={MARKER}!{_cell(1, place)}:{_cell(len(column.choices), place)}"
        sheet.data_validation(ROWS_ABOVE, place, last, place, {"validate": "list", "value": source})


def _cell(row: int, place: int) -> str:
    return f"${column_letters(place)}${row + 1}"


def column_letters(place: int) -> str:
    """The name of a column: A, B, … Z, AA …"""
    letters, place = "", place + 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def _cut(file: io.BytesIO, table: ElementTable) -> SheetFrame:
    with zipfile.ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts.pop(SHEET)
    last = f"{column_letters(len(table.columns) - 1)}{ROWS_ABOVE + table.count}"
    sheet = _DIMENSION.sub(b'<dimension ref="A1:%b"/>' % last.encode(), sheet, count=1)
    found = _ROWS.search(sheet)
    assert found is not None, "the frame has a row that shows each style once"
    numbers: Sequence[bytes] = _STYLE.findall(found[0])
    styles = {each: int(number) for each, number in zip(CellStyle, numbers, strict=True)}
    return SheetFrame(parts, sheet[: found.start()], sheet[found.end() :], styles)
