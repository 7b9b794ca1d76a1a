"""Files that want to run: opened at their address and put into a page in every way, nothing of them ever runs in a browser."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import quote

import pytest
from playwright.sync_api import BrowserContext, Dialog, Error, Page, Request, Route

from facetstore.bootstrap.demo import PEOPLE
from facetstore.domain.callers import Role
from tests.rest.files.hostile import HOSTILE
from tests.support.demo_service import PASSWORD
from tests.support.proof import record
from tests.web.browser import Site

ELEMENTS: Final = "rest/facets/processes/views/detail/elements"
EMBEDDED: Final = """<!DOCTYPE html><title>Every way</title><body>
<img src="{0}"><script src="{0}"></script><script type="module" src="{0}"></script><link rel="stylesheet" href="{0}">
<iframe src="{0}"></iframe><object data="{0}"></object><embed src="{0}"><video src="{0}"></video>
<svg xmlns="http://www.w3.org/2000/svg"><use href="{0}#x"/><image href="{0}"/></svg>"""
"""A page of the same origin, without a policy of its own: only the headers of the file are in the way."""
RAN: Final = "document.documentElement.dataset.ran"


@pytest.fixture(scope="module")
def addresses(site: Site) -> dict[str, str]:
    """By title, the address of every hostile file that was accepted."""
    found: dict[str, str] = {}
    with site.client() as client:
        body = {"type": "subProcess", "attributes": {"name": {"1033": "Hostile files"}}}
        element = client.post(ELEMENTS, json={"elements": [body]}).json()["elements"][0]["versionId"]
        for each in HOSTILE:
            if not each.refused:
                path = f"{ELEMENTS}/{element}/files?name={quote(each.name, safe='')}"
                answer = client.post(path, content=each.content)
                assert answer.status_code == 200, (each.title, answer.text)
                found[each.title] = answer.json()["values"][0]["link"]["fullAddress"]
    return found


class Watch:
    """What a browser does that a harmless file would not make it do."""

    def __init__(self) -> None:
        self.title = ""
        self.seen: list[str] = []

    def dialog(self, dialog: Dialog) -> None:
        self.seen.append(f"{self.title}: dialog {dialog.message}")
        dialog.dismiss()

    def request(self, request: Request) -> None:
        if request.url.endswith("/ran") or "evil.example" in request.url:
            self.seen.append(f"{self.title}: {request.url}")


@contextmanager
def signed_in(site: Site, watch: Watch) -> Iterator[Page]:
    context: BrowserContext = site.browser.new_context(accept_downloads=True)
    page = context.new_page()
    try:
        session = f"{site.home}_api/rest/session"
        own = {"origin": site.service.base}
        answer = page.request.post(
            session, data={"name": PEOPLE[Role.ADMINISTRATOR], "password": PASSWORD}, headers=own
        )
        assert answer.ok, answer.text()
        context.on("dialog", watch.dialog)
        context.on("request", watch.request)
        yield page
    finally:
        context.close()


def is_shown(page: Page, address: str) -> bool:
    """Whether the browser shows a file in place, and does not save it."""
    try:
        page.goto(address)
    except Error as error:
        if not any(each in str(error) for each in ("Download is starting", "ERR_ABORTED")):
            raise
        return False
    return True


def test_nothing_runs_where_a_file_is_opened(site: Site, addresses: dict[str, str]) -> None:
    watch, saved, shown = Watch(), 0, 0
    with signed_in(site, watch) as page:
        for watch.title, address in addresses.items():
            if not is_shown(page, address):
                saved += 1
                continue
            shown += 1
            assert page.evaluate(RAN) is None, watch.title
            assert page.evaluate("self.origin") == "null", watch.title  # a page without rights to anything
    assert watch.seen == []
    assert (saved + shown, shown > 5) == (len(addresses), True)
    record("hostile files opened in Chromium", len(addresses), "nothing ran", saved=saved, shown=shown)


@pytest.mark.long
def test_nothing_runs_where_a_page_embeds_a_file(site: Site, addresses: dict[str, str]) -> None:
    watch, current = Watch(), ""

    def fulfil(route: Route) -> None:
        route.fulfill(status=200, content_type="text/html", body=EMBEDDED.format(current))

    with signed_in(site, watch) as page:
        page.route("**/every-way.html", fulfil)
        for watch.title, current in addresses.items():  # noqa: B007  # read by `fulfil`
            page.goto(f"{site.service.base}/every-way.html", wait_until="load")
            assert page.evaluate(RAN) is None, watch.title
            assert page.evaluate("getComputedStyle(document.body).backgroundImage") == "none", watch.title
    assert watch.seen == []


@pytest.mark.long
def test_a_script_that_is_served_as_one_would_be_noticed(site: Site) -> None:
    """That the tests before can fail."""
    watch = Watch()
    with signed_in(site, watch) as page:
        page.route("**/bad.js", lambda route: route.fulfill(content_type="text/javascript", body="alert(1)"))
        body = EMBEDDED.format("/bad.js")
        page.route("**/every-way.html", lambda route: route.fulfill(content_type="text/html", body=body))
        page.goto(f"{site.service.base}/every-way.html", wait_until="load")
    assert watch.seen
