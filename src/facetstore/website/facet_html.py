"""The home page of a culture, and the pages of its facets: a tree, or a list in pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from facetstore.website.html_text import Html, tag
from facetstore.website.page_frame import HOME, link, page
from facetstore.website.site_model import SiteFile, SiteFrame, SiteLink, SiteNode

IN_PAGE: Final = 1000
"""Entries of one page of a facet."""


def facet_name(facet: str, number: int = 1) -> str:
    """The file of a page of a facet."""
    return f"facet-{facet}.html" if number == 1 else f"facet-{facet}-{number}.html"


def home_page(frame: SiteFrame, groups: Sequence[tuple[str, Sequence[tuple[SiteLink, int]]]]) -> SiteFile:
    """The facets by their groups, each with the number of its elements."""
    parts = [tag("h1", frame.title)]
    for title, facets in groups:
        rows = [tag("li", link(each), " ", tag("span", str(count), class_="number")) for each, count in facets]
        parts += [*([tag("h2", title)] if title else []), tag("ul", *rows, class_="facets")]
    return page(frame, HOME, frame.title, (), *parts)


def facet_pages(frame: SiteFrame, facet: str, title: str, nodes: Sequence[SiteNode]) -> Iterator[SiteFile]:
    """The pages of a facet. A tree with too many elements for a page shows its roots alone."""
    is_small = sum(1 for _ in _all(nodes)) <= IN_PAGE
    has_more = not is_small and any(each.below for each in nodes)
    start = SiteLink(frame.words["start"], HOME)
    pages = [nodes[at : at + IN_PAGE] for at in range(0, len(nodes), IN_PAGE)] or [nodes]
    for number, part in enumerate(pages, 1):
        content = _tree(part) if is_small else tag("ul", *(tag("li", link(each.link)) for each in part))
        note = [tag("p", frame.words["more"], class_="about")] if has_more else []
        around = list(_around(frame, facet, number, len(pages)))
        yield page(
            frame, facet_name(facet, number), title, (start,), tag("h1", title), *note, *around, content, *around
        )


def _all(nodes: Sequence[SiteNode]) -> Iterator[SiteNode]:
    for each in nodes:
        yield each
        yield from _all(each.below)


def _tree(nodes: Sequence[SiteNode]) -> Html:
    lines = (tag("li", link(each.link), *([_tree(each.below)] if each.below else [])) for each in nodes)
    return tag("ul", *lines, class_="tree")


def _around(frame: SiteFrame, facet: str, number: int, last: int) -> Iterator[Html]:
    """The links to the pages before and behind."""
    places = ((frame.words["previous"], number - 1), (frame.words["next"], number + 1))
    known = [tag("a", word, href=facet_name(facet, at)) for word, at in places if 1 <= at <= last]
    if known:
        yield tag("p", *(each for pair in known for each in (pair, " ")), class_="pages")
