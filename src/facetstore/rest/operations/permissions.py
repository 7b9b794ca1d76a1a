"""Permissions on elements and facets, and the explanation of what a user may do."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_flag, read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.access import explaining, permission_settings
from facetstore.usecases.access.permission_settings import ElementPermissions
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.reading.accessing import access_view
from facetstore.usecases.writing import Writing


async def get_permissions(exchange: Exchange) -> Content:
    found, row = await permission_settings.element_permissions(exchange.reading, exchange.storage, _path(exchange))
    return Content(_one(_as_json(found)), row.revision, fleeting=True)


async def set_permissions(exchange: Exchange) -> Content:
    body, force = await read_json(exchange), read_flag(exchange, "force")
    facet, element = _facet(exchange), exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        return await _written(
            writing, await permission_settings.set_permissions(writing, facet, element, body, force=force)
        )

    return await write(exchange, work)


async def drop_permissions(exchange: Exchange) -> Content:
    facet, element, force = _facet(exchange), exchange.parameter("elementId"), read_flag(exchange, "force")

    async def work(writing: Writing) -> Content:
        return await _written(writing, await permission_settings.drop_permissions(writing, facet, element, force=force))

    return await write(exchange, work)


async def get_facet_permissions(exchange: Exchange) -> Content:
    found = await permission_settings.facet_permissions(
        exchange.reading, exchange.storage, exchange.parameter("facetId")
    )
    return Content(_one({"grants": _grants(found)}), fleeting=True)


async def set_facet_permissions(exchange: Exchange) -> Content:
    body, name = await read_json(exchange), exchange.parameter("facetId")

    async def work(writing: Writing) -> Content:
        facet = await permission_settings.set_facet_permissions(writing, name, body)
        rows = await writing.writer.zones.permissions()
        grants = next((each.grants for each in rows.facets if each.facet == facet.name), ())
        return Content(_one({"grants": [_grant(*each) for each in grants]}))

    return await write(exchange, work)


async def explain_access(exchange: Exchange) -> Content:
    user = exchange.given().get("user")
    found = await explaining.explain_access(exchange.reading, exchange.storage, _path(exchange), user)
    return Content(_one(explaining.as_json(found)), fleeting=True)


async def _written(writing: Writing, stored: StoredVersion) -> Content:
    element = str(stored.version.element)
    zone = (await writing.writer.stored.existing([element]))[element].zone
    found = permission_settings.permissions_of(await writing.writer.zones.permissions(), element, zone)
    return Content(_one(_as_json(found)), stored.revision)


def _as_json(found: ElementPermissions) -> Mapping[str, object]:
    return {
        "element": found.element,
        "own": found.own,
        "inherits": found.inherits,
        "excludes": found.excludes,
        "grants": _grants(found),
    }


def _grants(found: ElementPermissions) -> list[Mapping[str, object]]:
    return [_grant(*each) for each in found.grants]


def _grant(principal: str, sets: tuple[str, ...]) -> Mapping[str, object]:
    return {"principal": principal, "permissionSets": sets}


def _one(value: Mapping[str, object]) -> bytes:
    return msgspec.json.encode({"count": 1, "values": [value]})


def _path(exchange: Exchange) -> tuple[str, str, str]:
    return exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")


def _facet(exchange: Exchange) -> str:
    facet, _ = access_view(exchange.reading.metamodel, exchange.parameter("facetId"), exchange.parameter("viewId"))
    return facet.name
