"""The demo tenant `demo/showcase`: created on the first start; its token is renewed on every start."""

from __future__ import annotations

from typing import Final

from facetstore.bootstrap.links import sign_in_link
from facetstore.domain.callers import Role
from facetstore.domain.tenant import Tenant, TenantSettings, address_of
from facetstore.exchange.bundle_import import Progress, import_bundle
from facetstore.exchange.demo_company import demo_records
from facetstore.usecases.people.users import access_account
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.tenant_changes import create_tenant
from facetstore.usecases.tokens.issuing import create_token

ADDRESS: Final = address_of("demo", "showcase")
PEOPLE: Final = {
    Role.VIEWER: "kowalski",
    Role.EDITOR: "lang",
    Role.APPROVER: "hartung",
    Role.ANALYZER: "falk",
    Role.ARCHITECT: "sommerfeld",
    Role.ADMINISTRATOR: "brandt",
}
"""The users of the company who can sign in, by their highest role."""
TOKEN_NAME: Final = "Demo"  # noqa: S105  # the name of a token, no secret


async def ensure_demo(storage: Storage, *, progress: Progress | None = None) -> str:
    """Create the demo tenant if it is missing, and return a new secret of its token."""
    tenant = await storage.tenant(ADDRESS) or await create_tenant(storage, ADDRESS, TenantSettings(template="demo"))
    if not await _is_filled(storage, tenant):
        await import_bundle(storage, tenant, demo_records, with_tasks=True, progress=progress)
        tenant = await storage.tenant(ADDRESS) or tenant
    return await create_token(storage, serve(tenant), TOKEN_NAME, Role.ADMINISTRATOR)


async def demo_link(storage: Storage, base: str) -> str:
    """Let one user of each role sign in, and return the link of the administrator."""
    tenant = await storage.tenant(ADDRESS)
    assert tenant is not None, "it was created before"
    accounts = [await access_account(storage, tenant, login) for login in PEOPLE.values()]
    return await sign_in_link(storage, tenant, accounts[-1].element, base)


async def _is_filled(storage: Storage, tenant: Tenant) -> bool:
    """Whether the tenant holds the company. An interrupted start leaves an empty tenant, which the next start fills."""
    return "processHouse" in await storage.population(tenant.key)
