"""CSV in and out. In: encoding and delimiter are found out, formulas are texts, and everything is bounded.

A spreadsheet runs a cell that begins with = + - @, a tab or a carriage return. Exports put an apostrophe in front of such a cell, and one
more where apostrophes are before such a character, so that reading takes away exactly what writing has added.
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Final

from facetstore.domain.errors import Finding, InvalidBody
from facetstore.exchange.tables.row_slices import RowSlices
from facetstore.usecases.ports.import_formats import LONGEST_CELL, ImportSource, ReadImport
from facetstore.usecases.ports.table_formats import ElementTable, TableKind

_DELIMITERS: Final = (",", ";", "\t", "|")
_HEAD: Final = 8192
"""Characters in which the delimiter is looked for."""
_SMALL: Final = 64 * 1024
"""Bytes of a file that is read in place: sending it to a job process would take longer."""
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


_FORMULA: Final = re.compile(r"'*[=+\-@\t\r]")
_MARKED: Final = re.compile(r"'+[=+\-@\t\r]")


class CsvFormat:
    """Comma separated values, also with semicolons, tabs or bars."""

    key: Final = "csv"

    def recognises(self, head: bytes) -> bool:
        """Whether it looks like a text: what is none of the other formats is read as CSV."""
        return head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) or b"\0" not in head

    async def read(self, source: ImportSource) -> ReadImport:
        if len(source.content) <= _SMALL:
            found = read_csv(source.content)
        else:
            found = await source.jobs.run(source.tenant, read_csv, source.content)
        if isinstance(found, str):
            raise InvalidBody(found)
        return found


def read_csv(content: bytes) -> ReadImport | str:
    """The rows of a file, or a sentence that says why it cannot be read. A job: exceptions would not arrive as they are."""
    encoding, findings = _encoding(content)
    # Decoded while it is read: a whole text takes four bytes for each letter.
    text = io.TextIOWrapper(io.BytesIO(content), encoding, "replace", newline="")
    delimiter = _delimiter(text.read(_HEAD))
    text.seek(0)
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(text, delimiter=delimiter, strict=False)
    slices = RowSlices()
    try:
        wrong = slices.take(_meant(reader))
    except csv.Error as error:
        return f"Line {reader.line_num} of the file is no CSV: {error}."
    return wrong if wrong is not None else slices.read(findings)


def _meant(rows: Iterator[list[str]]) -> Iterator[list[str]]:
    for row in rows:
        yield [as_meant(cell) for cell in row]


def _encoding(content: bytes) -> tuple[str, list[Finding]]:
    """The encoding of a file. What is not UTF-8 is read as Windows-1252, which old spreadsheets write, with a finding."""
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    try:
        content.decode(encoding)
    except UnicodeDecodeError as error:
        warning = f"The file is not {encoding}: byte {error.start} is read as Windows-1252. Save it as UTF-8 if letters look wrong."
        return "cp1252", [Finding(warning, "other-encoding")]
    return encoding, []


def _delimiter(head: str) -> str:
    """The delimiter of the first line: the one that occurs most outside of quotes."""
    quoted, counts = False, dict.fromkeys(_DELIMITERS, 0)
    for letter in head:
        if letter == '"':
            quoted = not quoted
        elif not quoted and letter == "\n":
            break
        elif not quoted and letter in counts:
            counts[letter] += 1
    return max(_DELIMITERS, key=lambda each: counts[each])


def harmless(cell: str) -> str:
    return f"'{cell}" if _FORMULA.match(cell) else cell


def as_meant(cell: str) -> str:
    """The cell before `harmless`."""
    return cell[1:] if _MARKED.match(cell) else cell


class CsvTables:
    """Comma separated values in UTF-8."""

    key: Final = "csv"
    media: Final = "text/csv"
    names_choices: Final = False
    one_culture: Final = False
    kinds: Final = frozenset(TableKind)

    async def write(self, table: ElementTable) -> AsyncIterator[bytes]:
        mark = codecs.BOM_UTF8 if table.byte_order_mark else b""
        yield mark + _lines([[each.header for each in table.columns]])
        async for lines in table.slices:
            yield _lines([harmless(cell) for cell in line.cells] for line in lines)


def _lines(rows: Iterable[Iterable[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()
