"""A metamodel narrowed for a role: hidden parts do not exist in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from facetstore.domain.callers import Role
from facetstore.metamodel.model import ElementType, Metamodel


@lru_cache(maxsize=512)
def narrowed(metamodel: Metamodel, facets: frozenset[str], role: Role) -> Metamodel:
    """The metamodel without the hidden facets, and without the properties that a role may not read.

    Equal results are one object, so that what is computed from it is cached.
    """
    hidden, fixed = _ruled_out(metamodel, role)
    return _narrowed(metamodel, facets, hidden, fixed) if facets or hidden or fixed else metamodel


@lru_cache(maxsize=512)
def facets_named_only(metamodel: Metamodel, role: Role) -> frozenset[str]:
    """The facets whose elements a role may only see by name, in references."""
    return frozenset(
        each.name for each in metamodel.facets.values() if each.opened_by is not None and each.opened_by > role
    )


@lru_cache(maxsize=512)
def _ruled_out(metamodel: Metamodel, role: Role) -> tuple[frozenset[str], frozenset[str]]:
    """The properties that a role may not read, and the others that it may not write."""
    hidden = _above(role, metamodel.readers)
    return hidden, _above(role, metamodel.writers) - hidden


def _above(role: Role, rules: Mapping[str, Role]) -> frozenset[str]:
    return frozenset(name for name, least in rules.items() if least > role)


@lru_cache(maxsize=256)
def _narrowed(metamodel: Metamodel, facets: frozenset[str], hidden: frozenset[str], fixed: frozenset[str]) -> Metamodel:
    return replace(
        metamodel,
        facets={name: each for name, each in metamodel.facets.items() if name not in facets},
        types={name: _without(each, hidden) for name, each in metamodel.types.items() if each.facet not in facets},
        hidden=hidden,
        fixed=fixed,
        narrowed_from=metamodel,
    )


def _without(element_type: ElementType, hidden: frozenset[str]) -> ElementType:
    """A type without some properties; the same object if it has none of them."""
    if hidden.isdisjoint(element_type.properties):
        return element_type
    left = {name: each for name, each in element_type.properties.items() if name not in hidden}
    return replace(element_type, properties=left)
