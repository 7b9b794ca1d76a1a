"""Backups while many write: each holds what was acknowledged before it began, and no write in part."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest

from facetstore.bootstrap.backing_up import back_up
from facetstore.bootstrap.restoring_backups import Restoring
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Failure
from facetstore.exchange.backup_folder import BackupFolder
from facetstore.storage.engines.sqlite import SqliteEngine
from tests.reliability.clients import Caller
from tests.reliability.faults.judging import stands_at
from tests.reliability.killing import Acknowledged, Writer
from tests.reliability.nodes import Node, engine_of, serving
from tests.reliability.series import Changing, Creating, Releasing, Series
from tests.reliability.tenants import filled
from tests.support.proof import record, sampled
from tests.support.storages import ENGINES, new_store

WRITERS: Final = 16


def all_series() -> list[Series]:
    kinds = (lambda name: Changing(name, 2), Creating, Releasing, lambda name: Changing(name, 1))
    return [kinds[number % len(kinds)](f"w{number:02d}") for number in range(WRITERS)]


@contextmanager
def writing(node: Node, caller: Caller) -> Iterator[list[Writer]]:
    """Writers that go on until the end of the block."""
    acknowledged = Acknowledged()
    with ExitStack() as stack:
        clients = [stack.enter_context(node.client(caller)) for _ in range(WRITERS)]
        series = all_series()
        for each, client in zip(series, clients, strict=True):
            each.prepare(client)
        writers = [Writer(each, client, acknowledged) for each, client in zip(series, clients, strict=True)]
        for writer in writers:
            writer.start()
        acknowledged.wait_for(2 * WRITERS)
        try:
            yield writers
        finally:
            for writer in writers:
                writer.stop()


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.timeout(3600)
def test_a_backup_holds_what_was_acknowledged_before_it_began(
    engine: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings = new_store(request, tmp_path / "data", engine).settings
    caller, folder, backups = filled(settings, "backups"), tmp_path / "backups", sampled(25, 1)
    reached = list[dict[str, int]]()

    with serving(settings, tmp_path) as (node,), writing(node, caller) as writers:
        for _ in range(backups):
            reached.append({each.name: each.last for each in writers})
            asyncio.run(back_up(settings, folder, lambda *_: None))
        assert [each.refused.body for each in writers if each.refused is not None] == []

    names = BackupFolder(folder).names()
    assert len(names) == backups
    for name, before in zip(names, reached, strict=True):
        restored = Settings(data=tmp_path / name)
        found = BackupFolder(folder)
        asyncio.run(Restoring(found, found.read(name), lambda *_: None).into_empty(restored))
        with serving(restored, tmp_path) as (node,), node.client(caller) as client:
            stands = {each.name: stands_at(client, each.series) for each in writers}
        torn = {each: number for each, number in stands.items() if number is None}
        assert torn == {}
        assert {each: number for each, number in stands.items() if (number or 0) < before[each]} == {}
    record(
        "backups under 16 writers, restored",
        backups,
        "every write acknowledged before it began, none in part",
        place=engine_of(settings),
        acknowledged=sum(each.last for each in writers),
    )


def test_a_backup_of_more_than_one_state_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that are read one after the other while others write do not fit together, and the proof of the backup finds it."""
    monkeypatch.setattr(SqliteEngine, "snapshot", SqliteEngine.session)
    settings, most = Settings(data=tmp_path / "data"), 50
    caller = filled(settings, "control")

    with serving(settings, tmp_path) as (node,), writing(node, caller):
        needed = next((number for number in range(1, most + 1) if is_refused(settings, tmp_path / "backups")), None)

    assert needed is not None, "Tables of different states were never found out."
    record("backups that are not of one state, under 16 writers", needed, "found")


def is_refused(settings: Settings, folder: Path) -> bool:
    try:
        asyncio.run(back_up(settings, folder, lambda *_: None))
    except Failure:
        return True
    return False
