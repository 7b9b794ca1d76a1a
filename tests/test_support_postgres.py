"""The throw-away PostgreSQL: one server for all workers, gone with its owner."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import asyncpg
import pytest

from tests.support.postgres import GIVEN, Cluster

pytestmark = pytest.mark.postgres

PATIENCE = 60
"""Seconds. A busy machine is late."""

OWNER = """
from tests.support.postgres import Cluster
cluster = Cluster.open()
print(cluster.folder, cluster.url(), flush=True)
input()
"""


def test_every_database_is_new_and_encoded_as_utf8(new_postgres_database: Callable[[], str]) -> None:
    first, second = new_postgres_database(), new_postgres_database()

    assert first != second
    assert asyncio.run(value(first, "SHOW server_encoding")) == "UTF8"
    assert asyncio.run(value(second, "SELECT count(*) FROM pg_stat_user_tables")) == 0


@pytest.fixture
def own_server(postgres_server: str) -> str:
    if os.environ.get(GIVEN):
        pytest.skip("The server is one that was given, so there need not be programs to start another.")
    return postgres_server


def test_checksums_are_on(own_server: str) -> None:
    assert asyncio.run(value(own_server, "SHOW data_checksums")) == "on"


@pytest.mark.usefixtures("own_server")
def test_an_attached_cluster_is_the_owners_server_and_not_ended_by_the_guest() -> None:
    with Cluster.open() as owner:
        guest = Cluster.attach(owner.folder)
        assert guest.url() == owner.url()

        guest.close()

        assert asyncio.run(value(owner.url(), "SELECT 1")) == 1
    assert not owner.folder.exists()


@pytest.mark.usefixtures("own_server")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_server_is_gone_however_its_owner_ends(end: signal.Signals) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parents[1],
    )
    with owner:
        assert owner.stdout is not None
        folder, url = owner.stdout.readline().decode().split()
        owner.send_signal(end)

    assert gone_within(PATIENCE, Path(folder))
    with pytest.raises(OSError, match=r"refused|Connect call failed"):
        asyncio.run(value(url, "SELECT 1"))


def gone_within(seconds: float, path: Path) -> bool:
    deadline = time.monotonic() + seconds
    while path.exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    return not path.exists()


async def value(url: str, query: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()
