"""Writers that go on through a failover: what was not acknowledged they repeat by its key, as callers should."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from threading import Event, Lock, Thread
from typing import Final

from tests.reliability.clients import Answer, Caller, Client, NoAnswer
from tests.reliability.killing import send
from tests.reliability.series import Changing, Creating, Releasing, Series

RETRIED: Final = (429, 502, 503, 504)
"""What says that the service or its database is away for a moment."""
PAUSE_SECONDS: Final = 0.05
PATIENCE_SECONDS: Final = 120.0


def eight_series(round_: int) -> list[Series]:
    """Eight writers of all kinds, on elements that were not written before."""
    name = f"f{round_}"
    return [
        *(Changing(f"{name}{letter}", count) for letter, count in (("a", 1), ("b", 1), ("c", 4))),
        *(Creating(f"{name}{letter}") for letter in "def"),
        *(Releasing(f"{name}{letter}") for letter in "gh"),
    ]


@dataclass(slots=True)
class Acknowledgements:
    """When writes were acknowledged, and how many were repeated."""

    moments: list[float] = field(default_factory=list)
    repeated: int = 0
    _lock: Lock = field(default_factory=Lock)

    def add(self) -> None:
        with self._lock:
            self.moments.append(time.monotonic())

    def add_repeated(self) -> None:
        with self._lock:
            self.repeated += 1

    def wait_for(self, more: int, since: float = 0.0, seconds: float = PATIENCE_SECONDS) -> None:
        """Wait for so many acknowledgements after a moment."""
        until = time.monotonic() + seconds
        while sum(moment > since for moment in self.moments) < more:
            assert time.monotonic() < until, "Nothing is written any more."
            time.sleep(0.02)

    def longest_gap(self, since: float) -> float:
        """The longest time without an acknowledged write that ends after a moment."""
        moments = sorted(self.moments)
        return max(after - before for before, after in pairwise(moments) if after > since)


class LastingWriter(Thread):
    """Does the writes of a series one after the other until it is stopped. The one behind the last acknowledged one may be stored."""

    def __init__(self, series: Series, port: int, caller: Caller, acknowledged: Acknowledgements) -> None:
        super().__init__(name=series.name, daemon=True)
        self.series = series
        self.last = 0
        self.answer: Answer | None = None
        self.refused: Answer | None = None
        self.errors: list[int] = []
        """Statuses of what had to be repeated; 0 for no answer."""
        self._port = port
        self._caller = caller
        self._acknowledged = acknowledged
        self._stopped = Event()

    def run(self) -> None:
        while not self._stopped.is_set() and self.refused is None:
            with Client(self._port, self._caller) as client:
                self._write_until_it_fails(client)
            time.sleep(PAUSE_SECONDS)

    def _write_until_it_fails(self, client: Client) -> None:
        try:
            while not self._stopped.is_set():
                answer = send(client, self.series, self.last + 1)
                if answer.status != 200:
                    return self._note(answer)
                self.last, self.answer = self.last + 1, answer
                self._acknowledged.add()
        except NoAnswer:
            self.errors.append(0)
            self._acknowledged.add_repeated()

    def _note(self, answer: Answer) -> None:
        self.errors.append(answer.status)
        if answer.status in RETRIED:
            self._acknowledged.add_repeated()
        else:
            self.refused = answer

    def stop(self) -> None:
        self._stopped.set()
        self.join(PATIENCE_SECONDS)
        assert not self.is_alive(), f"{self.name} waits for an answer."


def start(series: Sequence[Series], port: int, caller: Caller, acknowledged: Acknowledgements) -> list[LastingWriter]:
    with Client(port, caller) as client:
        for each in series:
            each.prepare(client)
    writers = [LastingWriter(each, port, caller, acknowledged) for each in series]
    for writer in writers:
        writer.start()
    return writers
