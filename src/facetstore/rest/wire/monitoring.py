"""What operators see of requests: a line of the log for each, and the figures of /_metrics over all worker processes.

The figures are counts and durations by route: plain numbers, turned into metrics only when they are read. Where several processes
serve, each writes its numbers to a shared folder once a second, and the process that gets the request adds them up.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
import traceback
from bisect import bisect_left
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

from facetstore.domain.errors import Failure, Unavailable

_BOUNDS: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class RequestLog:
    """Writes a JSON line for each request. No part of a query string is logged: it may hold a token."""

    def __init__(self, descriptor: int | None = None, *, enabled: bool = True) -> None:
        self._descriptor = sys.stderr.fileno() if descriptor is None else descriptor
        self._enabled = enabled
        self._second = 0
        self._stamp = ""

    def write(
        self, request_id: str, tenant: str, route: str, method: str, status: int, seconds: float, statements: int
    ) -> None:
        if self._enabled:
            line = (
                f'{{"at":"{self._now()}","id":"{request_id}","tenant":"{tenant}","route":"{route}","method":"{method}",'
                f'"status":{status},"ms":{seconds * 1000:.3f},"statements":{statements}}}\n'
            )
            self._put(line.encode())

    def event(self, name: str, **fields: object) -> None:
        """Log an event outside of requests."""
        self._put(msgspec.json.encode({"at": self._now(), "event": name, **fields}) + b"\n")

    def fault(self, request_id: str, route: str, trace: str) -> None:
        """Log an unexpected error, whose details are not in the response."""
        line = {"at": self._now(), "id": request_id, "route": route, "fault": trace}
        self._put(msgspec.json.encode(line) + b"\n")

    def _put(self, line: bytes) -> None:
        with contextlib.suppress(OSError):  # the disk of the log is full: a request must not fail for its line
            os.write(self._descriptor, line)

    def _now(self) -> str:
        now = time.time()
        if int(now) != self._second:
            self._second = int(now)
            self._stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
        return f"{self._stamp}.{int(now * 1000) % 1000:03d}Z"


def describe_fault(error: Exception) -> str:
    """An error outside of requests as text: its message for a known failure, with its cause; the whole trace for any other."""
    if isinstance(error, Unavailable) and error.cause is not None:
        return str(error.cause)
    return error.message if isinstance(error, Failure) else "".join(traceback.format_exception(error))


class ProcessFigures(msgspec.Struct):
    """The numbers of one process."""

    counts: dict[str, int] = {}
    """Requests by route and status, with a blank between."""
    durations: dict[str, list[float]] = {}
    """By route: a count for each bucket, one for longer durations, and the sum of seconds."""
    statements: int = 0

    def add(self, other: ProcessFigures) -> None:
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count
        for route, buckets in other.durations.items():
            known = self.durations.setdefault(route, [0.0] * len(buckets))
            self.durations[route] = [a + b for a, b in zip(known, buckets, strict=True)]
        self.statements += other.statements


class Figures:
    """The numbers of this process, and the folder with those of the others."""

    def __init__(self, shared: Path | None = None) -> None:
        self._own = ProcessFigures()
        self._file = shared / f"{os.getpid()}.json" if shared else None

    def add(self, route: str, status: int, seconds: float, statements: int) -> None:
        own = self._own
        key = f"{route} {status}"
        own.counts[key] = own.counts.get(key, 0) + 1
        buckets = own.durations.get(route)
        if buckets is None:
            buckets = own.durations[route] = [0.0] * (len(_BOUNDS) + 2)
        buckets[bisect_left(_BOUNDS, seconds)] += 1
        buckets[-1] += seconds
        own.statements += statements

    async def share(self) -> None:
        """Write the numbers for the other processes, once a second until cancelled; without a shared folder return at once."""
        while self._file is not None:
            self._leave(self._file)
            await asyncio.sleep(1)

    def _leave(self, file: Path) -> None:
        # Written to another file and moved into place, so that no process reads half of it.
        draft = file.with_suffix(".draft")
        draft.write_bytes(msgspec.json.encode(self._own))
        draft.replace(file)

    def _all(self) -> ProcessFigures:
        total = ProcessFigures()
        total.add(self._own)
        if self._file is not None:
            for file in self._file.parent.glob("*.json"):
                if file != self._file:
                    with contextlib.suppress(FileNotFoundError):
                        total.add(msgspec.json.decode(file.read_bytes(), type=ProcessFigures))
        return total

    def collect(self) -> Iterable[Metric]:
        """The figures as classes of the Prometheus client (its collector protocol)."""
        numbers = self._all()
        requests = CounterMetricFamily("facetstore_requests", "Requests answered.", labels=["route", "status"])
        for key, count in numbers.counts.items():
            requests.add_metric(key.split(" "), count)
        yield requests
        durations = HistogramMetricFamily("facetstore_request_seconds", "Time to answer.", labels=["route"])
        for route, buckets in numbers.durations.items():
            durations.add_metric([route], _cumulated(buckets), buckets[-1])
        yield durations
        yield CounterMetricFamily("facetstore_statements", "SQL statements run.", value=numbers.statements)


def _cumulated(buckets: list[float]) -> list[tuple[str, float]]:
    total, rows = 0.0, []
    for bound, count in zip((*map(str, _BOUNDS), "+Inf"), buckets, strict=False):
        total += count
        rows.append((bound, total))
    return rows
