"""The documentation as pages: complete, every link leads somewhere, nothing runs or loads but its own, and the service serves it."""

import gzip
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from posixpath import join, normpath
from typing import Final

import pytest

from facetstore.rest.guide import Guide
from script.lib.guide.build import build
from script.lib.guide.sources import BESIDE, DOCS
from tests.support.api import Api

pytestmark = pytest.mark.one_engine

HERE: Final = "/_docs/guide"
ELSEWHERE: Final = ("https://", "http://", "mailto:")


class Shown(HTMLParser):
    """What a page links, loads, names and runs."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.anchors: set[str] = set()
        self.inline: list[str] = []
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given["id"]} if "id" in given else set()
        self.links += [given["href"]] if tag == "a" and "href" in given else []
        self.loads += [given[name] for name in ("src", "data-index") if name in given]
        self.loads += [given["href"]] if tag == "link" and not given["href"].startswith("data:") else []
        self.inline += [name for name in given if name == "style" or name.startswith("on")]
        self._inside = tag

    def handle_data(self, data: str) -> None:
        if self._inside in ("script", "style") and data.strip():
            self.inline.append(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The guide, built from the texts as they are now."""
    folder = tmp_path_factory.mktemp("guide") / "built"
    build(folder)
    return folder


@pytest.fixture(scope="module")
def pages(folder: Path) -> dict[str, Shown]:
    return {each.relative_to(folder).as_posix(): Shown(each.read_text("utf-8")) for each in folder.rglob("*.html")}


@pytest.fixture(scope="module")
def served(api: Api, folder: Path) -> Iterator[Api]:
    other = Api(api.database, guide=Guide(folder))
    yield other
    other.close()


def test_every_text_is_a_page_and_the_contents_name_every_one_but_the_records(pages: dict[str, Shown]) -> None:
    texts = {each.relative_to(DOCS).with_suffix(".html").as_posix() for each in DOCS.rglob("*.md")}
    contents = set(pages["index.html"].links)

    assert set(pages) == texts | {name.lower().replace(".md", ".html") for name in BESIDE}
    assert {each for each in texts if not each.startswith("decisions/")} - contents == set()
    assert "decisions/index.html" in contents


def test_every_link_and_every_part_of_a_page_is_there(folder: Path, pages: dict[str, Shown]) -> None:
    lost = []
    for name, page in pages.items():
        for target in (*page.links, *page.loads):
            path, _, anchor = target.partition("#")
            goal = normpath(join(name, "..", path)) if path else name
            if target.startswith(ELSEWHERE) or goal == "../../_docs":
                continue
            is_there = (folder / goal).is_file() and (not anchor or anchor in pages[goal].anchors)
            lost += [] if is_there else [f"{name}: {target}"]

    assert lost == []


def test_pages_load_only_what_is_beside_them_and_run_nothing_inline(folder: Path, pages: dict[str, Shown]) -> None:
    style = next((folder / "assets").glob("*.css")).read_text("utf-8")

    assert [(name, page.inline) for name, page in pages.items() if page.inline] == []
    assert [each for page in pages.values() for each in page.loads if "//" in each] == []
    assert re.findall(r"@import|url\(", style) == []


def test_notes_for_editors_are_not_shown_and_tables_are(folder: Path) -> None:
    text = (folder / "explanation" / "performance.html").read_text("utf-8")

    assert "&lt;!--" not in text
    assert '<div class="wide" tabindex="0">\n<table>' in text
    assert '<td class="right">' in text


def test_a_page_is_served_with_its_parts_and_asked_for_again_only_if_it_changed(served: Api) -> None:
    packed = {"accept-encoding": "gzip"}
    page = served.at("GET", f"{HERE}/how-to/write-a-process.html", headers=packed)
    asked = {**packed, "if-none-match": page.headers["etag"]}
    known = served.at("GET", f"{HERE}/how-to/write-a-process.html", headers=asked)
    parts = [
        served.at("GET", normpath(f"{HERE}/how-to/{each}")) for each in Shown(page.text).loads if "://" not in each
    ]

    assert (page.status_code, page.headers["content-encoding"], known.status_code) == (200, "gzip", 304)
    assert "script-src 'self'; style-src 'self';" in page.headers["content-security-policy"]
    assert page.headers["cache-control"] == "no-cache"
    assert [each.status_code for each in parts] == [200] * len(parts)
    kinds = {each.headers["content-type"].partition(";")[0]: each for each in parts}
    assert set(kinds) == {"text/css", "text/javascript", "application/json", "image/png"}
    assert "immutable" in kinds["text/css"].headers["cache-control"]
    assert kinds["image/png"].headers["cache-control"] == "no-cache"
    assert served.statements == 0


def test_the_service_leads_to_its_first_page_and_serves_nothing_else(served: Api) -> None:
    first = served.at("GET", f"{HERE}/")

    assert first.status_code == 200
    assert "<h1>Documentation</h1>" in first.text
    assert served.at("GET", HERE).headers["location"].endswith(f"{HERE}/")
    assert served.at("POST", f"{HERE}/").status_code == 405
    for name in ("how-to", "nothing.html", "../docs.html", "%2e%2e/docs.html", "assets/", "tutorial.html.gz"):
        assert served.at("GET", f"{HERE}/{name}").status_code == 404


def test_without_a_build_it_says_where_the_texts_are(api: Api, tmp_path: Path) -> None:
    bare = Api(api.database, guide=Guide(tmp_path))
    try:
        assert "script/server" in bare.at("GET", f"{HERE}/").text
        assert bare.at("GET", f"{HERE}/tutorial.html").status_code == 404
    finally:
        bare.close()


def test_the_index_of_the_search_has_every_section(folder: Path, pages: dict[str, Shown]) -> None:
    packed = next((folder / "assets").glob("search-*.json.gz")).read_bytes()
    index = json.loads(gzip.decompress(packed))
    sections = {(place, anchor) for place, _, found in index for anchor, _, _ in found}

    assert {place for place, _ in sections} == set(pages)
    assert all(not anchor or anchor in pages[place].anchors for place, anchor in sections)
    assert len(packed) < 300_000
