"""Hostile files in the page: as thumbnails, opened from there, and as pictures in a text, nothing of them ever runs."""

from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from facetstore.domain.callers import Role
from tests.rest.files.hostile import HOSTILE
from tests.support.proof import record
from tests.web.browser import Site, Visit

DETAIL: Final = "rest/facets/processes/views/detail/elements"
SERVED: Final = [each for each in HOSTILE if not each.refused]
RAN: Final = "Boolean(document.documentElement.dataset.ran)"


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    """A draft that has every hostile file that is not refused, each of them also as a picture in its description."""
    with site.client() as client:
        body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Hostile"}}}]}
        id_ = str(client.post(DETAIL, json=body).json()["elements"][0]["id"])
        pictures = ""
        for each in SERVED:
            added = client.post(f"{DETAIL}/{id_}/files?name={quote(each.name, safe='')}", content=each.content)
            assert added.status_code == 200, each.title
            file = added.json()["values"][0]["id"]
            pictures += f'<img src="{DETAIL}/{id_}/files/{file}" alt="{file}" />'
        text = {"description": {"1033": f"<p>{pictures}</p>"}}
        client.post(DETAIL, json={"elements": [{"id": id_, "attributes": text}]}).raise_for_status()
    return id_


def check_harmless(visit: Visit, address: str) -> None:
    """A dialog, and a request to elsewhere, the visit reports at its end."""
    visit.settle()
    page = visit.page
    assert page.url == address, "it stays where it was"
    assert len(page.context.pages) == 1
    assert not page.evaluate(RAN)
    assert page.locator("main script, main iframe, main object, main embed, main [onerror]").count() == 0


def rows(page: Page) -> list[str]:
    return [each.strip() for each in page.locator("main li a[download]").all_inner_texts()]


def test_thumbnails_of_hostile_files_run_nothing(site: Site, process: str) -> None:
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{process}?culture=1033&tab=files") as visit:
        page, address = visit.page, visit.page.url
        links = page.locator("main li a[download]")
        expect(links).to_have_count(len(SERVED))
        for index in range(len(SERVED)):  # pictures are loaded when they come into sight
            links.nth(index).scroll_into_view_if_needed()
        check_harmless(visit, address)
        assert sorted(rows(page)) == sorted(each.name for each in SERVED), "a name that is markup stays a name"
        kept = page.locator("main li img")
        drawn = kept.evaluate_all("all => all.filter(each => each.naturalWidth > 0).length")
        assert drawn == kept.count() > 0, "what cannot be drawn has a sign in its place"
    record("Hostile files as thumbnails in Chromium", len(SERVED), "nothing ran", drawn=drawn)


def test_pictures_opened_from_thumbnails_run_nothing(site: Site, process: str) -> None:
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{process}?culture=1033&tab=files", keep=False) as visit:
        thumbnails = visit.page.locator("main li a[target=_blank]")
        thumbnails.first.wait_for()
        visit.settle()
        for index in range(thumbnails.count()):
            with visit.page.expect_popup() as opened:
                thumbnails.nth(index).click()
            opened.value.wait_for_load_state()
            assert not opened.value.evaluate(RAN)
            assert opened.value.evaluate("self.origin") == "null", "a page without rights to anything"
            opened.value.close()


def test_hostile_files_as_pictures_of_a_text_run_nothing(site: Site, process: str) -> None:
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{process}?culture=1033") as visit:
        address = visit.page.url
        shown = visit.page.locator('[data-field="attributes/description/1033"] img')
        expect(shown).to_have_count(len(SERVED))
        check_harmless(visit, address)
        visit.page.get_by_role("button", name="Edit: Description (English)").click()
        edited = visit.page.get_by_role("textbox", name="Description (English)").locator("img[src]")
        expect(edited).to_have_count(len(SERVED))
        check_harmless(visit, address)
