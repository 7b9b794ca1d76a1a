"""An address with several servers: the one that takes writes is found, one that is cut off holds up nothing, mistakes are named."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from urllib.parse import urlsplit, urlunsplit

import pytest

from facetstore.domain import causes
from facetstore.domain.errors import Unavailable
from facetstore.storage.engines import postgres_watch
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.engines.postgres_hosts import DatabaseHost, hosts_of
from tests.support.patience import START_SECONDS
from tests.support.postgres import Cluster, execute, free_port

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@pytest.mark.parametrize(
    ("url", "hosts"),
    [
        (
            "postgresql://u:p@one:1,two:2/n?target_session_attrs=read-write",
            [DatabaseHost("one", 1), DatabaseHost("two", 2)],
        ),
        ("postgresql://one/n", [DatabaseHost("one", 5432)]),
        ("postgresql://u:p%40,q@10.0.0.1,[::1]:6000/n", [DatabaseHost("10.0.0.1", 5432), DatabaseHost("::1", 6000)]),
        ("postgresql://[::1]/n", [DatabaseHost("::1", 5432)]),
        ("postgresql:///n?host=/run/postgresql", []),
        ("postgresql://u@%2Frun%2Fpostgresql/n", []),
        ("postgresql:///n", []),
        ("postgresql://one:port/n", []),
    ],
)
def test_the_servers_of_an_address(url: str, hosts: list[DatabaseHost]) -> None:
    assert list(hosts_of(url)) == hosts


def with_hosts(url: str, *ports: int, more: str = "") -> str:
    """The address with these ports before its own."""
    parts = urlsplit(url)
    login, _, own = parts.netloc.rpartition("@")
    hosts = ",".join([*(f"127.0.0.1:{port}" for port in ports), own])
    return urlunsplit(parts._replace(netloc=f"{login}@{hosts}", query=more))


@contextlib.asynccontextmanager
async def engine_at(url: str) -> AsyncIterator[PostgresEngine]:
    engine = PostgresEngine(url)
    try:
        yield engine
    finally:
        await engine.close()


@contextlib.contextmanager
def silent_server() -> Iterator[int]:
    """A port that takes connections and never says anything, as a machine that hangs."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(128)
        yield int(listener.getsockname()[1])


@pytest.mark.parametrize("more", ["", "target_session_attrs=read-write", "target_session_attrs=primary"])
async def test_servers_that_are_away_are_passed_over(new_postgres_database: Callable[[], str], more: str) -> None:
    url = await asyncio.to_thread(new_postgres_database)

    async with engine_at(with_hosts(url, free_port(), free_port(), more=more)) as engine:
        assert [tuple(row) for row in await engine.fetch("SELECT 1", {})] == [(1,)]


async def test_a_server_that_hangs_holds_up_nothing_for_good(new_postgres_database: Callable[[], str]) -> None:
    url = await asyncio.to_thread(new_postgres_database)

    with silent_server() as port:
        async with engine_at(with_hosts(url, port)) as engine, asyncio.timeout(START_SECONDS):
            while True:  # a busy machine may need more than one attempt
                with contextlib.suppress(Unavailable):
                    await engine.fetch("SELECT 1", {})
                    break


async def test_a_server_that_takes_no_writes_is_not_taken(new_postgres_database: Callable[[], str]) -> None:
    url = await asyncio.to_thread(new_postgres_database)
    name = urlsplit(url).path.removeprefix("/")
    await execute(url, f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')

    async with engine_at(with_hosts(url, free_port())) as engine:
        with pytest.raises(Unavailable) as caught:
            await engine.fetch("SELECT 1", {})

    assert caught.value.cause is not None
    assert caught.value.cause.category == causes.NO_PRIMARY


@pytest.mark.parametrize("wanted", ["any", "standby", "prefer-standby", "read-only", "nonsense"])
async def test_an_address_that_leads_to_standbys_is_refused(wanted: str) -> None:
    url = f"postgresql://u:secret@one,two/n?target_session_attrs={wanted}"

    async with engine_at(url) as engine:
        with pytest.raises(Unavailable) as caught:
            await engine.fetch("SELECT 1", {})

    cause = caught.value.cause
    assert cause is not None
    assert cause.category == causes.WRONG_ADDRESS
    assert f"target_session_attrs={wanted} leads to servers that take no writes; say read-write" in cause.message
    assert "secret" not in f"{cause}"


class Relay:
    """Passes on what clients and a server say to each other, until it is cut off: then all stays open, and nothing arrives."""

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_cut_off = asyncio.Event()

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[int]:
        server = await asyncio.start_server(self._take, "127.0.0.1", 0)
        try:
            yield server.sockets[0].getsockname()[1]
        finally:
            server.close()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut_off(self) -> None:
        self._is_cut_off.set()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", self._server_port)
        for source, target in ((reader, back), (there, writer)):
            task = asyncio.create_task(self._pass_on(source, target))
            self._tasks.add(task)

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while (data := await source.read(65536)) and not self._is_cut_off.is_set():
                target.write(data)
        finally:
            target.close()


async def test_a_statement_on_a_server_that_is_cut_off_fails(
    new_postgres_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await asyncio.to_thread(new_postgres_database)
    relay = Relay(hosts_of(url)[0].port)

    async with (
        relay.open() as port,
        engine_at(f"postgresql://facetstore@127.0.0.1:{port}{urlsplit(url).path}") as engine,
    ):
        await engine.fetch("SELECT 1", {})
        monkeypatch.setattr(postgres_watch, "LONG_SECONDS", 0.1)
        monkeypatch.setattr(postgres_watch, "SIGN_SECONDS", 0.1)
        relay.cut_off()
        with pytest.raises(Unavailable):
            async with asyncio.timeout(START_SECONDS), engine.transaction() as session:
                await session.fetch("SELECT 1", {})


async def test_a_statement_that_takes_long_goes_on(
    new_postgres_database: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await asyncio.to_thread(new_postgres_database)
    monkeypatch.setattr(postgres_watch, "LONG_SECONDS", 0.02)
    monkeypatch.setattr(postgres_watch, "SIGN_SECONDS", float(START_SECONDS))

    async with engine_at(url) as engine:
        found = await engine.fetch("SELECT 1 FROM pg_sleep(0.5)", {})

    assert [tuple(row) for row in found] == [(1,)]


async def test_a_commit_that_no_standby_has_is_not_acknowledged() -> None:
    """PostgreSQL says that it is committed, and warns: it would be lost with this server."""
    with Cluster.open() as cluster:
        url = await asyncio.to_thread(cluster.url)
        await execute(url, "CREATE TABLE kept (value INT)")
        await execute(url, "ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        await execute(url, "ALTER SYSTEM SET synchronous_commit = 'on'")
        await execute(url, "SELECT pg_reload_conf()")
        async with engine_at(url) as engine, asyncio.timeout(START_SECONDS):
            cancelling = asyncio.create_task(cancel_waiting(url))
            with pytest.raises(Unavailable):
                await write(engine)
            await cancelling


async def write(engine: PostgresEngine) -> None:
    async with engine.transaction() as session:
        await session.execute_script("INSERT INTO kept VALUES (1)")


async def cancel_waiting(url: str) -> None:
    """Cancel what waits for a standby, as an operator or a tool might."""
    async with engine_at(url) as engine:
        cancelled = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
        while not await engine.fetch(cancelled, {}):  # noqa: ASYNC110  # of another process
            await asyncio.sleep(0.05)
