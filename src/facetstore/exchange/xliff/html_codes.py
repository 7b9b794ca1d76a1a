"""Html as text with inline codes, and back: what the codes stand for is kept as it was, so that both ways together change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

DEEPEST: Final = 40
"""How deep codes are nested; what is nested deeper stands beside its text, unpaired."""
_PIECE: Final = re.compile(
    r"(?P<text>(?:[^<>&]|&amp;|&lt;|&gt;)+)"
    r"|(?P<close></(?P<closed>[a-zA-Z][\w-]*)\s*>)"
    r"|(?P<open><(?P<opened>[a-zA-Z][\w-]*)(?:\s(?:[^<>\"]|\"[^\"]*\")*)?>)"
    r"|(?P<code>&#?\w{1,31};|.)",
    re.DOTALL,
)
_ESCAPED: Final = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))


class Text(NamedTuple):
    """Plain text."""

    text: str


class Code(NamedTuple):
    """A piece of html that a translator moves but does not change. `end` is that of its pair; then `inside` stands between both."""

    start: str
    name: str = ""
    end: str | None = None
    inside: Sequence[Inline] = ()


Inline = Text | Code


def codes_of(html: str) -> Sequence[Inline]:
    """The text and the codes of html."""
    pieces = list(_PIECE.finditer(html))
    ends = _pairs(pieces)
    return list(_inlines(pieces, ends, 0, len(pieces)))


def _pairs(pieces: Sequence[re.Match[str]]) -> dict[int, int]:
    """By the place of each start tag that has one, the place of its end tag."""
    found: dict[int, int] = {}
    path: list[tuple[str, int]] = []
    for place, each in enumerate(pieces):
        if (name := each["opened"]) is not None:
            if not each[0].endswith("/>") and len(path) < DEEPEST:
                path.append((name, place))
        elif (name := each["closed"]) is not None:
            level = next((level for level in reversed(range(len(path))) if path[level][0] == name), None)
            if level is not None:
                found[path[level][1]] = place
                del path[level:]
    return found


def _inlines(pieces: Sequence[re.Match[str]], ends: dict[int, int], place: int, stop: int) -> Iterator[Inline]:
    while place < stop:
        each = pieces[place]
        if each["text"] is not None:
            yield Text(unescaped(each[0]))
        elif (end := ends.get(place)) is not None:
            inside = list(_inlines(pieces, ends, place + 1, end))
            yield Code(each[0], each["opened"], pieces[end][0], inside)
            place = end
        else:
            yield Code(each[0], each["opened"] or "")
        place += 1


def unescaped(text: str) -> str:
    for escaped, letter in _ESCAPED:
        text = text.replace(escaped, letter)
    return text


def escaped(text: str) -> str:
    for code, letter in reversed(_ESCAPED):
        text = text.replace(letter, code)
    return text
