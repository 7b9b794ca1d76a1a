"""The service in this process on a database that a harness may break, and a script of writes for it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from facetstore.bootstrap.settings import Settings
from tests.reliability.clients import Answer, Caller, Client
from tests.reliability.killing import send
from tests.reliability.series import Changing, Creating, Releasing, Series
from tests.reliability.tenants import filled
from tests.support.api import Api, Database

STEPS: Final = 30


class LocalClient(Client):
    """A caller of a service in this process."""

    def __init__(self, api: Api, caller: Caller) -> None:
        self._api = api
        self._caller = caller

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        content = None if body is None else json.dumps(body).encode()
        kind = {} if content is None else {"content-type": "application/json"}
        return self._send("POST", path, content, kind | {key.replace("_", "-"): each for key, each in headers.items()})

    def get(self, path: str) -> Answer:
        return self._send("GET", path, None, {})

    def _send(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> Answer:
        response = self._api.send(
            method, path, tenant=self._caller.tenant, token=self._caller.token, headers=headers, content=content
        )
        return Answer(response.status_code, response.content, response.headers.get("etag"))

    def checkpoint(self) -> None:
        """Move what the log of SQLite holds into the database, as the service does from time to time."""
        self._api.database.run(self._api.database.storage.engine.maintain())

    def close(self) -> None:
        self._api.close()


class Prepared(NamedTuple):
    """A closed database with a tenant whose series have written nothing yet."""

    folder: Path
    caller: Caller
    series: Sequence[Series]

    def copy(self, folder: Path) -> Settings:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.folder, folder)
        return Settings(data=folder)

    def files(self) -> dict[str, bytes]:
        """The files of the database."""
        return {each.name: each.read_bytes() for each in self.folder.iterdir() if each.is_file()}


def prepared(folder: Path) -> Prepared:
    """Make a tenant, and what the first write of each series needs."""
    settings = Settings(data=folder)
    caller = filled(settings, "faults")
    series: list[Series] = [Changing("fa", 1), Changing("fb", 3), Creating("fc"), Releasing("fd")]
    with service(settings, caller) as client:
        for each in series:
            each.prepare(client)
    return Prepared(folder, caller, series)


@contextmanager
def service(settings: Settings, caller: Caller, cache_bytes: int = 64 << 20) -> Iterator[LocalClient]:
    """The service on a database, for the time of a block."""
    database = Database.open(settings)
    try:
        with LocalClient(Api(database, cache_bytes=cache_bytes), caller) as client:
            yield client
    finally:
        database.close()


class Step(NamedTuple):
    """One write of the script."""

    series: Series
    number: int

    def send(self, client: Client) -> Answer:
        return send(client, self.series, self.number)


def script(series: Sequence[Series], steps: int = STEPS) -> list[Step]:
    """Writes of all series in turn."""
    return [Step(series[number % len(series)], number // len(series) + 1) for number in range(steps)]
