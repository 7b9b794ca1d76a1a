"""The passages of an element in which what was searched for stands, as plain text, and where in them."""

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
"""How many passages an element is told by."""
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
    """What to mark in folded texts: words anywhere, short ones where a word begins."""
    anywhere = () if text.is_short else text.parts
    begun = (text.spellings,) if text.is_short else text.beginnings
    longest_first = sorted({each for word in anywhere for each in word}, key=len, reverse=True)
    starts = sorted({each for word in begun for each in word}, key=len, reverse=True)
    wanted = [*map(re.escape, longest_first), *(rf"(?<![^\W_]){re.escape(each)}" for each in starts)]
    return re.compile("|".join(wanted))


def find_snippets(
    attributes: Attributes, element_type: ElementType, pattern: re.Pattern[str], cultures: Sequence[int], *, one: bool
) -> list[Snippet]:
    """The first passages with a hit, of names before others, each of another attribute.

    Of each attribute the first culture that has one is taken; with `one`, only the first culture in which there is a value.
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
    """The names of what is searched: those that make the label, then the others in their order."""
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
    """The texts of an attribute as people read them, in the order of cultures."""
    order = dict.fromkeys((*cultures, INVARIANT, *sorted(values)))
    texts = [
        (culture, " ".join(plain_text(values[culture], data_type).split()))
        for culture in order
        if isinstance(values.get(culture), str | list | dict)
    ]
    filled = [(culture, text) for culture, text in texts if text]
    return filled[:1] if one else filled


def _spans(text: str, pattern: re.Pattern[str]) -> list[tuple[int, int]]:
    """Where a text has what was searched for: from and to, in characters of the text itself."""
    found = [match.span() for match in pattern.finditer(order_key(equality_key(text)))]
    if not found or text.isascii():
        return found
    places = _places(text)
    return [(places[start], max(places[end], places[end - 1] + 1)) for start, end in found]


def _places(text: str) -> list[int]:
    """For each character of a folded text, and its end, where it stands in the text itself."""
    places = [place for place, each in enumerate(text) for _ in _folded(each)]
    return [*places, len(text)]


@lru_cache(maxsize=4096)
def _folded(character: str) -> str:
    return order_key(equality_key(character))


def _passage(text: str, spans: Sequence[tuple[int, int]]) -> tuple[str, list[Span]]:
    """A part of a text around its first hit, cut between words, and the hits in it."""
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
