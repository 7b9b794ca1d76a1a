"""`_api/v1/permalinks`: short addresses of elements, versions and shapes."""

from __future__ import annotations

import msgspec

from facetstore.domain.errors import Finding, InvalidBody
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.operations.write_requests import read_json
from facetstore.rest.wire.answer import Content
from facetstore.usecases.reading.permalinks import Permalink, list_permalinks, parse_link_type

GO = "go"
"""The segment of an address behind which the key of a permalink stands."""


async def list_links(exchange: Exchange) -> Content:
    found = await list_permalinks(exchange.reading, exchange.given())
    return _content(exchange, *found.values())


async def get_or_create_link(exchange: Exchange) -> Content:
    read_flag(exchange, "dryRun")  # it may be given, and must be a flag; nothing is stored in either case
    wanted = parse_link_type(await read_json(exchange))
    found = await list_permalinks(exchange.reading, exchange.given())
    if wanted not in found:
        error = f"What the parameters name has no link of the type {wanted}. It has: {', '.join(found)}."
        raise InvalidBody(error, [Finding(error, InvalidBody.code, "linkType")])
    return _content(exchange, found[wanted])


def _content(exchange: Exchange, *links: Permalink) -> Content:
    page = f"{exchange.call.base}/{exchange.reading.served.tenant.address}/{GO}"
    values = [{"linkType": each.type, "key": each.key, "url": f"{page}/{each.key}"} for each in links]
    return Content(msgspec.json.encode({"count": len(values), "values": values}))
