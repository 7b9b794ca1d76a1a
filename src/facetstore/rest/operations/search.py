"""Our own operations search (hits, best first, with their names and passages, and how many there are) and usages (where an element is
used)."""

from __future__ import annotations

from itertools import groupby

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.references import with_addresses
from facetstore.rest.wire.answer import Content
from facetstore.usecases.finding import search_hits as searching
from facetstore.usecases.finding import usage_search as using
from facetstore.usecases.finding.search_hits import Found, Hit
from facetstore.usecases.finding.snippets import Snippet

_encode = msgspec.json.Encoder().encode


async def search(exchange: Exchange) -> Content:
    page = exchange.options().page
    wanted = searching.plan_search(exchange.reading, exchange.given(), page)
    found = await searching.search(exchange.reading, wanted)
    values = b",".join(map(_hit, found.page))
    body = b'{"count":%d,%b,"values":[%b]}' % (len(found.page), _totals(found)[1:-1], values)
    return Content(with_addresses(exchange.texts, body), fleeting=found.is_passing)


def _totals(found: Found) -> bytes:
    hits = found.hits
    counts = {"facets": hits.facets, "types": hits.types, "states": hits.states}
    by_name = {name: dict(sorted(each.items())) for name, each in counts.items()}
    return _encode({"total": hits.total, "totalIsMinimum": hits.more, **by_name})


def _hit(hit: Hit) -> bytes:
    """The reference to an element, with its name and the passages that were found."""
    name = {str(culture): text for culture, text in hit.name.items()}
    fields = _encode({"name": name, "snippets": [_snippet(each) for each in hit.snippets]})
    return hit.reference[:-1] + b"," + fields[1:]


def _snippet(snippet: Snippet) -> dict[str, object]:
    return snippet._asdict()


async def list_usages(exchange: Exchange) -> Content:
    path = (exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId"))
    wanted = using.plan_usages(exchange.reading, path, exchange.given(), exchange.options().page)
    found = await using.list_usages(exchange.reading, wanted)
    contexts = [
        b'"%b":[%b]' % (context.encode(), b",".join(each.reference for each in usages))
        for context, usages in groupby(found.page, key=lambda usage: usage.context)
    ]
    body = b'{"count":%d,"total":%d,"values":{%b}}' % (len(found.page), found.total, b",".join(contexts))
    return Content(with_addresses(exchange.texts, body))
