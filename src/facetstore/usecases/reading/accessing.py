"""The one way from the names and ids in a path to facets, views, types, and elements that a caller may open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.domain.errors import Forbidden, Hints, NotFound
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import ElementType, Facet, Metamodel, View
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import NOTHING, ById, Parts
from facetstore.usecases.tenancy import Reading

NOT_OPENED: Final = "You may not open this element."


async def access_element(reading: Reading, facet: Facet, element_id: str, parts: Parts) -> ElementRow:
    """The element that an id in a path names. Raises as `access_row` does; an element of another facet is NotFound."""
    return await access_row(reading, element_id, parts, facet.name)


async def access_row(reading: Reading, element_id: str, parts: Parts = NOTHING, facet: str | None = None) -> ElementRow:
    """The element that an id names, in one facet or in any.

    Raises NotFound if the caller does not see it or there is none, Forbidden if the caller may only see its name.
    """
    guid = parse_guid(element_id)
    row = await reading.opened.element(ById(guid, facet), parts) if guid is not None else None
    if row is not None:
        return row
    if guid is not None and not reading.opens_all and await reading.names.name(ById(guid, facet)) is not None:
        raise Forbidden(NOT_OPENED)
    raise NotFound("There is no such element.")


def list_facets(metamodel: Metamodel) -> Sequence[Facet]:
    return sorted(metamodel.facets.values(), key=lambda each: each.name.casefold())


def list_views(facet: Facet) -> Sequence[View]:
    return sorted(facet.views.values(), key=lambda each: each.name.casefold())


def access_facet(metamodel: Metamodel, name: str) -> Facet:
    facet = metamodel.facets.get(name) or metamodel.facet(name)
    if facet is None:
        raise NotFound(f"There is no such facet.{Hints().nearest(name, metamodel.facets)}")
    return facet


def access_view(metamodel: Metamodel, facet_name: str, view_name: str) -> tuple[Facet, View]:
    facet = access_facet(metamodel, facet_name)
    view = facet.views.get(view_name) or metamodel.view(facet, view_name)
    if view is None:
        raise NotFound(f"The facet {facet.name} has no such view.{Hints().nearest(view_name, facet.views)}")
    return facet, view


def list_types(metamodel: Metamodel, facet: Facet, view: View) -> Sequence[ElementType]:
    """The types of a view, by key. Types of flow objects are in flat views of all elements only."""
    types = metamodel.types_of(facet.name)
    if view.hierarchical or view.selects != "all":
        types = tuple(each for each in types if not each.flow)
    return sorted(types, key=lambda each: each.key.casefold())


def access_type(metamodel: Metamodel, facet: Facet, view: View, name: str) -> ElementType:
    types = list_types(metamodel, facet, view)
    for each in types:
        if each.key.casefold() == name.casefold():
            return each
    hint = Hints().nearest(name, (each.key for each in types))
    raise NotFound(f"The view {view.name} of the facet {facet.name} has no such type.{hint}")
