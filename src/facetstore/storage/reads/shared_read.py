"""One read for all requests that wait for it.

Every request reads the revision of its tenant. Where that takes a round trip, requests that arrive while one is under way share
the next one: each gets what a read found that began after it asked, never an older state than a read of its own would find.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class SharedRead(Generic[K, V]):
    """Reads by key: for each key at most one is under way and one waits."""

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
                # Requests that arrived meanwhile share the next read, which runs in a task of its own.
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
                future.exception()  # marks it as retrieved: asyncio does not complain if no request waits for it
            if not isinstance(error, Exception):
                raise
        else:
            if not future.done():
                future.set_result(value)
