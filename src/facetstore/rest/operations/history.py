"""The history of an element, and the differences between two of its versions."""

from __future__ import annotations

import msgspec

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import About, Content
from facetstore.usecases.reading import comparing


async def list_history(exchange: Exchange) -> Content:
    page = exchange.options().page or Page(DEFAULT_PAGE_SIZE)
    offset = (page.number - 1) * page.size
    found = await comparing.list_history(
        exchange.reading, exchange.storage, exchange.jobs, _path(exchange), page.size, offset
    )
    return Content(msgspec.json.encode({"count": len(found), "values": found}))


async def get_difference(exchange: Exchange) -> Content:
    exchange.options()
    given = exchange.given()
    missing = [
        Finding(f"A comparison needs two versions: {name} is the id of one of them.", InvalidParameter.code, name)
        for name in ("from", "to")
        if not given.get(name)
    ]
    if missing:
        raise InvalidParameter(missing[0].error, missing)
    found = await comparing.compare_versions(
        exchange.reading, exchange.storage, exchange.jobs, _path(exchange), given["from"], given["to"]
    )
    return Content(msgspec.json.encode({"count": 1, "values": [found]}), about=About((found["id"],)))


def _path(exchange: Exchange) -> comparing.Path:
    return exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")
