"""Search in names and searchable texts of all facets, best hits first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from facetstore.domain.element import Attributes
from facetstore.metamodel.model import ElementType
from facetstore.query import search_text
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.query.parameters import Parameters, parse_culture
from facetstore.query.search_text import SearchText, parse_search_text
from facetstore.query.slips import LIKELY, corrected, halves_of
from facetstore.query.synonyms import Groups
from facetstore.usecases.finding.snippets import Snippet, find_snippets, pattern_of
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.finding import Hits, Seen, Sought
from facetstore.usecases.ports.rows import NamedRow
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.reading.element_reads import with_names
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.presentation import Shown
from facetstore.usecases.tenancy import Reading

_FEW: Final = 10
"""Of so many hits by words, or more, none by what names mean is needed."""
_MOST_LIKE: Final = 50
"""So many hits by what names mean: those behind are hardly like it."""
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
    is_passing: bool = False
    """Whether names were looked for by what they mean: what is found so depends on what was learned until now."""


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
    hidden = tuple(sorted(metamodel.hidden_contexts))
    sought = Sought(text, tuple(metamodel.facets), facets or (), types or (), hidden_contexts=hidden)
    return Search(sought, culture, page or Page(DEFAULT_PAGE_SIZE))


async def search(reading: Reading, wanted: Search) -> Found:
    """The hits of a search. If no name has its words, other texts are looked for, from near to far (0114)."""
    page = wanted.page
    async with reading.opened.snapshot():
        asking = _Asking(reading, wanted.sought, page)
        text, hits = await asking.best()
        rows = await _rows(reading, TheseElements(tuple(hits.elements))) if hits.elements else ()
    return Found(_hits(reading, rows, text, wanted.culture), hits, asking.is_passing)


@dataclass(slots=True)
class _Asking:
    """Asks for a text, and for others in its place."""

    reading: Reading
    sought: Sought
    page: Page
    is_passing: bool = False

    async def best(self) -> tuple[SearchText, Hits]:
        """The text that was found, and its hits. Names that mean the same follow behind few; parts of words are looked for last."""
        text, hits = await self._by_words()
        if like := await self._like() if hits.total < _FEW and not hits.more else ():
            return text, await self._followed(text, hits, like)
        for other in self.sought.text.looser() if _is_nothing(hits) else ():
            if _is_nothing(hits):
                text, hits = await self._ask(other, is_loose=True)
        return text, hits

    async def _by_words(self) -> tuple[SearchText, Hits]:
        """As typed or by what means the same, else by the stems of its words, else without slips of the pen."""
        groups, typed = self.reading.served.settings.synonyms, self.sought.text
        stem = _stem_of_one(typed, groups)
        by_stem: tuple[SearchText, Hits] | None = None
        if stem is not None:
            # Texts are long searched for a word that they do not have, if they have all its letters.
            if _is_in_names(*(found := await self._ask(typed, names_first=True))):
                return found
            if _is_in_names(*(by_stem := await self._ask(stem))):
                return by_stem
        text, hits = await self._ask(typed.meaning(groups))
        if _is_nothing(hits) and (other := typed.written_out()):
            text, hits = await self._ask(other.meaning(groups))
        if not _is_in_names(text, hits) and (other := text.stemmed(groups)) and not _finds_nothing(hits, text, other):
            stemmed = by_stem or await self._ask(other)
            if _is_nothing(hits) or _is_in_names(*stemmed):
                text, hits = stemmed
        if _is_nothing(hits) and (other := await self._corrected()) is not None:
            text, hits = await self._ask(other)
        return text, hits

    async def _like(self) -> Sequence[Seen]:
        """The names that mean the same, nearest first, if this service knows."""
        reading, text = self.reading, self.sought.text
        if (likeness := reading.likeness) is None or text.is_short:
            return ()
        self.is_passing = True
        tenant, seen = reading.served.tenant, list[Seen]()
        keys = await likeness.nearest(tenant.key, tenant.address, reading.revisions, text)
        # All that are near enough are looked at: what this caller does not see must not displace what the caller sees.
        for first in range(0, len(keys), LIKELY):
            some = keys[first : first + LIKELY]
            found = {each.key: each for each in await reading.opened.seen_among(some, self.sought)}
            seen += [found[key] for key in some if key in found]
            if len(seen) >= _MOST_LIKE:
                break
        return seen[:_MOST_LIKE]

    async def _followed(self, text: SearchText, hits: Hits, like: Sequence[Seen]) -> Hits:
        """The page of few hits and of the names behind them."""
        size, first = self.page.size, (self.page.number - 1) * self.page.size
        found = (await replace(self, page=Page(_FEW))._ask(text))[1].elements if hits.total else ()
        behind = [each for each in like if each.element not in found]
        elements = [*found, *(each.element for each in behind)][first : first + size]
        facets = Counter(hits.facets) + Counter(each.facet for each in behind)
        types = Counter(hits.types) + Counter(each.type for each in behind)
        states = Counter(hits.states) + Counter(each.state for each in behind if each.state is not None)
        return Hits(elements, facets, types, states, more=False, best=hits.best)

    async def _corrected(self) -> SearchText | None:
        """The text with words of names that the caller sees, in the place of those that no name has."""
        text = self.sought.text
        if (halves := halves_of(text)) is None:
            return None
        likely = replace(self.sought, text=halves, most=LIKELY)
        return corrected(text, await self.reading.opened.names_like(likely))

    async def _ask(
        self, text: SearchText, *, is_loose: bool = False, names_first: bool = False
    ) -> tuple[SearchText, Hits]:
        sought, page = replace(self.sought, text=text, is_loose=is_loose, names_first=names_first), self.page
        return text, await self.reading.opened.search(sought, page.size, (page.number - 1) * page.size)


def _stem_of_one(typed: SearchText, groups: Groups) -> SearchText | None:
    """The stem of a text of one word that is neither the word itself nor found by anything else."""
    stem = typed.stemmed(groups)
    is_plain = len(typed.words) == 1 and typed.meaning(groups) is typed and typed.written_out() is None
    return stem if is_plain and stem is not None and stem.parts != typed.parts else None


def _is_nothing(hits: Hits) -> bool:
    return not hits.facets and not hits.more


def _finds_nothing(hits: Hits, text: SearchText, other: SearchText) -> bool:
    """Whether another text looks for the same as one that was not found."""
    return _is_nothing(hits) and (text.parts, text.beginnings) == (other.parts, other.beginnings)


def _is_in_names(text: SearchText, hits: Hits) -> bool:
    return hits.best is not None and hits.best < text.in_texts


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
