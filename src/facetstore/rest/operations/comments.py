"""Comments: the threads of an element, and what changes them. Each change is answered with all threads that the caller sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.removal import named_view
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.commenting import changing_threads
from facetstore.usecases.commenting.threads import list_threads
from facetstore.usecases.writing import Writing


async def list_comments(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    found = await list_threads(exchange.reading, exchange.storage, facet, exchange.parameter("elementId"))
    return _threads(found, fleeting=True)


async def add_comment(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element, given = exchange.parameter("elementId"), changing_threads.parse_comment(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        return _stored(await changing_threads.add_comment(writing, facet, element, given))

    return await write(exchange, work)


async def resolve_thread(exchange: Exchange) -> Content:
    return await _settle(exchange, resolved=True)


async def reopen_thread(exchange: Exchange) -> Content:
    return await _settle(exchange, resolved=False)


async def delete_comment(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element, comment = exchange.parameter("elementId"), exchange.parameter("commentId")

    async def work(writing: Writing) -> Content:
        return _stored(await changing_threads.delete_comment(writing, facet, element, comment))

    return await write(exchange, work)


async def _settle(exchange: Exchange, *, resolved: bool) -> Content:
    facet, _ = named_view(exchange)
    element, thread = exchange.parameter("elementId"), exchange.parameter("commentId")

    async def work(writing: Writing) -> Content:
        return _stored(await changing_threads.settle_thread(writing, facet, element, thread, resolved=resolved))

    return await write(exchange, work)


def _stored(comment: str) -> Content:
    """The answer to a change: the id of what was changed."""
    return Content(msgspec.json.encode({"count": 1, "values": [{"id": comment}]}))


def _threads(found: Sequence[Mapping[str, Any]], *, fleeting: bool) -> Content:
    open_ = sum(1 for each in found if each["isOpen"])
    return Content(msgspec.json.encode({"count": len(found), "open": open_, "values": found}), fleeting=fleeting)
