"""Letters as numbers, by which PostgreSQL finds texts: one for every three in a row, with a blank before and behind each word.

The row of words of a version has all of them in one array, and an index of it. Other tenants' letters are other numbers, so that
the index itself leaves them out; so are those of names, so that what is looked for in names is not held up by other texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain, product
from math import prod
from typing import Final
from zlib import crc32

SHORTEST: Final = 3
"""How many letters in a row make a number."""
NAMES: Final = "\x1e"
"""Marks the letters of the words of names."""
_OTHERS: Final = "\x1f"
"""Stands for whatever else may follow two letters."""
_FOLLOWING: Final = "0123456789abcdefghijklmnopqrstuvwxyz "
_PAIR: Final = re.compile("[0-9a-z]{2}")
_MOST: Final = 4
_FEWEST: Final = 2
"""Of how many three letters in a row a version must have all, of several texts together; and of each at least. Every one of them is
one more walk through the index, and few tell enough: whoever asks looks at the texts as well."""
_MOST_WALKS: Final = 4
"""How often the index is walked for texts that must be there together, in different spellings."""
_LONG: Final = 40
_KEPT: Final = 1 << 13
_KEPT_TENANTS: Final = 8
"""Words that are not longer are kept with their numbers, as most come again: so many, and those of half as many tenants."""


def letters_of(tenant: int, texts: Iterable[str], names: str) -> str:
    """All numbers of a version, by its texts and the words of its names, as PostgreSQL writes an array: as numbers they would take
    many times as long to hand over."""
    words = set(chain.from_iterable(text.split() for text in texts))
    anywhere = map(_numbers(tenant, "").__getitem__, words)
    called = map(_numbers(tenant, NAMES).__getitem__, names.split())
    return f"{{{','.join(set[str]().union(*anywhere, *called))}}}"


class _Numbers(dict[str, tuple[str, ...]]):
    """By word its numbers, written out."""

    def __init__(self, tenant: int, mark: str) -> None:
        self._tenant = tenant
        self._mark = mark

    def __missing__(self, word: str) -> tuple[str, ...]:
        found = set(_threes(f" {word} "))
        if not self._mark:
            found |= {f"{three[:2]}{_OTHERS}" for three in found if _PAIR.match(three) and three[2] not in _FOLLOWING}
        numbers = tuple(str(_number(self._tenant, self._mark, three)) for three in found)
        if len(self) >= _KEPT:
            self.clear()
        return self.setdefault(word, numbers) if len(word) <= _LONG else numbers


_numbers: Final = lru_cache(maxsize=_KEPT_TENANTS)(_Numbers)


def _threes(text: str) -> list[str]:
    return [text[place : place + SHORTEST] for place in range(len(text) - SHORTEST + 1)]


def _number(tenant: int, mark: str, three: str) -> int:
    return crc32(f"{tenant}{mark}{three}".encode(errors="surrogatepass")) - (1 << 31)


def has_letters(
    tenant: int, clauses: Sequence[Sequence[str]], bind: Callable[[object], str], mark: str = ""
) -> str | None:
    """A test, for the index, that is true at least of versions whose words hold, of each clause, one of its texts. What must be there
    together is one walk, so that every combination is named where they are few. None: the index can tell nothing."""
    most = max(_FEWEST, _MOST // len(clauses)) if clauses else 0
    wanted = [list(dict.fromkeys(_some(tenant, text, most, mark) for text in texts)) for texts in clauses]
    telling = [texts for texts in wanted if all(texts)]
    if not telling:
        return None
    if prod(map(len, telling)) > _MOST_WALKS:
        return " AND ".join(_any_of(texts, bind) for texts in telling)
    return _any_of([tuple(chain.from_iterable(together)) for together in product(*telling)], bind)


def _any_of(ways: Iterable[Sequence[int]], bind: Callable[[object], str]) -> str:
    return f"({' OR '.join(f'w.letters @> CAST({bind(way)} AS int[])' for way in ways)})"


def _some(tenant: int, text: str, most: int, mark: str) -> tuple[int, ...]:
    """Some of the numbers that every version has that holds a text, from its first to its last letters."""
    # Blanks and marks in a row are one blank, as around stored words, also at the ends: something stands beyond them meanwhile.
    alike = " ".join(f"\0{text}\0".split())[1:-1]
    threes = [three for three in _threes(alike) if three[1] != " "]
    last = len(threes) - 1
    chosen = threes if last < most else [threes[last * n // (most - 1)] for n in range(most)]
    return tuple(_number(tenant, mark, three) for three in chosen)


def has_beginnings(tenant: int, texts: Sequence[str], bind: Callable[[object], str]) -> str | None:
    """The same for texts of which only the first two letters are looked at, by all that may follow them. None: they are not of those
    that can be looked up so."""
    if not all(map(_PAIR.match, texts)):
        return None
    threes = (f"{text[:2]}{following}" for text in texts for following in f"{_FOLLOWING}{_OTHERS}")
    return f"w.letters && CAST({bind([_number(tenant, '', three) for three in threes])} AS int[])"
