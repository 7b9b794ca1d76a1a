"""Texts in Markdown: escaped so that nothing in them is markup, and with the words marked that came and went."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import Final

_MARKUP: Final = re.compile(r"[\\`*_{}\[\]<>()#+\-.!|~&:@=$^\"']")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]+")
"""Characters that would begin a line, hide something, or turn the order of what is read."""
_MOST_PAIRS: Final = 250_000
"""How many pairs of words are compared: longer texts are shown one after the other."""
_LONGEST: Final = 60
"""How many words of a text are shown that is not compared."""
_CONTEXT: Final = 6
"""How many words around a change are shown."""
_CUT: Final = "…"


def escaped(text: object) -> str:
    """A text on one line in which nothing is markup."""
    return _MARKUP.sub(lambda found: f"\\{found[0]}", _CONTROL.sub(" ", str(text)).strip())


def marked(old: str, new: str) -> str:
    """The change from one text to another: what went is struck out, what came is bold, with a few words around both."""
    before, after = old.split(), new.split()
    if not before or not after or len(before) * len(after) > _MOST_PAIRS:
        return " ".join(filter(None, (_struck(_cut(before)), _bold(_cut(after)))))
    parts: list[str] = []
    operations = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for number, (kind, first, last, start, end) in enumerate(operations):
        if kind == "equal":
            parts.append(_around(before[first:last], is_first=number == 0, is_last=number == len(operations) - 1))
        else:
            parts += [_struck(before[first:last]), _bold(after[start:end])]
    return " ".join(filter(None, parts))


def _around(words: list[str], *, is_first: bool, is_last: bool) -> str:
    """Words that stay, without those far from a change."""
    left = [] if is_first else words[:_CONTEXT]
    right = [] if is_last else words[len(words) - _CONTEXT :] if len(words) > _CONTEXT else words
    if not is_first and not is_last and len(words) <= 2 * _CONTEXT:
        return escaped(" ".join(words))
    begins = len(words) > len(right) if is_first else False
    ends = len(words) > len(left) if is_last else False
    if is_first:
        return (f"{_CUT} " if begins else "") + escaped(" ".join(right))
    if is_last:
        return escaped(" ".join(left)) + (f" {_CUT}" if ends else "")
    return f"{escaped(' '.join(left))} {_CUT} {escaped(' '.join(right))}"


def _cut(words: list[str]) -> list[str]:
    return words if len(words) <= _LONGEST else [*words[:_LONGEST], _CUT]


def _struck(words: list[str]) -> str:
    return f"~~{escaped(' '.join(words))}~~" if words else ""


def _bold(words: list[str]) -> str:
    return f"**{escaped(' '.join(words))}**" if words else ""
