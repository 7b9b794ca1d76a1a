"""Our own operations for pages: the revision of the storage, and what a page needs of every type to show elements."""

from __future__ import annotations

from typing import Any

import msgspec

from facetstore.metamodel.model import ElementType, Metamodel, Texts
from facetstore.metamodel.plain import words
from facetstore.regional.time_zones import local_now, time_zone, to_local
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.heads import texts_in
from facetstore.rest.wire.answer import Content
from facetstore.usecases.changes.body import is_owned
from facetstore.usecases.reading.element_info import why_not_creatable


async def get_revision(exchange: Exchange) -> Content:
    """The revision of the storage. The body differs after every change, so its ETag answers a page that polls."""
    return Content(msgspec.json.encode({"revision": exchange.reading.revisions.revision}))


async def get_period(exchange: Exchange) -> Content:
    """From when to when the storage can be read: in the time zone of the storage, like every time."""
    reading = exchange.reading
    revision, zone = reading.revisions.revision, time_zone(reading.served.settings.time_zone)
    began, at = await exchange.storage.period_until(reading.served.tenant, revision)
    body: dict[str, object] = {"revision": revision, "now": local_now(zone)}
    if began is not None:
        body["began"] = to_local(began, zone)
    if at is not None:
        body["at"] = to_local(at, zone)
    return Content(msgspec.json.encode(body), fleeting=True)


async def list_all_types(exchange: Exchange) -> Content:
    metamodel = exchange.reading.metamodel
    values = [_summary(exchange, metamodel, each) for _, each in sorted(metamodel.types.items())]
    roles = metamodel.roles.shown(metamodel.hidden)
    groups = [
        {
            "key": key,
            "displayNames": _texts(exchange, names),
            "facets": [each.name for each in metamodel.facets.values() if each.group == key],
        }
        for key, names in metamodel.facet_groups.items()
    ]
    # Of the caller, the role and audience do not say what may be created.
    return Content(
        msgspec.json.encode({"count": len(values), "values": values, "roles": roles, "facetGroups": groups}),
        personal=True,
    )


def _summary(exchange: Exchange, metamodel: Metamodel, element_type: ElementType) -> dict[str, Any]:
    properties = element_type.properties.values()
    lifecycle = metamodel.lifecycle_of.get(element_type.key)
    refusal = why_not_creatable(exchange.reading, element_type)
    starts = words(lifecycle.new_version, "from") if lifecycle is not None and element_type.versioned else ()
    return {
        "key": element_type.key,
        "facet": element_type.facet,
        "facetTypeName": metamodel.facets[element_type.facet].title,
        "displayNames": _texts(exchange, element_type.names),
        "color": element_type.color,
        "figure": element_type.drawn_as,
        "icon": element_type.icon,
        "isVersioned": element_type.versioned,
        "isRoot": element_type.root,
        "isFlow": element_type.flow,
        "isCreatable": refusal is None,
        **({} if refusal is None else {"whyNotCreatable": refusal}),
        "hasDiagram": bool(element_type.content),
        "content": [] if element_type.content_is_children else list(element_type.content),
        "layouts": [
            {
                "key": each.key,
                "displayNames": _texts(exchange, each.names),
                **({"lanes": list(each.lanes)} if each.lanes else {}),
                **({"keepsPlaces": True} if each.positions else {}),
            }
            for each in element_type.layouts
        ],
        "children": list(element_type.children),
        "label": list(element_type.label),
        "mandatory": [each.key for each in properties if each.attribute is not None and each.attribute.mandatory],
        "translatedLabel": list(element_type.translated_label),
        "translatedMandatory": list(element_type.translated_mandatory),
        "forPrograms": [each.key for each in properties if each.attribute is not None and each.attribute.for_programs],
        "readOnly": [each.key for each in properties if is_owned(each) or each.key in metamodel.fixed],
        "states": [
            {
                "key": each.key,
                "displayNames": _texts(exchange, each.names),
                "isEditable": each.editable,
                "isReleased": each.released,
                "startsVersion": each.key in starts,
            }
            for each in (lifecycle.states.values() if lifecycle else ())
        ],
    }


def _texts(exchange: Exchange, texts: Texts) -> dict[str, str]:
    return texts_in(texts, exchange.reading.served.settings)
