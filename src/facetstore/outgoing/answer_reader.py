"""Reads answers of receivers by the parser that the server reads requests with. Whatever a receiver sends, what is kept of it is small."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Final, NamedTuple, cast

import httptools

from facetstore.usecases.ports.receivers import LONGEST_ANSWER

_MOST_READ: Final = 4 * LONGEST_ANSWER
"""Bytes of a body that are read."""
_MOST_BYTES: Final = 65_536
"""Bytes of an answer with its headers."""
_LENGTHS: Final = (b"content-length", b"transfer-encoding")


class BriefAnswer(NamedTuple):
    """The status of an answer and the beginning of its body."""

    status: int
    body: bytes


class AnswerReader(asyncio.Protocol):
    """One connection, on which one request is sent after another."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._answer: asyncio.Future[BriefAnswer] | None = None
        self._begin()

    def _begin(self) -> None:
        self._parser = httptools.HttpResponseParser(self)
        self._body = bytearray()
        self._read = 0
        self._status = 0
        self._has_length = False
        self.has_begun = False
        """Whether anything of the answer has come."""

    @property
    def is_reusable(self) -> bool:
        """Whether another request may be sent."""
        return self._transport is not None and not self._transport.is_closing() and self._answer is None

    async def ask(self, request: bytes) -> BriefAnswer:
        """Send a request, and wait for the answer. Raises ConnectionError."""
        if not self.is_reusable:
            raise ConnectionError("The receiver closed the connection.")
        self._begin()
        answer: asyncio.Future[BriefAnswer] = asyncio.get_running_loop().create_future()
        self._answer = answer
        cast("asyncio.Transport", self._transport).write(request)
        return await answer

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()

    def abort(self) -> None:
        """Close it without waiting for anything that is still on its way."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if self._status and not self._has_length and exc is None:  # such a body ends with its connection
            self._done()
        else:
            self._fail(f"The receiver closed the connection{f': {exc}' if exc else '.'}")

    def data_received(self, data: bytes) -> None:
        self._read += len(data)
        self.has_begun = True
        if self._answer is None or self._read > _MOST_BYTES:
            self._fail("The answer is too long.")
            self.abort()
            return
        try:
            self._parser.feed_data(data)
        except (httptools.HttpParserError, httptools.HttpParserUpgrade):
            self._fail("The receiver answered what is not HTTP.")
            self.abort()

    def on_header(self, name: bytes, _: bytes) -> None:
        self._has_length = self._has_length or name.lower() in _LENGTHS

    def on_headers_complete(self) -> None:
        status = self._parser.get_status_code()
        if status >= HTTPStatus.OK:  # what comes before is no answer yet
            self._status = status

    def on_body(self, body: bytes) -> None:
        self._body += body
        if len(self._body) >= _MOST_READ:
            self._done()
            self.abort()

    def on_message_complete(self) -> None:
        if not self._status:
            return
        if not self._parser.should_keep_alive():
            self.close()
        self._done()

    def _done(self) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(BriefAnswer(self._status, bytes(self._body[:_MOST_READ])))
        self._answer = None

    def _fail(self, cause: str) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError(cause))
        self._answer = None
