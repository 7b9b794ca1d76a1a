"""Excel out: rows are written into the frame of a workbook while they are read, so memory does not grow with their number.

Texts stand in the cells themselves, never as formulas. A text that is too long for a cell is replaced by a note, which imports skip.
"""

from __future__ import annotations

import asyncio
import re
import zipfile
from collections.abc import AsyncIterator, Sequence
from typing import IO, Final, cast

from facetstore.exchange.tables.sheet_frame import ROWS_ABOVE, SHEET, CellStyle, SheetFrame, column_letters, sheet_frame
from facetstore.usecases.changes.text_states import TextState
from facetstore.usecases.ports.table_formats import ElementTable, TableColumn, TableKind, TableLine
from facetstore.usecases.tables.cells import LONGEST_IN_SHEET, too_long

_LEVEL: Final = 1
"""Of compression: a list is to be sent quickly."""
_FORBIDDEN: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_x[0-9a-fA-F]{4}_|\r|[\ud800-\udfff]")
_NUMBER: Final = re.compile(r"-?(0|[1-9]\d{0,14})(\.\d{1,9})?")
_DIGITS: Final = 15
_STYLES: Final = {
    TextState.STALE: CellStyle.STALE,
    TextState.MISSING: CellStyle.MISSING,
    TextState.FALLBACK: CellStyle.FALLBACK,
}


class SheetTables:
    """Workbooks of Excel, which LibreOffice and others open as well."""

    key: Final = "xlsx"
    media: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    names_choices: Final = True
    one_culture: Final = False
    kinds: Final = frozenset(TableKind)

    async def write(self, table: ElementTable) -> AsyncIterator[bytes]:
        frame = sheet_frame(table)
        sink = _Sink()
        with zipfile.ZipFile(cast("IO[bytes]", sink), "w", zipfile.ZIP_DEFLATED, compresslevel=_LEVEL) as archive:
            for name, content in frame.parts.items():
                archive.writestr(_entry(name), content)
            row = ROWS_ABOVE
            with archive.open(_entry(SHEET), "w") as sheet:
                sheet.write(frame.before)
                async for lines in table.slices:
                    content = _rows(table, frame, lines, row)
                    row += len(lines)
                    await asyncio.to_thread(sheet.write, content)  # compressing lets others run
                    yield sink.take()
                sheet.write(frame.after)
        yield sink.take()


def _entry(name: str) -> zipfile.ZipInfo:
    """A part of the archive, without the time: the same elements make the same bytes."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


class _Sink:
    """Where an archive is written: it keeps the bytes until they are sent."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def write(self, data: bytes) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def flush(self) -> None:
        pass

    def take(self) -> bytes:
        found = b"".join(self._pieces)
        self._pieces.clear()
        return found


def _rows(table: ElementTable, frame: SheetFrame, lines: Sequence[TableLine], before: int) -> bytes:
    letters = [column_letters(place) for place in range(len(table.columns))]
    styles = [_style(each, table.kind) for each in table.columns]
    found = []
    for number, line in enumerate(lines, before + 1):
        found.append(f'<row r="{number}">')
        for place, cell in enumerate(line.cells):
            state = line.states.get(place)
            style = frame.styles[_STYLES[state] if state in _STYLES else styles[place]]
            found.append(_cell(f"{letters[place]}{number}", style, cell, table.columns[place]))
        found.append("</row>")
    return "".join(found).encode()


def _style(column: TableColumn, kind: TableKind) -> CellStyle:
    return CellStyle.LOCKED if column.locked and kind is not TableKind.LIST else CellStyle.OPEN


def _cell(place: str, style: int, text: str, column: TableColumn) -> str:
    if not text:
        return f'<c r="{place}" s="{style}"/>'
    if column.is_number and _NUMBER.fullmatch(text) and len(text) <= _DIGITS:
        return f'<c r="{place}" s="{style}"><v>{text}</v></c>'
    shown = text if len(text) <= LONGEST_IN_SHEET else too_long(text)
    return f'<c r="{place}" s="{style}" t="inlineStr"><is><t xml:space="preserve">{_escaped(shown)}</t></is></c>'


def _escaped(text: str) -> str:
    text = _FORBIDDEN.sub(_encoded, text)
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _encoded(found: re.Match[str]) -> str:
    """What XML cannot hold, as workbooks write it: `_x000D_`; and a text that already looks so."""
    text = found[0]
    return f"_x{ord(text):04X}_" if len(text) == 1 else f"_x005F_{text[1:]}"
