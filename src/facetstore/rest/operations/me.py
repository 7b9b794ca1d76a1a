"""Who is calling."""

from __future__ import annotations

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import Content
from facetstore.usecases.people.users import describe


async def get_me(exchange: Exchange) -> Content:
    exchange.options()
    fields = await describe(exchange.storage, exchange.reading.served, exchange.reading.caller)
    return Content(msgspec.json.encode(fields), fleeting=True)
