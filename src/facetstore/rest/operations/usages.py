"""Our own operation usages: where an element is used."""

from __future__ import annotations

from itertools import groupby

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.references import with_addresses
from facetstore.rest.wire.answer import Content
from facetstore.usecases.finding import usages as usecase


async def list_usages(exchange: Exchange) -> Content:
    path = (exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId"))
    wanted = usecase.plan_usages(exchange.reading, path, exchange.given(), exchange.options().page)
    found = await usecase.list_usages(exchange.reading, wanted)
    contexts = [
        b'"%b":[%b]' % (context.encode(), b",".join(each.reference for each in usages))
        for context, usages in groupby(found.page, key=lambda usage: usage.context)
    ]
    body = b'{"count":%d,"total":%d,"values":{%b}}' % (len(found.page), found.total, b",".join(contexts))
    return Content(with_addresses(exchange.texts, body))
