"""Tables out: what they hold for whom, and that taking them back unchanged changes nothing."""

import csv
import io
import re
import zipfile

import httpx
import pytest
import xlsxwriter
from python_calamine import CalamineWorkbook

from tests.rest.imports.test_imports import upload
from tests.support.changing import Changing
from tests.support.company import RETURNS

TABLE = "rest/facets/processes/views/list/table"
DETAIL = "rest/facets/processes/views/detail/table"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def export(changing: Changing, query: str = "", role: str = "editor", path: str = TABLE) -> httpx.Response:
    response = changing.api.get(f"{path}?{query}", role, tenant=changing.address)
    assert response.status_code == 200, response.text
    return response


def csv_rows(response: httpx.Response) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"), newline="")))


def sheet_rows(content: bytes) -> list[list[object]]:
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
    return [list(row) for row in workbook.get_sheet_by_index(0).to_python(skip_empty_area=False)]


def test_a_list_is_exported_with_its_columns(changing: Changing) -> None:
    response = export(changing, "$select=name,description,owner")

    header, *rows = csv_rows(response)
    expected = ["elementId", "elementType", "elementState"]
    assert header[:3] == expected
    assert header[3:] == ["name.1033", "name.1031", "description.1033", "description.1031", "owner"]
    listed = changing.read("rest/facets/processes/views/list/elements?$select=name", "editor")["elements"]
    assert [row[0] for row in rows] == [each["id"] for each in listed]
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert response.headers["content-disposition"] == 'attachment; filename="processes.csv"'


@pytest.mark.parametrize("sheet", ["list", "edit", "translations"])
@pytest.mark.parametrize("format_", ["csv", "xlsx"])
@pytest.mark.parametrize(("facet", "view"), [("processes", "detail"), ("it", "list")])
def test_a_table_that_was_not_edited_changes_nothing(
    changing: Changing, sheet: str, format_: str, facet: str, view: str
) -> None:
    path = f"rest/facets/{facet}/views/{view}/table"
    content = export(changing, f"sheet={sheet}&format={format_}", path=path).content

    response = upload(changing, content, query=f"facet={facet}")

    assert response.status_code == 200, response.text
    (plan,) = response.json()["values"]
    assert plan["findings"] == []
    assert plan["changes"] == []
    assert plan["counts"]["rows"] == plan["counts"]["unchanged"] > 0


def edited(content: bytes, edits: dict[tuple[int, str], str]) -> bytes:
    """A workbook with other values in some cells, by row below the labels and header: as a spreadsheet would save it."""
    header, labels, *rows = sheet_rows(content)
    saved = io.BytesIO()
    with xlsxwriter.Workbook(saved, {"strings_to_formulas": False, "strings_to_urls": False}) as workbook:
        sheet, marker = workbook.add_worksheet("Sheet1"), workbook.add_worksheet("facetstore")
        marker.write_row(0, 0, ["facetstore", "1"])
        for number, row in enumerate([header, labels, *rows]):
            for place, cell in enumerate(row):
                sheet.write(number, place, edits.get((number - 2, str(header[place])), cell))
    return saved.getvalue()


def test_an_edited_workbook_changes_exactly_what_was_edited(changing: Changing) -> None:
    content = export(changing, "sheet=edit&format=xlsx&$select=name,description").content
    ids = [row[0] for row in sheet_rows(content)[2:]]
    edits = {(ids.index(RETURNS), "name.1033"): "=Take & back", (ids.index(RETURNS), "description.1031"): "<b>Neu</b>"}

    response = upload(changing, edited(content, edits))

    (plan,) = response.json()["values"]
    (change,) = plan["changes"]
    assert change["id"] == RETURNS
    assert change["row"] == ids.index(RETURNS) + 3
    assert {each["path"] for each in change["values"]} == {"attributes.name.1033", "attributes.description.1031"}
    assert "=Take & back" in str(change["values"])


