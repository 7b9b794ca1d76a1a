"""A response that goes on until the client leaves: server-sent events."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Final, Self

from facetstore.usecases.feed.waking import Listener

EVENT_STREAM: Final = b"text/event-stream"


class LiveStream:
    """The parts of a live response. `aclose` must be called when it is over, also if it was never begun."""

    def __init__(self, parts: AsyncGenerator[bytes, None], listener: Listener) -> None:
        self._parts = parts
        self._listener = listener

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> bytes:
        return await self._parts.__anext__()

    def end(self) -> None:
        """End the response as soon as it has nothing to send."""
        self._listener.end()

    async def aclose(self) -> None:
        try:
            await self._parts.aclose()
        finally:
            self._listener.leave()
