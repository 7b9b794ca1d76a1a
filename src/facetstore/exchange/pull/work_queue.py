"""Work that makes more work, done by a few workers until none is left."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from facetstore.exchange.bundle_reading import Progress

Work = Callable[[], Awaitable[None]]

AT_ONCE: Final = 4
_REPORT_EVERY: Final = 20


class WorkQueue:
    """First in, first out. The first failure ends all of it."""

    def __init__(self, step: str, progress: Progress | None = None) -> None:
        self._step = step
        self._progress = progress or (lambda *_: None)
        self._waiting: asyncio.Queue[Work] = asyncio.Queue()
        self._done = self._added = 0

    def add(self, work: Work) -> None:
        self._added += 1
        self._waiting.put_nowait(work)

    async def run(self) -> None:
        """Do the work, and what it adds. Raises what a work raises."""
        workers = [asyncio.create_task(self._work()) for _ in range(AT_ONCE)]
        ended = asyncio.create_task(self._waiting.join())
        try:
            done, _ = await asyncio.wait([ended, *workers], return_when=asyncio.FIRST_COMPLETED)
            for each in done - {ended}:
                each.result()  # a worker ends only by a failure
        finally:
            for each in (ended, *workers):
                each.cancel()
            await asyncio.gather(ended, *workers, return_exceptions=True)
        self._progress(self._step, self._done, self._added)

    async def _work(self) -> None:
        while True:
            work = await self._waiting.get()
            await work()
            self._done += 1
            if self._done % _REPORT_EVERY == 0:
                self._progress(self._step, self._done, self._added)
            self._waiting.task_done()
