"""Our own operation stats: how many elements there are of what."""

from __future__ import annotations

import msgspec

from facetstore.rest.answer import Content
from facetstore.rest.handlers import Exchange
from facetstore.usecases import stats as usecase


async def count_elements(exchange: Exchange) -> Content:
    exchange.options()
    found = await usecase.count_elements(exchange.reading, exchange.given())
    values = []
    for each in found.counts:
        told = {name: value for name, value in zip(found.by, each.values, strict=True) if value is not None}
        values.append({**told, "count": each.number})
    return Content(msgspec.json.encode({"count": len(values), "values": values}))
