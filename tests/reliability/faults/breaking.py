"""A script of writes in which every single operation of the disk fails once, and what the service makes of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count

from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Failure
from tests.reliability.clients import Client
from tests.reliability.faults.disk import Disk, Fault, Kind, Nth
from tests.reliability.faults.judging import Judge, State
from tests.reliability.faults.service import Prepared, Step, service
from tests.reliability.killing import UNAVAILABLE, seen
from tests.reliability.series import LIST, Series


@dataclass(slots=True)
class Broken:
    """What came of it."""

    struck: Counter[Kind] = field(default_factory=Counter)
    """Which operations failed, and how often."""
    refused: int = 0
    """How many writes were answered by 503."""
    damages: list[str] = field(default_factory=list)
    """What must not be: other answers, reads that fail later, and what `Judge` finds."""

    @property
    def failures(self) -> int:
        return sum(self.struck.values())


class Breaker:
    """Runs the script on one database, step by step."""

    def __init__(self, base: Prepared, settings: Settings, disk: Disk, judge: Judge) -> None:
        self.found = Broken()
        self.reached = {each.name: 0 for each in base.series}
        self._base = base
        self._settings = settings
        self._disk = disk
        self._judge = judge

    def run(self, turns: Sequence[Series], error: Fault) -> None:
        """A running service: each operation of each write fails once."""
        with service(self._settings, self._base.caller) as client:
            for series in turns:
                for number in count(1):
                    fault = self._disk.fault = Nth(number, error)
                    self._write(client, series)
                    self._disk.fault = None
                    if not fault.has_struck:
                        break
                    self._read(client)
                self._compare(client, series)
            self.judge()

    def start(self, series: Series, error: Fault) -> None:
        """A service that starts, reads everything from the disk, and writes once: each operation fails once."""
        for number in count(1):
            fault = self._disk.fault = Nth(number, error)
            with suppress(Failure), service(self._settings, self._base.caller) as client:
                self._write(client, series)
                self._disk.fault = (
                    None  # APSW raises here what SQLite itself ignores when the last connection is closed
                )
            self._disk.fault = None
            if not fault.has_struck:
                break
        self.judge()

    def _write(self, client: Client, series: Series) -> None:
        step = Step(series, self.reached[series.name] + 1)
        answer = step.send(client)
        if answer.status == 200:
            self.reached[series.name] = step.number
        elif answer.status == UNAVAILABLE:
            self.found.refused += 1
        else:
            self.found.damages.append(f"{series.name} {step.number}: {answer.status} {answer.body!r}")

    def _read(self, client: Client) -> None:
        """What fails once does not stay: the next read is answered."""
        answer = client.get(LIST)
        if answer.status != 200:
            self.found.damages.append(f"a read after {self._disk.failed[-1:]}: {answer.status} {answer.body!r}")

    def _compare(self, client: Client, series: Series) -> None:
        """What the running service shows, also from its cache, is what it has acknowledged."""
        number, views = seen(client, series, self.reached[series.name])
        if number != self.reached[series.name]:
            self.found.damages.append(f"{series.name} shows {views} instead of {self.reached[series.name]}")

    def judge(self) -> None:
        """What a service would find that is started now, as after a kill."""
        self.found.struck = Counter(self._disk.failed)
        folder = self._settings.data
        files = {each.name: each.read_bytes() for each in folder.glob("*.db*") if not each.name.endswith("-shm")}
        state = self._judge.look_at(files)
        if state != State((), self.reached):
            self.found.damages.append(f"{state} instead of {self.reached}")
