"""The states of translations: by attribute and culture, from the texts of a version and the revisions at which they were changed.

The source of all translations is the default data culture of the tenant; the others are targets. A target is stale if the source was
changed later; if both were changed at once, it is current. Where a target has no text, the fallback cultures that the tenant names
replace it; if none of them has one, it is missing. A culture that the tenant has removed, or that it never had, does not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Attributes
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Attribute, ElementType
from facetstore.usecases.lifecycle.validation import is_filled


class TextState(StrEnum):
    """The state of an attribute in a culture."""

    CURRENT = "current"
    STALE = "stale"
    """The source was changed later."""
    MISSING = "missing"
    FALLBACK = "fallback"
    """It has no text; one in a fallback culture of the tenant replaces it."""


OPEN: Final = (TextState.STALE, TextState.MISSING, TextState.FALLBACK)
"""The states of texts that still need a translator."""

Counts = Mapping[int, Mapping[TextState, int]]
"""By culture and state, how many texts."""


class Translation(NamedTuple):
    """An attribute in a culture."""

    attribute: str
    culture: int
    state: TextState


def translations_of(
    attributes: Attributes,
    texts: Mapping[str, Attribute],
    changed: ChangedTexts,
    settings: TenantSettings,
) -> Iterator[Translation]:
    """The state of each of these attributes in each culture of the tenant, if it has a text in one of them."""
    cultures, source = settings.data_cultures, settings.default_data_culture
    for name, attribute in texts.items():
        values = attributes.get(name)
        if not values:
            continue
        filled = [each for each in cultures if each in values and is_filled(values[each], attribute.data_type)]
        if not filled:
            continue
        later = changed.later.get(name, {}) if source in filled else {}
        newest = later.get(source, changed.since)
        falls_back = any(each in filled for each in settings.fallback_cultures)
        for culture in cultures:
            if culture in filled:
                is_stale = later.get(culture, changed.since) < newest
                yield Translation(name, culture, TextState.STALE if is_stale else TextState.CURRENT)
            else:
                yield Translation(name, culture, TextState.FALLBACK if falls_back else TextState.MISSING)


def counted(translations: Iterable[Translation]) -> dict[int, dict[TextState, int]]:
    """How many there are by culture and state."""
    found: dict[int, dict[TextState, int]] = {}
    for _, culture, state in translations:
        of_culture = found.setdefault(culture, {})
        of_culture[state] = of_culture.get(state, 0) + 1
    return found


_LETTERS: Final = {state: state.value[0] for state in TextState}
_STATES: Final = {letter: state for state, letter in _LETTERS.items()}


def counts_column(
    attributes: Attributes, element_type: ElementType, changed: ChangedTexts, settings: TenantSettings
) -> str:
    """The counts of a version as a column stores them, such as `,1031c2,1031s1`.

    Attributes that not all roles may read are left out: what is counted from this column is for every role.
    """
    texts = element_type.translated_for_all
    found = counted(translations_of(attributes, texts, changed, settings)) if texts else {}
    return "".join(
        f",{culture}{_LETTERS[state]}{number}" for culture, of in found.items() for state, number in sorted(of.items())
    )


def counts_in(column: str) -> Counts:
    """The counts that a column holds."""
    found: dict[int, dict[TextState, int]] = {}
    for each in column.split(",")[1:]:
        place = next(n for n, letter in enumerate(each) if letter in _STATES)
        found.setdefault(int(each[:place]), {})[_STATES[each[place]]] = int(each[place + 1 :])
    return found


def column_mark(state: TextState) -> tuple[str, str]:
    """What stands in the column before and behind a culture, in front of the number of its texts in this state."""
    return ",", _LETTERS[state]


def column_pattern(culture: int, state: TextState) -> str:
    """A pattern that the column matches if the version has texts of a culture in this state."""
    return f"%,{culture}{_LETTERS[state]}%"
