"""Approximate widths of texts, and line breaks: the fonts of the reader are not known."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

# Widths of Helvetica and similar fonts in thousandths of the size; those of a list share one width.
_WIDTHS: Final = {
    222: "ijl",
    191: "'",
    260: "|",
    278: " !,./:;I[\\]ft",
    333: "()-`r",
    334: "{}",
    355: '"',
    389: "*",
    469: "^",
    500: "Jckvsxyz",
    556: "#$0123456789?L_abdeghnopqu",
    584: "+<=>~",
    611: "FTZß",
    667: "&ABEKPSVXY",
    722: "CDHNRUw",
    778: "GOQ",
    833: "Mm",
    889: "%",
    944: "W",
    1015: "@",
}
_OF: Final = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_OTHER: Final = 640
_WIDE: Final = 1000
_SLACK: Final = 1.12
"""A margin: some fonts are wider than the measured one."""
_MORE: Final = "…"


@lru_cache(maxsize=4096)
def _width(letter: str) -> int:
    if letter in _OF:
        return _OF[letter]
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0
    if unicodedata.east_asian_width(letter) in "WF" or ord(letter) > 0xFFFF:
        return _WIDE
    base = unicodedata.normalize("NFD", letter)[0]
    return _OF.get(base, _OTHER)


def width(text: str, size: float) -> float:
    """About how wide a text is, in pixels."""
    return sum(map(_width, text)) * size * _SLACK / 1000


def wrap(text: str, most: float, size: float, lines: int) -> tuple[str, ...]:
    """The text in at most this many lines of this width; longer texts end with an ellipsis. There is at least one line."""
    found: list[str] = []
    for line in _broken(text, most, size):
        if len(found) == lines:
            found[-1] = _cut(f"{found[-1]} ", most, size)
            break
        found.append(line)
    return tuple(found) or ("",)


def _broken(text: str, most: float, size: float) -> Iterator[str]:
    line = ""
    for word in chain.from_iterable(_pieces(each, most, size) for each in text.split()):
        longer = f"{line} {word}" if line else word
        if line and width(longer, size) > most:
            yield line
            line = word
        else:
            line = longer
    if line:
        yield line


def _pieces(word: str, most: float, size: float) -> Iterator[str]:
    """A word, or its parts if it is wider than a line; it is split at a hyphen or slash if it has one."""
    while width(word, size) > most:
        end = _fitting(word, most - width("-", size), size)
        natural = max(word.rfind(sign, 2, end) for sign in "-/_.")
        if natural > 1:
            yield word[: natural + 1]
            word = word[natural + 1 :]
        else:
            yield word[:end] + ("-" if word[end - 1].isalpha() else "")
            word = word[end:]
    if word:
        yield word


def _fitting(word: str, most: float, size: float) -> int:
    """How many letters fit, at least one."""
    room = most * 1000 / (size * _SLACK)
    for place, letter in enumerate(word):
        room -= _width(letter)
        if room < 0:
            return max(place, 1)
    return len(word)


def _cut(text: str, most: float, size: float) -> str:
    end = _fitting(text, most - width(_MORE, size), size)
    return text[:end].rstrip(" -,;") + _MORE
