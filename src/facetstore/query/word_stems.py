"""The stem of a word: what stays the same in its inflections, in German and in English.

The language of a question is not known, and texts are searched for letters in a row. So a stem need not be a word: it has to be in the
other forms of the word, and it may be short. Words are folded: in lower case, without accents.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

SHORTEST_STEM: Final = 3
_ENDINGS: Final = tuple(
    sorted(
        (
            *(
                "e",
                "n",
                "s",
                "y",
                "en",
                "er",
                "em",
                "es",
                "ed",
                "al",
                "ern",
                "ers",
                "ens",
                "est",
                "end",
                "ende",
                "enden",
            ),
            *(
                "ung",
                "ungen",
                "lung",
                "lungen",
                "eln",
                "elt",
                "ieren",
                "iert",
                "ierung",
                "ierungen",
                "heit",
                "heiten",
                "keit",
                "keiten",
            ),
            *(
                "atur",
                "aturen",
                "age",
                "agen",
                "ation",
                "ations",
                "ationen",
                "ion",
                "ions",
                "ionen",
                "isch",
                "ische",
                "ischen",
                "lich",
            ),
            *(
                "ing",
                "ings",
                "ies",
                "ied",
                "ment",
                "ments",
                "ure",
                "ures",
                "ate",
                "ates",
                "ated",
                "ating",
                "ator",
                "als",
                "ly",
            ),
        ),
        key=len,
        reverse=True,
    )
)
"""What inflection and derivation add, the longest first."""
_DOUBLING: Final = frozenset(("ing", "ings", "ed", "er", "ers"))
"""English doubles the last letter of a short word before these."""
_DOUBLED: Final = "bdgmnpt"
_PART: Final = 4
_OF_LONG: Final = 4
"""What a long ending leaves."""
_GERMAN: Final = "der die das den dem des ein eine einen einem einer und oder von vom zu zum zur im in am an auf aus bei mit fur per wer wie was wo"
_ENGLISH: Final = "the a of and or to for by on at with from who how what where is are"
JOINING: Final = frozenset(f"{_GERMAN} {_ENGLISH}".split())
"""Words that only join others."""


@lru_cache(maxsize=4096)
def stem_of(word: str) -> str:
    """The stem of a folded word; the word itself where an ending would leave too little."""
    for ending in _ENDINGS:
        least = SHORTEST_STEM if len(ending) <= SHORTEST_STEM or ending.startswith("ment") else _OF_LONG
        if word.endswith(ending) and len(word) - len(ending) >= least:
            stem = word[: -len(ending)]
            doubled = ending in _DOUBLING and len(stem) > SHORTEST_STEM and stem[-1] == stem[-2]
            return stem[:-1] if doubled and stem[-1] in _DOUBLED else stem
    return word


def stems(spellings: Sequence[str]) -> list[str]:
    """The stems of a word in all its spellings."""
    return [stem_of(each) for each in spellings]


def ends(spellings: Sequence[str]) -> list[str]:
    """The beginning and the end of each stem as two words, if all are long: the parts of a compound."""
    found = stems(spellings)
    return found if min(map(len, found)) < 2 * _PART else [f"{stem[:_PART]} {stem[-_PART:]}" for stem in found]


def beginnings(spellings: Sequence[str]) -> list[str]:
    """The first half of each stem, which most slips of the pen leave right."""
    return [stem[: max(SHORTEST_STEM, len(stem) // 2)] for stem in stems(spellings)]


LOOSER: Final = (ends, beginnings)
"""What is looked for in the place of words whose stems are not found, from near to far."""
