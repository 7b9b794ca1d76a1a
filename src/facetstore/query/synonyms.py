"""What means the same: groups of words that a storage has chosen, and which of them stand for the words of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from facetstore.domain.values import equality_key, order_key
from facetstore.query.filter_forms import words_alone
from facetstore.query.word_stems import stem_of

MOST_WORDS: Final = 4
"""How many words of a search are one entry of a group at most."""
_MOST_BESIDE: Final = 12
"""How many texts stand for one word at most: each is looked up."""

Groups = tuple[tuple[str, ...], ...]
"""Words, or several words with blanks between them, that mean the same within a group."""


def folded_entry(text: str) -> str:
    """An entry of a group in the form in which it is searched."""
    return words_alone(order_key(equality_key(text)))


def beside(words: Sequence[tuple[str, ...]], groups: Groups) -> list[tuple[str, ...]]:
    """For each word, given in all its spellings, the entries of the groups in which it is, or of which it is a part."""
    found: list[dict[str, None]] = [{} for _ in words]
    known = _by_stems(groups) if groups else {}
    for first, last, stems in _runs(words) if known else ():
        for place in range(first, last):
            found[place].update(dict.fromkeys(known.get(stems, ())))
    return [tuple(each)[:_MOST_BESIDE] for each in found]


def last_stemmed(entry: str) -> str:
    """An entry of several words up to the stem of its last one: what stays in its inflections, as letters in a row."""
    before, blank, last = entry.rpartition(" ")
    return f"{before}{blank}{stem_of(last)}"


def _runs(words: Sequence[tuple[str, ...]]) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Words that follow each other: the places of the first and behind the last, and their stems, in every spelling."""
    for first in range(len(words)):
        for last in range(first + 1, min(first + MOST_WORDS, len(words)) + 1):
            for spelled in zip(*words[first:last], strict=True):
                yield first, last, tuple(map(stem_of, spelled))


@lru_cache(maxsize=64)
def _by_stems(groups: Groups) -> Mapping[tuple[str, ...], Sequence[str]]:
    """For the stems of each entry, all entries of its groups."""
    known: dict[tuple[str, ...], list[str]] = {}
    for group in groups:
        entries = list(dict.fromkeys(map(folded_entry, group)))
        for entry in entries:
            stems = tuple(map(stem_of, entry.split()))
            known.setdefault(stems, []).extend(entries)
    return known
