"""The tenants a process is serving: each with its settings and metamodel, as fresh as the last commit."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

import msgspec

from facetstore.domain.callers import Caller, Role
from facetstore.domain.errors import Unauthenticated
from facetstore.domain.tenant import TenantAddress, TenantSettings
from facetstore.domain.values import ElementId
from facetstore.metamodel.loader import load_with_additions
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.ports import Reader, Revisions, Storage, Tenant

_MOST_TOKENS = 10_000
"""How many checked tokens are remembered for a tenant before all are forgotten."""


@dataclass(slots=True)
class ServedTenant:
    """A tenant in use: what requests share until its definition changes."""

    tenant: Tenant
    metamodel: Metamodel
    callers: dict[str, Caller] = field(default_factory=dict)
    """Who stands behind the tokens that were checked."""
    access: int = -1
    """The access revision at which `callers` were checked."""

    @property
    def settings(self) -> TenantSettings:
        return self.tenant.settings


@dataclass(frozen=True, slots=True)
class Reading:
    """One caller reading one tenant."""

    served: ServedTenant
    caller: Caller
    reader: Reader
    revisions: Revisions
    """How far the tenant had come when this began."""

    @property
    def metamodel(self) -> Metamodel:
        return self.served.metamodel


class Tenancy:
    """All tenants in use by this process."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._served: dict[str, ServedTenant] = {}

    async def access(
        self, address: TenantAddress, token: str | None, seen: tuple[int, Revisions | None] | None = None
    ) -> tuple[ServedTenant, Caller, Revisions]:
        """The tenant and the caller a token stands for. Raises Unauthenticated, also where there is no such tenant.

        `seen` is how far a tenant had come when this request looked already, so that it need not look twice.
        """
        if token is None:
            raise Unauthenticated
        served, revisions = await self._current(address, seen)
        caller = await self._caller(served, revisions, token)
        return served, caller, revisions

    async def _current(
        self, address: TenantAddress, seen: tuple[int, Revisions | None] | None
    ) -> tuple[ServedTenant, Revisions]:
        served = self._served.get(address.folded)
        if served is not None:
            key = served.tenant.key
            revisions = seen[1] if seen is not None and seen[0] == key else await self.storage.revisions(key)
            if revisions is not None and revisions.definition == served.tenant.definition:
                return served, revisions
        served = await self._load(address)
        return served, Revisions(served.tenant.revision, served.tenant.definition, served.tenant.access)

    async def _load(self, address: TenantAddress) -> ServedTenant:
        self._served.pop(address.folded, None)
        tenant = await self.storage.tenant(address)
        if tenant is None:
            raise Unauthenticated
        served = serve(tenant)
        self._served[address.folded] = served
        return served

    async def _caller(self, served: ServedTenant, revisions: Revisions, token: str) -> Caller:
        if served.access != revisions.access or len(served.callers) > _MOST_TOKENS:
            served.callers.clear()
            served.access = revisions.access
        caller = served.callers.get(token)
        if caller is None:
            caller = await self._check(served.tenant, token)
            # Tokens may have changed while this one was looked up: then it holds for this request alone.
            if served.access == revisions.access:
                served.callers[token] = caller
        if time.time_ns() // 1000 >= caller.expires:
            raise Unauthenticated
        return caller

    async def _check(self, tenant: Tenant, token: str) -> Caller:
        credential = await self.storage.credential(tenant.key, token_digest(token))
        if credential is None:
            raise Unauthenticated
        return Caller(tenant.key, ElementId(credential.element), Role(credential.role), credential.expires)


def serve(tenant: Tenant) -> ServedTenant:
    """A tenant with its metamodel."""
    administration = tenant.address.context_type != "IStorageContext"
    return ServedTenant(
        tenant, load_with_additions(msgspec.json.decode(tenant.additions), administration=administration)
    )


def token_digest(token: str) -> str:
    """The form in which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
