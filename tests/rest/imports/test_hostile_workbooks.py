"""Workbooks that are broken or meant to do harm: refused with a sentence, or read without what would do it."""

import io
import zipfile
from collections.abc import Callable

import pytest
import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from facetstore.exchange.tables import sheet_checks
from facetstore.exchange.tables.sheet_format import read_sheet
from facetstore.usecases.ports.import_formats import ReadImport
from tests.rest.imports.test_imports import upload
from tests.support.changing import Changing

SHEET = "xl/worksheets/sheet1.xml"


def workbook(fill: Callable[[Worksheet], object]) -> bytes:
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        fill(book.add_worksheet())
    return file.getvalue()


def plain() -> bytes:
    return workbook(lambda sheet: sheet.write_row(0, 0, ["name.1033"]))


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """A workbook with another content of one part, or with one more."""
    saved = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(saved, "w", zipfile.ZIP_DEFLATED) as new:
        for each in old.namelist():
            if each != name:
                new.writestr(each, old.read(each))
        new.writestr(name, part)
    return saved.getvalue()


def sheet_xml(rows: str) -> bytes:
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<?xml version="1.0"?><worksheet xmlns="{space}"><sheetData>{rows}</sheetData></worksheet>'.encode()


FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
NEAR = '<row r="1"><c r="A1"><v>1</v></c></row>'


# Made when they are asked for: one has 200 MB to be packed, which collecting the tests does not wait for.
@pytest.mark.parametrize(
    ("made", "says"),
    [
        (lambda: with_part(plain(), SHEET, sheet_xml(NEAR + FAR)), "reaches to row"),
        (lambda: with_part(plain(), SHEET, sheet_xml(NEAR + FAR.replace('"', "'"))), "reaches to row"),
        (lambda: with_part(plain(), SHEET, b'<!DOCTYPE a [<!ENTITY b "c">]>' + sheet_xml(NEAR)), "document type"),
        (lambda: with_part(plain(), "xl/sharedStrings.xml", b" " * (201 << 20)), "unpacks to more"),
        (lambda: plain()[:200], "broken"),
        (lambda: plain().replace(b"PK\x05\x06", b"PK\x05\x07"), "broken"),
        (lambda: with_part(plain(), SHEET, b"<worksheet><sheetData><row><c>"), ""),
        (lambda: with_part(plain(), "xl/workbook.xml", b"not xml <"), ""),
    ],
)
def test_a_hostile_workbook_is_refused_with_a_sentence(made: Callable[[], bytes], says: str) -> None:
    found = read_sheet(made())

    if says:
        assert isinstance(found, str)
        assert says in found


def test_an_archive_that_is_no_workbook_is_refused() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a.txt", "a")

    assert read_sheet(file.getvalue()) == "The file is an archive, but no workbook. Save it as .xlsx."


def test_a_part_that_says_less_than_it_holds_is_refused() -> None:
    content = bytearray(with_part(plain(), SHEET, sheet_xml(NEAR) + b" " * 100_000))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        size = archive.getinfo(SHEET).file_size.to_bytes(4, "little")
    content = bytearray(bytes(content).replace(size, (100).to_bytes(4, "little")))

    assert isinstance(read_sheet(bytes(content)), str)


def test_formulas_links_and_macros_are_values_or_nothing() -> None:
    def fill(sheet: Worksheet) -> None:
        sheet.write_row(0, 0, ["name.1033", "description.1033"])
        sheet.write_formula(1, 0, '=WEBSERVICE("http://x.example")', None, "seen")
        sheet.write_url(1, 1, "external:other.xlsx", string="link")

    content = with_part(workbook(fill), "xl/vbaProject.bin", b"\xd0\xcf\x11\xe0")

    found = read_sheet(content)

    assert isinstance(found, ReadImport)
    assert found.slices == [b'[[2,["seen","link"]]]']


def test_more_parts_than_any_workbook_has_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_checks, "MOST_PARTS", 3)

    assert "parts" in str(read_sheet(plain()))


def test_a_hostile_workbook_is_a_400_and_stores_nothing(changing: Changing) -> None:
    response = upload(changing, with_part(plain(), SHEET, sheet_xml(NEAR + FAR)))

    assert response.status_code == 400
    assert "reaches to row" in response.json()["message"] + str(response.json())
    assert changing.read("rest/imports", "editor")["count"] == 0
