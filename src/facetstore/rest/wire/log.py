"""The log: one structured line for each request."""

from __future__ import annotations

import os
import sys
import time
import traceback

import msgspec

from facetstore.domain.errors import Failure


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
            os.write(self._descriptor, line.encode())

    def event(self, name: str, **fields: object) -> None:
        """Log an event outside of requests."""
        os.write(self._descriptor, msgspec.json.encode({"at": self._now(), "event": name, **fields}) + b"\n")

    def fault(self, request_id: str, route: str, trace: str) -> None:
        """Log an unexpected error, whose details are not in the response."""
        line = {"at": self._now(), "id": request_id, "route": route, "fault": trace}
        os.write(self._descriptor, msgspec.json.encode(line) + b"\n")

    def _now(self) -> str:
        now = time.time()
        if int(now) != self._second:
            self._second = int(now)
            self._stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(now))
        return f"{self._stamp}.{int(now * 1000) % 1000:03d}Z"


def describe_fault(error: Exception) -> str:
    """An error outside of requests as text: its message for a known failure, the whole trace for any other."""
    return error.message if isinstance(error, Failure) else "".join(traceback.format_exception(error))
