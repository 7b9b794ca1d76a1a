"""One pool does not answer: its tenants get 503, and all others are served as before. What is no pool of ours is refused."""

import asyncio
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import asyncpg
import pytest

from facetstore.bootstrap.database import failing_pools, open_storage
from facetstore.bootstrap.pool_work import pool_work
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Conflict
from facetstore.rest.wire.monitoring import RequestLog
from facetstore.storage.pools.pooled_store import PooledStorage
from tests.storage.pools.installations import add_process, add_tenant, names, pooled_settings, served, without_pools
from tests.support.api import Api

HERE, THERE, NOWHERE = "acme/here", "acme/there", "acme/nowhere"


def statuses(api: Api) -> list[int]:
    """Of reads of a tenant of the first pool, of the second one, and of an unknown one."""
    token = api.database.tokens[HERE, "administrator"]
    known = [api.get("rest/facets", tenant=each).status_code for each in (HERE, THERE)]
    return [*known, api.get("rest/facets", tenant=NOWHERE, token=token).status_code]


async def shut(settings: Settings, *, is_open: bool) -> None:
    """Let a database of PostgreSQL refuse connections, and end those that there are; or let it accept them again."""
    assert settings.database is not None
    name = urlsplit(settings.pools["north"]).path.strip("/")
    connection = await asyncpg.connect(settings.database)
    await connection.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS {str(is_open).lower()}')
    if not is_open:
        await connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name)
    await connection.close()


@pytest.mark.postgres
def test_a_pool_that_stops_takes_only_its_own_tenants_along(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    settings = pooled_settings(request, tmp_path, "postgres")
    with served(settings) as api:
        add_tenant(api, HERE)
        add_tenant(api, THERE, "north")
        assert statuses(api) == [200, 200, 401]

        asyncio.run(shut(settings, is_open=False))
        try:
            assert statuses(api) == [200, 503, 401]
            assert add_process(api, HERE, "Sales").status_code == 200
            assert api.at("GET", "/_health/ready").status_code == 200
            with served(settings) as fresh:  # a node that starts meanwhile knows the tenant from the directory
                fresh.database.tokens |= api.database.tokens
                assert statuses(fresh) == [200, 503, 401]
        finally:
            asyncio.run(shut(settings, is_open=True))
        assert names(api, HERE) == ["Sales"]
        assert statuses(api) == [200, 200, 401]


def test_a_node_starts_without_a_pool_that_is_damaged(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    settings = pooled_settings(request, tmp_path, "sqlite")
    with served(settings) as api:
        add_tenant(api, HERE)
        add_tenant(api, THERE, "north")
        tokens = api.database.tokens
    file = settings.of_pool("north").file
    whole = file.read_bytes()
    file.write_bytes(b"This is no database." * 1000)
    with served(settings) as api:
        api.database.tokens |= tokens

        assert statuses(api) == [200, 503, 401]
        assert [name for name, _ in failing_pools(api.database.storage)] == ["north"]
        assert api.at("GET", "/_health/ready").status_code == 200
    file.write_bytes(whole)
    with served(settings) as api:
        api.database.tokens |= tokens
        assert statuses(api) == [200, 200, 401]


def test_each_pool_is_looked_after_on_its_own(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    settings = pooled_settings(request, tmp_path, "sqlite")
    with served(settings):
        pass
    settings.of_pool("north").file.write_bytes(b"This is no database." * 1000)

    async def work() -> int:
        storage = await open_storage(settings)
        assert isinstance(storage, PooledStorage)
        tasks = [asyncio.create_task(each()) for each in pool_work(storage, RequestLog(enabled=False))]
        await asyncio.sleep(0.1)
        ended = sum(task.done() for task in tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await storage.close()
        return ended

    assert asyncio.run(work()) == 0


def test_what_is_no_pool_of_this_installation_is_refused(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    settings = pooled_settings(request, tmp_path, "sqlite")
    with served(settings) as api:
        add_tenant(api, THERE, "north")
    north = settings.pools["north"]

    refused = {
        "is the pool north": replace(settings, pools={"south": north}),
        "is empty, but tenants lived there": replace(settings, pools={"north": str(tmp_path / "empty")}),
        "This database is the pool north": Settings(data=Path(north), pools={"north": str(tmp_path / "other")}),
        "belongs to another installation": Settings(data=tmp_path / "second", pools={"north": north}),
    }
    for message, wrong in refused.items():
        with pytest.raises(Conflict, match=message):
            asyncio.run(open_storage(wrong))

    with served(Settings(data=tmp_path / "own")) as api:
        add_tenant(api, HERE)
    with pytest.raises(Conflict, match="has tenants of its own"):
        asyncio.run(open_storage(replace(settings, pools={"north": north, "own": str(tmp_path / "own")})))


def test_a_pool_that_is_not_named_any_more_is_an_outage_of_its_tenants(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    settings = pooled_settings(request, tmp_path, "sqlite")
    with served(settings) as api:
        add_tenant(api, HERE)
        add_tenant(api, THERE, "north")
        tokens = api.database.tokens
    with served(replace(settings, pools={"south": str(tmp_path / "south")})) as api:
        api.database.tokens |= tokens
        assert statuses(api) == [200, 503, 401]
    with served(without_pools(settings)) as api:
        api.database.tokens |= tokens
        assert statuses(api) == [200, 401, 401]
