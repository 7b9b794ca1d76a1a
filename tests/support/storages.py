"""Storages for tests without HTTP: work done on a database of one engine, opened for each piece of it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.metamodel.loader import load_standard
from facetstore.storage.store import SqlStorage
from facetstore.usecases.tenants.tenant_changes import create_tenant

T = TypeVar("T")

ENGINES = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]
"""The parameters of a fixture that gives a test to both engines."""

BOTH_LANGUAGES = TenantSettings(mandatory_cultures=(1031, 1033), time_zone="Europe/Berlin", region="DE")


def without_configuration(population: Mapping[str, int]) -> dict[str, int]:
    """The numbers of elements by type, without those that the service itself creates."""
    types = load_standard().types
    facets = ("cultures", "stereotypes")
    return {key: number for key, number in population.items() if key not in types or types[key].facet not in facets}


@dataclass(frozen=True, slots=True)
class Store:
    """A database that no other test uses."""

    settings: Settings

    def run(self, work: Callable[[SqlStorage], Awaitable[T]]) -> T:
        """Open the database, work, close it: what the work leaves behind is what was committed."""

        async def opened() -> T:
            async with opened_storage(self.settings) as storage:
                return await work(storage)

        return asyncio.run(opened())

    def new_tenant(self, name: str = "one", settings: TenantSettings = BOTH_LANGUAGES) -> Tenant:
        return self.run(lambda storage: create_tenant(storage, address_of("test", name), settings))

    def tenant(self, name: str = "one") -> Tenant:
        found = self.run(lambda storage: storage.tenant(address_of("test", name)))
        assert found is not None
        return found

    def population(self, tenant: Tenant) -> dict[str, int]:
        """How many elements there are of each type, without languages and stereotypes: every tenant has some from the start."""
        return without_configuration(self.run(lambda storage: storage.population(tenant.key)))


def migrate(database: str) -> None:
    """Give a database of PostgreSQL all tables."""

    async def nothing(_: SqlStorage) -> None: ...

    Store(Settings(database=database)).run(nothing)


def new_store(request: pytest.FixtureRequest, folder: Path, engine: str, *, migrated: bool = True) -> Store:
    """A database of one engine without tenants. Where it is not migrated, its first use does that."""
    if engine == "sqlite":
        return Store(Settings(data=folder))
    new_database: Callable[[], str] = request.getfixturevalue(f"new_{'migrated' if migrated else 'postgres'}_database")
    return Store(Settings(database=new_database()))
