"""The role of the second wall: who makes it, who has to, and that a missing wall is reported."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit, urlunsplit

import pytest

from facetstore.bootstrap.database import open_storage, opened_engine
from facetstore.bootstrap.doctor import examine
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Unavailable
from facetstore.storage.migrate import migrate
from facetstore.storage.store import SqlStorage
from tests.storage.builders import add, new_tenant, version
from tests.support.postgres import execute

pytestmark = [pytest.mark.postgres, pytest.mark.anyio]


@pytest.fixture
def empty_database(new_postgres_database: Callable[[], str]) -> str:
    return new_postgres_database()


@pytest.fixture
async def owned(postgres_server: str, empty_database: str) -> AsyncIterator[Settings]:
    """An empty database whose schema belongs to a role without any rights on the server."""
    url = empty_database
    name = f"owner_{urlsplit(url).path.removeprefix('/facetstore_test_')}"
    await execute(postgres_server, f"CREATE ROLE {name} LOGIN")
    await execute(url, f"GRANT CREATE ON DATABASE {urlsplit(url).path[1:]} TO {name}")
    parts = urlsplit(url)
    yield Settings(database=urlunsplit(parts._replace(netloc=f"{name}@{parts.hostname}:{parts.port}")))
    await execute(url, f"DROP OWNED BY {name} CASCADE")
    await execute(postgres_server, f"DROP ROLE IF EXISTS {name}_app")
    await execute(postgres_server, f"DROP ROLE {name}")


async def examined(settings: Settings) -> dict[str, tuple[str, bool]]:
    return {each.name: (each.value, each.is_good) for each in await examine(settings)}


@asynccontextmanager
async def served(settings: Settings) -> AsyncIterator[SqlStorage]:
    storage = await open_storage(settings)
    try:
        yield storage
    finally:
        await storage.close()


def owner_of(settings: Settings) -> str:
    return str(urlsplit(str(settings.database)).username)


async def test_who_may_not_make_a_role_is_served_behind_one_wall_and_warned(owned: Settings) -> None:
    assert "row_security" not in await examined(owned)

    async with served(owned) as storage:
        tenant = await new_tenant(storage)
        await add(storage, tenant, version("p"))
        assert await storage.population(tenant.key) == {"subProcess": 1}

    assert (await examined(owned))["row_security"] == (f"there is no role {owner_of(owned)}_app", False)
    with pytest.raises(Unavailable, match="Row level security is on, but it does not hold: there is no role"):
        await open_storage(replace(owned, row_security=True))
    assert (await examined(replace(owned, row_security=False)))["row_security"] == ("off", True)


async def test_a_role_that_is_made_later_is_taken_up_by_the_next_migration(
    owned: Settings, postgres_server: str
) -> None:
    owner = owner_of(owned)
    async with served(owned) as storage:
        await new_tenant(storage)
    await execute(postgres_server, f"CREATE ROLE {owner}_app")
    assert (await examined(owned))["row_security"][0].startswith("not for account")

    async with opened_engine(owned) as engine:
        assert await migrate(engine) == ()
    assert (await examined(owned))["row_security"] == (f"the role {owner}_app is not granted to the login", False)
    await execute(postgres_server, f"GRANT {owner}_app TO {owner}")

    assert (await examined(owned))["row_security"] == ("on", True)
    async with served(replace(owned, row_security=True)) as storage:
        tenant = await new_tenant(storage)
        await add(storage, tenant, version("p"))
        assert await storage.population(tenant.key) == {"subProcess": 1}


async def test_who_may_make_roles_gets_the_wall_with_the_schema(owned: Settings, postgres_server: str) -> None:
    await execute(postgres_server, f"ALTER ROLE {owner_of(owned)} CREATEROLE")

    async with served(replace(owned, row_security=True)) as storage:
        await new_tenant(storage)

    assert (await examined(owned))["row_security"] == ("on", True)


async def test_a_role_above_all_policies_is_no_wall(owned: Settings, postgres_server: str) -> None:
    role = f"{owner_of(owned)}_app"
    await execute(postgres_server, f"CREATE ROLE {role} BYPASSRLS")
    await execute(postgres_server, f"GRANT {role} TO {owner_of(owned)}")

    async with served(owned) as storage:
        await new_tenant(storage)

    assert (await examined(owned))["row_security"] == (f"no policy holds for the role {role}", False)


async def test_a_table_without_policy_is_reported_and_the_next_migration_adds_it(
    owned: Settings, postgres_server: str
) -> None:
    await execute(postgres_server, f"ALTER ROLE {owner_of(owned)} CREATEROLE")
    async with opened_engine(owned) as engine:
        await migrate(engine)
        async with engine.transaction() as session:
            await session.execute_script("CREATE TABLE facetstore.later (tenant BIGINT NOT NULL)")
    assert (await examined(owned))["row_security"] == ("not for later: facetstore migrate", False)

    async with opened_engine(owned) as engine:
        await migrate(engine)

    assert (await examined(owned))["row_security"] == ("on", True)
