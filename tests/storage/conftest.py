"""One open storage on each engine for each worker; every test works in a tenant of its own."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace

import pytest

from facetstore.bootstrap.database import open_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from tests.storage.builders import new_tenant
from tests.support.storages import ENGINES
from tests.support.two_pools import SECOND_POOL, TWO_POOLS


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests marked `anyio` run on asyncio, all of a worker on one loop."""
    return "asyncio"


@pytest.fixture(scope="session")
def new_sqlite_settings(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Settings]:
    return lambda: _on_pools(
        Settings(data=tmp_path_factory.mktemp("data")), lambda: str(tmp_path_factory.mktemp(SECOND_POOL))
    )


@pytest.fixture(scope="session")
def sqlite_settings(new_sqlite_settings: Callable[[], Settings]) -> Settings:
    return new_sqlite_settings()


@pytest.fixture(scope="session")
def postgres_settings(new_postgres_database: Callable[[], str]) -> Settings:
    return _on_pools(Settings(database=new_postgres_database()), new_postgres_database)


@pytest.fixture(scope="session", params=ENGINES)
def settings(request: pytest.FixtureRequest) -> Settings:
    """Where a database of this worker is, on one engine."""
    found: Settings = request.getfixturevalue(f"{request.param}_settings")
    return found


@pytest.fixture(scope="session")
async def storage(settings: Settings) -> AsyncIterator[SqlStorage]:
    storage = await open_storage(settings)
    yield storage
    await storage.close()


@pytest.fixture(scope="session")
async def sqlite_storage(sqlite_settings: Settings) -> AsyncIterator[SqlStorage]:
    storage = await open_storage(sqlite_settings)
    yield storage
    await storage.close()


@pytest.fixture(scope="session")
async def postgres_storage(postgres_settings: Settings) -> AsyncIterator[SqlStorage]:
    storage = await open_storage(postgres_settings)
    yield storage
    await storage.close()


@pytest.fixture
async def tenant(storage: SqlStorage) -> Tenant:
    """An empty tenant."""
    return await new_tenant(storage)


def _on_pools(settings: Settings, new_database: Callable[[], str]) -> Settings:
    """With a second pool, where suites run with their tenants on two pools."""
    return replace(settings, pools={SECOND_POOL: new_database()}) if TWO_POOLS else settings
