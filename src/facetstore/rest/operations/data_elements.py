"""`_api/v2/data/elements`: elements in the form of a group of clients in the wild, made of what operations 3 and 4 return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec

from facetstore.domain.errors import InvalidParameter, UnknownName
from facetstore.query.options import ReadOptions
from facetstore.query.parameters import Parameters
from facetstore.query.plain_pages import read_page
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import About, Content
from facetstore.usecases.labels import first_name, names_of
from facetstore.usecases.measure import paced
from facetstore.usecases.reading import data_lists
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.reading.presentation import Elements

FACET: Final = "Facet"
FILTER: Final = "Filter"
PAGE: Final = "Page"
PAGE_SIZE: Final = "PageSize"
LIST_PARAMETERS: Final = frozenset({FACET, FILTER, PAGE, PAGE_SIZE})
_ITS_FACET: Final = "the name of a facet, such as Processes"
_IDENTITY: Final = ("versionId", "facetName", "state", "stereotype")


async def list_data(exchange: Exchange) -> Content:
    given = exchange.given()
    parameters = Parameters(given)
    parameters.require(FACET, _ITS_FACET)
    page = read_page(parameters, PAGE, PAGE_SIZE)
    parameters.check()
    options = ReadOptions(data_lists.SHOWN, page=page, filter=given.get(FILTER) or None)
    try:
        found = await data_lists.list_data(exchange.reading, given[FACET], options)
    except (InvalidParameter, UnknownName) as wrong:
        raise _renamed(wrong) from wrong
    return Content(msgspec.json.encode({"values": await _elements(exchange, found)}))


async def get_data(exchange: Exchange) -> Content:
    parameters = Parameters(exchange.given())
    parameters.require(FACET, _ITS_FACET)
    parameters.check()
    facet, id_ = exchange.given()[FACET], exchange.parameter("elementId")
    found = await data_lists.get_data(exchange.reading, facet, id_)
    row = found.rows[0]
    return Content(msgspec.json.encode((await _elements(exchange, found))[0]), row.revision, About((row.element,)))


def _renamed(wrong: InvalidParameter | UnknownName) -> InvalidParameter | UnknownName:
    """The same mistake in a filter, by the name that the parameter has here."""
    findings = [
        replace(each, error=each.error.replace("$filter", FILTER), path=each.path.replace("$filter", FILTER))
        for each in wrong.findings
    ]
    return type(wrong)(wrong.message.replace("$filter", FILTER), findings)


async def _elements(exchange: Exchange, found: Elements) -> list[dict[str, Any]]:
    renderer = exchange.renderer(found)
    rendered = msgspec.json.decode(b"[%b]" % await renderer.render_all())
    return await paced(_element(exchange, each) for each in rendered)


def _element(exchange: Exchange, given: Mapping[str, Any]) -> dict[str, Any]:
    attributes = given.get("attributes", {})
    return {
        "id": given["id"],
        "properties": _properties(exchange, given, attributes),
        "attributes": [
            {"key": key, "values": [{"lcid": int(lcid), "value": value} for lcid, value in values.items()]}
            for key, values in attributes.items()
        ],
        "children": [
            {"id": each["id"], "type": each["type"], "facetName": each["facetName"]}
            for each in given.get("children", ())
        ],
    }


def _properties(exchange: Exchange, given: Mapping[str, Any], attributes: Mapping[str, Any]) -> dict[str, Any]:
    """What clients show of an element: its names in the default culture, and the keys behind them."""
    reading = exchange.reading
    metamodel, chain = reading.served.metamodel, culture_chain(reading.served.settings)
    type_ = metamodel.types[given["type"]]
    names = names_of(
        {name: {int(lcid): value for lcid, value in values.items()} for name, values in attributes.items()}, type_
    )
    state = metamodel.state_of.get((type_.key, given.get("state")))
    return {
        "name": first_name(names, chain) or next(iter(names.values()), ""),
        "type": type_.key,
        "typeName": first_name(type_.names, chain) or type_.key,
        **{name: given[name] for name in _IDENTITY if name in given},
        **({"stateName": first_name(state.names, chain) or state.key} if state is not None else {}),
    }
