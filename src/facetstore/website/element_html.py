"""The page of an element: breadcrumbs, facts, texts, the diagram with links, responsibilities, steps, and what is below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facetstore.website.html_text import Html, tag
from facetstore.website.page_frame import link, links, page
from facetstore.website.site_model import (
    SiteElement,
    SiteFact,
    SiteFile,
    SiteFrame,
    SiteStep,
    SiteTable,
    SiteText,
)


def element_page(frame: SiteFrame, element: SiteElement) -> SiteFile:
    return page(frame, element.name, element.title, element.trail, *_parts(frame, element))


def _parts(frame: SiteFrame, element: SiteElement) -> Iterator[Html]:
    words = frame.words
    yield tag("h1", element.title)
    yield tag("p", " · ".join(element.about), class_="about")
    yield from _facts(element.facts)
    yield from _texts(element.texts, "h2")
    if element.picture is not None:
        yield tag("h2", words["diagram"])
        yield tag("figure", element.picture, class_="drawing", tabindex="0", role="region", aria_label=words["diagram"])
    for each in element.tables:
        yield _table(each)
    if element.steps:
        yield tag("h2", words["steps"])
        for step in element.steps:
            yield _step(step)
    if element.children:
        yield tag("h2", words["below"])
        yield tag("ul", *(tag("li", link(each)) for each in element.children), class_="below")


def _facts(facts: Sequence[SiteFact]) -> Iterator[Html]:
    if facts:
        rows = [tag("div", tag("dt", each.label), tag("dd", links(each.values))) for each in facts]
        yield tag("dl", *rows)


def _texts(texts: Sequence[SiteText], heading: str) -> Iterator[Html]:
    for each in texts:
        yield tag(heading, each.label)
        yield tag("div", each.content, class_="text")


def _table(table: SiteTable) -> Html:
    head = tag("tr", *(tag("th", each, scope="col") for each in table.head))
    rows = [
        tag(
            "tr",
            *(
                tag("td" if place else "th", links(cell), **({} if place else {"scope": "row"}))
                for place, cell in enumerate(row)
            ),
        )
        for row in table.rows
    ]
    whole = tag("table", tag("thead", head), tag("tbody", *rows))
    return tag(
        "section",
        tag("h2", table.title),
        tag("div", whole, class_="wide", tabindex="0", role="region", aria_label=table.title),
    )


def _step(step: SiteStep) -> Html:
    return tag(
        "section",
        tag("h3", step.title),
        tag("p", step.type_name, class_="about"),
        *_facts(step.facts),
        *_texts(step.texts, "h4"),
        id=step.anchor,
        class_="step",
    )
