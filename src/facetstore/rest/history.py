"""Who changed an element, when and why; and in what two of its versions differ."""

from __future__ import annotations

import msgspec

from facetstore.domain.errors import InvalidParameter
from facetstore.query.options import DEFAULT_PAGE_SIZE
from facetstore.rest.answer import About, Content
from facetstore.rest.handlers import Exchange
from facetstore.usecases import comparing


async def list_history(exchange: Exchange) -> Content:
    page = exchange.options().page
    size, number = (page.size, page.number) if page is not None else (DEFAULT_PAGE_SIZE, 1)
    facet, element = exchange.parameter("facetId"), exchange.parameter("elementId")
    found = await comparing.list_history(exchange.reading, exchange.storage, facet, element, size, (number - 1) * size)
    return Content(msgspec.json.encode({"count": len(found), "values": found}))


async def get_difference(exchange: Exchange) -> Content:
    given = exchange.given()
    missing = [name for name in ("from", "to") if not given.get(name)]
    if missing:
        raise InvalidParameter(f"A comparison needs the ids of two versions: {' and '.join(missing)} is missing.")
    facet, element = exchange.parameter("facetId"), exchange.parameter("elementId")
    found = await comparing.compare_versions(
        exchange.reading, exchange.storage, facet, element, given["from"], given["to"]
    )
    return Content(msgspec.json.encode({"count": 1, "values": [found]}), about=About((found["id"],)))
