"""A throw-away PostgreSQL for tests and benchmarks: FACETSTORE_TEST_POSTGRES if set, else a cluster of our own.

The process that opens a `Cluster` owns it; others, such as the workers of a parallel run, attach to its folder. The
server starts when the first of them asks for its address, so a run that needs no PostgreSQL does not wait for one.
"""

import asyncio
import atexit
import contextlib
import fcntl
import os
import pwd
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final, Literal, Self
from urllib.parse import urlsplit, urlunsplit

import asyncpg

from tests.support.postgres_binaries import PostgresUnavailable, find_binaries

__all__ = ["GIVEN", "Cluster", "PostgresUnavailable", "create_database", "drop_database", "postgres_cluster"]

# Waits until the process at the other end of its standard input is gone, closed or killed, and then cleans up.
# A signal to the owner's terminal does not reach it: it has a session of its own. Hundreds of databases are gigabytes of small
# files: nothing waits for their removal.
UNDERTAKER: Final = """
    read -r _
    if pid=$(head -n 1 "$1/cluster/postmaster.pid" 2>/dev/null); then
        kill -QUIT "$pid"
        while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
    fi
    mv "$1" "$1.gone"
    rm -rf "$1.gone" >/dev/null 2>&1 &
"""

SETTINGS: Final = """
listen_addresses = '127.0.0.1'
port = {port}
unix_socket_directories = '{folder}'
max_connections = 300
fsync = {durable}
synchronous_commit = {durable}
full_page_writes = {durable}
autovacuum = {durable}
"""
"""A run makes hundreds of databases. To look after each of them takes more time than they live, and changes plans by chance."""

START_ATTEMPTS: Final = 3

GIVEN: Final = "FACETSTORE_TEST_POSTGRES"
"""Names a server that is not ours to stop."""


class Cluster:
    """A server that is gone, with all it stored, when its owner is: also after Ctrl-C, a crash or a kill."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self._durable = durable
        self._undertaker: subprocess.Popen[bytes] | None = None

    @classmethod
    def open(cls, *, durable: bool = False) -> Self:
        """Own a new cluster. `durable` makes commits reach the disk, as benchmarks want and tests do not."""
        # Not below TMPDIR, which may be too long for a socket's path or closed to the server's user.
        folder = Path(tempfile.mkdtemp(prefix="fspg-", dir="/tmp"))
        cluster = cls(folder, durable=durable)
        cluster._undertaker = subprocess.Popen(
            ["sh", "-c", UNDERTAKER, "undertaker", str(folder)], stdin=subprocess.PIPE, start_new_session=True
        )
        atexit.register(cluster.close)
        if os.geteuid() == 0:
            user = unprivileged_user()
            os.chown(folder, user.pw_uid, user.pw_gid)
        return cluster

    @classmethod
    def attach(cls, folder: Path) -> Self:
        """Use the cluster that another process owns."""
        return cls(folder)

    def close(self) -> None:
        """End the server and remove its folder. Only the owner's call does anything."""
        if self._undertaker and self._undertaker.stdin:
            with contextlib.suppress(BrokenPipeError):
                self._undertaker.stdin.close()
            self._undertaker.wait()
            self._undertaker = None
            atexit.unregister(self.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def url(self) -> str:
        """The address of the maintenance database, after starting the server if it does not run yet.

        Raises PostgresUnavailable where there is no server and none can be installed or started.
        """
        known = self.folder / "url"
        with (self.folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not known.exists():
                known.write_text(self._start())
            return known.read_text()

    def restart(self, how: Literal["fast", "immediate"]) -> None:
        """Take the server down, with a word to its clients or in the middle of whatever it does, and up again."""
        binaries, data = find_binaries(self.folder), self.folder / "cluster"
        self._run(binaries / "pg_ctl", "restart", "-w", "-m", how, "-D", data, "-l", self.folder / "log")

    def _start(self) -> str:
        binaries = find_binaries(self.folder)
        data = self.folder / "cluster"
        self._run(
            *(binaries / "initdb", "-k", "--encoding=UTF8", "--locale=C.UTF-8", "-A", "trust", "-U", "facetstore"),
            *("--no-sync", "-D", data),
        )
        for _ in range(START_ATTEMPTS - 1):
            # Another process may take the port between finding it free and using it.
            with contextlib.suppress(PostgresUnavailable):
                return self._listen(binaries, data)
        return self._listen(binaries, data)

    def _listen(self, binaries: Path, data: Path) -> str:
        port = free_port()
        durable = "on" if self._durable else "off"
        settings = SETTINGS.format(port=port, folder=self.folder, durable=durable)
        (data / "postgresql.auto.conf").write_text(settings)
        self._run(binaries / "pg_ctl", "start", "-w", "-D", data, "-l", self.folder / "log")
        return f"postgresql://facetstore@127.0.0.1:{port}/postgres"

    def _run(self, *command: object) -> None:
        """Run one of the server's programs as a user that it accepts: none of them runs as root."""
        output = self.folder / "output"
        # The folder's owner, not whom we would choose by now: installing PostgreSQL adds a user.
        owner = self.folder.stat()
        switch = os.geteuid() == 0
        with output.open("wb") as file:
            # To a file: the server inherits it, and a pipe would stay open as long as the server lives.
            code = subprocess.run(
                [str(part) for part in command],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                env=clean_environment(),
                start_new_session=True,
                check=False,
                user=owner.st_uid if switch else None,
                group=owner.st_gid if switch else None,
                extra_groups=[] if switch else None,
            ).returncode
        if code:
            log = self.folder / "log"
            found = output.read_text() + (log.read_text() if log.exists() else "")
            raise PostgresUnavailable(f"{command[0]} ended with {code}:\n{found}")


@contextlib.contextmanager
def postgres_cluster(*, durable: bool = False) -> Iterator[str]:
    """The address of a server that lives as long as the block: FACETSTORE_TEST_POSTGRES or a cluster of our own."""
    given = os.environ.get(GIVEN)
    if given:
        yield given
        return
    with Cluster.open(durable=durable) as cluster:
        yield cluster.url()


def create_database(server_url: str, *, copy_of: str | None = None) -> str:
    """Make a database on this server, empty or as another one to which there are no connections, and return its address."""
    name = f"facetstore_test_{uuid.uuid4().hex[:12]}"
    template = _name_of(copy_of) if copy_of else "template1"
    asyncio.run(execute(server_url, f'CREATE DATABASE "{name}" TEMPLATE "{template}"'))
    return urlunsplit(urlsplit(server_url)._replace(path=f"/{name}"))


def drop_database(server_url: str, database_url: str) -> None:
    """Remove the database, even if there are connections to it."""
    asyncio.run(execute(server_url, f'DROP DATABASE IF EXISTS "{_name_of(database_url)}" WITH (FORCE)'))


def _name_of(database_url: str) -> str:
    return urlsplit(database_url).path.removeprefix("/")


async def execute(url: str, statement: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


def unprivileged_user() -> pwd.struct_passwd:
    """Whom the server runs as when we are root."""
    users = {user.pw_name: user for user in pwd.getpwall()}
    return users.get("postgres") or users["nobody"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def clean_environment() -> dict[str, str]:
    """Ours without the settings of PostgreSQL's clients, which would lead its programs to another server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return kept | {"LC_ALL": "C.UTF-8"}


if __name__ == "__main__":
    # For a look by hand: a server until Enter is pressed.
    with postgres_cluster() as address:
        input(f"{address}\nPress Enter to end it. ")
