"""Tenants that nodes serve: made and filled before the first of them starts, with a token that may do everything."""

import asyncio
from collections.abc import Iterable
from typing import Final

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.callers import Role
from facetstore.domain.tenant import TenantSettings, address_of
from facetstore.exchange.bundle_import import import_bundle
from facetstore.usecases.lifecycle.task_decisions import Task
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token
from tests.reliability.clients import Caller
from tests.support import bundles

COLLECTION: Final = "test"
SETTINGS: Final = TenantSettings(mandatory_cultures=(1031, 1033))
PEOPLE: Final = ("anna", "olga")


def text(words: str) -> dict[str, str]:
    """Rich text in both cultures."""
    return dict.fromkeys(("1031", "1033"), f"{bundles.XML}<p>{words}</p>")


def people() -> list[dict[str, str]]:
    """References to all people."""
    return [{"id": bundles.guid(name), "type": "user"} for name in PEOPLE]


def filled(settings: Settings, name: str, records: Iterable[bundles.Json] = ()) -> Caller:
    """Make a tenant with two people and these records; returns an administrator of it."""
    address = address_of(COLLECTION, name)

    async def fill() -> str:
        async with opened_storage(settings) as storage:
            tenant = await create_tenant(storage, address, SETTINGS)
            await import_bundle(storage, tenant, bundles.source(*map(bundles.user, PEOPLE), *records))
            return await create_token(storage, serve(tenant), "test", Role.ADMINISTRATOR)

    return Caller(str(address), asyncio.run(fill()))


def let_in(settings: Settings, name: str, number: int) -> list[Caller]:
    """So many more administrators of a tenant."""
    address = address_of(COLLECTION, name)

    async def make() -> list[str]:
        async with opened_storage(settings) as storage:
            tenant = await storage.tenant(address)
            assert tenant is not None
            served = serve(tenant)
            return [await create_token(storage, served, f"more {n}", Role.ADMINISTRATOR) for n in range(number)]

    return [Caller(str(address), token) for token in asyncio.run(make())]


def tasks_of(settings: Settings, name: str, versions: Iterable[str]) -> tuple[Task, ...]:
    """The tasks of versions of a tenant, whatever their assignees."""

    async def read() -> tuple[Task, ...]:
        async with opened_storage(settings) as storage:
            tenant = await storage.tenant(address_of(COLLECTION, name))
            assert tenant is not None
            return await storage.tasks(tenant).of_versions(list(versions))

    return asyncio.run(read())