def test_a_sheet_to_edit_has_drop_downs_and_locked_ids(changing: Changing) -> None:
    content = export(changing, "sheet=edit&format=xlsx", path=DETAIL).content

    parts = zipfile.ZipFile(io.BytesIO(content))
    sheet = parts.read("xl/worksheets/sheet1.xml").decode()
    assert "<sheetProtection" in sheet
    assert '<row r="1"' in sheet
    assert 'hidden="1"' in sheet
    assert "<dataValidation " in sheet
    header, labels = sheet_rows(content)[:2]
    assert header[:3] == ["elementId", "elementType", "elementState"]
    assert "Name (en-US)" in labels
    assert not {"version", "changedOn", "gotoUrl"} & set(header)


def test_the_names_of_choices_lead_back_to_their_keys(changing: Changing) -> None:
    content = export(changing, "sheet=edit&format=xlsx", path=DETAIL).content
    lists = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_name("facetstore").to_python()
    header = [str(each) for each in sheet_rows(content)[0]]
    place = next(place for place, each in enumerate(lists[1]) if " " in str(each))
    ids = [row[0] for row in sheet_rows(content)[2:]]

    response = upload(changing, edited(content, {(ids.index(RETURNS), header[place]): str(lists[1][place])}))

    (plan,) = response.json()["values"]
    assert plan["findings"] == []
    assert plan["counts"]["changed"] == 1


def test_a_translation_sheet_marks_what_is_to_be_translated(changing: Changing) -> None:
    changing.write(
        "rest/facets/processes/views/list/elements",
        {"elements": [{"id": RETURNS, "attributes": {"name": {"1033": "Returned goods"}}}]},
    )

    content = export(changing, "sheet=translations&format=xlsx&$select=name").content

    header, _, *rows = sheet_rows(content)
    assert header == ["elementId", "elementType", "elementState", "name.1033", "name.1031"]
    number = next(place for place, row in enumerate(rows, 3) if row[0] == RETURNS)
    sheet = zipfile.ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()
    styles = {name: re.search(rf'<c r="{name}{number}" s="(\d+)"', sheet) for name in "ADE"}
    found = [each[1] for each in styles.values() if each is not None]
    assert len(set(found)) == 3, "locked, current and stale look different"


def test_a_cell_that_a_spreadsheet_would_run_is_a_text(changing: Changing) -> None:
    name = '=HYPERLINK("http://x.example")'
    changing.write(
        "rest/facets/processes/views/list/elements",
        {"elements": [{"id": RETURNS, "attributes": {"name": {"1033": name}}}]},
    )

    cells = [cell for row in csv_rows(export(changing)) for cell in row]
    book = export(changing, "format=xlsx").content

    assert f"'{name}" in cells
    assert name not in cells
    assert name in [cell for row in sheet_rows(book) for cell in row]
    assert b"<f>" not in zipfile.ZipFile(io.BytesIO(book)).read("xl/worksheets/sheet1.xml")


def test_filter_order_culture_and_mark_are_those_of_the_request(changing: Changing) -> None:
    response = export(changing, f"$filter=id eq '{RETURNS}'&$culture=1031&$select=name&bom=false")

    assert response.content.startswith(b"elementId,")
    header, row = csv_rows(response)
    assert header[3:] == ["name.1031"]
    assert row[0] == RETURNS
    descending = [row[0] for row in csv_rows(export(changing, "$orderby=name desc"))[1:]]
    assert descending == [row[0] for row in csv_rows(export(changing, "$orderby=name"))[1:]][::-1]


def test_the_accept_header_names_the_format(changing: Changing) -> None:
    response = changing.api.get(TABLE, "viewer", tenant=changing.address, headers={"accept": XLSX})

    assert response.headers["content-type"] == XLSX
    assert response.headers["content-disposition"] == 'attachment; filename="processes.xlsx"'


@pytest.mark.parametrize(
    ("query", "name"), [("format=pdf", "format"), ("sheet=x", "sheet"), ("bom=1", None), ("$page=2", "$page")]
)
def test_a_wrong_parameter_is_refused(changing: Changing, query: str, name: str | None) -> None:
    response = changing.api.get(f"{TABLE}?{query}", "editor", tenant=changing.address)

    assert response.status_code == 400
    assert name is None or response.json()["data"][0]["path"] == name
