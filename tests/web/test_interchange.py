"""Processes as files in the page: downloads, and a BPMN file whose losses are named before it is stored, and which is undone."""

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Download, FilePayload, Route, expect

from facetstore.domain.callers import Role
from tests.bpmn.bpmn_files import ORDER
from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
SCRIPT: Final = "( Go\nCut it\nWeld it\n) End\n"


@pytest.fixture
def process(site: Site) -> str:
    body: dict[str, Any] = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Sell: a/b"}}}]}
    with site.client() as client:
        id_ = str(client.post(DETAIL, json=body).json()["elements"][0]["id"])
        stored = client.post(f"{DETAIL}/{id_}/content?format=script&culture=1033", json={"script": SCRIPT})
        assert stored.status_code == 200, stored.text
    return id_


def script(site: Site, process: str) -> str:
    with site.client() as client:
        return client.get(f"{DETAIL}/{process}/content?format=script&culture=1033").text


def address(process: str) -> str:
    return f"elements/processes/{process}?tab=diagram&culture=1033"


def download(visit: Visit, item: str) -> Download:
    visit.page.get_by_role("button", name="As a file").click()
    with visit.page.expect_download() as taken:
        visit.page.get_by_role("menuitem", name=item, exact=True).click()
    return taken.value


def choose(visit: Visit, name: str, data: bytes) -> None:
    file = FilePayload(name=name, mimeType="", buffer=data)
    visit.page.get_by_role("dialog").locator("input[type=file]").set_input_files(file)


def open_import(visit: Visit) -> None:
    visit.page.get_by_role("button", name="As a file").click()
    visit.page.get_by_role("menuitem", name="Import BPMN").click()


def test_a_bpmn_file_names_its_losses_is_imported_and_undone_and_a_process_is_printed(
    site: Site, process: str, tmp_path: Path
) -> None:
    with site.visit(Role.ARCHITECT, address(process)) as visit:
        page = visit.page
        open_import(visit)
        choose(visit, "order.bpmn", ORDER)
        dialog = page.get_by_role("dialog", name="Import a BPMN file")
        expect(dialog.get_by_role("status")).to_contain_text("4 shapes of the diagram are deleted")
        losses = dialog.get_by_role("table", name="Parts without a place of their own")
        expect(losses.get_by_role("row", name="p1/loop").first).to_contain_text("It leads from a shape to itself")
        visit.check_accessible()
        assert script(site, process) == SCRIPT

        # After an import the page asks for the element again. A user who is quicker than the answer may undo it all the same.
        waiting: list[Route] = []

        def hold(route: Route) -> None:
            waiting.append(route)

        page.route(f"**/views/detail/elements/{process}*", hold)
        dialog.get_by_role("button", name="Import", exact=True).click()
        expect(dialog.get_by_text("Imported", exact=True)).to_be_visible()
        assert "Order came" in script(site, process)
        dialog.get_by_role("button", name="Undo the import").click()
        for each in waiting:
            each.continue_()
        page.unroute(f"**/views/detail/elements/{process}*")
        expect(dialog).to_have_count(0)
        assert script(site, process) == SCRIPT

        printed = download(visit, "PDF")
        assert printed.suggested_filename == "Sell a b.pdf"
        printed.save_as(tmp_path / "printed.pdf")
        assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF-")

        visit.go("facets/processes/tree?culture=1033")
        with page.expect_download() as released:
            page.get_by_role("button", name="Word").click()
        assert released.value.suggested_filename == "processes.docx"


@pytest.mark.long
def test_a_process_is_taken_as_word_bpmn_and_script(site: Site, process: str, tmp_path: Path) -> None:
    with site.visit(Role.VIEWER, "") as visit:
        # A draft is not for viewers.
        visit.go(address(process).replace(process, "74e80728-e87a-5a80-bbab-cab3b96ff6a2"))
        for item, begin in (("Word", b"PK"), ("BPMN", b"<?xml"), ("Script (text)", b"( Frame production order")):
            taken = download(visit, item)
            taken.save_as(tmp_path / "taken")
            assert (tmp_path / "taken").read_bytes().startswith(begin)
        visit.page.get_by_role("button", name="As a file").click()
        expect(visit.page.get_by_role("menuitem", name="PDF")).to_be_visible()
        expect(visit.page.get_by_role("menuitem", name="Import BPMN")).to_have_count(0)


@pytest.mark.long
def test_a_file_that_is_none_and_a_diagram_changed_meanwhile_are_refused(site: Site, process: str) -> None:
    with site.visit(Role.ARCHITECT, address(process), expected=(400, 412)) as visit:
        page = visit.page
        open_import(visit)
        dialog = page.get_by_role("dialog", name="Import a BPMN file")
        choose(visit, "note.bpmn", b"just a note")
        expect(dialog.get_by_role("alert")).to_be_visible()
        expect(dialog.get_by_role("button", name="Import", exact=True)).to_have_count(0)

        choose(visit, "order.bpmn", ORDER)
        expect(dialog.get_by_role("button", name="Import", exact=True)).to_be_visible()
        with site.client() as client:
            path = f"{DETAIL}/{process}/content?format=script&culture=1033"
            assert client.post(path, json={"script": "( Of others\n"}).status_code == 200
        dialog.get_by_role("button", name="Import", exact=True).click()
        expect(dialog.get_by_role("alert")).to_be_visible()
    assert script(site, process) == "( Of others\n"
