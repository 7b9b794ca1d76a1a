"""LibreOffice opens the workbooks and documents that the service writes, and a workbook that it has saved comes back unchanged."""

import csv
import io
from pathlib import Path

import pytest

from tests.rest.imports.test_imports import upload
from tests.rest.imports.test_tables import DETAIL, export, sheet_rows
from tests.support import company
from tests.support.changing import Changing
from tests.support.office import converted

CSV = "csv:Text - txt - csv (StarCalc):44,34,76,1"
"""Commas, quotes, UTF-8, from the first row on."""

pytestmark = [pytest.mark.long, pytest.mark.one_engine]


@pytest.mark.parametrize("sheet", ["list", "edit", "translations"])
def test_a_workbook_is_opened_and_comes_back(changing: Changing, tmp_path: Path, sheet: str) -> None:
    content = export(changing, f"sheet={sheet}&format=xlsx&$select=name,description,owner", path=DETAIL).content
    file = tmp_path / "table.xlsx"
    file.write_bytes(content)

    rows = list(csv.reader(io.StringIO(converted(file, CSV, tmp_path).decode(), newline="")))
    saved = tmp_path / "saved"
    saved.mkdir()
    again = converted(file, "xlsx", saved)

    assert [row[0] for row in rows] == [str(row[0]) for row in sheet_rows(content)]
    response = upload(changing, again)
    assert response.status_code == 200, response.text
    (plan,) = response.json()["values"]
    assert plan["findings"] == []
    assert plan["changes"] == []
    assert plan["counts"]["rows"] == plan["counts"]["unchanged"] > 1


def test_a_manual_in_word_is_opened(changing: Changing, tmp_path: Path) -> None:
    path = f"rest/facets/processes/views/detail/elements/{company.HOUSE}/document?format=docx&culture=1033"
    file = tmp_path / "manual.docx"
    file.write_bytes(changing.get(path).content)

    text = converted(file, "txt:Text", tmp_path).decode()

    for name in ("Goods receipt", "Logistics"):
        assert name in text
    assert converted(file, "pdf", tmp_path).startswith(b"%PDF-")


def test_the_diagram_of_a_manual_in_word_is_shown(changing: Changing, tmp_path: Path) -> None:
    """As a picture: this program shows the SVG beside it only in later releases."""
    file = tmp_path / "manual.docx"
    path = f"rest/facets/processes/views/detail/elements/{company.RECEIPT_2_1}/document?format=docx&culture=1033"
    file.write_bytes(changing.get(path).content)

    shown = converted(file, "pdf", tmp_path)

    assert b"/Subtype/Image" in shown
