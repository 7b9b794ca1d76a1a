"""The history of an element, and the differences between two of its versions."""

from __future__ import annotations

import msgspec

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import About, Content
from facetstore.usecases.reading import comparing
from facetstore.usecases.reading.sides import Path


async def list_history(exchange: Exchange) -> Content:
    page = exchange.options().page or Page(DEFAULT_PAGE_SIZE)
    offset = (page.number - 1) * page.size
    found = await comparing.list_history(
        exchange.reading, exchange.storage, exchange.jobs, _path(exchange), page.size, offset
    )
    return Content(msgspec.json.encode({"count": len(found), "values": found}))


async def get_difference(exchange: Exchange) -> Content:
    given = exchange.given()
    missing = [
        Finding(
            f"A comparison needs two sides: {name} is the id of a version, a revision, a day or a time.",
            InvalidParameter.code,
            name,
        )
        for name in ("from", "to")
        if not given.get(name)
    ]
    if missing:
        raise InvalidParameter(missing[0].error, missing)
    sides = given["from"], given["to"]
    found = await comparing.compare(exchange.reading, exchange.earlier, exchange.jobs, _path(exchange), sides)
    # What permissions hide of the past may change with what exists today.
    is_present = "fromRevision" not in found and "toRevision" not in found
    about = About((found["id"],)) if is_present else None
    return Content(msgspec.json.encode({"count": 1, "values": [found]}), about=about)


def _path(exchange: Exchange) -> Path:
    return exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")
