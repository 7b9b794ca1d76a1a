"""Facets, views and types: listing them, and looking them up by the names in a path."""

from __future__ import annotations

from collections.abc import Sequence

from facetstore.domain.errors import NotFound
from facetstore.metamodel.model import ElementType, Facet, Metamodel, View


def list_facets(metamodel: Metamodel) -> Sequence[Facet]:
    return sorted(metamodel.facets.values(), key=lambda each: each.name.casefold())


def list_views(facet: Facet) -> Sequence[View]:
    return sorted(facet.views.values(), key=lambda each: each.name.casefold())


def access_facet(metamodel: Metamodel, name: str) -> Facet:
    facet = metamodel.facets.get(name) or metamodel.facet(name)
    if facet is None:
        raise NotFound("There is no such facet.")
    return facet


def access_view(metamodel: Metamodel, facet_name: str, view_name: str) -> tuple[Facet, View]:
    facet = access_facet(metamodel, facet_name)
    view = facet.views.get(view_name) or metamodel.view(facet, view_name)
    if view is None:
        raise NotFound(f"The facet {facet.name} has no such view.")
    return facet, view


def list_types(metamodel: Metamodel, facet: Facet, view: View) -> Sequence[ElementType]:
    """The types of a view, by key. Types of flow objects are in flat views of all elements only."""
    types = metamodel.types_of(facet.name)
    if view.hierarchical or view.selects != "all":
        types = tuple(each for each in types if not each.flow)
    return sorted(types, key=lambda each: each.key.casefold())


def access_type(metamodel: Metamodel, facet: Facet, view: View, name: str) -> ElementType:
    for each in list_types(metamodel, facet, view):
        if each.key.casefold() == name.casefold():
            return each
    raise NotFound(f"The view {view.name} of the facet {facet.name} has no such type.")
