"""Loops that yield to other requests, for work that grows with the size of a request."""

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
    """Measures the time of one loop. Create it where the loop begins."""

    __slots__ = ("_began", "_spent")

    def __init__(self) -> None:
        self._began = perf_counter()
        self._spent = 0.0

    async def step(self) -> None:
        """Yield to other requests if a time slice is over. Raises TooCostly when a loop in a request took too long."""
        taken = perf_counter() - self._began
        if taken < SLICE_SECONDS:
            return
        self._spent += taken
        if self._spent > LOOP_SECONDS and current_count().seconds != inf:
            raise TooCostly("This request takes too long. Send fewer elements at a time.")
        await asyncio.sleep(0)
        self._began = perf_counter()


async def paced(items: Iterable[T]) -> list[T]:
    """The items of an iterable as a list; yields to other requests in between. Raises TooCostly, as `Pace` does."""
    pace, found = Pace(), list[T]()
    for each in items:
        found.append(each)
        await pace.step()
    return found
