"""Operations 12, 16 and 17: element info, storage info, offered transitions."""

from __future__ import annotations

import msgspec

from facetstore.rest.answer import Content
from facetstore.rest.handlers import Exchange
from facetstore.rest.release import explain_transitions
from facetstore.rest.rendering import texts_json
from facetstore.usecases import info, release, tenants


async def get_info(exchange: Exchange) -> Content:
    exchange.options()
    path = (exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId"))
    found = await info.get_info(exchange.reading, *path)
    cultures = exchange.reading.served.settings.data_cultures
    return Content(msgspec.json.encode({"count": 1, "values": [_info(found, cultures)]}))


def _info(found: info.ElementInfo, cultures: tuple[int, ...]) -> dict[str, object]:
    return {
        "elementTypeName": found.element_type.element_type_name,
        "entityIds": found.entity_ids,
        "entityTypeName": found.element_type.entity_type_name,
        "facetTypeName": found.facet.title,
        "facetViewKey": found.view.key,
        "hasDiagram": bool(found.element_type.content),
        "hasEditPermission": found.has_edit_permission,
        "id": found.id,
        "insertableDynamicTypes": {
            key: msgspec.Raw(texts_json(names, cultures)) for key, names in found.insertable.items()
        },
        "isCurrentCopyable": found.is_copyable,
        "isCurrentInsertable": found.is_insertable,
        "isCurrentMovable": found.is_movable,
        "isCurrentRemovable": found.is_removable,
        "isReadOnly": found.is_read_only,
        "isReadOnlyCollection": found.is_read_only_collection,
        "name": found.name,
        "permissions": found.permissions,
        "readOnlyCollectionContext": found.read_only_collection_context,
        "readOnlyContext": found.read_only_context,
        "rootPath": found.root_path,
        "shapeId": found.shape_id,
        "typeColor": found.element_type.color,
        "uid": found.uid,
    }


async def get_storage_info(exchange: Exchange) -> Content:
    exchange.options()
    api = exchange.texts.api.decode()
    addresses = {"apiUrl": f"{api}/", "appUrl": api.removesuffix("_api")}
    described = await tenants.storage_info(exchange.storage, exchange.reading.served)
    return Content(msgspec.json.encode({name: addresses.get(name, value) for name, value in described.items()}))


async def list_transitions(exchange: Exchange) -> Content:
    exchange.options()
    if exchange.given().get("explain", "false").casefold() == "true":
        return await explain_transitions(exchange)
    found = await release.list_transitions(exchange.reading, exchange.parameter("elementId"))
    values = [{"transitionId": each.id, "sourceState": each.source, "targetState": each.target} for each in found]
    # Clients of before 2019 read the list under this name (spec: endpoint.17).
    name = "transitions" if exchange.call.method == "POST" else "values"
    return Content(msgspec.json.encode({"count": len(values), name: values}))
