"""The exclusive editing lock of an element."""

from __future__ import annotations

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.removal import named_view
from facetstore.rest.operations.write_requests import read_flag, write
from facetstore.rest.wire.answer import Content
from facetstore.usecases.editing import edit_locking
from facetstore.usecases.writing import Writing


async def lock_element(exchange: Exchange) -> Content:
    """Lock an element for editing. `takeOver=true` takes the lock from its holder, whom the response names
    unless the holder is hidden from the caller."""
    facet, _ = named_view(exchange)
    element, take_over = exchange.parameter("elementId"), read_flag(exchange, "takeOver")

    async def work(writing: Writing) -> Content:
        locked = await edit_locking.lock_element(writing, facet, element, take_over=take_over)
        lock = {"holder": locked.lock.holder, "seconds": edit_locking.LOCK_SECONDS, "takenFrom": locked.taken_from}
        return Content(msgspec.json.encode({"count": 1, "values": [lock]}))

    return await write(exchange, work)


async def unlock_element(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element = exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        await edit_locking.unlock_element(writing, facet, element)
        return Content(msgspec.json.encode({"count": 0, "values": []}))

    return await write(exchange, work)
