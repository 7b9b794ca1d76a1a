"""More requests than a service can answer, at a fixed rate whatever it does: `python -m tests.walls.flood`.

A process of its own, so that what it costs is not taken for what the service costs. It reads what to do from stdin and writes what it
found to stdout, both as JSON.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections import deque
from dataclasses import asdict, dataclass, field
from typing import Any, Final, cast

import uvloop

from bench.load import cpu_seconds

REFUSED: Final = 503


@dataclass(frozen=True, slots=True)
class Order:
    """What to send: `requests` in turn, `rate` a second for some seconds, over at most so many connections."""

    port: int
    requests: list[str]
    rate: float
    seconds: float
    connections: int = 100
    pids: list[int] = field(default_factory=list)
    """The processes of the service, whose processor time is measured while requests are sent."""


@dataclass
class Found:
    """How long answers took, in milliseconds, by status; and what could not be sent because no connection was free."""

    took: dict[int, list[float]] = field(default_factory=dict)
    unsent: int = 0
    seconds: float = 0
    service_seconds: float = 0
    """Processor time of the service."""

    def count(self, status: int) -> int:
        return len(self.took.get(status, []))

    def percentile(self, status: int, part: float) -> float:
        ordered = sorted(self.took[status])
        return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def flood(order: Order) -> Found:
    """Run an order in a process of its own."""
    command = [sys.executable, "-m", "tests.walls.flood"]
    done = subprocess.run(command, input=json.dumps(asdict(order)).encode(), stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return Found(**{**found, "took": {int(status): took for status, took in found["took"].items()}})


class Connection(asyncio.Protocol):
    """One connection: sends when it is asked to, and goes back to the idle ones when the answer is there."""

    def __init__(self, idle: deque["Connection"], found: Found) -> None:
        self._idle, self._found = idle, found
        self._received = bytearray()
        self._sent = 0.0
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)  # uvloop's are not derived from it
        self._idle.append(self)

    def send(self, request: bytes) -> None:
        self._sent = time.perf_counter()
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._received += data
        end = self._received.find(b"\r\n\r\n")
        if end < 0:
            return
        at = self._received.find(b"content-length: ", 0, end)
        length = int(self._received[at + 16 : self._received.find(b"\r\n", at)])
        if len(self._received) >= end + 4 + length:
            took = (time.perf_counter() - self._sent) * 1000
            self._found.took.setdefault(int(self._received[9:12]), []).append(took)
            self._received.clear()
            self._idle.append(self)


async def run(order: Order) -> Found:
    loop, found = asyncio.get_running_loop(), Found()
    idle: deque[Connection] = deque()
    opened = [
        (await loop.create_connection(lambda: Connection(idle, found), "127.0.0.1", order.port))[0]
        for _ in range(order.connections)
    ]
    requests = [each.encode() for each in order.requests]
    began, sent, used = time.perf_counter(), 0, _used(order)
    while (now := time.perf_counter() - began) < order.seconds:
        while sent < now * order.rate:
            if idle:
                idle.popleft().send(requests[sent % len(requests)])
            else:
                found.unsent += 1
            sent += 1
        await asyncio.sleep(0.001)
    found.seconds = time.perf_counter() - began
    found.service_seconds = _used(order) - used
    for transport in opened:
        transport.abort()
    return found


def _used(order: Order) -> float:
    return sum(cpu_seconds(pid) for pid in order.pids)


def main() -> None:
    order = Order(**json.load(sys.stdin))
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        json.dump(asdict(runner.run(run(order))), sys.stdout)


if __name__ == "__main__":
    main()
