"""Requests that come at once and have much in common, answered as one.

They set out when no more come, and others gather behind them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Sequence
from contextvars import Context, copy_context
from typing import Final, Generic, NamedTuple, TypeVar

_LOOKS: Final = 2
"""How often nobody must have come: what is read from a connection is a request only when the loop comes round again."""
_MOST_KNOWN: Final = 1000
"""Of how many it is remembered that they failed, before all is forgotten."""
_TRIALS: Final = 16
"""How many must succeed in a row of one who failed, until others are answered together with him again."""

T = TypeVar("T")
R = TypeVar("R")


class _Waiting(NamedTuple, Generic[T, R]):
    """One who waits for his answer."""

    item: T
    told: asyncio.Future[R]
    context: Context
    """What is counted for the request."""

    def tell(self, answer: R | BaseException) -> None:
        if self.told.done():  # given up meanwhile
            return
        if isinstance(answer, BaseException):
            self.told.set_exception(answer)
        else:
            self.told.set_result(answer)


class Together(Generic[T, R]):
    """Gathers items by what they have in common, and gives each its answer."""

    def __init__(self, answer: Callable[[Sequence[T]], Awaitable[Sequence[R | BaseException]]], most: int) -> None:
        """`answer` gives, for so many items at most, the answer to each, or what it failed with."""
        self._answer = answer
        self._most = most
        self._gathered: dict[Hashable, list[_Waiting[T, R]]] = {}
        self._under_way: dict[Hashable, asyncio.Task[None]] = {}
        self._on_trial: dict[Hashable, int] = {}
        """Those who failed, and how many must succeed yet."""

    async def add(self, key: Hashable, item: T, who: Hashable) -> R:
        """The answer to an item, which is answered together with those of the same key, whoever they are from.

        Who failed is kept to himself for some time, so that he costs others little.
        """
        is_on_trial = who in self._on_trial
        try:
            answer = await self._gather((key, who) if is_on_trial else key, item)
        except Exception:
            if len(self._on_trial) >= _MOST_KNOWN:
                self._on_trial.clear()
            self._on_trial[who] = _TRIALS
            raise
        if is_on_trial:
            self._acquit(who)
        return answer

    def _acquit(self, who: Hashable) -> None:
        left = self._on_trial.get(who, 0) - 1
        if left > 0:
            self._on_trial[who] = left
        else:
            self._on_trial.pop(who, None)

    async def _gather(self, key: Hashable, item: T) -> R:
        waiting = _Waiting[T, R](item, asyncio.get_running_loop().create_future(), copy_context())
        gathered = self._gathered.setdefault(key, [])
        gathered.append(waiting)
        if len(gathered) == 1 and key not in self._under_way:
            self._look_again(key)
        return await waiting.told

    def _look_again(self, key: Hashable, times: int = _LOOKS) -> None:
        """Look, when all that is here was looked at, whether more have come meanwhile."""
        asyncio.get_running_loop().call_soon(self._look, key, len(self._gathered[key]), times)

    def _look(self, key: Hashable, before: int, times: int) -> None:
        now = len(self._gathered[key])
        if now >= self._most or (now == before and times == 1):
            self._set_out(key)
        else:
            self._look_again(key, _LOOKS if now > before else times - 1)

    def _set_out(self, key: Hashable) -> None:
        gathered = self._gathered[key]
        these, self._gathered[key] = gathered[: self._most], gathered[self._most :]
        work = self._answer_these(key, these)
        self._under_way[key] = asyncio.get_running_loop().create_task(work, context=these[0].context)

    async def _answer_these(self, key: Hashable, these: Sequence[_Waiting[T, R]]) -> None:
        answers: Sequence[R | BaseException]
        try:
            answers = await self._answer([each.item for each in these])
        except BaseException as error:
            answers = [error] * len(these)
        for each, answer in zip(these, answers, strict=True):
            each.tell(answer)
        del self._under_way[key]
        if self._gathered[key]:
            self._look_again(key)
        else:
            del self._gathered[key]
