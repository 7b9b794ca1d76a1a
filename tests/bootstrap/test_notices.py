"""Tokens that end soon are reported in the log once a day, by one of all servers."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from facetstore.bootstrap.notices import ExpiryNotice
from facetstore.domain.callers import Role
from facetstore.rest.wire.monitoring import RequestLog
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tokens.issuing import create_token, revoke_token
from tests.support.storages import ENGINES, Store, new_store

DAY = 86_400.0


class Log:
    """What two processes write."""

    def __init__(self, folder: Path) -> None:
        self._file = os.open(folder / "log", os.O_RDWR | os.O_CREAT)
        self.log = RequestLog(self._file)

    def lines(self) -> list[dict[str, Any]]:
        """What was written since this was last asked."""
        text = os.pread(self._file, 1 << 20, 0).decode()
        os.ftruncate(self._file, 0)
        os.lseek(self._file, 0, os.SEEK_SET)
        return [json.loads(line) for line in text.splitlines()]

    def close(self) -> None:
        os.close(self._file)


@pytest.fixture(params=ENGINES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return new_store(request, tmp_path, request.param)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    log = Log(tmp_path)
    yield log
    log.close()


def test_one_process_reports_once_a_day_which_tokens_end_soon(store: Store, log: Log) -> None:
    served = serve(store.new_tenant())
    now = 1_800_000_000.0

    async def work(storage: SqlStorage) -> None:
        for name, days in (("Soon", 13), ("Later", 15), ("Revoked", 3)):
            await create_token(storage, served, name, Role.EDITOR, days)
        await revoke_token(storage, served, "Revoked")
        first, second = (ExpiryNotice(storage, log.log, lambda: now) for _ in range(2))
        await first.run()
        await second.run()
        await first.run()

    store.run(work)

    (line,) = log.lines()
    assert (line["event"], line["tenant"], line["token"]) == ("token.expiring", "test/one", "Soon")
    assert line["validUntil"]


def test_it_is_reported_again_on_the_next_day(store: Store, log: Log) -> None:
    served = serve(store.new_tenant())
    now = 1_800_000_000.0

    async def work(storage: SqlStorage) -> None:
        nonlocal now
        await create_token(storage, served, "Soon", Role.EDITOR, 1)
        notices = [ExpiryNotice(storage, log.log, lambda: now) for _ in range(2)]
        for _ in range(3):
            for each in notices:
                await each.run()
            now += DAY

    store.run(work)

    assert [each["token"] for each in log.lines()] == ["Soon"] * 3


def test_what_goes_wrong_is_reported(store: Store, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> bool:
        raise OSError("no database")

    async def work(storage: SqlStorage) -> None:
        monkeypatch.setattr(storage, "take_notice", broken)
        await ExpiryNotice(storage, log.log).run()

    store.run(work)

    (line,) = log.lines()
    assert (line["event"], "no database" in line["fault"]) == ("token.expiring", True)


def test_a_tenant_that_fails_does_not_keep_others_from_being_reported(store: Store, log: Log) -> None:
    broken, served = store.new_tenant(), serve(store.new_tenant("two"))

    async def work(storage: SqlStorage) -> None:
        await create_token(storage, served, "Soon", Role.EDITOR, 1)
        async with storage.engine.transaction() as session:
            values = {"key": broken.key, "broken": '{"types": {"supplier": {}}}'}
            await session.fetch("UPDATE tenant SET additions = :broken WHERE key = :key", values)
        await ExpiryNotice(storage, log.log).run()

    store.run(work)

    assert [(each["tenant"], "fault" in each) for each in log.lines()] == [("test/one", True), ("test/two", False)]
