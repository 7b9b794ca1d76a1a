"""Review dates: what waits to be confirmed as still right, the review of one element, and its confirmation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.removal import named_view
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.review_dates import due_reviews, reviewing
from facetstore.usecases.writing import Writing


async def list_due(exchange: Exchange) -> Content:
    own = due_reviews.parse_own(exchange.given())
    return _content(await due_reviews.list_due(exchange.reading, exchange.storage, own=own))


async def show_review(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element = exchange.parameter("elementId")
    review = await reviewing.access_review(exchange.reading, exchange.storage, facet, element)
    return _content(await reviewing.render_review(exchange.reading, review))


async def confirm_review(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element, version = exchange.parameter("elementId"), reviewing.parse_reviewed(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        confirmed = await reviewing.confirm_review(writing, facet, element, version)
        return Content(msgspec.json.encode({"count": 1, "values": [{"id": confirmed}]}))

    return await write(exchange, work)


def _content(answer: Mapping[str, Any]) -> Content:
    return Content(msgspec.json.encode(answer), fleeting=True)
