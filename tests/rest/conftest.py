"""The databases all tests of the interface read: one on each engine for each worker, filled once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from facetstore.bootstrap.settings import Settings
from tests.rest.access.ruled import EVERY_ROLE, HIDDEN, records
from tests.support import company
from tests.support.api import ACME, ACME_ID, RIVAL, ROLES, Api, Database
from tests.support.changing import Changing
from tests.support.openid_provider import OpenIdServer, openid_server_or_skip
from tests.support.openid_visitor import CALLBACKS
from tests.support.two_pools import SECOND_POOL, TWO_POOLS


@pytest.fixture(scope="session", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database with the tenants of tests/support/company.py. Tests that write do so in tenants of their own."""
    database = Database.open(settings_of(request, tmp_path_factory.mktemp("data")))
    database.add_tenant(ACME, company.SETTINGS, company.acme, id_=ACME_ID, roles=ROLES)
    database.add_tenant(RIVAL, company.RIVAL_SETTINGS, company.rival)
    yield database
    database.close()


@pytest.fixture
def empty_database(request: pytest.FixtureRequest, database: Database, tmp_path: Path) -> Iterator[Database]:
    """Another database on the same engine, for tests that need one to themselves."""
    other = Database.open(settings_of(request, tmp_path, engine=database.engine))
    yield other
    other.close()


@pytest.fixture(scope="module")
def other_database(
    request: pytest.FixtureRequest, database: Database, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Database]:
    """The same for all tests of a module."""
    other = Database.open(settings_of(request, tmp_path_factory.mktemp("other"), engine=database.engine))
    yield other
    other.close()


@pytest.fixture(scope="session")
def api(database: Database) -> Iterator[Api]:
    """The application as it is served, answers kept."""
    served = Api(database)
    yield served
    served.close()


@pytest.fixture(scope="session")
def forgetful_api(database: Database) -> Iterator[Api]:
    """The application without cached responses: every request does its work."""
    served = Api(database, cache_bytes=0)
    yield served
    served.close()


@pytest.fixture
def changing(database: Database) -> Iterator[Changing]:
    """A tenant of the test's own, to be changed."""
    changing = Changing(database)
    yield changing
    changing.close()


@pytest.fixture
def ruled(database: Database) -> Iterator[Changing]:
    """A tenant with rules of who reads and writes some properties, to be changed."""
    ruled = Changing(database, records(), EVERY_ROLE)
    yield ruled
    ruled.close()


@pytest.fixture(scope="module")
def fixed(database: Database) -> Iterator[Changing]:
    """Such a tenant that no test changes."""
    fixed = Changing(database, records(), EVERY_ROLE)
    yield fixed
    fixed.close()


@pytest.fixture(scope="module")
def twin(database: Database) -> Iterator[Changing]:
    """The same as if what is hidden from editors had never been."""
    twin = Changing(database, records(but=HIDDEN), EVERY_ROLE)
    yield twin
    twin.close()


@pytest.fixture(scope="session")
def openid() -> Iterator[OpenIdServer]:
    """A provider of OpenID Connect that serves all tests (`tests/support/openid_visitor.py`)."""
    with openid_server_or_skip(CALLBACKS) as server:
        yield server


def settings_of(request: pytest.FixtureRequest, folder: Path, engine: str | None = None) -> Settings:
    """An empty database; two, where suites run with their tenants on two pools."""
    if (engine or request.param) == "sqlite":
        pools = {SECOND_POOL: str(folder / SECOND_POOL)} if TWO_POOLS else {}
        return Settings(data=folder, pools=pools)
    new_migrated_database: Callable[[], str] = request.getfixturevalue("new_migrated_database")
    pools = {SECOND_POOL: new_migrated_database()} if TWO_POOLS else {}
    return Settings(database=new_migrated_database(), pools=pools)
