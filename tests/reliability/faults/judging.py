"""What is left of a database after a fault: whether all its pages hold, how far each series came, and what `verify` finds."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import apsw

from facetstore.bootstrap.settings import Settings
from facetstore.bootstrap.verification import prove
from facetstore.domain.errors import Failure
from facetstore.storage.engines.sqlite_connection import open_connection
from tests.reliability.clients import Client
from tests.reliability.faults.service import Prepared, service
from tests.reliability.killing import seen
from tests.reliability.series import Series


class State(NamedTuple):
    """What a recovered database holds."""

    faults: tuple[str, ...]
    """What is wrong with its pages, or with its content by `facetstore verify`."""
    reached: Mapping[str, int | None]
    """The last write of each series; None: not all views of the series agree on one."""


class Damages(NamedTuple):
    """What became of a database, against what was promised."""

    corrupt: bool
    half_applied: bool
    lost: bool

    def __bool__(self) -> bool:
        return any(self)

    @classmethod
    def of(cls, state: State, promised: Mapping[str, int]) -> Damages:
        """Every acknowledged write must be there, and at most the one behind it as well."""
        reached = {name: state.reached.get(name) for name in promised}
        return cls(
            corrupt=bool(state.faults),
            half_applied=not state.faults and None in reached.values(),
            lost=any(number is not None and number < promised[name] for name, number in reached.items()),
        )


class Judge:
    """Opens what is left. Databases that hold the same after their recovery are verified once."""

    def __init__(self, prepared: Prepared, folder: Path) -> None:
        self._prepared = prepared
        self._settings = Settings(data=folder)
        self._known: dict[bytes, State] = {}

    @property
    def distinct(self) -> int:
        """How many different contents there were."""
        return len(self._known)

    def look_at(self, files: Mapping[str, bytes | bytearray]) -> State:
        """The state of a database in these files."""
        folder = self._settings.data
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, data in files.items():
            (folder / name).write_bytes(data)
        try:
            key = self._recover()
        except (apsw.Error, Failure) as error:
            return State((repr(error),), {})
        if key not in self._known:
            self._known[key] = self._verify()
        return self._known[key]

    def _recover(self) -> bytes:
        """Let SQLite recover the file and read all its pages; returns a hash of what it holds then. Raises apsw.Error or Failure."""
        connection = open_connection(self._settings.file)
        try:
            found = connection.pragma("quick_check")
            if found != "ok":
                raise apsw.CorruptError(str(found))
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        finally:
            connection.close(True)
        return hashlib.sha256(self._settings.file.read_bytes()).digest()

    def _verify(self) -> State:
        try:
            faults = asyncio.run(prove(self._settings, lambda *_: None)).faults
            with service(self._settings, self._prepared.caller, cache_bytes=0) as client:
                reached = {each.name: stands_at(client, each) for each in self._prepared.series}
        except (apsw.Error, Failure) as error:
            return State((repr(error),), {})
        return State(tuple(faults), reached)


def stands_at(client: Client, series: Series) -> int | None:
    """The write of a series that a database holds as its last; None: not all views agree on one."""
    (near,) = series.views(client, range(1))["history"]
    return seen(client, series, near)[0]
