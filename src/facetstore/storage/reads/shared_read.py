"""One read for all that wait for it together.

Every request asks how far its tenant has come. Where that is a round trip, requests that arrive while one is under way share
the next one: each is answered by a read that began after it asked, so nobody is told an older state than by a read of his own.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class SharedRead(Generic[K, V]):
    """Reads by key, at most one under way and one waiting for each."""

    def __init__(self, read: Callable[[K], Awaitable[V]]) -> None:
        self._read = read
        self._running: set[K] = set()
        self._next: dict[K, asyncio.Future[V]] = {}

    async def get(self, key: K) -> V:
        if key not in self._running:
            return await self._lead(key)
        future = self._next.get(key)
        if future is None:
            future = self._next[key] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(future)

    async def _lead(self, key: K) -> V:
        self._running.add(key)
        try:
            return await self._read(key)
        finally:
            self._running.discard(key)
            if (future := self._next.pop(key, None)) is not None:
                # Those who came meanwhile get a read of their own, led by nobody in particular.
                self._running.add(key)
                task = asyncio.ensure_future(self._serve(key, future))
                task.add_done_callback(lambda _: None)

    async def _serve(self, key: K, future: asyncio.Future[V]) -> None:
        self._running.discard(key)
        try:
            value = await self._lead(key)
        except BaseException as error:
            if not future.done():
                future.set_exception(error)
                future.exception()  # looked at: whoever still waits gets it, nobody waiting is no fault
            if not isinstance(error, Exception):
                raise
        else:
            if not future.done():
                future.set_result(value)
