"""Hostile files in a browser: opened by their address, shown as thumbnails and in a text, nothing of them ever runs."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from facetstore.domain.callers import Role
from tests.rest.files.hostile import HOSTILE, Hostile
from tests.support.proof import LONG, record
from tests.web.browser import Site

DETAIL: Final = "rest/facets/processes/views/detail/elements"
SETTLED_MS: Final = 120
SERVED: Final = [each for each in HOSTILE if not each.refused]
# Whatever a file would do: the marks of those that only leave one, dialogs, and new windows.
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


@pytest.fixture(scope="module")
def addresses(site: Site, process: str) -> list[tuple[Hostile, str]]:
    """Each file with the address that downloads it."""
    with site.client() as client:
        files = client.get(f"{DETAIL}/{process}/files").json()["values"]
    assert len(files) == len(SERVED)
    base = f"{site.home}_api/{DETAIL}/{process}/files"
    return [(each, f"{base}/{file['id']}") for each, file in zip(SERVED, files, strict=True)]


class Watch:
    """What a page does beyond showing what it was opened with."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.done: list[str] = []
        page.context.on("page", lambda new: self.done.append(f"window {new.url}"))
        page.on("dialog", lambda dialog: self._dialog(dialog))
        page.on("request", lambda request: self._request(request.url))
        page.on("framenavigated", lambda frame: self._framed(frame.url, is_main=frame == page.main_frame))
        self.opened = ""

    def open(self, address: str) -> None:
        """As if the address were typed. A download is no navigation: the browser says so by an error."""
        self.page.goto("about:blank")
        self.opened = address
        try:
            self.page.goto(address, wait_until="load")
        except Error as refused:
            assert "Download is starting" in refused.message or "ERR_ABORTED" in refused.message, refused.message
        self.page.wait_for_timeout(SETTLED_MS)
        if self.page.evaluate(RAN):
            self.done.append("a script ran")

    def _dialog(self, dialog: object) -> None:
        self.done.append("dialog")
        dialog.dismiss()  # type: ignore[attr-defined]

    def _request(self, url: str) -> None:
        if url not in (self.opened, "about:blank") and not url.endswith("/favicon.ico"):
            self.done.append(f"request {url}")

    def _framed(self, url: str, *, is_main: bool) -> None:
        if not is_main or url not in (self.opened, "about:blank"):
            self.done.append(f"navigation {url}")


@pytest.fixture(scope="module")
def window(site: Site, browser: Browser) -> Iterator[Page]:
    """A window of the administrator, who may open everything."""
    with site.visit(Role.ADMINISTRATOR) as visit:
        context = browser.new_context(storage_state=visit.page.context.storage_state(), accept_downloads=True)
        yield context.new_page()
        context.close()


def test_no_file_does_anything_when_it_is_opened(window: Page, addresses: list[tuple[Hostile, str]]) -> None:
    watch = Watch(window)
    for each, address in addresses:
        watch.open(address)
        assert watch.done == [], each.title
    record("Hostile files opened in Chromium", len(addresses), "nothing ran, navigated or asked")


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


@pytest.mark.parametrize("element", ["img", "iframe", "object", "embed", "script", "link"])
def test_no_file_does_anything_as_part_of_a_page(
    window: Page, addresses: list[tuple[Hostile, str]], site: Site, element: str
) -> None:
    """In the page itself, whose policy lets scripts, styles and pictures of this service in."""
    watch = Watch(window)
    window.goto(site.home, wait_until="networkidle")
    for each, address in addresses[:: 1 if LONG else 6]:
        watch.done.clear()
        window.evaluate(
            """async ([element, address]) => {
                const made = document.createElement(element);
                made.rel = "stylesheet"; made.data = address; made.href = address; made.src = address;
                document.body.append(made);
                await new Promise(done => { made.onload = made.onerror = done; setTimeout(done, 150); });
                made.remove();
            }""",
            [element, address],
        )
        done = [what for what in watch.done if not what.startswith(("request", "navigation"))]
        assert done == [], each.title
        assert not window.evaluate(RAN), each.title
        assert window.url == site.home, each.title
