"""The feed of events: a page as JSON, everything until now as NDJSON, or what comes as server-sent events.

NDJSON is streamed: a line for each event, and the cursor behind them in the last line. An answer without the cursor is not complete. What the
caller may see is asked again for each part.
"""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Final

import msgspec

from facetstore.domain.errors import Failure
from facetstore.query.options import DEFAULT_PAGE_SIZE
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.wide_difference import NDJSON, wanted_format
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.live import EVENT_STREAM, LiveStream
from facetstore.rest.wire.media import preferred
from facetstore.usecases.feed.cursors import NOW, FeedCursor
from facetstore.usecases.feed.events import Event, Feed
from facetstore.usecases.feed.waking import Listener
from facetstore.usecases.feed.wanted import WantedEvents, plan_events
from facetstore.usecases.measure import current_count
from facetstore.usecases.tenancy import Reading

MEDIA: Final = {"application/x-ndjson": "ndjson", "application/json": "json"}
LIVE: Final = "stream"
FROM_THE_BEGINNING: Final = "0"
LAST_EVENT: Final = b"last-event-id"
"""The header by which a client that was cut off says where to go on."""
HEARTBEAT_SECONDS: Final = 20.0
_AT_ONCE: Final = 100
"""Events that are rendered at a time."""
RETRY: Final = b"retry: 2000\n\n"
"""Milliseconds after which a browser that was cut off reconnects."""
NO_BUFFERS: Final = (b"x-accel-buffering", b"no")
"""Makes nginx pass on each event at once."""

_encode = msgspec.json.Encoder().encode


async def list_events(exchange: Exchange) -> Content:
    page = exchange.options().page
    if _is_live(exchange):
        return _live(exchange)
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


def _is_live(exchange: Exchange) -> bool:
    """Whether the caller asks for server-sent events."""
    if exchange.call.method == "HEAD" or "format" in exchange.given():
        return False
    return preferred(exchange.call.headers.get(b"accept"), {**MEDIA, EVENT_STREAM.decode(): LIVE}) == LIVE


def _live(exchange: Exchange) -> Content:
    given = dict(exchange.given())
    if last := exchange.call.headers.get(LAST_EVENT):
        given["after"] = last.decode("latin-1")
    wanted = plan_events(exchange.reading, given, NOW)
    caller = exchange.reading.caller
    listener = exchange.streams.enter(caller.tenant, caller.principal)
    if not exchange.call.is_live:  # no server that could end it: send what there is
        listener.end()
    stream = LiveStream(_as_sent(exchange, wanted, listener), listener)
    return Content(b"", stream=stream, media=EVENT_STREAM, fleeting=True, headers=[NO_BUFFERS])


async def _as_sent(exchange: Exchange, wanted: WantedEvents, listener: Listener) -> AsyncGenerator[bytes, None]:
    """Events as they come. What the caller may see is asked before each read: a caller who may no longer read ends the stream."""
    after, reading = wanted.after, exchange.reading
    yield RETRY
    try:
        while True:
            async with exchange.streams.work:
                page = await feed_of(exchange, reading, wanted).page(after, _AT_ONCE)
            yield b"".join(map(_sent, page.values)) or _place(page.next)
            after = page.next
            if page.is_last and await listener.wait(reading.revisions, seconds_to_wait(reading)):
                return
            current_count().renew()
            reading = await exchange.again()
    except Failure:
        return  # the client reconnects, and gets the refusal then


def _sent(event: Event) -> bytes:
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (event["id"].encode(), event["data"]["kind"].encode(), _encode(event))


def _place(cursor: FeedCursor) -> bytes:
    """A sign of life, with the cursor from which a client that is cut off goes on."""
    return b"id: %b\n\n" % str(cursor).encode()


def seconds_to_wait(reading: Reading) -> float:
    """Seconds to wait for a change: until the next sign of life, or until the credential expires."""
    left = reading.caller.expires / 1e6 - time.time()
    return max(0.0, min(HEARTBEAT_SECONDS, left))
