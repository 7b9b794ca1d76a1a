"""Operations 12 and 16: element info, storage info."""

from __future__ import annotations

import msgspec

from facetstore.domain.tenant import TenantSettings
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.heads import texts_json
from facetstore.rest.wire.answer import Content
from facetstore.usecases.reading import element_info
from facetstore.usecases.tenants import tenant_changes


async def get_info(exchange: Exchange) -> Content:
    path = (exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId"))
    found = await element_info.get_info(exchange.reading, *path)
    settings = exchange.reading.served.settings
    body = msgspec.json.encode({"count": 1, "values": [_info(found, settings)]})
    return Content(body, personal=True, fleeting=found.is_locked)


def _info(found: element_info.ElementInfo, settings: TenantSettings) -> dict[str, object]:
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
            key: msgspec.Raw(texts_json(names, settings)) for key, names in found.insertable.items()
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
    api = exchange.texts.api.decode()
    addresses = {"apiUrl": f"{api}/", "appUrl": api.removesuffix("_api")}
    served = exchange.reading.served
    described = await tenant_changes.storage_info(exchange.storage, served)
    body = msgspec.json.encode({name: addresses.get(name, value) for name, value in described.items()})
    # Whether there is a base tenant can change without anything changing here.
    return Content(body, fleeting=bool(served.settings.base_tenant))
