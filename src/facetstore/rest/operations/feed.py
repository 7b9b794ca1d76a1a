"""The feed of events: a page as JSON, or everything until now as NDJSON.

NDJSON is streamed: a line for each event, and the cursor behind them in the last line. An answer without the cursor is not complete. What the
caller may see is asked again for each part.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

import msgspec

from facetstore.domain.errors import Failure
from facetstore.query.options import DEFAULT_PAGE_SIZE
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.wide_difference import NDJSON, wanted_format
from facetstore.rest.wire.answer import Content
from facetstore.usecases.feed.events import Feed
from facetstore.usecases.feed.wanted import WantedEvents, plan_events
from facetstore.usecases.measure import current_count
from facetstore.usecases.tenancy import Reading

MEDIA: Final = {"application/x-ndjson": "ndjson", "application/json": "json"}
FROM_THE_BEGINNING: Final = "0"
_AT_ONCE: Final = 100
"""Events that are rendered at a time."""

_encode = msgspec.json.Encoder().encode


async def list_events(exchange: Exchange) -> Content:
    page = exchange.options().page
    format_ = wanted_format(exchange, MEDIA)
    wanted = plan_events(exchange.reading, exchange.given(), FROM_THE_BEGINNING)
    if format_ == "ndjson":
        return Content(b"", stream=_lines(exchange, wanted), media=NDJSON, fleeting=True)
    found = await feed_of(exchange, exchange.reading, wanted).page(
        wanted.after, page.size if page is not None else DEFAULT_PAGE_SIZE
    )
    body = {"count": len(found.values), "values": found.values, "next": str(found.next)}
    return Content(_encode(body), fleeting=True)


def feed_of(exchange: Exchange, reading: Reading, wanted: WantedEvents) -> Feed:
    reads = exchange.storage.feed(reading.served.tenant)
    return Feed(reading, reads, exchange.jobs, wanted.filter, changes=wanted.changes)


async def _lines(exchange: Exchange, wanted: WantedEvents) -> AsyncIterator[bytes]:
    """The events until the revision of the storage when this began. A failure after the first line can only be reported in the last one."""
    reading, after = exchange.reading, wanted.after
    last = reading.revisions.revision
    try:
        while True:
            page = await feed_of(exchange, reading, wanted).page(after, _AT_ONCE)
            if page.values:
                yield b"".join(_encode(each) + b"\n" for each in page.values)
            after = page.next
            if page.is_last or after.revision > last:
                break
            current_count().renew()
            reading = await exchange.again()
    except Failure as failure:
        yield _encode({"error": str(failure)}) + b"\n"
        return
    yield _encode({"next": str(after)}) + b"\n"
