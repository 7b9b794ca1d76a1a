"""A connection with a limit for everything that a client can delay or enlarge.

Uvicorn parses requests and sends responses; this adds limits. A request that arrives whole costs a few assignments. Only a
request that is still incomplete after its bytes were read is watched, by the one timer of its connection.
"""

from __future__ import annotations

import asyncio
from enum import Enum
from typing import Any, ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from facetstore.domain.errors import Failure
from facetstore.rest.server.connection_limits import ConnectionLimits
from facetstore.rest.server.refusals import refusal_bytes
from facetstore.rest.wire.call import next_id
from facetstore.rest.wire.error_responses import HeadersTooLarge, MalformedRequest, RequestTimeout, UrlTooLong


class ReceivedPart(Enum):
    """The part of a request that is being received."""

    HEADERS = "headers"
    BODY = "body"


class _EnoughRead(Exception):
    """Stops the parser when too many requests are waiting or in one chunk."""


class BoundedProtocol(HttpToolsProtocol):
    """Uvicorn's protocol with limits. Tests derive from it to set smaller ones."""

    limits: ClassVar[ConnectionLimits] = ConnectionLimits()

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._receiving: ReceivedPart | None = None
        self._watched: ReceivedPart | None = None
        self._is_last = False
        """Whether no further request is read. The connection is closed when the requests before are answered."""
        self._ahead = 0
        """Requests in the last chunk of data, and those that were waiting before it."""
        self._chunk = 0
        """Bytes of the last chunk."""
        self._received = 0
        """Bytes of this request so far. Where it began within a chunk, that chunk is not counted."""
        self._body = 0
        """Bytes of the body among them."""
        self._since = 0.0
        """When the part that is being received began, or when the last response ended."""
        self._fast_enough = (0.0, 0)
        """When the body was last found to arrive fast enough, and its bytes until then."""
        self._is_client_waiting = False
        """Whether the client waited for the service at the last check of its body."""
        self._unread: tuple[RequestResponseCycle | None, float, int] = (None, 0.0, 0)
        """For a response that the client does not read: its cycle, when it was last found reading, and the bytes unread then."""
        self._timer: asyncio.TimerHandle | None = None
        self._due = 0.0

    # Requests

    def data_received(self, data: bytes) -> None:
        if self._is_last:
            return
        self._ahead = len(self.pipeline)
        self._chunk = len(data)
        self._received += self._chunk
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._read_no_further()  # there is nothing to upgrade to
        except httptools.HttpParserError as error:
            self._stop(error.__context__)
        else:
            if self._receiving is None:
                self._received = 0
            else:
                self._watch()

    def _stop(self, cause: BaseException | None) -> None:
        """End the request at which the parser stopped, by one of our callbacks or by an error in the data."""
        if isinstance(cause, _EnoughRead):
            self._read_no_further()
        elif isinstance(cause, Failure):
            self._end(cause)
        else:
            self._end(MalformedRequest("The request cannot be read: it is not HTTP/1.1."))

    def _read_no_further(self) -> None:
        """Answer the requests that have been read, then close the connection."""
        self._is_last = True
        if self._is_answering:
            self.cycle.keep_alive = False
        else:
            self.transport.close()  # also where every request was refused before it got a cycle

    def on_message_begin(self) -> None:
        self._ahead += 1
        if self._ahead > self.limits.requests_ahead:
            raise _EnoughRead
        super().on_message_begin()
        self._receiving, self._watched, self._body = ReceivedPart.HEADERS, None, 0

    def on_headers_complete(self) -> None:
        if max(self._received, self._chunk) > self.limits.header_bytes:
            self._check_size()
        super().on_headers_complete()  # fails where the target is not a URL; this request has no cycle then
        self._receiving, self._watched = ReceivedPart.BODY, None
        self.headers = []  # trailers go here and not into the headers of the request: proxies check and set only the headers

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._receiving, self._received = None, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """As uvicorn does it, without its timer."""
        self.server_state.total_requests += 1
        if self.transport.is_closing():
            return
        self._since = self.loop.time()
        following = self.pipeline.pop() if self.pipeline else None
        if not self.pipeline:
            self.flow.resume_reading()  # not earlier: more requests would be added to those that wait already
        if following is not None:
            self._start_asgi_task(*following)

    def _check_size(self) -> None:
        """Raise UrlTooLong or HeadersTooLarge."""
        headers = sum(len(name) + len(value) + 4 for name, value in self.headers)
        if len(self.url) > self.limits.url_bytes or headers > self.limits.header_bytes:
            raise self._too_large()

    def _too_large(self) -> Failure:
        if len(self.url) > self.limits.url_bytes:
            return UrlTooLong(f"The path and the query have more than {self.limits.url_bytes >> 10} KB together.")
        return HeadersTooLarge(f"The headers have more than {self.limits.header_bytes >> 10} KB together.")

    def _watch(self) -> None:
        """Limit the time and the size of a request that is incomplete after its bytes were read."""
        if self._watched is not self._receiving:
            self._watched, self._since = self._receiving, self.loop.time()
            self._fast_enough = (self._since, 0)
            self._look_at(self._since + min(self.limits.header_seconds, self.limits.slow_seconds))
        if self._receiving is ReceivedPart.HEADERS:
            if self._received > self.limits.url_bytes + self.limits.header_bytes:
                self._end(self._too_large())
        elif self._received > 6 * self._body + 2 * self.limits.header_bytes + self._chunk:
            # A body in chunks of one byte takes six bytes for each. Beyond that there are only endless trailers or extensions.
            self._end(self._too_large())
        elif self.cycle.response_complete and self._body > self.limits.body_bytes:
            self.transport.close()

    # Time

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._since = self.loop.time()
        self._look_at(self._since + self.limits.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def pause_writing(self) -> None:
        super().pause_writing()
        now = self.loop.time()
        self._unread = (self.cycle, now, self.transport.get_write_buffer_size())
        self._look_at(now + self.limits.unread_seconds)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread = (None, 0.0, 0)

    def _look_at(self, due: float) -> None:
        """Check the connection at this time, or earlier where an earlier check is scheduled."""
        if self._timer is not None:
            if self._due <= due:
                return
            self._timer.cancel()
        self._due = due
        self._timer = self.loop.call_at(due, self._look)

    def _look(self) -> None:
        self._timer = None
        now, is_unread = self.loop.time(), self._is_unread()
        due = self._unread_due(now) if is_unread else self._receiving_due(now)
        if due > now:
            self._look_at(due)
        elif is_unread:
            self.transport.abort()  # closing would wait until the response is read
        elif self._receiving is None:
            self.transport.close()
        else:
            self._end(RequestTimeout("The request was not received completely in time."))

    def _is_unread(self) -> bool:
        """Whether bytes are unread, and nothing is added to them before the client reads."""
        is_waiting = self.flow.write_paused or not self._is_answering
        return is_waiting and self.transport.get_write_buffer_size() > 0

    @property
    def _is_answering(self) -> bool:
        return bool(self.cycle) and not self.cycle.response_complete  # there is none before the first request

    def _unread_due(self, now: float) -> float:
        cycle, since, before = self._unread
        unread, seconds = self.transport.get_write_buffer_size(), self.limits.unread_seconds
        is_read = before - unread >= self.limits.slow_rate * seconds
        if cycle is not self.cycle or (now >= since + seconds and is_read):
            self._unread = (self.cycle, now, unread)
        return self._unread[1] + seconds

    def _receiving_due(self, now: float) -> float:
        limits = self.limits
        if self._receiving is ReceivedPart.BODY:
            return self._body_due(now)
        if self._is_answering:
            return now + limits.header_seconds  # the service is slow, not the client
        is_idle = self._receiving is None and bool(self.cycle)
        return self._since + (limits.idle_seconds if is_idle else limits.header_seconds)

    def _body_due(self, now: float) -> float:
        limits = self.limits
        since, before = self._fast_enough
        was_waiting = self._is_client_waiting
        self._is_client_waiting = self.flow.read_paused or self.cycle.waiting_for_100_continue
        if (
            was_waiting or self._is_client_waiting
        ):  # the wait may have ended just now: the client has its full time from here
            self._since, self._fast_enough = now, (now, self._body)
        elif now >= since + limits.slow_seconds and self._body - before >= limits.slow_rate * limits.slow_seconds:
            self._fast_enough = (now, self._body)
        return min(self._fast_enough[0] + limits.slow_seconds, self._since + limits.body_allowance(self._body))

    def _end(self, failure: Failure) -> None:
        """Close the connection. Say why, where the client can take it for the answer to this request and no other."""
        cycle = self.cycle
        if self._receiving is ReceivedPart.BODY:
            is_answer = not cycle.response_started and not self.pipeline
            if is_answer:
                cycle.disconnected = True
                cycle.message_event.set()
        else:
            is_answer = not self._is_answering
        if is_answer:
            self.transport.write(refusal_bytes(failure, next_id()))
        self.transport.close()
