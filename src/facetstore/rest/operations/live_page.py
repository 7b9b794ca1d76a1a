"""What is new, for pages: once as JSON, or as server-sent events while the page is open; and who else is where a page is.

The messages have no names, so that the `EventSource` of browsers gives all of them to one listener. Each has the cursor from which a client that
was cut off goes on.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any

import msgspec

from facetstore.domain.errors import Failure
from facetstore.rest.operations.feed import LAST_EVENT, NO_BUFFERS, RETRY, seconds_to_wait
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import read_json
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.live import EVENT_STREAM, LiveStream
from facetstore.rest.wire.media import preferred
from facetstore.usecases.feed.cursors import NOW, FeedCursor, parse_cursor
from facetstore.usecases.feed.feed_news import LiveNews, live_news, sees_alike
from facetstore.usecases.feed.waking import Listener
from facetstore.usecases.measure import current_count
from facetstore.usecases.presence import being_here
from facetstore.usecases.presence.being_here import WINDOW, list_others, parse_place, parse_window
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
    holder = parse_window(caller, exchange.given().get(WINDOW))
    listener = exchange.streams.enter(caller.tenant, caller.principal, holder)
    if not exchange.call.is_live:  # no server that could end it: send what there is
        listener.end()
    stream = LiveStream(_as_sent(exchange, after, listener), listener)
    return Content(b"", stream=stream, media=EVENT_STREAM, fleeting=True, headers=[NO_BUFFERS])


async def be_at(exchange: Exchange) -> Content:
    """Who else is where a window is. It is no write of the storage: nothing of it is stored with the content."""
    place = parse_place(await read_json(exchange))
    found = await being_here.be_at(exchange.reading, exchange.storage, place)
    return Content(_encode({"count": len(found), "values": found}), fleeting=True)


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
            body = news._replace(is_all=news.is_all or is_all).body
            yield _message(news.next, {**body, **await _others(reading, listener)})
            after = news.next
            if await listener.wait(reading.revisions, seconds_to_wait(reading)):
                return
            current_count().renew()
            before, reading = reading, await exchange.again()
            is_all = not sees_alike(before, reading)
    except Failure:
        return  # the client reconnects, and gets the refusal then


async def _others(reading: Reading, listener: Listener) -> Mapping[str, Any]:
    """Who else is where the window of a stream is, if that is not what was sent last."""
    place, around = listener.place, listener.around()
    if place is None or around == listener.met:
        return {}
    listener.met = around
    return {"present": {"elementId": place, "values": await list_others(reading, place, around)}}


def _message(place: FeedCursor, body: Mapping[str, Any]) -> bytes:
    return b"id: %b\ndata: %b\n\n" % (str(place).encode(), _encode(body))
