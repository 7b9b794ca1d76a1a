"""The text of a search: words folded like stored texts, in every spelling that means the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.values import equality_key, order_key
from facetstore.query.filter_forms import words_alone
from facetstore.query.word_stems import JOINING, LOOSER

PARAMETER: Final = "q"
LONGEST: Final = 200
SHORTEST_PART: Final = 3
"""From this number of letters on, a word is also found inside other words."""

_EXPANDED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_WORDS: Final = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")
_WRITTEN_OUT: Final = re.compile("([aou])e")

Word = tuple[str, ...]
"""A word in each of its spellings, the plain one first."""


@dataclass(frozen=True)
class SearchText:
    """A text to search for; `spellings` are those of the whole text, the plain one first, with single blanks between words."""

    spellings: Word

    @property
    def is_short(self) -> bool:
        """Whether it has so few letters that it can only match the beginning of a name."""
        return len(self.spellings[0]) < SHORTEST_PART

    @cached_property
    def parts(self) -> tuple[Word, ...]:
        """The words that match anywhere in a text: those of three letters and more; if there are none, the whole text."""
        long = tuple(word for word in _words(self.spellings) if len(word[0]) >= SHORTEST_PART) or (self.spellings,)
        return tuple(tuple(each for each in word if len(each) >= SHORTEST_PART) for word in long)

    @cached_property
    def beginnings(self) -> tuple[Word, ...]:
        """The words that match at the beginning of a word: words of two letters beside longer ones. A single letter beside
        others only decides the rank of what they find."""
        words = _words(self.spellings)
        has_long = any(len(word[0]) >= SHORTEST_PART for word in words)
        return tuple(word for word in words if len(word[0]) == SHORTEST_PART - 1) if has_long else ()

    @cached_property
    def whole(self) -> Word:
        """The words of the text only, for comparing with names; empty if it has no words."""
        return tuple(alone for each in self.spellings if (alone := words_alone(each)))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of `whole`."""
        return _words(self.whole) if self.whole else ()

    def written_out(self) -> SearchText | None:
        """The text with ae, oe and ue also read as ä, ö and ü; None if it has none of them."""
        read = _WRITTEN_OUT.sub(r"\1", self.spellings[0])
        return None if read in self.spellings else SearchText((*self.spellings, read))

    def looser(self) -> Iterator[SearchText]:
        """What is searched where this is not found, from near to far: without words that only join others, by parts of the words. Nothing if
        there are signs or digits in it: only words have parts."""
        if not _WORDS.fullmatch(self.spellings[0]):
            return
        kept = [
            spelled
            for spelled in zip(*(each.split(" ") for each in self.spellings), strict=True)
            if spelled[0] not in JOINING
        ]
        before = {self.spellings}
        for loosen in LOOSER:
            words = zip(*map(loosen, kept), strict=True)
            spellings = tuple(dict.fromkeys(" ".join(each) for each in words))
            if spellings and spellings not in before:
                before.add(spellings)
                yield SearchText(spellings)


def _words(spellings: Sequence[str]) -> tuple[Word, ...]:
    columns = zip(*(spelling.split(" ") for spelling in spellings), strict=True)
    return tuple(dict.fromkeys(tuple(dict.fromkeys(column)) for column in columns))


def parse_search_text(text: str) -> SearchText:
    """The text of a search. Raises InvalidParameter if it is too long, empty, or has control characters."""
    if len(text) > LONGEST:
        raise _refused(f"{PARAMETER} takes at most {LONGEST} characters, not {len(text)}.")
    if any(unicodedata.category(each) in ("Cc", "Cs") for each in text):
        raise _refused(f"{PARAMETER} takes no control characters.")
    typed = equality_key(text)
    spellings = (_folded(typed), _folded(typed.translate(_EXPANDED)))
    if not spellings[0]:
        raise _refused(f"{PARAMETER} holds nothing to search for. Give it a word, or the beginning of a name.")
    return SearchText(tuple(dict.fromkeys(spellings)))


def _folded(text: str) -> str:
    return " ".join(order_key(text).split())


def _refused(error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, PARAMETER)])
