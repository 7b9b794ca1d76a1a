"""The pages of a site in one culture: home, facets, and one for each element."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from facetstore.drawing.chart import ChartShape
from facetstore.drawing.drawn import draw_svg
from facetstore.metamodel.model import Facet
from facetstore.regional import culture
from facetstore.usecases.diagrams.drawings import chart_of
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.sites.site_outline import Outline
from facetstore.usecases.sites.site_reading import SiteRows
from facetstore.usecases.sites.site_values import SiteValues, page_of
from facetstore.usecases.tenancy import Reading
from facetstore.website.element_html import element_page
from facetstore.website.facet_html import facet_name, facet_pages, home_page
from facetstore.website.html_text import Html
from facetstore.website.page_frame import HOME
from facetstore.website.search_index import IndexEntry, index_entry
from facetstore.website.site_model import SiteElement, SiteFile, SiteFrame, SiteLink, SiteNode, SiteStep
from facetstore.website.site_words import words_of


class SitePages:
    """Makes the pages of one culture."""

    def __init__(
        self,
        reading: Reading,
        outline: Outline,
        facets: Sequence[Facet],
        cultures: Sequence[int],
        lcid: int,
        moment: str,
    ) -> None:
        self._reading, self._outline, self._facets, self._lcid = reading, outline, facets, lcid
        known = culture(lcid)
        self._language = known.name if known is not None else "en-US"
        words = words_of(self._language)
        self._values = SiteValues(reading, outline, lcid, words)
        settings = reading.served.settings
        self._frame = SiteFrame(
            settings.title or str(reading.served.tenant.address),
            lcid,
            self._language,
            words,
            tuple((each, called(each)) for each in cultures),
            tuple(self._facet_link(each) for each in facets if outline.tops.get(each.name)),
            moment,
        )

    @property
    def lcid(self) -> int:
        return self._lcid

    @property
    def frame(self) -> SiteFrame:
        return self._frame

    def _facet_link(self, facet: Facet) -> SiteLink:
        return SiteLink(self._values.said(facet.names), facet_name(facet.name))

    def overviews(self, counts: Mapping[str, int]) -> Iterator[SiteFile]:
        """The home page and the pages of the facets. `counts` are the elements of each facet."""
        groups = self._reading.metamodel.facet_groups
        used = [each for each in self._facets if counts.get(each.name)]
        shown = [
            (self._values.said(groups[key]) if key in groups else "", [each for each in used if each.group == key])
            for key in dict.fromkeys((*groups, *(each.group for each in used)))
        ]
        yield home_page(
            self._frame,
            [(title, [(self._facet_link(each), counts[each.name]) for each in some]) for title, some in shown if some],
        )
        for each in used:
            tops = self._outline.tops.get(each.name, ())
            nodes = [self._node(id_) for id_ in tops]
            yield from facet_pages(self._frame, each.name, self._values.said(each.names), nodes)

    def _node(self, id_: str) -> SiteNode:
        below = self._outline.children.get(id_, ())
        return SiteNode(self._values.entry(id_), [self._node(each) for each in below])

    def element(self, row: ElementRow, found: SiteRows) -> tuple[SiteFile, IndexEntry]:
        """The page of an element, and what the search finds it by."""
        values, shown = self._values, list(found.shapes.get(row.key, ()))
        steps = tuple(self._steps(shown, found))
        about = tuple(values.about(row))
        title = values.name(row) or about[0]
        page = SiteElement(
            f"{row.element}.html",
            title,
            about,
            tuple(self._trail(row)),
            tuple(values.facts(row, found.targets)),
            tuple(values.texts(row)),
            self._picture(row, shown, found, frozenset(each.anchor for each in steps)),
            tuple(values.responsibilities(shown, found.targets)),
            steps,
            tuple(values.entry(each) for each in self._outline.children.get(row.element, ())),
        )
        searched = " ".join((values.searched(row), *(each.title for each in steps)))
        return element_page(self._frame, page), index_entry(page.name, title, about[0], searched)

    def _trail(self, row: ElementRow) -> Iterator[SiteLink]:
        yield SiteLink(self._frame.words["start"], HOME)
        facet = next((each for each in self._facets if each.name == row.facet), None)
        if facet is not None:
            yield self._facet_link(facet)
        yield from map(self._values.entry, self._outline.trail(row.element))

    def _steps(self, shown: Sequence[Shown], found: SiteRows) -> Iterator[SiteStep]:
        """What a diagram shows that has no page of its own, if it says anything."""
        for each in shown:
            if not isinstance(each, ElementRow) or each.element in self._outline.entries:
                continue
            name, type_name = self._values.name(each), next(self._values.about(each))
            facts, texts = tuple(self._values.facts(each, found.targets)), tuple(self._values.texts(each))
            if facts or texts:
                yield SiteStep(f"s-{each.label or each.element}", name or type_name, type_name, facts, texts)

    def _picture(
        self, row: ElementRow, shown: Sequence[Shown], found: SiteRows, anchors: frozenset[str]
    ) -> Html | None:
        if not shown or not self._reading.metamodel.types[row.type].layouts:
            return None
        chart = chart_of(self._reading, self._lcid, row, shown, found.targets)
        shapes = tuple(replace(each, link=self._link(each, anchors)) for each in chart.shapes)
        return Html(draw_svg(replace(chart, shapes=shapes), self._language).decode())

    def _link(self, shape: ChartShape, anchors: frozenset[str]) -> str | None:
        """Where a click on a shape leads: to the page of its element, or to what this page says of it."""
        page = page_of(self._outline, shape.element) if shape.element else None
        anchor = f"s-{shape.id}"
        return page or (f"#{anchor}" if anchor in anchors else None)


def called(lcid: int) -> str:
    """What a culture is called in an address and in a link, such as `de-DE`."""
    known = culture(lcid)
    return known.name if known is not None else str(lcid)
