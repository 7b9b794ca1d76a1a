"""Sign-in links, at the address where the service is reached."""

from __future__ import annotations

import os

from facetstore.bootstrap.addresses import address_of_environment, checked_base, usual_address
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.people.sign_in import link_address, make_link
from facetstore.usecases.people.users import create_first_administrator
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve


async def link_base(storage: SqlStorage, given: str | None = None) -> str:
    """What links start with: the address that is given, else that of the environment, else that of the server that runs on this
    database or was the last one to do so, else the usual one. Raises InvalidValues."""
    if given is not None:
        return checked_base(given)
    return address_of_environment(os.environ) or await storage.engine.served_at() or usual_address()


async def sign_in_link(storage: Storage, tenant: Tenant, element: str, base: str) -> str:
    """A link that signs a user in once, within a day."""
    return link_address(base, tenant.address, await make_link(storage, tenant, element))


async def first_link(storage: Storage, tenant: Tenant, base: str) -> str | None:
    """The sign-in link of a tenant's first administrator, who is created for it; None if the tenant has users already."""
    element = await create_first_administrator(storage, serve(tenant))
    return None if element is None else await sign_in_link(storage, tenant, element, base)
