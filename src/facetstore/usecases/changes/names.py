"""The names in a body: the properties of a type, ignoring letter case, and those that the server owns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from facetstore.metamodel.model import Metamodel, Property

_TYPES_REMEMBERED: Final = 1024
_METAMODELS_REMEMBERED: Final = 64


@dataclass(frozen=True, slots=True)
class TypeNames:
    """The properties of a type by their casefolded names."""

    attributes: Mapping[str, Property]
    contexts: Mapping[str, Property]


@lru_cache(maxsize=_TYPES_REMEMBERED)
def names_of_type(metamodel: Metamodel, type_key: str) -> TypeNames:
    element_type = metamodel.types[type_key]
    return TypeNames(
        {name.casefold(): each for name, each in element_type.attributes.items()},
        {name.casefold(): each for name, each in element_type.contexts.items()},
    )


@lru_cache(maxsize=_METAMODELS_REMEMBERED)
def owned_names(metamodel: Metamodel) -> frozenset[str]:
    """The casefolded names of what the server owns in any type: in a body they are ignored (D2.12)."""
    return frozenset(
        name.casefold()
        for element_type in metamodel.types.values()
        for name, each in element_type.properties.items()
        if is_owned(each)
    )


def is_owned(declared: Property) -> bool:
    """Whether no body can change a property: it is derived, set by the server, or read-only."""
    if declared.attribute is not None:
        return declared.attribute.derived
    return declared.related is not None and (declared.related.derived or declared.related.read_only)
