"""Search in names and searchable texts of all facets, best hits first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from facetstore.domain.element import Attributes
from facetstore.metamodel.model import ElementType
from facetstore.query import search_text
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.query.parameters import Parameters, parse_culture
from facetstore.query.search_text import SearchText, parse_search_text
from facetstore.usecases.finding.snippets import Snippet, find_snippets, pattern_of
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.finding import Hits, Sought
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.reading.element_reads import with_names
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.tenancy import Reading

_PARTS: Final = Parts(attributes=True, reference=True)


@dataclass(frozen=True, slots=True)
class Search:
    """What to search for, the culture in which hits are shown, and the page."""

    sought: Sought
    culture: int | None
    page: Page


@dataclass(frozen=True, slots=True)
class Hit:
    """An element that was found."""

    reference: bytes
    name: Mapping[int, str]
    snippets: Sequence[Snippet]


@dataclass(frozen=True, slots=True)
class Found:
    """The hits of a page, and how many there are in all."""

    page: Sequence[Hit]
    hits: Hits


def plan_search(reading: Reading, given: Mapping[str, str], page: Page | None) -> Search:
    """The search in the parameters of a request. Raises InvalidParameter or UnknownName."""
    metamodel, settings = reading.metamodel, reading.served.settings
    parameters = Parameters(given)
    parameters.require(search_text.PARAMETER, "the words to search for, or the beginning of a name")
    text = parameters.read(search_text.PARAMETER, parse_search_text)
    facets = parameters.names("facets", metamodel.facets)
    types = parameters.names("types", metamodel.types)
    culture = parameters.read("culture", lambda value: parse_culture("culture", value, settings.data_cultures))
    parameters.check()
    assert text is not None
    sought = Sought(text, tuple(metamodel.facets), facets or (), types or ())
    return Search(sought, culture, page or Page(DEFAULT_PAGE_SIZE))


async def search(reading: Reading, wanted: Search) -> Found:
    """The hits of a search. If there are none, ae, oe and ue are also read as ä, ö and ü; if there are still none, parts of the words are searched."""
    sought, page = wanted.sought, wanted.page
    offset = (page.number - 1) * page.size
    async with reading.opened.snapshot():
        hits = await reading.opened.search(sought, page.size, offset)
        for other in (sought.text.written_out(), *sought.text.looser()):
            if not hits.facets and not hits.more and other is not None:
                sought = replace(sought, text=other)
                hits = await reading.opened.search(sought, page.size, offset)
        rows = await _rows(reading, TheseElements(tuple(hits.elements))) if hits.elements else ()
    return Found(_hits(reading, rows, sought.text, wanted.culture), hits)


async def _rows(reading: Reading, hits: TheseElements) -> Sequence[Shown]:
    opened = await reading.opened.elements(hits, _PARTS)
    return await with_names(reading, hits, opened) or opened


def _hits(reading: Reading, rows: Sequence[Shown], text: SearchText, culture: int | None) -> list[Hit]:
    pattern, chain = pattern_of(text), culture_chain(reading.served.settings, culture)
    found = []
    for row in rows:
        element_type = reading.metamodel.types[row.type]
        attributes = _attributes(row, element_type)
        snippets = find_snippets(attributes, element_type, pattern, chain, one=culture is not None)
        name = names_of(attributes, element_type)
        if culture is not None:
            name = _in_culture(name, culture, chain)
        found.append(Hit(row.reference or b"{}", name, snippets))
    return found


def _attributes(row: Shown, element_type: ElementType) -> Attributes:
    """The attributes of a hit; if the caller may only see its name, those of the name."""
    if isinstance(row, NamedRow):
        shown = stored_attributes(row.brief)
        return {name: shown[name] for name in element_type.label if name in shown}
    return stored_attributes(row.attributes or b"{}")


def _in_culture(names: Mapping[int, str], culture: int, chain: Sequence[int]) -> Mapping[int, str]:
    first = first_name(names, chain)
    return {} if first is None else {culture: first}
