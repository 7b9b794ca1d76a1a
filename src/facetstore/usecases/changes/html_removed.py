"""What cleaning took away from html, by name and number: never its content, which a hostile author wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from facetstore.usecases.changes.allowed_html import ELEMENTS
from facetstore.usecases.changes.html_as_xml import TAG

MOST: Final = 10
"""How many names are listed."""
_LONGEST: Final = 30
_UNNOTICED: Final = re.compile(r'</?tbody>| (?:xmlns[^\s"=<>]*+|rel)="[^"]*+"| class=""')
"""Tags that browsers add themselves, and attributes that change nothing that is shown."""
_ATTRIBUTE: Final = re.compile(r' ([^\s"=<>]++)="([^"]*+)"')
_UNSAID: Final = re.compile(r"[^\w:.-]", re.ASCII)


class Removed(NamedTuple):
    """Elements of one name that were removed, or attributes of one name of such elements; without a name, characters."""

    element: str
    attribute: str
    number: int

    def __str__(self) -> str:
        if not self.element:
            return "what no XML document can hold"
        what = f"{self.attribute} of {self.element}" if self.attribute else self.element
        return f"{what} ({self.number})" if self.number > 1 else what


UNNAMED: Final = (Removed("", "", 1),)


def removed(everything: str, kept: str) -> tuple[Removed, ...]:
    """What the kept html lacks of everything, most frequent first. Both are as nh3 writes html."""
    if _gist(everything) == _gist(kept):
        return ()
    lost = _parts(everything) - _parts(kept)
    counts = Counter[tuple[str, str]]()
    for (element, attribute, _), count in lost.items():
        if not attribute or element in ELEMENTS:
            counts[_said(element), _said(attribute)] += count
    return tuple(Removed(*name, count) for name, count in counts.most_common(MOST)) or UNNAMED


def listed(found: Sequence[Removed]) -> str:
    """The removed parts, for a sentence."""
    return ", ".join(map(str, found)) + (" and more" if len(found) == MOST else "")


def _gist(html: str) -> list[str]:
    """The words and tags of html that nh3 wrote, to compare it regardless of white space."""
    return _UNNOTICED.sub("", html).split()


def _parts(html: str) -> Counter[tuple[str, str, str]]:
    """The elements, and their attributes with values, each with its number."""
    parts = Counter[tuple[str, str, str]]()
    for match in TAG.finditer(_UNNOTICED.sub("", html)):
        if not match[1]:
            parts[match[2], "", ""] += 1
            for attribute, value in _ATTRIBUTE.findall(match[3]):
                parts[match[2], attribute, value] += 1
    return parts


def _said(name: str) -> str:
    return _UNSAID.sub("?", name[:_LONGEST])
