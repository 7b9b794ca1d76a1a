"""Broken and hostile files: each gets a clear 4xx, or a plan that says what is wrong, and changes nothing."""

import tracemalloc

import pytest

from facetstore.exchange.tables.csv_format import as_meant, harmless, read_csv
from facetstore.usecases.ports.import_formats import LARGEST_IMPORT, MOST_COLUMNS, ReadImport
from tests.rest.imports.test_imports import planned, upload
from tests.support.changing import Changing
from tests.support.company import RETURNS

HOSTILE = {
    "nothing": b"",
    "blank lines": b"\n\n,,\n",
    "a million columns": b"," * 1_000_000,
    "a huge cell": b"name\n" + b"x" * 1_500_000,
    "an open quote": b'name\n"' + b"x" * 1_500_000,
    "a program": b"\x7fELF\0\0\0\1",
    "a zip": b"PK\x03\x04\0\0\0\0",
    "too large": b"x" * (LARGEST_IMPORT + 1),
}


@pytest.mark.one_engine
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_refused(changing: Changing, name: str) -> None:
    revision = changing.revision

    response = upload(changing, HOSTILE[name])

    assert 400 <= response.status_code < 500, response.text
    assert changing.revision == revision
    assert changing.read("rest/imports", "editor")["values"] == []


@pytest.mark.one_engine
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_encoding_and_delimiter_are_found_out(changing: Changing, encoding: str, delimiter: str) -> None:
    rows = [["elementId", "name.1031", "name.1033"], [RETURNS, "Rückgabe größer", "Returned, and more; really"]]
    table = "\r\n".join(delimiter.join(f'"{cell}"' for cell in row) for row in rows).encode(encoding)

    response = upload(changing, table)

    (plan,) = response.json()["values"]
    assert [each["after"] for each in plan["changes"][0]["values"]] == ["Rückgabe größer", "Returned, and more; really"]
    assert [each["code"] for each in plan["warnings"]] == (["other-encoding"] if encoding == "cp1252" else [])


@pytest.mark.one_engine
def test_wrong_bytes_are_read_with_a_warning(changing: Changing) -> None:
    response = upload(changing, f"elementId,name.1033\n{RETURNS},".encode() + b"\x81\xff\xfe\n")

    assert response.status_code == 200, response.text
    assert [each["code"] for each in response.json()["values"][0]["warnings"]] == ["other-encoding"]


@pytest.mark.parametrize(
    "cell",
    ["=1+1", "+49 30", "-5", "@import", "\tx", "\rx", "'=1", "''=1", "'tis", "", "plain", "'", "=", "a=b", "-", "'-'"],
)
def test_formulas_are_made_harmless_and_read_back_equal(cell: str) -> None:
    written = harmless(cell)

    assert not written.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert as_meant(written) == cell


def test_rows_and_columns_have_limits() -> None:
    assert isinstance(read_csv(b"a" + b",b" * (MOST_COLUMNS - 1)), ReadImport)
    assert "columns" in str(read_csv(b"a" + b",b" * MOST_COLUMNS))


@pytest.mark.one_engine
def test_a_formula_is_a_text(changing: Changing) -> None:
    plan = planned(changing, f'elementId,name.1033\n{RETURNS},"=HYPERLINK(""http://example.org"")"\n')

    assert plan["changes"][0]["values"][0]["after"] == '=HYPERLINK("http://example.org")'


def test_reading_takes_little_more_memory_than_the_file_has() -> None:
    rows = "".join(f"{RETURNS},Process number {number} of the company\n" for number in range(20_000))
    content = f"elementId,name.1033\n{rows}".encode()
    tracemalloc.start()
    try:
        found = read_csv(content)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert isinstance(found, ReadImport)
    assert found.count == 20_000
    assert peak < 3 * len(content)
