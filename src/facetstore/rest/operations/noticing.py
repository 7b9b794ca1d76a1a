"""Notices of the caller, and what the caller follows."""

from __future__ import annotations

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.noticing import notice_list, subscribing
from facetstore.usecases.writing import Writing


async def list_notices(exchange: Exchange) -> Content:
    found = await notice_list.list_notices(exchange.reading, exchange.storage, exchange.given().get("before"))
    unread = sum(1 for each in found if not each["isRead"])
    return Content(msgspec.json.encode({"count": len(found), "unread": unread, "values": found}), fleeting=True)


async def mark_read(exchange: Exchange) -> Content:
    body = await read_json(exchange)

    async def work(writing: Writing) -> Content:
        await notice_list.mark_read(writing, body)
        return Content(b'{"count":0,"values":[]}')

    return await write(exchange, work)


async def list_followed(exchange: Exchange) -> Content:
    found = await subscribing.list_followed(exchange.reading, exchange.storage)
    return Content(msgspec.json.encode({"count": len(found), "values": found}), fleeting=True)


async def list_followers(exchange: Exchange) -> Content:
    found = await subscribing.list_followers(exchange.reading, exchange.storage, exchange.parameter("elementId"))
    return Content(msgspec.json.encode({"count": len(found), "values": found}), fleeting=True)


async def follow(exchange: Exchange) -> Content:
    element, below = exchange.parameter("elementId"), subscribing.parse_below(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        return _done(await subscribing.follow(writing, element, below=below))

    return await write(exchange, work)


async def unfollow(exchange: Exchange) -> Content:
    element = exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        return _done(await subscribing.unfollow(writing, element))

    return await write(exchange, work)


def _done(element: str) -> Content:
    return Content(msgspec.json.encode({"count": 1, "values": [{"id": element}]}))
