"""PostgreSQL: several nodes on one database, connections that end, a schema of its own."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

import asyncpg
import pytest

from facetstore.bootstrap.database import open_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS
from facetstore.domain.callers import Role
from facetstore.domain.errors import Unavailable
from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.store import SqlStorage
from facetstore.storage.verifying.chains import broken_at
from facetstore.usecases.ports.selections import ListOf, VersionsOf
from facetstore.usecases.ports.storage import Revisions
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tokens.issuing import create_token
from tests.storage.builders import NOTHING, add, element_id, elements, ids, new_tenant, plain, read, stored, version
from tests.support.proof import scaled

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]


@pytest.fixture(scope="module")
def postgres_settings(new_postgres_database: Callable[[], str]) -> Settings:
    """A database whose connections are ended on purpose: not that of the other tests."""
    return Settings(database=new_postgres_database())


@pytest.fixture
async def postgres_storage(postgres_settings: Settings) -> AsyncIterator[SqlStorage]:
    storage = await open_storage(postgres_settings)
    yield storage
    await storage.close()


@pytest.fixture
async def nodes(postgres_settings: Settings) -> AsyncIterator[tuple[SqlStorage, SqlStorage]]:
    """Two nodes of the service on one database."""
    one, other = await open_storage(postgres_settings), await open_storage(postgres_settings)
    yield one, other
    await one.close()
    await other.close()


async def end_connections(settings: Settings, of: str = "facetstore") -> int:
    """Do what a restart of the server does to those connected."""
    connection = await asyncpg.connect(settings.database)
    try:
        rows = await connection.fetch(
            """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()""",
            of,
        )
        return len(rows)
    finally:
        await connection.close()


async def test_all_tables_are_in_a_schema_of_their_own(postgres_storage: SqlStorage) -> None:
    rows = await postgres_storage.engine.fetch(
        """SELECT table_schema, table_name FROM information_schema.tables
            WHERE table_schema NOT IN ('pg_catalog', 'information_schema')""",
        {},
    )

    assert {schema for schema, _ in rows} == {"facetstore"}
    assert {name for _, name in rows} >= {"tenant", "element", "version", "history", "schema_version"}


async def test_texts_are_ordered_by_their_bytes_whatever_the_locale_of_the_server(postgres_storage: SqlStorage) -> None:
    rows = await postgres_storage.engine.fetch(
        """SELECT table_name, column_name FROM information_schema.columns
            WHERE table_schema = 'facetstore' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'
              AND table_name <> 'schema_version'""",
        {},
    )

    assert rows == []


async def test_two_nodes_that_write_to_one_tenant_keep_one_chain(nodes: tuple[SqlStorage, SqlStorage]) -> None:
    number = scaled(200)
    tenant = await new_tenant(nodes[0])

    await asyncio.gather(*(add(nodes[n % 2], tenant, plain(f"c{n}")) for n in range(number)))

    assert await nodes[0].revisions(tenant.key) == await nodes[1].revisions(tenant.key) == Revisions(number, 0, 0)
    assert await broken_at(nodes[0].engine, tenant.key) is None
    rows = await nodes[0].engine.fetch(
        "SELECT revision, ordinal FROM history WHERE tenant = :tenant ORDER BY 1", {"tenant": tenant.key}
    )
    assert [tuple(row) for row in rows] == [(n, 1) for n in range(1, number + 1)]


async def test_a_write_of_one_node_is_seen_by_the_next_read_of_the_other(nodes: tuple[SqlStorage, SqlStorage]) -> None:
    tenant = await new_tenant(nodes[0])
    for n in range(10):
        await add(nodes[n % 2], tenant, plain(f"c{n}"))
        assert await nodes[1 - n % 2].revisions(tenant.key) == Revisions(n + 1, 0, 0)


async def test_writers_of_different_tenants_do_not_wait_for_each_other(nodes: tuple[SqlStorage, SqlStorage]) -> None:
    one, other = await new_tenant(nodes[0]), await new_tenant(nodes[0])

    async with nodes[0].writer(one, actor=None) as writer:
        await writer.versions.add(stored([plain("c")]), "added")
        await asyncio.wait_for(add(nodes[1], other, plain("c")), 10)

    assert await nodes[0].population(other.key) == {"subCategory": 1}


async def test_a_connection_that_ends_so_that_not_even_an_undo_is_possible_is_reported_as_such(
    postgres_storage: SqlStorage,
) -> None:
    """The driver still waits for an answer when the server says goodbye: rolling back is then a mistake of its own."""
    engine = postgres_storage.engine
    waiting: list[asyncio.Future[object]] = []

    async def write() -> None:
        async with engine.transaction() as session:
            waiting.append(asyncio.ensure_future(session.fetch("SELECT pg_sleep(60)", {})))
            await asyncio.sleep(0)
            raise asyncpg.InternalClientError("another operation is in progress")

    with pytest.raises(Unavailable, match="The database does not answer"):
        await write()

    (ended,) = await asyncio.gather(*waiting, return_exceptions=True)
    assert isinstance(ended, asyncpg.PostgresConnectionError)
    assert await engine.fetch("SELECT 1", {}) == [(1,)]


async def test_a_node_that_is_gone_in_the_middle_of_a_write_leaves_nothing_and_no_writer_waiting(
    nodes: tuple[SqlStorage, SqlStorage], postgres_settings: Settings
) -> None:
    tenant = await new_tenant(nodes[0])

    async def write() -> None:
        async with nodes[0].writer(tenant, actor=None) as writer:
            await writer.versions.add(stored([plain("lost")]), "added")
            await end_connections(postgres_settings)
            await writer.versions.add(stored([plain("never")]), "added")

    with pytest.raises(Unavailable, match="The database does not answer"):
        await write()

    await asyncio.wait_for(add(nodes[0], tenant, plain("c")), 10)
    assert elements(await read(nodes[0], tenant, ListOf("processes"))) == ids("c")
    assert await broken_at(nodes[0].engine, tenant.key) is None


async def test_a_lost_connection_is_unavailable_once_and_then_works_again(
    nodes: tuple[SqlStorage, SqlStorage], postgres_settings: Settings
) -> None:
    tenant = await new_tenant(nodes[0])
    await add(nodes[0], tenant, version("p"))
    running = asyncio.create_task(nodes[0].engine.fetch("SELECT pg_sleep(60)", {}))
    while not await sleeping(nodes[1]):
        pass

    await end_connections(postgres_settings)

    with pytest.raises(Unavailable, match="The database does not answer"):
        await running
    assert elements(await read(nodes[0], tenant, ListOf("processes"))) == ids("p")


async def sleeping(storage: SqlStorage) -> bool:
    statement = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%' AND state = 'active'"
    return bool(await storage.engine.fetch(statement, {}))


async def test_of_many_connections_that_end_at_once_the_next_caller_notices_one_at_most(
    nodes: tuple[SqlStorage, SqlStorage], postgres_settings: Settings
) -> None:
    tenant = await new_tenant(nodes[0])
    await add(nodes[0], tenant, version("p"))
    await asyncio.gather(*(read(nodes[0], tenant, ListOf("processes")) for _ in range(8)))
    assert await end_connections(postgres_settings) >= 4  # one tenant reads on three of them at a time

    with contextlib.suppress(Unavailable):
        await read(nodes[0], tenant, ListOf("processes"))

    assert [elements(await read(nodes[0], tenant, ListOf("processes"))) for _ in range(10)] == [ids("p")] * 10


async def test_connections_known_to_have_ended_are_not_used(
    nodes: tuple[SqlStorage, SqlStorage], postgres_settings: Settings
) -> None:
    assert isinstance(nodes[0].engine, PostgresEngine)
    tenant = await new_tenant(nodes[0])
    await asyncio.gather(*(read(nodes[0], tenant, ListOf("processes")) for _ in range(8)))
    await end_connections(postgres_settings)
    for _ in range(1000):
        if all(each.is_closed() for each, _ in nodes[0].engine._connections._idle):
            break
        await asyncio.sleep(0.01)

    assert await read(nodes[0], tenant, ListOf("processes")) == []


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    storage = SqlStorage(PostgresEngine("postgresql://facetstore@127.0.0.1:1/nothing"))

    with pytest.raises(Unavailable, match="The database does not answer"):
        await storage.check()


async def test_no_more_connections_are_opened_than_are_allowed(postgres_settings: Settings) -> None:
    assert postgres_settings.database is not None
    engine = PostgresEngine(postgres_settings.database, size=3)

    async def backend() -> int:
        ((pid, _),) = await engine.fetch("SELECT pg_backend_pid(), pg_sleep(0.005)", {})
        return int(str(pid))

    pids = await asyncio.gather(*(backend() for _ in range(30)))
    await engine.close()

    assert len(set(pids)) == 3


async def test_a_request_that_is_cancelled_leaves_a_connection_that_works(postgres_settings: Settings) -> None:
    assert postgres_settings.database is not None
    engine = PostgresEngine(postgres_settings.database, size=1)
    waiting = asyncio.create_task(engine.fetch("SELECT pg_sleep(60)", {}))
    watcher = SqlStorage(PostgresEngine(postgres_settings.database))
    while not await sleeping(watcher):
        pass

    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting

    ((one,),) = await asyncio.wait_for(engine.fetch("SELECT 1", {}), 10)
    assert one == 1
    await engine.close()
    await watcher.close()


async def test_tokens_of_as_many_tenants_as_there_are_connections_are_made_at_once(
    postgres_storage: SqlStorage, postgres_settings: Settings
) -> None:
    """A change that reads on a second connection waits for ever where all are held by such changes."""
    assert postgres_settings.database is not None
    few = SqlStorage(PostgresEngine(postgres_settings.database, size=2))
    tenants = [await new_tenant(postgres_storage) for _ in range(4)]

    async with asyncio.timeout(20):
        for _ in range(2):  # the second time they are there already
            made = await asyncio.gather(*(create_token(few, serve(each), "Robot", Role.VIEWER) for each in tenants))
            assert len(set(made)) == len(tenants)
    await few.close()


async def test_a_fault_of_the_caller_in_the_middle_of_a_write_is_reported_as_it_is(
    postgres_storage: SqlStorage,
) -> None:
    """A file that cannot be read is none of the database's business."""
    tenant = await new_tenant(postgres_storage)

    async def write() -> None:
        async with postgres_storage.writer(tenant, actor=None):
            raise FileNotFoundError(2, "No such file", "bundle.jsonl")

    with pytest.raises(FileNotFoundError):
        await write()
    assert await postgres_storage.revisions(tenant.key) == Revisions(0, 0, 0)


async def test_requests_that_ask_together_share_the_reads_of_the_revision(postgres_storage: SqlStorage) -> None:
    tenant = await new_tenant(postgres_storage)
    await add(postgres_storage, tenant, version("p"))

    found = await asyncio.gather(*(postgres_storage.revisions(tenant.key) for _ in range(50)))

    assert found == [Revisions(1, 0, 0)] * 50


async def test_a_snapshot_ends_with_its_block(postgres_storage: SqlStorage) -> None:
    tenant: Tenant = await new_tenant(postgres_storage)
    reader = postgres_storage.reader(tenant, EDITORS)

    async with reader.snapshot():
        assert await reader.elements(VersionsOf((element_id("p"),)), NOTHING) == []
    await add(postgres_storage, tenant, version("p"))

    assert len(await reader.elements(VersionsOf((element_id("p"),)), NOTHING)) == 1
