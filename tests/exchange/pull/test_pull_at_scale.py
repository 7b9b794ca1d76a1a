"""A large tenant is copied from one running server into another: killed ten times, checked answer by answer, and followed."""

import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant, address_of
from facetstore.exchange.generate import generate
from facetstore.exchange.pull.pull_tenant import ANSWERS
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.exchange.pull.copying import exported
from tests.reliability.nodes import ROOT, Node, environment, place
from tests.support.patience import START_SECONDS
from tests.support.proof import record, sampled
from tests.support.storages import BOTH_LANGUAGES, Store

ELEMENTS: Final = sampled(20_000, 300)
CHANGES: Final = sampled(500, 50)
KILLS: Final = 10
LATE_KILLS: Final = 3
"""Of them, while what was read is stored."""
DETAIL: Final = "rest/facets/processes/views/detail/elements"
DEADLINE: Final = 7200


class Side:
    """A running server with one tenant."""

    def __init__(self, folder: Path, name: str) -> None:
        folder.mkdir()
        self.store = Store(Settings(data=folder))
        self.name = f"test/{name}"
        self.tenant = self.store.run(self._created)
        self.node = Node(self.store.settings, folder / "serve.log")

    async def _created(self, storage: SqlStorage) -> Tenant:
        return await create_tenant(storage, address_of(*self.name.split("/")), BOTH_LANGUAGES)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.node.port}/{self.name}"


@pytest.fixture
def sides(tmp_path: Path) -> Iterator[tuple[Side, Side]]:
    there, here = Side(tmp_path / "there", "source"), Side(tmp_path / "here", "copy")
    try:
        there.store.run(lambda storage: generate(storage, there.tenant, elements=ELEMENTS))
        for each in (there, here):
            each.node.start()
        yield there, here
    finally:
        for each in (there, here):
            each.node.close()


class Pull:
    """The command, as it is run by hand."""

    def __init__(self, there: Side, here: Side, folder: Path) -> None:
        async def token(storage: SqlStorage) -> str:
            return await create_token(storage, serve(there.tenant), "moving", Role.ADMINISTRATOR)

        self.token = there.store.run(token)
        self._answers = folder / ANSWERS
        self._command = [sys.executable, "-m", "facetstore.cli.main", "pull", there.address, here.name]
        self._command += ["--folder", str(folder), "--rate", "10000", *place(here.store.settings)]

    def run(self, *options: str) -> str:
        """What it says. It must succeed."""
        process = self._started(*options)
        said, wrong = process.communicate(timeout=DEADLINE)
        assert process.returncode == 0, said[-2000:] + wrong[-2000:]
        return said + wrong

    def is_killed(self, *, size: int = 0, seconds: float = 0.0) -> bool:
        """Start it and kill it once its answers have so many bytes, so many seconds later; False if it ended before."""
        process = self._started()
        while process.poll() is None and self._size() < size:
            time.sleep(0.01)
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.kill()
        process.communicate()
        return process.returncode != 0

    def _size(self) -> int:
        return self._answers.stat().st_size if self._answers.exists() else 0

    def _started(self, *options: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*self._command, *options],
            cwd=ROOT,
            env=environment() | {"PULL_TOKEN": self.token},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


def number_in(said: str, pattern: str) -> int:
    found = re.search(pattern, said)
    assert found is not None, said[-2000:]
    return int(found[1].replace(",", ""))


def change(there: Side, token: str) -> None:
    """Rename so many processes."""
    headers = {"symbio-auth-token": token}
    with httpx.Client(base_url=f"{there.address}/_api/", headers=headers, timeout=START_SECONDS) as client:
        listed = client.get(f"{DETAIL}?$page=1&$pageSize={CHANGES}&$select=name&$filter=state eq 'inProcess'").json()
        found: list[dict[str, Any]] = listed["elements"]
        assert len(found) == CHANGES
        for start in range(0, CHANGES, 100):
            renamed = [
                {"id": each["id"], "type": each["type"], "attributes": {"name": {"1033": f"Renamed {each['id']}"}}}
                for each in found[start : start + 100]
            ]
            assert client.post(DETAIL, json={"elements": renamed}).status_code == 200


@pytest.mark.long
@pytest.mark.one_engine
@pytest.mark.timeout(DEADLINE)
def test_a_large_tenant_is_copied_despite_kills_checked_and_followed(sides: tuple[Side, Side], tmp_path: Path) -> None:
    there, here = sides
    alone = Pull(there, Side(tmp_path / "alone", "alone"), tmp_path / "whole")
    said, copied = timed(alone.run)
    size = (tmp_path / "whole" / ANSWERS).stat().st_size

    pull, chance = Pull(there, here, tmp_path / "answers"), random.Random(23)
    early = sorted(chance.uniform(0, size) for _ in range(KILLS - LATE_KILLS))
    killed = [pull.is_killed(size=int(each)) for each in early]
    killed += [pull.is_killed(seconds=chance.uniform(1, 1 + copied / 10)) for _ in range(LATE_KILLS)]
    pull.run()
    assert sum(killed) == KILLS
    record(
        "elements copied from one server into another, killed",
        KILLS,
        "complete",
        elements=ELEMENTS,
        requests=number_in(said, r"Sent ([\d,]+) requests"),
        seconds_without_kills=round(copied),
    )

    checked, check_seconds = timed(lambda: pull.run("--check"))
    differences = number_in(checked, r": ([\d,]+) differences")
    questions = number_in(checked, r"Asked ([\d,]+) questions")
    record("answers of both sides compared", questions, f"{differences} differences", seconds=round(check_seconds))

    change(there, pull.token)
    followed, follow_seconds = timed(lambda: pull.run("--follow"))
    changed = number_in(followed, r"Changed ([\d,]+) versions, added 0, moved 0, deleted 0")
    record("changes followed", changed, "copied, and nothing else", seconds=round(follow_seconds))
    assert changed == CHANGES
    assert lasting(here) == lasting(there)


def timed(work: Callable[[], str]) -> tuple[str, float]:
    begun = time.monotonic()
    return work(), time.monotonic() - begun


def lasting(side: Side) -> dict[str, Any]:
    """What a tenant holds, by version, without tokens and their uses."""
    held = exported(side.store, side.tenant)
    return {
        id_: (each["type"], each.get("state"), each["attributes"], each.get("related"), each.get("content"))
        for id_, each in held.items()
        if each["facetName"] != "automation"
    }
