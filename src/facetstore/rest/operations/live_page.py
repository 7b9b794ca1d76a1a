"""What is new, for pages: once as JSON, or as server-sent events while the page is open.

The messages have no names, so that the `EventSource` of browsers gives all of them to one listener. Each has the cursor from which a client that
was cut off goes on.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator

import msgspec

from facetstore.domain.errors import Failure
from facetstore.rest.operations.feed import LAST_EVENT, NO_BUFFERS, RETRY, seconds_to_wait
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.live import EVENT_STREAM, LiveStream
from facetstore.rest.wire.media import preferred
from facetstore.usecases.feed.cursors import NOW, FeedCursor, parse_cursor
from facetstore.usecases.feed.feed_news import LiveNews, live_news, sees_alike
from facetstore.usecases.feed.waking import Listener
from facetstore.usecases.measure import current_count
from facetstore.usecases.tenancy import Reading

_MEDIA = {"application/json": "json", EVENT_STREAM.decode(): "stream"}
_encode = msgspec.json.Encoder().encode


async def show_live(exchange: Exchange) -> Content:
    revision = exchange.reading.revisions.revision
    given = exchange.given().get("after", NOW)
    if preferred(exchange.call.headers.get(b"accept"), _MEDIA) != "stream" or exchange.call.method == "HEAD":
        news = await _news(exchange, exchange.reading, parse_cursor(given, revision, "after"))
        return Content(_encode(news.body), fleeting=True)
    if last := exchange.call.headers.get(LAST_EVENT):
        given = last.decode("latin-1")
    after = parse_cursor(given, revision, "after")
    caller = exchange.reading.caller
    listener = exchange.streams.enter(caller.tenant, caller.principal)
    if not exchange.call.is_live:  # no server that could end it: send what there is
        listener.end()
    stream = LiveStream(_as_sent(exchange, after, listener), listener)
    return Content(b"", stream=stream, media=EVENT_STREAM, fleeting=True, headers=[NO_BUFFERS])


async def _news(exchange: Exchange, reading: Reading, after: FeedCursor) -> LiveNews:
    return await live_news(reading, exchange.storage.feed(reading.served.tenant), exchange.jobs, after)


async def _shared_news(exchange: Exchange, reading: Reading, after: FeedCursor) -> LiveNews:
    """What is new, read once for all streams of this process whose callers may see the same."""
    known = exchange.streams.news
    if (found := known.find(reading, after)) is not None:
        return found
    async with exchange.streams.work:
        if (found := known.find(reading, after)) is None:
            found = await _news(exchange, reading, after)
            known.put(reading, after, found)
    return found


async def _as_sent(exchange: Exchange, after: FeedCursor, listener: Listener) -> AsyncGenerator[bytes, None]:
    """Messages as they come. Who asks is checked before each of them."""
    reading, is_all = exchange.reading, False
    yield RETRY
    try:
        while True:
            news = await _shared_news(exchange, reading, after)
            yield _message(news._replace(is_all=news.is_all or is_all))
            after = news.next
            if await listener.wait(reading.revisions, seconds_to_wait(reading)):
                return
            current_count().renew()
            before, reading = reading, await exchange.again()
            is_all = not sees_alike(before, reading)
    except Failure:
        return  # the client reconnects, and gets the refusal then


def _message(news: LiveNews) -> bytes:
    return b"id: %b\ndata: %b\n\n" % (str(news.next).encode(), _encode(news.body))
