"""Tables in and out of the page: a workbook is taken, edited or translated, imported with a wrong mapping that is corrected, applied and undone."""

from pathlib import Path
from typing import Final

from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.rest.imports.test_tables import edited, sheet_rows
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"


def make(site: Site, name: str) -> str:
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": name}}}]}
    with site.client() as client:
        made = client.post(DETAIL, json=body)
    assert made.status_code == 200, made.text
    return str(made.json()["elements"][0]["id"])


def name_of(site: Site, id_: str, culture: int = 1033) -> str:
    with site.client() as client:
        (found,) = client.get(f"{DETAIL}/{id_}").json()["elements"]
    return str(found["attributes"]["name"][str(culture)])


def test_a_wrong_mapping_is_corrected_and_an_import_undone(site: Site) -> None:
    id_ = make(site, "Weigh the truck")
    table = f"elementId,Titel\n{id_},Weigh the lorry\n".encode()

    with site.visit(Role.ARCHITECT, "facets/processes/list?culture=1033&filter=StartsWith(name,'Weigh')") as visit:
        page = visit.page
        page.get_by_role("button", name="Excel", exact=True).click()
        with page.expect_download() as taken:
            page.get_by_role("menuitem", name="Sheet to edit").click()
        assert taken.value.suggested_filename == "processes-edit.xlsx"
        page.get_by_role("button", name="Excel", exact=True).click()
        page.get_by_role("menuitem", name="Import a table").click()
        page.locator("input[type=file]").set_input_files({"name": "table.csv", "mimeType": "text/csv", "buffer": table})
        expect(page.get_by_text("1 rows: 0 new, 0 changed, 1 unchanged, 0 with findings")).to_be_visible()
        expect(page.get_by_role("button", name="Apply", exact=True)).to_be_disabled()

        page.get_by_role("combobox", name="What Titel stands for").fill("name.1033")
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Make the plan again").click()
        expect(page.get_by_role("cell", name="Weigh the lorry", exact=True).first).to_be_visible()
        # All of the plan, in a window that is too low for the page.
        apply = page.get_by_role("button", name="Apply", exact=True)
        assert (
            apply.evaluate(
                "each => each.closest('[role=alert]').scrollHeight - each.closest('[role=alert]').clientHeight"
            )
            <= 1
        )
        visit.check_accessible()
        page.get_by_role("button", name="Apply", exact=True).click()
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
        assert name_of(site, id_) == "Weigh the lorry"

        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.get_by_text("Undone", exact=True)).to_be_visible()
    assert name_of(site, id_) == "Weigh the truck"


def test_a_sheet_to_translate_is_taken_filled_and_imported(site: Site, tmp_path: Path) -> None:
    id_ = make(site, "Zebra crossing")

    with site.visit(Role.ARCHITECT, "facets/processes/list?culture=1033&filter=StartsWith(name,'Zebra')") as visit:
        page = visit.page
        page.get_by_role("button", name="Excel", exact=True).click()
        with page.expect_download() as taken:
            page.get_by_role("menuitem", name="Sheet to translate").click()
        assert taken.value.suggested_filename == "processes-translations.xlsx"
        taken.value.save_as(tmp_path / "sheet.xlsx")
        header, _, *rows = sheet_rows((tmp_path / "sheet.xlsx").read_bytes())
        (row,) = rows
        german = header.index("name.1031")
        assert (row[0], row[header.index("name.1033")], row[german]) == (id_, "Zebra crossing", "")

        filled = edited((tmp_path / "sheet.xlsx").read_bytes(), {(0, "name.1031"): "Zebrastreifen"})
        page.get_by_role("button", name="Excel", exact=True).click()
        page.get_by_role("menuitem", name="Import a table").click()
        page.locator("input[type=file]").set_input_files({"name": "sheet.xlsx", "mimeType": "", "buffer": filled})
        expect(page.get_by_text("1 rows: 0 new, 1 changed, 0 unchanged, 0 with findings")).to_be_visible()
        page.get_by_role("button", name="Apply", exact=True).click()
        expect(page.get_by_role("button", name="Undo", exact=True)).to_be_visible()
    assert name_of(site, id_, 1031) == "Zebrastreifen"
    assert name_of(site, id_) == "Zebra crossing"
