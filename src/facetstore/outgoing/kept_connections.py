"""Connections to receivers that are kept for a while, so that one event after another needs no new handshake.

A connection belongs to the name that it was opened for and to the address that was checked: names with the same address share none.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from typing import Final, NamedTuple

from facetstore.domain.hosts import Address
from facetstore.outgoing.answer_reader import AnswerReader, BriefAnswer

_IDLE_SECONDS: Final = 5.0
"""How long a connection is kept that nothing is sent on: shorter than most receivers keep it."""
_MOST_IDLE: Final = 100


class Endpoint(NamedTuple):
    """Where connections lead: the name, and the one address that was checked."""

    is_tls: bool
    host: str
    port: int
    address: Address


class KeptConnections:
    """The connections of this process to receivers. One is used for one request at a time."""

    def __init__(self) -> None:
        self._idle: dict[AnswerReader, tuple[Endpoint, asyncio.TimerHandle]] = {}

    async def send(self, endpoints: Sequence[Endpoint], request: bytes, context: ssl.SSLContext | None) -> BriefAnswer:
        """The answer to a request, from the first endpoint or from one to which there is a connection. Raises OSError.

        What a receiver closed while it was kept took nothing: the request is sent again, on a new connection."""
        for endpoint in endpoints:
            while (kept := self._take(endpoint)) is not None:
                try:
                    return await self._exchange(endpoint, kept, request)
                except OSError:
                    if kept.has_begun:
                        raise
        return await self._exchange(endpoints[0], await self._open(endpoints[0], context), request)

    async def close(self) -> None:
        """Keep none any longer."""
        for reader in [*self._idle]:
            self._expire(reader)
        await asyncio.sleep(0)  # the event loop closes them in its next turn

    async def _open(self, endpoint: Endpoint, context: ssl.SSLContext | None) -> AnswerReader:
        name = endpoint.host if context is not None else None
        _, reader = await asyncio.get_running_loop().create_connection(
            AnswerReader, str(endpoint.address), endpoint.port, ssl=context, server_hostname=name
        )
        return reader

    async def _exchange(self, endpoint: Endpoint, reader: AnswerReader, request: bytes) -> BriefAnswer:
        try:
            answer = await reader.ask(request)
        except BaseException:  # also if the time is over: what comes later belongs to no other request
            reader.abort()
            raise
        if reader.is_reusable and len(self._idle) < _MOST_IDLE:
            timer = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._expire, reader)
            self._idle[reader] = endpoint, timer
        else:
            reader.close()
        return answer

    def _take(self, endpoint: Endpoint) -> AnswerReader | None:
        for reader, (place, timer) in [*self._idle.items()]:
            if not reader.is_reusable:
                self._expire(reader)
            elif place == endpoint:
                timer.cancel()
                del self._idle[reader]
                return reader
        return None

    def _expire(self, reader: AnswerReader) -> None:
        _, timer = self._idle.pop(reader)
        timer.cancel()
        reader.close()
