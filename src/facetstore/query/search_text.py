"""The text of a search: words folded like stored texts, in every spelling that means the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.values import equality_key, order_key
from facetstore.query.filter_forms import BETWEEN, words_alone
from facetstore.query.synonyms import Groups, beside, last_stemmed
from facetstore.query.word_stems import JOINING, LOOSER, stem_of

PARAMETER: Final = "q"
LONGEST: Final = 200
SHORTEST_PART: Final = 3
"""From this number of letters on, a word is also found inside other words."""
BOUNDARIES: Final = (BETWEEN, " ", "\n", "-", "/", "(")
"""A word begins after each of these."""

_EXPANDED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})
_WORDS: Final = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+)*")
_WRITTEN_OUT: Final = re.compile("([aou])e")

Word = tuple[str, ...]
"""A word in each of its spellings, the plain one first."""


@dataclass(frozen=True)
class SearchText:
    """A text to search for; `spellings` are those of the whole text, the plain one first, with single blanks between words."""

    spellings: Word
    wider: tuple[Word, ...] = ()
    """What is found in the place of each word, beside the word itself: its stem, or what means the same. Empty: only the words. Names
    that have the words themselves come first."""
    replaces: bool = False
    """Whether no name has the words themselves, so that names with what is wider are the best."""
    typed: str = field(default="", compare=False)
    """The text as it was typed."""

    @property
    def is_short(self) -> bool:
        """Whether it has so few letters that it can only match the beginning of a name."""
        return len(self.spellings[0]) < SHORTEST_PART and not self.wider

    @cached_property
    def parts(self) -> tuple[Word, ...]:
        """The words that match anywhere in a text: those of three letters and more; if there are none, the whole text."""
        long = tuple(word for word in self._sought if len(word[0]) >= SHORTEST_PART)
        if not long and not self.beginnings:
            long = (self.spellings,)
        return tuple(tuple(part for each in word for part in self._anywhere(each)) for word in long)

    @cached_property
    def beginnings(self) -> tuple[Word, ...]:
        """The words that match at the beginning of a word: words of two letters beside longer ones, or with others that mean the same. A
        single letter beside others only decides the rank of what they find."""
        has_long = any(len(word[0]) >= SHORTEST_PART for word in self._sought)
        short = (word for word in self._sought if len(word[0]) == SHORTEST_PART - 1)
        return tuple(word for word in short if has_long or (len(word) > 1 and self.wider))

    @cached_property
    def whole(self) -> Word:
        """The words of the text only, for comparing with names; empty if it has no words."""
        return tuple(alone for each in self.spellings if (alone := words_alone(each)))

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """The words of `whole`."""
        return _words(self.whole) if self.whole else ()

    def _anywhere(self, text: str) -> Word:
        """What a text is looked for by. Two letters that mean the same as a word are looked for where a word begins."""
        if len(text) >= SHORTEST_PART:
            return (text,)
        return at_boundaries((text,)) if self.wider and len(text) == SHORTEST_PART - 1 else ()

    @property
    def _sought(self) -> tuple[Word, ...]:
        return self.wider or _words(self.spellings)

    @property
    def by_name(self) -> tuple[tuple[Word, ...], ...]:
        """The tests that rank a hit by the words of its names, the weakest first; what passes a test passes those before it, too. Each name
        has a mark and a blank before it, and a mark after."""
        if not self.whole:
            return ()
        begun = tuple(tuple(f" {each}" for each in word) for word in self.words)
        starts = (tuple(f"{BETWEEN} {each}" for each in self.whole),)
        equal = (tuple(f"{BETWEEN} {each}{BETWEEN}" for each in self.whole),)
        return self.words, begun, starts, equal

    @property
    def best(self) -> tuple[Word, ...]:
        """The words that the best names have; empty if names say nothing."""
        return self.wider_in_name if self.replaces else self.words

    @property
    def begun(self) -> tuple[Word, ...]:
        """The same, each with a blank before it: where words of names begin."""
        return tuple(tuple(f" {each.lstrip()}" for each in word) for word in self.best)

    @property
    def wider_in_name(self) -> tuple[Word, ...]:
        """The test for names that have what is found in the place of each word; empty: there is nothing wider."""
        return tuple(tuple(_in_names(each) for each in word) for word in self.wider) if self.whole else ()

    @property
    def in_texts(self) -> int:
        """The rank of hits that have the words elsewhere than in their names."""
        return len(self.by_name) + 1 if self.wider_in_name else len(self.by_name)

    def written_out(self) -> SearchText | None:
        """The text with ae, oe and ue also read as ä, ö and ü; None if it has none of them."""
        read = _WRITTEN_OUT.sub(r"\1", self.spellings[0])
        return None if read in self.spellings else SearchText((*self.spellings, read))

    @property
    def has_parts(self) -> bool:
        """Whether it has words alone: a text with signs or digits in it has no parts, and no slips of the pen."""
        return _WORDS.fullmatch(self.spellings[0]) is not None

    def kept(self, joint: str = "-") -> list[Word]:
        """Its words, each in every spelling, without those that only join others."""
        spelled = zip(*(each.replace("-", joint).split() for each in self.spellings), strict=True)
        return [each for each in spelled if each[0] not in JOINING]

    def meaning(self, groups: Groups) -> SearchText:
        """The same text, found also by what means the same as its words."""
        words = list(zip(*(each.split(" ") for each in self.spellings), strict=True))
        also = beside(words, groups)
        return self._widened(words, also) if any(also) else self

    def stemmed(self, groups: Groups) -> SearchText | None:
        """The same text, found also by the stems of its words and of what means the same, without words that only join others; None:
        it has no stems."""
        kept = self.kept(" ") if self.has_parts else []
        stems = [tuple(map(stem_of, word)) for word in kept]
        if not kept:
            return None
        also = [tuple(map(last_stemmed, each)) for each in beside(kept, groups)]
        return replace(self._widened(stems, also), replaces=True)

    def _widened(self, words: Sequence[Word], also: Sequence[Word]) -> SearchText:
        together = zip(words, also, strict=True)
        return replace(self, wider=tuple(tuple(dict.fromkeys((*word, *more))) for word, more in together))

    def looser(self) -> Iterator[SearchText]:
        """What is searched where this is not found by its stems either, from near to far: parts of the words. Nothing if there are signs or
        digits in it."""
        if not self.has_parts:
            return
        kept = self.kept()
        before = {self.spellings}
        for loosen in LOOSER:
            words = zip(*map(loosen, kept), strict=True)
            spellings = tuple(dict.fromkeys(" ".join(each) for each in words))
            if spellings and spellings not in before:
                before.add(spellings)
                yield SearchText(spellings)


def at_boundaries(word: Word) -> Word:
    """The texts that hold a word where a word begins."""
    return tuple(f"{boundary}{each}" for boundary in BOUNDARIES for each in word)


def _in_names(text: str) -> str:
    """A text as the words of names have it: two letters only where a word begins."""
    return alone if len(alone := words_alone(text)) >= SHORTEST_PART else f" {alone}"


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
    return SearchText(tuple(dict.fromkeys(spellings)), typed=" ".join(text.split()))


def _folded(text: str) -> str:
    return " ".join(order_key(text).split())


def _refused(error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, PARAMETER)])
