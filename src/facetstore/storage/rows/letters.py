"""Numbers by which PostgreSQL finds texts: one for every three letters in a row, with a blank before and after each word.

The row of `words` of a version has all of them in one array, which has an index. The same letters are other numbers in another
tenant, so that the index itself leaves out the texts of other tenants; and other numbers in names, so that a search in names is
not slowed down by other texts.
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
"""Stands for any character that is not in `_FOLLOWING` and follows two letters."""
_FOLLOWING: Final = "0123456789abcdefghijklmnopqrstuvwxyz "
_PAIR: Final = re.compile("[0-9a-z]{2}")
_MOST: Final = 4
_FEWEST: Final = 2
"""How many numbers are looked up for several texts together, and at least for each text. Each costs one more walk through the
index, and a few are enough: callers compare the texts as well."""
_MOST_WALKS: Final = 4
"""How many combinations of one text of each clause are looked up at most, each by one array."""
_LONG: Final = 40
_CACHED: Final = 1 << 13
_CACHED_TENANTS: Final = 8
"""Words up to `_LONG` letters are cached with their numbers, because most occur again: `_CACHED` words in each cache, and
`_CACHED_TENANTS` caches. A tenant has two, for texts and for names."""


def letters_of(tenant: int, texts: Iterable[str], names: str) -> str:
    """All numbers of a version, from its texts and the words of its names, as the text of a PostgreSQL array: to send a list of
    numbers would take many times as long."""
    words = set(chain.from_iterable(text.split() for text in texts))
    anywhere = map(_numbers(tenant, "").__getitem__, words)
    called = map(_numbers(tenant, NAMES).__getitem__, names.split())
    return f"{{{','.join(set[str]().union(*anywhere, *called))}}}"


class _WordNumbers(dict[str, tuple[str, ...]]):
    """Maps a word to its numbers, as texts."""

    def __init__(self, tenant: int, mark: str) -> None:
        self._tenant = tenant
        self._mark = mark

    def __missing__(self, word: str) -> tuple[str, ...]:
        found = set(_threes(f" {word} "))
        if not self._mark:
            found |= {f"{three[:2]}{_OTHERS}" for three in found if _PAIR.match(three) and three[2] not in _FOLLOWING}
        numbers = tuple(str(_number(self._tenant, self._mark, three)) for three in found)
        if len(self) >= _CACHED:
            self.clear()
        return self.setdefault(word, numbers) if len(word) <= _LONG else numbers


_numbers: Final = lru_cache(maxsize=_CACHED_TENANTS)(_WordNumbers)


def _threes(text: str) -> list[str]:
    return [text[place : place + SHORTEST] for place in range(len(text) - SHORTEST + 1)]


def _number(tenant: int, mark: str, three: str) -> int:
    return crc32(f"{tenant}{mark}{three}".encode(errors="surrogatepass")) - (1 << 31)


def has_letters(
    tenant: int, clauses: Sequence[Sequence[str]], bind: Callable[[object], str], mark: str = ""
) -> str | None:
    """A test, for the index, that is true at least of versions whose words contain, of each clause, one text. Each
    combination of texts is tested by one array if there are few. None: each clause has a text without numbers."""
    most = max(_FEWEST, _MOST // len(clauses)) if clauses else 0
    wanted = [list(dict.fromkeys(_some(tenant, text, most, mark) for text in texts)) for texts in clauses]
    with_numbers = [texts for texts in wanted if all(texts)]
    if not with_numbers:
        return None
    if prod(map(len, with_numbers)) > _MOST_WALKS:
        return " AND ".join(_any_of(texts, bind) for texts in with_numbers)
    return _any_of([tuple(chain.from_iterable(together)) for together in product(*with_numbers)], bind)


def _any_of(ways: Iterable[Sequence[int]], bind: Callable[[object], str]) -> str:
    return f"({' OR '.join(f'w.letters @> CAST({bind(way)} AS int[])' for way in ways)})"


def _some(tenant: int, text: str, most: int, mark: str) -> tuple[int, ...]:
    """Up to `most` numbers that every version has that contains the text, from its first to its last letters."""
    # Blanks and marks in a row become one blank, as around stored words. The two NULs keep those at the ends.
    alike = " ".join(f"\0{text}\0".split())[1:-1]
    threes = [three for three in _threes(alike) if three[1] != " "]
    last = len(threes) - 1
    chosen = threes if last < most else [threes[last * n // (most - 1)] for n in range(most)]
    return tuple(_number(tenant, mark, three) for three in chosen)


def has_beginnings(tenant: int, texts: Sequence[str], bind: Callable[[object], str]) -> str | None:
    """The same, but only by the first two letters of each text and every character that may follow them. None: a text does
    not begin with two of the digits and the letters a to z."""
    if not all(map(_PAIR.match, texts)):
        return None
    threes = (f"{text[:2]}{following}" for text in texts for following in f"{_FOLLOWING}{_OTHERS}")
    return f"w.letters && CAST({bind([_number(tenant, '', three) for three in threes])} AS int[])"
