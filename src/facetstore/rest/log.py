"""One structured line a request, and the figures of /_metrics from the same moment."""

from __future__ import annotations

import os
import sys
import time
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final

import msgspec
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric

_BOUNDS: Final = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class RequestLog:
    """Writes a JSON line for each request. Nothing in it comes from a query string, where tokens may stand."""

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
            os.write(self._descriptor, line.encode())

    def fault(self, request_id: str, route: str, trace: str) -> None:
        """What the caller is not told."""
        line = {"at": self._now(), "id": request_id, "route": route, "fault": trace}
        os.write(self._descriptor, msgspec.json.encode(line) + b"\n")

    def _now(self) -> str:
        now = time.time()
        if int(now) != self._second:
            self._second = int(now)
            self._stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
        return f"{self._stamp}.{int(now * 1000) % 1000:03d}Z"


class Figures:
    """Counts and durations by route, gathered as plain numbers and turned into metrics only when somebody looks."""

    def __init__(self) -> None:
        self._counts: dict[tuple[str, int], int] = {}
        self._durations: dict[str, list[float]] = {}
        self._statements = 0

    def add(self, route: str, status: int, seconds: float, statements: int) -> None:
        key = (route, status)
        self._counts[key] = self._counts.get(key, 0) + 1
        buckets = self._durations.get(route)
        if buckets is None:
            buckets = self._durations[route] = [0.0] * (len(_BOUNDS) + 2)
        buckets[bisect_left(_BOUNDS, seconds)] += 1
        buckets[-1] += seconds
        self._statements += statements

    def collect(self) -> Iterable[Metric]:
        """The figures in Prometheus' own classes (the collector protocol of its client)."""
        requests = CounterMetricFamily("facetstore_requests", "Requests answered.", labels=["route", "status"])
        for (route, status), count in self._counts.items():
            requests.add_metric([route, str(status)], count)
        yield requests
        durations = HistogramMetricFamily("facetstore_request_seconds", "Time to answer.", labels=["route"])
        for route, buckets in self._durations.items():
            durations.add_metric([route], _cumulated(buckets), buckets[-1])
        yield durations
        yield CounterMetricFamily("facetstore_statements", "SQL statements run.", value=self._statements)


def _cumulated(buckets: list[float]) -> list[tuple[str, float]]:
    total, rows = 0.0, []
    for bound, count in zip((*map(str, _BOUNDS), "+Inf"), buckets, strict=False):
        total += count
        rows.append((bound, total))
    return rows
