"""Hostile files in the list of files, as thumbnails: nothing of them ever runs."""

from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from facetstore.domain.callers import Role
from tests.rest.files.hostile import HOSTILE
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
SERVED: Final = [each for each in HOSTILE if not each.refused]
RAN: Final = "() => Boolean(document.documentElement.dataset.ran)"


@pytest.fixture(scope="module")
def process(site: Site) -> str:
    """A draft that has every hostile file that is not refused."""
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "Hostile"}}}]}
    with site.client() as client:
        id_ = str(client.post(DETAIL, json=body).json()["elements"][0]["id"])
        for each in HOSTILE:
            name = quote(each.name, safe="", errors="surrogatepass")
            added = client.post(f"{DETAIL}/{id_}/files?name={name}", content=each.content)
            assert added.status_code == (400 if each.refused else 200), each.title
    return id_


def test_no_file_does_anything_in_the_page(site: Site, process: str) -> None:
    """As thumbnails: what is no picture that can be drawn has a sign in its place."""
    with site.visit(Role.ADMINISTRATOR, f"elements/processes/{process}?culture=1033&tab=files") as visit:
        page, before = visit.page, visit.page.url
        rows = page.get_by_role("main").locator("ul li").filter(has=page.locator("a[download]"))
        expect(rows).to_have_count(len(SERVED))
        for index in range(len(SERVED)):
            rows.nth(index).scroll_into_view_if_needed()
        visit.settle()
        assert page.url == before
        assert not page.evaluate(RAN)
        assert page.locator("main script, main iframe, main object, main embed").count() == 0
        assert page.locator("main img[onerror]").count() == 0, "a name that is markup stays a name"
        names = {each.strip() for each in rows.locator("a[download]").all_inner_texts()}
        assert names == {each.name for each in SERVED}
