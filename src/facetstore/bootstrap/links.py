"""Sign-in links, at the address where the service is reached."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Final

from facetstore.bootstrap.settings import SERVE
from facetstore.domain.tenant import Tenant
from facetstore.usecases.people.sign_in import link_address, make_link
from facetstore.usecases.people.users import create_first_administrator
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve

_USUAL: Final = {"host": "127.0.0.1", "port": "8080"}


async def sign_in_link(storage: Storage, tenant: Tenant, element: str, base: str | None = None) -> str:
    """A link that signs a user in once, within a day."""
    return link_address(base or _base(os.environ), tenant.address, await make_link(storage, tenant, element))


async def first_link(storage: Storage, tenant: Tenant) -> str | None:
    """The sign-in link of a tenant's first administrator, who is created for it; None if the tenant has users already."""
    element = await create_first_administrator(storage, serve(tenant))
    return None if element is None else await sign_in_link(storage, tenant, element)


def _base(environment: Mapping[str, str]) -> str:
    """The address at which a server with this environment is reached."""
    if base := environment.get(SERVE["base_url"]):
        return base.rstrip("/")
    host, port = (environment.get(SERVE[name]) or usual for name, usual in _USUAL.items())
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
