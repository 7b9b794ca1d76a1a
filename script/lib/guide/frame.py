"""What stands around the text of a page: the way back, the search, the contents, and the headings of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath
from typing import Final

from script.lib.guide.rendering import Section, Text

HOME: Final = PurePosixPath("index.html")
_FEWEST_HEADINGS: Final = 3
"""A page with fewer needs no list of them."""


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the contents, with its pages."""

    title: str
    pages: Sequence[Text]


def page(text: Text, chapters: Sequence[Chapter], assets: Mapping[str, str]) -> str:
    """A whole page. `assets` are the names of the files that every page loads, by what they are."""
    up = "../" * (len(text.place.parts) - 1)
    title = text.title if text.place == HOME else f"{text.title} · Facetstore"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{up}{assets["guide.css"]}">
<script type="module" src="{up}{assets["guide.js"]}"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="{up}{HOME}"><span class="gem" aria-hidden="true"></span>Facetstore <small>documentation</small></a>
{_search(up, assets["search.json"])}
<a class="other" href="{up}../../_docs">Try the interface</a>
</header>
<div class="page">
<nav class="contents" aria-label="Contents">
{"".join(_chapter(each, text, up) for each in chapters)}</nav>
<main id="main" tabindex="-1">
{text.html}</main>
{_headings(text.sections)}</div>
</body>
</html>
"""


def _search(up: str, index: str) -> str:
    return f"""<form role="search" id="search" data-index="{up}{index}" data-up="{up}">
<input type="search" id="q" autocomplete="off" spellcheck="false" placeholder="Search" aria-label="Search the documentation" aria-controls="found">
<div class="results" id="results" hidden><p id="count" role="status"></p><ol id="found"></ol></div>
</form>"""


def _chapter(chapter: Chapter, shown: Text, up: str) -> str:
    items = "".join(_item(each, shown, up) for each in chapter.pages)
    is_open = " open" if shown in chapter.pages or shown.place == HOME else ""
    return f"<details{is_open}><summary>{escape(chapter.title)}</summary>\n<ul>\n{items}</ul></details>\n"


def _item(each: Text, shown: Text, up: str) -> str:
    current = ' aria-current="page"' if each is shown else ""
    return f'<li><a href="{up}{each.place}"{current}>{escape(each.title)}</a></li>\n'


def _headings(sections: Sequence[Section]) -> str:
    shown = [each for each in sections if each.level == 2]
    if len(shown) < _FEWEST_HEADINGS:
        return ""
    items = "".join(f'<li><a href="#{each.anchor}">{escape(each.title)}</a></li>\n' for each in shown)
    return f'<nav class="headings" aria-label="On this page">\n<ul>\n{items}</ul>\n</nav>\n'
