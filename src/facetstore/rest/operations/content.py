"""Operation 11: adding, changing, connecting and deleting the shapes of a diagram."""

from __future__ import annotations

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.writes import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.diagrams.content import change_content
from facetstore.usecases.reading.catalog import access_view
from facetstore.usecases.writing import Writing


async def create_content(exchange: Exchange) -> Content:
    facet, _ = access_view(exchange.reading.metamodel, exchange.parameter("facetId"), exchange.parameter("viewId"))
    element, body = exchange.parameter("elementId"), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        answers = await change_content(writing, facet.name, element, body)
        values = [{"id": each.id, "index": each.index} for each in answers]
        return Content(msgspec.json.encode({"count": len(values), "values": values}))

    return await write(exchange, work)
