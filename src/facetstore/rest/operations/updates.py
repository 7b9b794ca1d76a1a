"""Operation 5: elements changed and created."""

from __future__ import annotations

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.writes import read_json, write
from facetstore.rest.operations.written import written
from facetstore.rest.wire.answer import Content
from facetstore.usecases.editing import updates
from facetstore.usecases.writing import Writing


async def update_elements(exchange: Exchange) -> Content:
    facet, view = exchange.parameter("facetId"), exchange.parameter("viewId")
    body = await read_json(exchange)

    async def work(writing: Writing) -> Content:
        updated = await updates.update_elements(writing, facet, view, body)
        return await written(exchange, writing, facet, view, updated.versions)

    return await write(exchange, work)
