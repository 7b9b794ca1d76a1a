"""Excel in: the first visible sheet of a workbook as rows of texts, read in a job process after `sheet_checks` has let it in."""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator
from typing import Final

import python_calamine
from python_calamine import CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from facetstore.domain.errors import InvalidBody
from facetstore.exchange.tables.row_slices import RowSlices
from facetstore.exchange.tables.sheet_checks import wrong_with
from facetstore.exchange.tables.sheet_frame import MARKER
from facetstore.usecases.ports.import_formats import ImportSource, ReadImport

_MOST_LABELS: Final = 9
_EXACT: Final = 1 << 53
_FAILURES: Final = (
    python_calamine.CalamineError,
    python_calamine.XmlError,
    python_calamine.ZipError,
    python_calamine.PasswordError,
    python_calamine.WorksheetNotFound,
    OSError,
    ValueError,
)


class SheetFormat:
    """Workbooks of Excel."""

    key: Final = "xlsx"

    def recognises(self, head: bytes) -> bool:
        return head.startswith(b"PK\x03\x04")

    async def read(self, source: ImportSource) -> ReadImport:
        found = await source.jobs.run(source.tenant, read_sheet, source.content)
        if isinstance(found, str):
            raise InvalidBody(found)
        return found


def read_sheet(content: bytes) -> ReadImport | str:
    """The rows of a workbook, or a sentence that says why it cannot be read. A job: exceptions would not arrive as they are."""
    if (wrong := wrong_with(content)) is not None:
        return wrong
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
        sheet = _first_visible(workbook)
        if sheet is None:
            return "The workbook has no visible sheet."
        slices = RowSlices()
        wrong = slices.take(_table(sheet, _labels(workbook)))
    except _FAILURES as failure:
        return f"The workbook cannot be read: {str(failure)[:200]}."
    return wrong if wrong is not None else slices.read()


def _first_visible(workbook: CalamineWorkbook) -> CalamineSheet | None:
    for each in workbook.sheets_metadata:
        if each.visible == SheetVisibleEnum.Visible and each.typ == SheetTypeEnum.WorkSheet:
            return workbook.get_sheet_by_name(each.name)
    return None


def _labels(workbook: CalamineWorkbook) -> int:
    """How many rows below the header are names for people, as the hidden sheet of an export says."""
    if MARKER not in workbook.sheet_names:
        return 0
    first = next(iter(_rows(workbook.get_sheet_by_name(MARKER))), [])
    if len(first) < 2 or first[0] != MARKER or not first[1].isdecimal():
        return 0
    return min(int(first[1]), _MOST_LABELS)


def _table(sheet: CalamineSheet, labels: int) -> Iterator[list[str]]:
    """The rows of a sheet; those with names for people become empty ones, which keeps the numbers of the others."""
    above = 0
    for cells in _rows(sheet):
        if above and above <= labels:
            above += 1
            yield []
        else:
            above = above or int(any(cells))
            yield cells


def _rows(sheet: CalamineSheet) -> Iterator[list[str]]:
    if sheet.start is None:
        return
    before = [""] * sheet.start[1]  # the empty rows above are given, the empty columns are not
    for cells in sheet.iter_rows():
        yield before + [_text(each) for each in cells]


def _text(value: object) -> str:
    match value:
        case str():
            return value
        case bool():
            return "true" if value else "false"
        case float() if value.is_integer() and abs(value) < _EXACT:
            return str(int(value))
        case datetime.datetime() | datetime.date() | datetime.time():
            return value.isoformat()
        case _:
            return str(value)
