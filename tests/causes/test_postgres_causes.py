"""What can be wrong with PostgreSQL: said on the console at start, in the log and by readiness while the service runs.

On a server of its own, which is locked up, filled, stopped and damaged.
"""

import asyncio
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from facetstore.bootstrap.settings import Settings
from tests.causes.patients import Patient, patient
from tests.causes.small_disks import fill, small_disk
from tests.cli.command_line import Ran, run_here
from tests.support.postgres import Cluster, create_database, execute, free_port, unprivileged_user
from tests.support.postgres_binaries import find_binaries

pytestmark = pytest.mark.postgres

ROLE: Final = "locked"
PASSWORD: Final = "correct horse"  # of a server that lives for some seconds
RULES: Final = "host all locked 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\nlocal all all trust\n"


class Server:
    """A server whose role has to give a password."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.url = cluster.url()
        (cluster.folder / "cluster" / "pg_hba.conf").write_text(RULES)
        self.run(f"CREATE ROLE {ROLE} LOGIN PASSWORD '{PASSWORD}'", "SELECT pg_reload_conf()")

    def run(self, *statements: str) -> None:
        for each in statements:
            asyncio.run(execute(self.url, each))

    def database(self) -> str:
        """A new database that the role with the password owns; returns its address."""
        url = create_database(self.url)
        self.run(f'ALTER DATABASE "{urlsplit(url).path.strip("/")}" OWNER TO {ROLE}')
        return address(url, role=ROLE, password=PASSWORD)

    def end_connections(self) -> None:
        self.run(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename IN ('{ROLE}', 'renamed')")

    @contextmanager
    def stopped(self) -> Iterator[Path]:
        """The server does not run for the time of a block; gives its folder."""
        data = self.cluster.folder / "cluster"
        control = find_binaries(self.cluster.folder) / "pg_ctl"
        self.cluster._run(control, "stop", "-w", "-m", "fast", "-D", data)
        try:
            yield data
        finally:
            self.cluster._run(control, "start", "-w", "-D", data, "-l", self.cluster.folder / "log")


def address(url: str, **parts: str) -> str:
    """The address of a database with other parts."""
    split = urlsplit(url)
    role, port = parts.get("role", split.username or ""), parts.get("port", str(split.port))
    password = parts.get("password", split.password or "")
    netloc = f"{role}{':' if password else ''}{password}@{parts.get('host', '127.0.0.1')}:{port}"
    return urlunsplit(
        split._replace(netloc=netloc.replace(" ", "%20"), path=f"/{parts.get('name', split.path.strip('/'))}")
    )


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Cluster.open() as cluster:
        yield Server(cluster)


@pytest.fixture(scope="module")
def sick(server: Server) -> Iterator[Patient]:
    with patient(Settings(database=server.database())) as found:
        yield found


def start(url: str) -> Ran:
    """A server that must not start; what it says never holds the password."""
    ran = run_here("serve", "--port", "0", "--database", url)
    assert "horse" not in ran.err
    return ran


@pytest.mark.parametrize(
    ("parts", "message", "advice"),
    [
        ({"password": "wrong horse"}, "does not take the password of the role locked, or", "Correct the password"),
        ({"role": "absent", "password": ""}, "has no role absent.", "Correct the role"),
        ({"name": "absent"}, "has no database absent.", "Correct the name"),
        ({"host": "nowhere.invalid"}, "The host of nowhere.invalid:", "Correct the host"),
        ({"port": "closed"}, "Nothing listens at 127.0.0.1:", "Start PostgreSQL"),
    ],
    ids=["password", "role", "database", "host", "port"],
)
def test_a_server_that_cannot_be_used_is_named_at_start(
    server: Server, parts: dict[str, str], message: str, advice: str
) -> None:
    given = {"name": "postgres", "role": ROLE, "password": PASSWORD} | parts
    if given.get("port") == "closed":
        given["port"] = str(free_port())

    ran = start(address(server.url, **given))

    first, second = ran.err.splitlines()
    assert ran.code == 1
    assert message in first
    assert advice in second


def test_commands_say_the_same(server: Server) -> None:
    ran = run_here("tenant", "list", "--database", address(server.url, name="absent"))

    assert (ran.code, ran.out) == (1, "")
    assert "has no database absent." in ran.err


FAULTS: Final[dict[str, tuple[Callable[[str], str], Callable[[str], str]]]] = {
    "password": (lambda _: f"ALTER ROLE {ROLE} PASSWORD 'other'", lambda _: f"ALTER ROLE {ROLE} PASSWORD '{PASSWORD}'"),
    "database": (
        lambda name: f'ALTER DATABASE "{name}" RENAME TO "elsewhere"',
        lambda name: f'ALTER DATABASE "elsewhere" RENAME TO "{name}"',
    ),
    "access": (lambda _: f"ALTER ROLE {ROLE} NOLOGIN", lambda _: f"ALTER ROLE {ROLE} LOGIN"),
}


@pytest.mark.parametrize("category", FAULTS)
def test_what_changes_while_the_service_runs_is_logged_and_heals(server: Server, sick: Patient, category: str) -> None:
    name = urlsplit(sick.api.database.settings.database or "").path.strip("/")
    break_it, mend_it = FAULTS[category]
    before = len(sick.outages)
    assert sick.readiness == (200, "")

    sick.api.database.run(sick.api.database.storage.engine.close())  # a database in use cannot be renamed
    server.run(break_it(name))
    server.end_connections()
    try:
        assert sick.read() == 503
        assert sick.write() == 503
        assert sick.readiness == (503, category)
    finally:
        server.run(mend_it(name))
    assert sick.readiness == (200, "")
    assert (sick.read(), sick.write()) == (200, 200)

    events = [(each["event"], each["cause"]) for each in sick.outages[before:]]
    assert events == [("outage", category), ("outage.over", category)]
    assert PASSWORD not in sick.api.log


def test_a_clock_that_differs_from_that_of_the_database_is_noticed(
    sick: Patient, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = time.time
    for seconds, words in ((3600, "3600 seconds ahead of"), (-3600, "3600 seconds behind")):
        with monkeypatch.context() as patch:
            patch.setattr(time, "time", lambda offset=seconds: real() + offset)
            assert sick.readiness == (503, "clock")
        assert sick.readiness == (200, "")
        assert words in next(each for each in reversed(sick.outages) if each["event"] == "outage")["message"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk for the server")
def test_a_full_disk_of_the_server_stops_writes_until_there_is_room_again(server: Server, tmp_path: Path) -> None:
    user = unprivileged_user()
    folder = server.cluster.folder / "small"
    with small_disk(folder, 48) as disk:
        os.chown(disk, user.pw_uid, user.pw_gid)
        server.run(f"CREATE TABLESPACE small LOCATION '{disk}'", f"CREATE DATABASE small OWNER {ROLE} TABLESPACE small")
        with patient(Settings(database=address(server.url, role=ROLE, password=PASSWORD, name="small"))) as sick:
            assert sick.write() == 200
            ballast = fill(disk)
            while sick.write("much " * 2000) == 200:  # into the room that the files have inside
                pass
            assert sick.read() == 200
            assert sick.readiness == (503, "disk-full")
            ballast.unlink()
            assert sick.readiness == (200, "")
            assert sick.write() == 200
            assert [each["cause"] for each in sick.outages] == ["disk-full"] * 2
        server.run("DROP DATABASE small WITH (FORCE)", "DROP TABLESPACE small")


def test_a_server_that_is_stopped_and_comes_back_damaged_is_noticed(server: Server, sick: Patient) -> None:
    """The last test of the module: the database is of no use afterwards."""
    before = len(sick.outages)
    path = asyncio.run(_path_of(sick.api.database.settings.database or "", "facetstore.version"))
    with server.stopped() as data:
        assert sick.read() == 503
        assert sick.readiness == (503, "refused")
        ran = start(sick.api.database.settings.database or "")
        assert "Nothing listens at" in ran.err
        with (data / path).open("r+b") as file:
            file.write(os.urandom((data / path).stat().st_size))

    assert sick.readiness == (200, "")
    assert sick.read() == 503
    assert sick.readiness == (503, "damaged")
    events = [(each["event"], each["cause"]) for each in sick.outages[before:]]
    assert events == [("outage", "refused"), ("outage.over", "refused"), ("outage", "damaged")]


async def _path_of(url: str, table: str) -> str:
    connection = await asyncpg.connect(url)
    try:
        return str(await connection.fetchval("SELECT pg_relation_filepath($1)", table))
    finally:
        await connection.close()
