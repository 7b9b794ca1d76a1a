"""The display name of a stored element, in each culture or in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, GOTO_MARK

_decoder: Final = msgspec.json.Decoder(dict[str, dict[int, object] | None])


def stored_attributes(document: bytes) -> Attributes:
    """The attributes of a stored document, without those whose values are rendered for each response."""
    bare = document.replace(GOTO_MARK.encode(), b"null").replace(AUTHOR_NOTE_MARK.encode(), b"null")
    return {name: values for name, values in _decoder.decode(bare).items() if values}


def names_of(attributes: Attributes, element_type: ElementType) -> Mapping[int, str]:
    """The display name in each culture that has a part of it; in the invariant culture only if there is no other.

    A part without a value in a culture uses its invariant value.
    """
    parts = [attributes.get(name, {}) for name in element_type.label]
    cultures = sorted({culture for part in parts for culture in part})
    others = [culture for culture in cultures if culture != INVARIANT] or cultures
    joined = {culture: " ".join(_words(part, culture) for part in parts).strip() for culture in others}
    return {culture: name for culture, name in joined.items() if name}


def first_name(names: Mapping[int, str], chain: Sequence[int]) -> str | None:
    """The name in the first culture of the chain that has one, else the invariant name, else None."""
    return next((names[each] for each in (*chain, INVARIANT) if each in names), None)


def _words(part: Mapping[int, object], culture: int) -> str:
    value = part.get(culture) or part.get(INVARIANT)
    return value if isinstance(value, str) else ""
