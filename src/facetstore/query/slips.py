"""Slips of the pen: which words of names are meant by words that no name has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import Final

from facetstore.query.filter_forms import BETWEEN
from facetstore.query.search_text import SHORTEST_PART, SearchText, Word
from facetstore.query.word_stems import stem_of

LIKELY: Final = 500
"""How many names are compared at most."""
_SHORTEST: Final = 5
"""A slip in a shorter word would leave too little of it."""
_LONG: Final = 10
_MOST_WORDS: Final = 6
_ALIKE: Final = 0.8
"""How much of two words must be the same: all but one letter of five."""
_MOST_MEANT: Final = 3


def halves_of(text: SearchText) -> SearchText | None:
    """What the names of elements are searched for that may be meant: of each word the first half of its stem, or the last. A slip leaves
    one of them as it is. None: there is no word in which a slip would be found."""
    words = text.kept(" ") if text.has_parts else []
    if not 0 < len(words) <= _MOST_WORDS or max(len(word[0]) for word in words) < _SHORTEST:
        return None
    return replace(text, wider=tuple(_halves(word[0]) for word in words))


def _halves(word: str) -> Word:
    stem = stem_of(word)
    if len(word) < _SHORTEST:
        return (stem,)
    size = max(SHORTEST_PART, len(stem) // 2 - (len(stem) >= _LONG))
    return tuple(dict.fromkeys((stem[:size], stem[-size:])))


def corrected(text: SearchText, names: Iterable[str]) -> SearchText | None:
    """The text with the words of these names that are most like its own; None: a word is like none, or all are in names as they are."""
    known = {stem_of(word) for each in names for word in each.replace(BETWEEN, " ").split()}
    meant = [_meant(stem_of(word[0]), known) for word in text.kept(" ")]
    if not all(meant) or (all(len(each) == 1 for each in meant) and _are_typed(text, meant)):
        return None
    return SearchText((" ".join(each[0] for each in meant),), wider=tuple(map(tuple, meant)), replaces=True)


def _are_typed(text: SearchText, meant: Sequence[Sequence[str]]) -> bool:
    return [each[0] for each in meant] == [stem_of(word[0]) for word in text.kept(" ")]


def _meant(stem: str, known: Iterable[str]) -> Sequence[str]:
    """The stem itself if a word has it, else the stems that are most like it."""
    if any(stem in each for each in known):
        return [stem]
    likely = [each for each in known if abs(len(each) - len(stem)) <= len(stem) // 4 + 1]
    return get_close_matches(stem, sorted(likely), _MOST_MEANT, _ALIKE)
