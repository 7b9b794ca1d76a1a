"""The html that is kept: elements, attributes, classes and addresses, from one file that the page's editor reads as well (decision 0072).

What it names is exactly what the editor offers and can show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Final

import msgspec

FILE: Final = "allowed_html.json"


class _Allowed(msgspec.Struct, forbid_unknown_fields=True):
    """The file. `renamed` are elements that another one shows as well, so that nothing is lost by writing that one."""

    elements: Mapping[str, Sequence[str]]
    blocks: frozenset[str]
    void: frozenset[str]
    aligned: frozenset[str]
    alignments: Sequence[str]
    colored: frozenset[str]
    colors: Sequence[str]
    targets: frozenset[str]
    schemes: frozenset[str]
    picture: str
    renamed: Mapping[str, str]


_allowed: Final = msgspec.json.decode(files("facetstore.usecases.changes").joinpath(FILE).read_bytes(), type=_Allowed)

ELEMENTS: Final = frozenset(_allowed.elements)
BLOCKS: Final = _allowed.blocks
VOID: Final = _allowed.void
RENAMED: Final = _allowed.renamed
SCHEMES: Final = _allowed.schemes
ALIGNMENTS: Final = frozenset(f"align-{each}" for each in _allowed.alignments)
COLORS: Final = frozenset(f"color-{each}" for each in _allowed.colors)
TARGETS: Final = {"a": {"target": set(_allowed.targets)}}
"""The values of attributes that may have only some."""

_PICTURE: Final = re.compile(rf"(?:https?://[^/?#\\\s]+(?=/))?({_allowed.picture})", re.IGNORECASE)
"""The address of a file of an element, whatever host it names."""


def _classes(element: str) -> set[str]:
    aligned = ALIGNMENTS if element in _allowed.aligned else frozenset()
    return {*aligned, *(COLORS if element in _allowed.colored else ())}


READ: Final = ELEMENTS | RENAMED.keys()
"""The elements that survive the first reading: those that are kept or renamed."""
ATTRIBUTES: Final = {
    each: set(_allowed.elements[RENAMED.get(each, each)]) - TARGETS.get(each, {}).keys() for each in READ
}
CLASSES: Final = {each: found for each in READ if (found := _classes(RENAMED.get(each, each)))}


def picture_address(address: str) -> str | None:
    """The address of a picture as it is stored, without a host; None if it is not the address of a file of an element.

    A path alone is always an address of this service. So no reader's browser asks another host, whatever was written.
    """
    found = _PICTURE.fullmatch(address)
    return None if found is None else found[1]
