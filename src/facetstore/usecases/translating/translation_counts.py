"""How many texts are in which state, by culture, and the elements that have such texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.query.parameters import Parameters, parse_culture
from facetstore.usecases.changes.text_states import OPEN, TextState
from facetstore.usecases.ports.finding import Among
from facetstore.usecases.ports.translation_reads import CountedTexts, TranslatedPage
from facetstore.usecases.reading.accessing import access_facet
from facetstore.usecases.tenancy import Reading

_CULTURE: Final = "culture"
_STATE: Final = "state"


class Wanted(NamedTuple):
    """What to count or to list. Without a culture there is no list."""

    among: Among
    culture: int | None
    states: Sequence[TextState]
    page: Page


@dataclass(slots=True)
class CultureCounts:
    """The counts of a culture."""

    culture: int
    texts: dict[TextState, int] = field(default_factory=lambda: dict.fromkeys(TextState, 0))
    elements: int = 0
    """How many elements have texts that count."""
    open: int = 0
    """How many of these elements have texts to translate."""
    facets: dict[str, int] = field(default_factory=dict)
    """How many of them are in each facet that has any."""

    def add(self, facet: str, texts: Mapping[TextState, int], number: int) -> None:
        self.elements += number
        for state, count in texts.items():
            self.texts[state] += count * number
        if any(state in texts for state in OPEN):
            self.open += number
            self.facets[facet] = self.facets.get(facet, 0) + number


def plan_translations(
    reading: Reading, given: Mapping[str, str], page: Page | None, facet: str | None = None
) -> Wanted:
    """What to count, from the parameters of a request. Raises InvalidParameter, UnknownName, NotFound."""
    parameters, cultures = Parameters(given), reading.served.settings.data_cultures
    culture = parameters.read(_CULTURE, lambda text: parse_culture(_CULTURE, text, cultures))
    states = parameters.names(_STATE, [each.value for each in TextState])
    parameters.check()
    if culture is None and states is not None:
        error = f"{_STATE} narrows the list of elements of one culture: say which with {_CULTURE}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, _STATE)])
    metamodel = reading.metamodel
    facets = [access_facet(metamodel, facet).name] if facet is not None else sorted(metamodel.facets)
    wanted = [TextState(each) for each in states] if states is not None else OPEN
    return Wanted(Among(facets=facets), culture, wanted, page or Page(DEFAULT_PAGE_SIZE))


async def count_translations(reading: Reading, among: Among) -> Sequence[CultureCounts]:
    """The counts of each culture of the tenant, its default culture first."""
    settings = reading.served.settings
    source = settings.default_data_culture
    cultures = [source, *(each for each in settings.data_cultures if each != source)]
    found = {culture: CultureCounts(culture) for culture in cultures}
    for each in await reading.opened.translations.counted_texts(among):
        _add(found, each)
    return list(found.values())


def _add(found: Mapping[int, CultureCounts], each: CountedTexts) -> None:
    for culture, texts in each.counts.items():
        if culture in found:  # the settings may have changed after this request read them
            found[culture].add(each.facet, texts, each.number)


async def list_translated(reading: Reading, wanted: Wanted, culture: int) -> TranslatedPage:
    """The elements with texts of a culture in one of the wanted states, by name."""
    page = wanted.page
    offset = (page.number - 1) * page.size
    return await reading.opened.translations.translated(culture, wanted.states, wanted.among, page.size, offset)
