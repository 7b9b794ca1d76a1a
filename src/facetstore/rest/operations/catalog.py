"""Operations 1, 2 and 14: facets, views and the configuration of types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from facetstore.metamodel.model import Attribute, ElementType, Property, Related, SelectableValue, Texts, View
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.heads import texts_in
from facetstore.rest.wire.answer import Content
from facetstore.usecases.labels import text_for
from facetstore.usecases.reading import accessing
from facetstore.usecases.reading.offered_stereotypes import Own, read_stereotypes, stereotypes_of
from facetstore.usecases.tenants.predefined import STEREOTYPE


async def list_facets(exchange: Exchange) -> Content:
    address = exchange.texts.api.decode() + "/rest/facets"
    facets = accessing.list_facets(exchange.reading.metamodel)
    return _values(
        [
            {"name": each.name, **_names(exchange, each.names), "views": f"{address}/{each.name}/views"}
            for each in facets
        ]
    )


async def list_views(exchange: Exchange) -> Content:
    facet = accessing.access_facet(exchange.reading.metamodel, exchange.parameter("facetId"))
    address = f"{exchange.texts.api.decode()}/rest/facets/{facet.name}/views"
    return _values(
        [
            {
                "name": each.name,
                **_names(exchange, each.names),
                "isHierarchical": each.hierarchical,
                "elements": f"{address}/{each.name}/elements",
            }
            for each in accessing.list_views(facet)
        ]
    )


async def list_types(exchange: Exchange) -> Content:
    facet, view = accessing.access_view(
        exchange.reading.metamodel, exchange.parameter("facetId"), exchange.parameter("viewId")
    )
    types = accessing.list_types(exchange.reading.metamodel, facet, view)
    own = await _stereotypes(exchange, types, view)
    return _values([_type(exchange, each, view, own) for each in types])


async def get_type(exchange: Exchange) -> Content:
    metamodel = exchange.reading.metamodel
    facet, view = accessing.access_view(metamodel, exchange.parameter("facetId"), exchange.parameter("viewId"))
    element_type = accessing.access_type(metamodel, facet, view, exchange.parameter("type"))
    own = await _stereotypes(exchange, [element_type], view)
    return _values([_type(exchange, element_type, view, own)])


async def _stereotypes(exchange: Exchange, types: Sequence[ElementType], view: View) -> Own:
    """The stereotypes of the tenant, if a type has any and the view shows it."""
    shown = view.shows is None or STEREOTYPE in view.shows
    named = any(each.stereotype_type and STEREOTYPE in each.properties for each in types)
    return await read_stereotypes(exchange.reading) if shown and named else {}


def _values(values: list[dict[str, Any]]) -> Content:
    return Content(msgspec.json.encode({"count": len(values), "values": values}))


def _names(exchange: Exchange, names: Texts) -> dict[str, Any]:
    """A display name as the api-version has it: one text in the default culture, or one for each culture."""
    if exchange.call.api_version != "1.0":
        return {"displayNames": _texts(exchange, names)}
    return {"displayName": text_for(names, exchange.reading.served.settings)}


def _texts(exchange: Exchange, texts: Texts) -> Mapping[str, str]:
    return texts_in(texts, exchange.reading.served.settings)


def _type(exchange: Exchange, element_type: ElementType, view: View, own: Own) -> dict[str, Any]:
    listed = None if view.shows is None else view.shows | view.configures
    shown = [each for each in element_type.properties.values() if listed is None or each.key in listed]
    described = {
        "key": element_type.key,
        "displayNames": _texts(exchange, element_type.names),
        "descriptions": _texts(exchange, element_type.descriptions),
        "properties": [_property(exchange, _with_stereotypes(each, element_type, own)) for each in shown],
    }
    layouts = element_type.layouts if view.layouts else ()
    return {
        **described,
        "layouts": [{"key": each.key, "displayNames": _texts(exchange, each.names)} for each in layouts],
    }


def _with_stereotypes(declared: Property, element_type: ElementType, own: Own) -> Property:
    """The property; that of the stereotype with all that elements of the type may carry."""
    if declared.key != STEREOTYPE or declared.attribute is None or element_type.stereotype_type is None:
        return declared
    values = tuple(stereotypes_of(element_type, own))
    return replace(declared, attribute=replace(declared.attribute, selectable_values=values))


def _property(exchange: Exchange, declared: Property) -> dict[str, Any]:
    described: dict[str, Any] = {
        "key": declared.key,
        "displayNames": _texts(exchange, declared.names),
        "descriptions": _texts(exchange, declared.descriptions),
        "tooltips": _texts(exchange, declared.tooltips),
    }
    if declared.attribute is not None:
        return {**described, "attribute": _attribute(exchange, declared.attribute)}
    assert declared.related is not None
    fixed = declared.key in exchange.reading.metamodel.fixed
    return {**described, "related": _related(declared.related, fixed=fixed)}


def _attribute(exchange: Exchange, attribute: Attribute) -> dict[str, Any]:
    described: dict[str, Any] = {
        "type": attribute.runtime_type,
        "dataType": attribute.data_type.value,
        "isInvariantCulture": attribute.invariant,
    }
    if attribute.data_type.value in ("SelectionValue", "MultiSelection"):
        described["selectableValues"] = [_selectable(exchange, each) for each in attribute.selectable_values]
    return described


def _selectable(exchange: Exchange, value: SelectableValue) -> dict[str, Any]:
    key = {} if value.key is None else {"key": value.key}
    texts = {"displayNames": value.names, "descriptions": value.descriptions, "tooltips": value.tooltips}
    return {**key, **{name: _texts(exchange, each) for name, each in texts.items()}}


def _related(related: Related, *, fixed: bool) -> dict[str, Any]:
    return {
        "relatedTypes": list(related.types),
        "canAddNew": related.can_add_new,
        "maxOccurrence": related.max_occurrence,
        "readOnly": related.read_only or fixed,
        "facet": related.facet,
    }
