"""A server with the habits of the reference product is copied completely, also when the copy is killed twice."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from queue import SimpleQueue

import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import Tenant
from tests.cli.command_line import ENVIRONMENT
from tests.exchange.pull import reference_works as works
from tests.exchange.pull.copying import copy, exported
from tests.exchange.pull.small_server import Asked, Given, small_server
from tests.support.patience import START_SECONDS
from tests.support.storages import Store

HELD = {
    *(works.HOUSE, works.CATEGORY, works.MAIN_VERSION, works.SUB_OLD, works.SUB_NEW, works.USER, works.ROBOT),
    *(works.START, works.TASK, works.END),
    *(works.guid(2000 + number) for number in range(len(works.SYSTEMS))),
}


def copied(store: Store, tenant: Tenant) -> set[str]:
    """The versions in a tenant, without those that every tenant has."""
    return {
        id_ for id_, each in exported(store, tenant).items() if each["facetName"] not in ("cultures", "stereotypes")
    }


def test_everything_that_has_a_place_here_is_copied_with_its_ids(store: Store, tmp_path: Path) -> None:
    tenant = store.new_tenant()

    with small_server(works.ReferenceWorks()) as server:
        pulled = copy(store, tenant, server.address, works.TOKEN, tmp_path / "copy")

    held = exported(store, tenant)
    assert copied(store, tenant) == HELD
    assert pulled.repeated > 5, "every seventh request was throttled"
    assert [held[each]["parent"] for each in (works.HOUSE, works.CATEGORY, works.MAIN_VERSION, works.SUB_NEW)] == [
        *(None, works.HOUSE, works.CATEGORY, works.MAIN)
    ]
    new = held[works.SUB_NEW]
    assert (new["state"], new["attributes"]["version"]) == ("inProcess", {"127": "1.1"})
    assert new["attributes"]["description"]["1033"].endswith("<p>How it is built.</p>"), "versions do not show it there"
    assert [each["id"] for each in new["related"]["systems"]] == [works.SYSTEMS[0]]
    assert [each["id"] for each in new["content"]] == [works.START, works.TASK, works.END]
    assert [each["id"] for each in held[works.TASK]["related"]["systems"]] == [works.SYSTEMS[1]]
    found = store.tenant()
    assert (found.settings.title, found.settings.default_data_culture) == ("Pilot works", 1031)


@pytest.mark.one_engine
def test_the_report_names_what_has_no_place_here(store: Store, tmp_path: Path) -> None:
    with small_server(works.ReferenceWorks(0)) as server:
        pulled = copy(store, store.new_tenant(), server.address, works.TOKEN, tmp_path / "copy")

    lines = "\n".join(pulled.report.lines())
    assert "There is no type 'machineOfTheWorks' here: its elements are left out." in lines
    assert "subProcess.systems refers to an element that is not here: left out. 2 times." in lines
    assert "The attribute colourOfTheMoon is unknown to the type system and was kept. (8 times)" in lines
    assert "Attributes of users and tokens that are unknown here are left out" in lines
    assert pulled.role is None


@pytest.mark.one_engine
def test_secrets_of_tokens_that_the_server_shows_reach_no_disk(store: Store, tmp_path: Path) -> None:
    with small_server(works.ReferenceWorks(0)) as server:
        copy(store, store.new_tenant(), server.address, works.TOKEN, tmp_path / "copy")

    for file in (each for each in tmp_path.rglob("*") if each.is_file()):
        assert works.SECRET.encode() not in file.read_bytes(), file
        assert works.TOKEN.encode() not in file.read_bytes(), file


class Killing:
    """The server of the works, which kills the process that asks at some of its requests."""

    def __init__(self, numbers: list[int]) -> None:
        self._works = works.ReferenceWorks(0)
        self._numbers = numbers
        self.processes: SimpleQueue[int] = SimpleQueue()
        """The process that asks, noted when it was started: a kill waits for it."""

    def __call__(self, asked: Asked) -> Given:
        if asked.number in self._numbers:
            os.kill(self.processes.get(timeout=START_SECONDS), signal.SIGKILL)
        return self._works(asked)


@pytest.mark.one_engine
def test_a_copy_that_is_killed_twice_is_complete_and_asks_nothing_twice(tmp_path: Path) -> None:
    store, killing = Store(Settings(data=tmp_path / "data")), Killing([25, 50])
    tenant = store.new_tenant()

    with small_server(killing) as server:
        for _ in range(2):
            assert run(tmp_path, server.address, killing) == -signal.SIGKILL
            assert copied(store, tenant) == set(), "nothing half is ever visible"
            with (tmp_path / "copy" / "answers.jsonl").open("ab") as file:
                file.write(b'{"question":"rest/facets/it/vi')  # what a crash of the machine may leave
        assert run(tmp_path, server.address, killing) == 0
        addresses = [(each.path, str(each.parameters)) for each in server.asked]

    assert copied(store, tenant) == HELD
    # The revision is asked at the end again; up to four requests were on their way at each kill.
    assert len(addresses) - len(set(addresses)) <= 1 + 2 * 4


def run(tmp_path: Path, address: str, killing: Killing) -> int:
    arguments = ["pull", address, "test/one", "--folder", str(tmp_path / "copy"), "--rate", "5000"]
    process = subprocess.Popen(
        [sys.executable, "-m", "facetstore.cli.main", *arguments, "--data", str(tmp_path / "data")],
        env=ENVIRONMENT | {"PULL_TOKEN": works.TOKEN},
        stderr=subprocess.PIPE,
        text=True,
    )
    killing.processes.put(process.pid)
    _, said = process.communicate(timeout=START_SECONDS)
    assert works.TOKEN not in said
    return process.returncode
