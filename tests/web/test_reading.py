"""Elements to read: texts first and nothing to fill in, in the page, on paper, and in frames of other pages."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from facetstore.domain.callers import Role
from tests.support.demo_service import demo_service
from tests.web.browser import PHONE, Scheme, Site
from tests.web.looks import looks

DETAIL = "rest/facets/processes/views/detail/elements"
LIST = "rest/facets/processes/views/list/elements"
PARTS = ("Why we do it", "Before you begin", "In the workshop", "Afterwards")


class Quiet(SimpleHTTPRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Nothing is printed."""


class Other:
    """A page on another origin that frames an address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self.origin = f"http://127.0.0.1:{self.server.server_port}"

    def framing(self, address: str) -> str:
        (self.folder / "index.html").write_text(
            f'<!doctype html><html lang="en"><title>Intranet</title><link rel="icon" href="data:,"><h1>Intranet</h1>'
            f'<iframe title="process" src="{address}" width="900" height="700"></iframe></html>'
        )
        return f"{self.origin}/"


@contextmanager
def served(folder: Path) -> Iterator[Other]:
    other = Other(folder)
    Thread(target=other.server.serve_forever, daemon=True).start()
    yield other
    other.server.shutdown()
    other.server.server_close()


@pytest.fixture(scope="module")
def intranet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Other]:
    with served(tmp_path_factory.mktemp("intranet")) as other:
        yield other


@pytest.fixture(scope="module")
def site(
    demo_data: Path, browser: Browser, intranet: Other, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    """As everywhere, and an intranet may embed its elements."""
    folder = tmp_path_factory.mktemp("site")
    settings = {"FACETSTORE_EMBED_ORIGINS": intranet.origin}
    with demo_service(demo_data, folder, settings=settings) as service:
        yield Site(service, browser, folder)


def find(site: Site, filter_: str, role: str = "administrator") -> dict[str, Any]:
    with site.client(role) as client:
        query = {"$filter": filter_, "$pageSize": "1", "$resources": "attributes,related"}
        found: dict[str, Any] = client.get(LIST, params=query).json()["elements"][0]
    return found


@pytest.fixture(scope="module")
def written(site: Site) -> str:
    """A draft with a long English text that refers to another process, and a German text that English has not."""
    draft = find(site, "type -eq 'subProcess' AND state -eq 'inProcess'")["id"]
    other = find(site, "type -eq 'subProcess' AND state -eq 'inEffect'")["id"]
    text = "".join(f"<h1>{each}</h1><p>{'A bicycle has two wheels. ' * 30}</p>" for each in PARTS)
    table = "<table><tbody><tr><th>Part</th><td>Wheel</td></tr></tbody></table>"
    link = f'<p>See <a href="elements/processes/{other}">the other one</a>.</p>'
    attributes = {
        "description": {"1033": f"<div>{text}{table}{link}</div>", "1031": "<p>Fahrrad</p>"},
        "purp": {"1031": "<p>Nur auf Deutsch geschrieben</p>", "1033": None},
    }
    with site.client() as client:
        body = {"elements": [{"id": draft, "attributes": attributes}]}
        client.post(DETAIL, json=body).raise_for_status()
    return str(draft)


def test_who_may_not_edit_reads(site: Site) -> None:
    released = find(site, "type -eq 'subProcess' AND state -eq 'inEffect'", "viewer")
    with site.visit(Role.VIEWER, f"elements/processes/{released['id']}?culture=1031") as visit:
        page = visit.page
        main = page.get_by_role("main")
        expect(page.get_by_role("link", name="Read", exact=True)).to_have_attribute("aria-current", "page")
        expect(page.get_by_role("link", name="Properties", exact=True)).to_have_count(0)
        expect(main.get_by_role("img", name=re.compile("^Diagram of "))).to_be_visible()
        expect(main.get_by_role("heading", name="Relations")).to_be_visible()
        assert main.locator("input, textarea, [contenteditable=true]").count() == 0
        assert main.get_by_text("–", exact=True).count() == 0, "nothing empty is shown"
        main.locator("dd").get_by_role("link").first.click()
        expect(page).not_to_have_url(re.compile(str(released["id"])))


@pytest.mark.long
def test_editors_see_what_readers_see_and_keep_the_form(site: Site, written: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{written}?culture=1033") as visit:
        page = visit.page
        page.get_by_label("Name (English)").fill("Not saved yet")
        page.get_by_role("link", name="Read", exact=True).click()
        contents = page.get_by_role("navigation", name="Contents")
        assert set(PARTS) <= set(contents.get_by_role("link").all_inner_texts())
        expect(page.get_by_text("in German only").first).to_be_visible()
        expect(page.get_by_text("Nur auf Deutsch geschrieben")).to_be_visible()

        contents.get_by_role("link", name=PARTS[-1]).click()
        heading = page.get_by_role("heading", name=PARTS[-1], level=3)
        expect(heading).to_be_focused()
        expect(heading).to_be_in_viewport()
        page.get_by_role("link", name="Properties", exact=True).click()
        expect(page.get_by_label("Name (English)")).to_have_value("Not saved yet")
        page.get_by_role("button", name="Discard").click()

        page.evaluate("window.stays = true")
        page.get_by_role("link", name="the other one").first.click()
        expect(page.get_by_role("heading", level=1)).not_to_contain_text("Not saved")
        expect(page).not_to_have_url(re.compile(written))
        assert page.evaluate("window.stays"), "a link in a text is followed inside the page"


@pytest.mark.long
def test_a_form_is_printed_as_a_text(site: Site, written: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{written}?culture=1033", keep=False) as visit:
        page = visit.page
        expect(page.get_by_role("button", name="Save", exact=True)).to_be_visible()
        page.emulate_media(media="print")
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        expect(page.get_by_role("heading", name=PARTS[0], level=3)).to_be_visible()
        assert page.locator("main input:visible, main textarea:visible, main button:visible").count() == 0
        page.emulate_media(media="screen")
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        expect(page.get_by_role("heading", name=PARTS[0], level=3)).to_have_count(0)


@pytest.mark.long
@looks(("de", "dark"))
def test_what_is_read_is_accessible(site: Site, written: str, language: str, scheme: Scheme) -> None:
    with site.visit(Role.ADMINISTRATOR, language=language, scheme=scheme) as visit:
        visit.follow(f"elements/processes/{written}?culture=1033&tab=read")
        visit.check_accessible(contrast=True)
        visit.go(f"elements/processes/{written}?culture=1033&embed")
        visit.check_accessible(contrast=True)


@pytest.mark.long
def test_a_text_is_read_on_a_phone(site: Site, written: str) -> None:
    with site.visit(Role.ARCHITECT, f"elements/processes/{written}?culture=1033&tab=read", size=PHONE) as visit:
        expect(visit.page.get_by_role("navigation", name="Contents")).to_be_visible()
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


def test_an_intranet_embeds_an_element(site: Site, intranet: Other, written: str) -> None:
    address = f"{site.home}elements/processes/{written}?culture=1033&embed"
    with site.visit(Role.ARCHITECT, keep=False) as visit:
        page = visit.page
        page.goto(intranet.framing(address))
        frame = page.frame_locator("iframe")
        expect(frame.get_by_role("heading", name=PARTS[0])).to_be_visible()
        assert frame.get_by_role("button").count() == 0, "nothing can be changed in a frame"
        assert frame.get_by_role("navigation", name="Facets").count() == 0
        whole = str(frame.get_by_role("link", name="Open in a new tab").get_attribute("href"))
        assert written in whole
        assert "embed" not in whole
        frame.get_by_role("link", name="the other one").click()
        expect(frame.get_by_role("heading", name=PARTS[0])).to_have_count(0)
        expect(frame.get_by_role("heading", level=1)).to_be_visible()
        assert frame.get_by_role("button", name="Your account").count() == 0
        assert "embed" in page.frames[1].url, "it stays embedded where links lead"


def test_nothing_else_is_framed_and_nowhere_else(site: Site, intranet: Other, written: str, tmp_path: Path) -> None:
    with site.visit(Role.ARCHITECT, keep=False) as visit, served(tmp_path) as wiki:
        for other, path in (
            (intranet, f"elements/processes/{written}"),
            (wiki, f"elements/processes/{written}?embed"),
        ):
            visit.page.goto(other.framing(site.home + path))
            visit.page.wait_for_load_state("networkidle")
            assert visit.page.frames[1].url.startswith("chrome-error:"), path
        refused = [each for each in visit.troubles if "frame-ancestors" in each or "ERR_BLOCKED_BY_RESPONSE" in each]
        assert len(refused) >= 2
        visit.troubles.clear()


@pytest.mark.long
def test_the_embed_view_asks_for_no_password_and_shows_elements_alone(site: Site, written: str) -> None:
    with site.visit(None, f"elements/processes/{written}?embed") as visit:
        expect(visit.page.get_by_role("link", name="Sign in in a new tab")).to_be_visible()
        assert visit.page.locator("input").count() == 0
        visit.check_accessible(contrast=True)
    with site.visit(Role.ADMINISTRATOR, "tasks?embed", keep=False) as visit:
        expect(visit.page.get_by_role("heading", level=1)).to_be_visible()
        assert visit.page.get_by_role("button").count() == 0
