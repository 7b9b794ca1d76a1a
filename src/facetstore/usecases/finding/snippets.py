"""Snippets: passages of an element with the words of a search, as plain text, and where the words are in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT, equality_key, order_key
from facetstore.metamodel.model import DataType, ElementType
from facetstore.query.filter_forms import plain_text
from facetstore.query.search_text import SearchText

MOST: Final = 2
"""The highest number of snippets for an element."""
WIDTH: Final = 120
"""About how many characters a passage has."""
_BEFORE: Final = 40
_CUT: Final = "…"

Span = tuple[int, int]
"""Where something begins, and how long it is, in characters."""


class Snippet(NamedTuple):
    """A passage of an attribute in one culture."""

    attribute: str
    culture: int
    text: str
    highlights: Sequence[Span]


def pattern_of(text: SearchText) -> re.Pattern[str]:
    """The pattern to highlight in folded texts: long words anywhere, short ones at the beginning of a word."""
    anywhere = () if text.is_short else text.parts
    begun = (text.spellings,) if text.is_short else text.beginnings
    longest_first = sorted({each for word in anywhere for each in word}, key=len, reverse=True)
    starts = sorted({each for word in begun for each in word}, key=len, reverse=True)
    wanted = [*map(re.escape, longest_first), *(rf"(?<![^\W_]){re.escape(each)}" for each in starts)]
    return re.compile("|".join(wanted))


def find_snippets(
    attributes: Attributes, element_type: ElementType, pattern: re.Pattern[str], cultures: Sequence[int], *, one: bool
) -> list[Snippet]:
    """The first snippets, at most one for each attribute, attributes of the name first.

    The first culture with a hit is used; with `one`, only the first culture with a value is searched.
    """
    found: list[Snippet] = []
    for name in _searched(element_type):
        for culture, text in _texts(attributes.get(name, {}), _data_type(element_type, name), cultures, one=one):
            if spans := _spans(text, pattern):
                found.append(Snippet(name, culture, *_passage(text, spans)))
                break
        if len(found) == MOST:
            break
    return found


def _searched(element_type: ElementType) -> Iterable[str]:
    """The names of the searched attributes: those of the label, then the other searchable ones in their order."""
    yield from element_type.label
    for name, each in element_type.attributes.items():
        if each.attribute and each.attribute.searchable and name not in element_type.label:
            yield name


def _data_type(element_type: ElementType, name: str) -> DataType | None:
    declared = element_type.attributes.get(name)
    return declared.attribute.data_type if declared and declared.attribute else None


def _texts(
    values: Mapping[int, object], data_type: DataType | None, cultures: Sequence[int], *, one: bool
) -> list[tuple[int, str]]:
    """The values of an attribute as plain text, in the order of cultures; with `one`, only the first."""
    order = dict.fromkeys((*cultures, INVARIANT, *sorted(values)))
    texts = [
        (culture, " ".join(plain_text(values[culture], data_type).split()))
        for culture in order
        if isinstance(values.get(culture), str | list | dict)
    ]
    filled = [(culture, text) for culture, text in texts if text]
    return filled[:1] if one else filled


def _spans(text: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Start and end of each match, in characters of the original text."""
    found = [match.span() for match in pattern.finditer(order_key(equality_key(text)))]
    if not found or text.isascii():
        return found
    places = _places(text)
    return [(places[start], max(places[end], places[end - 1] + 1)) for start, end in found]


def _places(text: str) -> list[int]:
    """For each character of the folded text, and for its end, the place in the original text."""
    places = [place for place, each in enumerate(text) for _ in _folded(each)]
    return [*places, len(text)]


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    return order_key(equality_key(character))


def _passage(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, list[Span]]:
    """The part of a text around its first match, cut between words if possible, and the matches in it."""
    start, end = _window(text, *spans[0])
    before = _CUT if start else ""
    shown = f"{before}{text[start:end].strip()}{_CUT if end < len(text) else ''}"
    return shown, [(at - start + len(before), to - at) for at, to in spans if at >= start and to <= end]


def _window(text: str, at: int, to: int) -> tuple[int, int]:
    if len(text) <= WIDTH:
        return 0, len(text)
    start = max(0, min(at - _BEFORE, len(text) - WIDTH))
    if start:
        start = text.find(" ", start, at) + 1 or start
    end = max(start + WIDTH, to)
    if end < len(text):
        end = max(text.rfind(" ", to, end), to) if " " in text[to:end] else end
    return start, min(end, len(text))
