"""The page at /_docs: served whole, strict about what it runs, and alone in the world."""

import asyncio
import re
from collections.abc import Callable
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Final

import httpx
import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.rest.app import App
from facetstore.rest.wire.call import Origin

PAGES: Final = files("facetstore.rest") / "pages"
KINDS: Final = {
    "_docs": "text/html; charset=utf-8",
    "_docs/docs.js": "text/javascript; charset=utf-8",
    "_docs/docs.css": "text/css; charset=utf-8",
}

Get = Callable[..., httpx.Response]


@pytest.fixture
def get(tmp_path: Path) -> Get:
    def get(path: str, base_url: str | None = None, method: str = "GET") -> httpx.Response:
        return asyncio.run(_ask(tmp_path, path, base_url, method))

    return get


async def _ask(folder: Path, path: str, base_url: str | None, method: str) -> httpx.Response:
    async with opened_storage(Settings(data=folder)) as storage:
        transport = httpx.ASGITransport(App(storage, origin=Origin(base_url)))
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return await client.request(method, f"/{path}")


class Attributes(HTMLParser):
    """Every attribute and every script's or style's text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str, str]] = []
        self.inline: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(tag, name, value or "") for name, value in attrs]
        self._inside = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside and data.strip():
            self.inline.append(data)


@pytest.mark.parametrize("path", KINDS)
def test_a_page_and_its_parts_are_served_with_their_kind(get: Get, path: str) -> None:
    answer = get(path)

    assert answer.status_code == 200
    assert answer.headers["content-type"] == KINDS[path]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert int(answer.headers["content-length"]) == len(answer.content) > 500


@pytest.mark.parametrize("path", [path for path, kind in KINDS.items() if "html" in kind])
def test_a_page_may_run_and_load_only_what_is_ours(get: Get, path: str) -> None:
    policy = dict(part.strip().partition(" ")[::2] for part in get(path).headers["content-security-policy"].split(";"))

    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"


@pytest.mark.parametrize("path", [path for path, kind in KINDS.items() if "html" in kind])
def test_a_page_holds_no_inline_script_or_style(get: Get, path: str) -> None:
    page = Attributes(get(path).text)

    assert page.inline == []
    assert [each for each in page.found if each[1] == "style" or each[1].startswith("on")] == []


@pytest.mark.parametrize("name", ["docs.html", "docs.js", "docs.css"])
def test_a_page_asks_nothing_of_other_hosts(name: str) -> None:
    text = (PAGES / name).read_text(encoding="utf-8")

    assert re.findall(r"https?://|[\"'(]//|@import|\burl\(", text) == []


@pytest.mark.parametrize("name", ["docs.js"])
def test_a_script_puts_no_text_into_the_page_as_html(name: str) -> None:
    script = (PAGES / name).read_text(encoding="utf-8")

    assert re.findall(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", script) == []


def test_the_token_is_kept_for_the_session_only() -> None:
    script = (PAGES / "docs.js").read_text(encoding="utf-8")

    assert "sessionStorage" in script
    assert "localStorage" not in script
    assert "document.cookie" not in script


def test_every_part_a_page_names_is_served_also_under_a_path_prefix(get: Get) -> None:
    base = "http://here/tools/models"
    page = Attributes(get("tools/models/_docs", base).text)
    named = [value for tag, name, value in page.found if (tag, name) in (("link", "href"), ("script", "src"))]
    addresses = [httpx.URL(f"{base}/_docs").join(each) for each in named if not each.startswith("data:")]

    assert addresses
    for address in addresses:
        assert get(address.path.lstrip("/"), base).status_code == 200


def test_addresses_whose_relative_links_would_fail_lead_to_those_whose_links_hold(get: Get) -> None:
    base = "http://here/tools/models"

    assert get("tools/models/_docs/", base).headers["location"] == f"{base}/_docs"
    assert get("tools/models/demo/showcase", base).headers["location"] == f"{base}/demo/showcase/"
    assert get("").headers["location"] == "http://here/_docs"


@pytest.mark.parametrize("path", ["_docs"])
def test_a_page_can_only_be_read(get: Get, path: str) -> None:
    answer = get(path, method="POST")

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD"


@pytest.mark.parametrize(
    "path", ["_docs/docs.html", "_docs/../openapi.py", "_docs/%2e%2e/openapi.py", "_docs/other.js"]
)
def test_nothing_else_is_served_beside_the_page(get: Get, path: str) -> None:
    assert get(path).status_code == 404
