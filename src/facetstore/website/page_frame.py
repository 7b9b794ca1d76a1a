"""The frame of every page: head, search, the links to facets and languages. A page loads its own files only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Final

from facetstore.drawing.style import SHEET_HASH
from facetstore.website.html_text import Html, joined, tag
from facetstore.website.site_model import SiteFile, SiteFrame, SiteLink

HOME: Final = "index.html"
_ASSETS: Final = ("site.css", "site.js")
# Nothing is loaded but the two files and the index of the search; the one inline sheet is that of drawings.
_POLICY: Final = (
    f"default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{SHEET_HASH}'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)


def asset_files() -> list[SiteFile]:
    """The style sheet and the script of a site."""
    folder = resources.files(__package__)
    return [SiteFile(each, folder.joinpath(each).read_bytes()) for each in _ASSETS]


def page(frame: SiteFrame, name: str, title: str, trail: Sequence[SiteLink], *content: str) -> SiteFile:
    """A page of a culture. `name` is its file."""
    words = frame.words
    body = tag(
        "body",
        tag("a", words["toContent"], class_="skip", href="#content"),
        tag(
            "header",
            tag("a", frame.title, class_="home", href=HOME),
            _search(frame),
            _languages(frame, name),
        ),
        tag(
            "div",
            tag("nav", tag("ul", *(tag("li", link(each)) for each in frame.facets)), aria_label=words["facets"]),
            tag("main", *_trail(trail), *content, id="content", tabindex="-1"),
            class_="columns",
        ),
        tag("footer", f"{words['asOf']} {frame.moment}"),
    )
    head = _head(title if title == frame.title else f"{title} · {frame.title}", "../")
    return SiteFile(f"{frame.lcid}/{name}", _document(frame.language, head, body))


def _head(title: str, up: str, *more: str) -> Html:
    return tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="referrer", content="no-referrer"),
        tag("title", title),
        tag("link", rel="stylesheet", href=f"{up}site.css"),
        tag("script", src=f"{up}site.js", defer=True),
        *more,
    )


def _document(language: str, head: Html, body: Html) -> bytes:
    return f"<!doctype html>\n{tag('html', head, body, lang=language)}\n".encode()


def _search(frame: SiteFrame) -> Html:
    words = frame.words
    field = tag("input", type="search", id="q", autocomplete="off", aria_controls="found", aria_label=words["search"],
                placeholder=words["search"])  # fmt: skip
    return tag(
        "form",
        field,
        tag("noscript", words["noScript"]),
        tag("p", id="count", role="status", data_found=words["found"], data_nothing=words["nothingFound"]),
        tag("ol", id="found", hidden=True),
        role="search",
        id="search",
    )


def _languages(frame: SiteFrame, name: str) -> Html:
    if len(frame.cultures) < 2:
        return Html("")
    links = [
        tag(
            "a", called, href=f"../{lcid}/{name}", hreflang=called, aria_current="true" if lcid == frame.lcid else False
        )
        for lcid, called in frame.cultures
    ]
    return tag("nav", *links, class_="languages", aria_label=frame.words["languages"])


def _trail(trail: Sequence[SiteLink]) -> Iterable[Html]:
    if trail:
        yield tag("ol", *(tag("li", link(each)) for each in trail), class_="trail")


def link(given: SiteLink) -> Html:
    """A link, or its text where it leads nowhere."""
    return tag("a", given.text, href=given.href) if given.href else joined([given.text])


def links(given: Sequence[SiteLink]) -> Html:
    return joined(map(link, given), ", ")


def entrance(title: str, language: str, cultures: Sequence[tuple[int, str]]) -> SiteFile:
    """The first page of the folder, which leads to the home page of the first culture."""
    first = f"{cultures[0][0]}/{HOME}"
    ways = [tag("li", tag("a", called, href=f"{lcid}/{HOME}", hreflang=called)) for lcid, called in cultures]
    head = _head(title, "", tag("meta", http_equiv="refresh", content=f"0; url={first}"))
    return SiteFile(HOME, _document(language, head, tag("body", tag("main", tag("h1", title), tag("ul", *ways)))))
