"""Loops over a request that let other requests go first: whatever grows with what a caller sends yields between its parts."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from math import inf
from time import perf_counter
from typing import TypeVar

from facetstore.domain.budget import LOOP_SECONDS, SLICE_SECONDS
from facetstore.domain.errors import TooCostly
from facetstore.usecases.measure import current_count

T = TypeVar("T")


class Pace:
    """The time that a loop has taken. One is made where the loop begins."""

    __slots__ = ("_began", "_spent")

    def __init__(self) -> None:
        self._began = perf_counter()
        self._spent = 0.0

    async def step(self) -> None:
        """Let others go first if a slice is over. Raises TooCostly when the loop of a request has taken all the time it may."""
        taken = perf_counter() - self._began
        if taken < SLICE_SECONDS:
            return
        self._spent += taken
        if self._spent > LOOP_SECONDS and current_count().seconds != inf:
            raise TooCostly("This request takes longer than one may. Send fewer elements at a time.")
        await asyncio.sleep(0)
        self._began = perf_counter()


async def paced(items: Iterable[T]) -> list[T]:
    """What an iterable gives, others going first now and then. Raises TooCostly, as `Pace` does."""
    pace, found = Pace(), list[T]()
    for each in items:
        found.append(each)
        await pace.step()
    return found
