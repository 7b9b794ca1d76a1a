"""Requests that arrive at once and can be handled as one batch."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextvars import Context, copy_context
from typing import Final, Generic, NamedTuple, TypeVar

_IDLE_TURNS: Final = 2
"""Turns of the event loop without a new item before a batch runs: bytes that are read in one turn are a request in the next."""

T = TypeVar("T")
R = TypeVar("R")


class _Waiting(NamedTuple, Generic[T, R]):
    """An item, and the future of its result."""

    item: T
    result: asyncio.Future[R]
    context: Context
    """That of the request: its statements are counted there."""

    def finish(self, outcome: R | BaseException) -> None:
        if self.result.done():  # the request was cancelled
            return
        if isinstance(outcome, BaseException):
            self.result.set_exception(outcome)
        else:
            self.result.set_result(outcome)


class Batcher(Generic[T, R]):
    """Collects items by key and runs them in batches, one batch of a key at a time."""

    def __init__(self, run: Callable[[Sequence[T]], Awaitable[Sequence[R | BaseException]]], most: int) -> None:
        """`run` returns, for up to `most` items, the result or the error of each."""
        self._run = run
        self._most = most
        self._waiting: dict[Hashable, list[_Waiting[T, R]]] = {}
        self._running: dict[Hashable, asyncio.Task[None]] = {}

    async def add(self, key: Hashable, item: T) -> R:
        """The result of an item. Raises its error."""
        waiting = _Waiting[T, R](item, asyncio.get_running_loop().create_future(), copy_context())
        queue = self._waiting.setdefault(key, [])
        queue.append(waiting)
        if len(queue) == 1 and key not in self._running:
            self._wait_for_more(key)
        return await waiting.result

    def _wait_for_more(self, key: Hashable, turns: int = _IDLE_TURNS) -> None:
        asyncio.get_running_loop().call_soon(self._start_when_idle, key, len(self._waiting[key]), turns)

    def _start_when_idle(self, key: Hashable, before: int, turns: int) -> None:
        now = len(self._waiting[key])
        if now >= self._most or (now == before and turns == 1):
            self._start(key)
        else:
            self._wait_for_more(key, _IDLE_TURNS if now > before else turns - 1)

    def _start(self, key: Hashable) -> None:
        queue = self._waiting[key]
        batch, self._waiting[key] = queue[: self._most], queue[self._most :]
        work = self._run_batch(key, batch)
        self._running[key] = asyncio.get_running_loop().create_task(work, context=batch[0].context)

    async def _run_batch(self, key: Hashable, batch: Sequence[_Waiting[T, R]]) -> None:
        outcomes: Sequence[R | BaseException]
        try:
            outcomes = await self._run([each.item for each in batch])
        except BaseException as error:
            outcomes = [error] * len(batch)
        for each, outcome in zip(batch, outcomes, strict=True):
            each.finish(outcome)
        del self._running[key]
        if self._waiting[key]:
            self._wait_for_more(key)
        else:
            del self._waiting[key]
