"""Preferences: what a page remembers for a user, or for all users of a tenant."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facetstore.domain.preference_kinds import OF_PAGES, PreferenceKind
from facetstore.query.parameters import Parameters
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_flag, read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.people import preferring
from facetstore.usecases.people.preferring import ListedPreference, PreferencePlace, Preferred
from facetstore.usecases.writing import Writing


async def list_preferences(exchange: Exchange) -> Content:
    parameters = Parameters(exchange.given())
    kinds = parameters.names("kind", OF_PAGES)
    parameters.check()
    found = await preferring.list_preferences(
        exchange.reading, exchange.storage, [PreferenceKind(each) for each in kinds or ()]
    )
    return Content(_rendered(found), fleeting=True)


async def set_preference(exchange: Exchange) -> Content:
    place, body = _place(exchange), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        return Content(_rendered([await preferring.set_preference(writing, place, body)]))

    return await write(exchange, work)


async def delete_preference(exchange: Exchange) -> Content:
    place = _place(exchange)

    async def work(writing: Writing) -> Content:
        await preferring.delete_preference(writing, place)
        return Content(_rendered([]))

    return await write(exchange, work)


def _place(exchange: Exchange) -> PreferencePlace:
    shared, principal = read_flag(exchange, "shared"), exchange.reading.caller.principal
    return preferring.place_of(principal, exchange.parameter("kind"), exchange.parameter("key"), shared=shared)


def _rendered(found: Sequence[ListedPreference]) -> bytes:
    values = [_preference(each) for each in found]
    return msgspec.json.encode({"count": len(values), "values": values})


def _preference(listed: ListedPreference) -> dict[str, object]:
    preference, may_change, element = listed
    fields = {
        "kind": preference.kind,
        "key": preference.key,
        "shared": preference.is_shared,
        "mayChange": may_change,
        "value": msgspec.Raw(preference.value.encode()),
    }
    return fields if element is None else {**fields, "element": _element(element)}


def _element(element: Preferred) -> dict[str, object]:
    row = element.row
    name = {str(culture): text for culture, text in element.name.items()}
    return {"facetName": row.facet, "id": row.element, "type": row.type, "name": name}
