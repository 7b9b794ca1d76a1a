"""The tenants a process is serving: each with its settings and metamodel, as fresh as the last commit."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, field

import msgspec

from facetstore.domain.callers import Caller
from facetstore.domain.errors import Unauthenticated
from facetstore.domain.tenant import TenantAddress, TenantSettings
from facetstore.domain.values import ElementId
from facetstore.metamodel.loader import load_with_additions
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.narrowed import facets_named_only, narrowed
from facetstore.regional.time_zones import TimeZone, time_zone
from facetstore.usecases.ports.selections import Narrowing
from facetstore.usecases.ports.storage import (
    NOBODY,
    Credential,
    Finder,
    NamingReader,
    Reader,
    Revisions,
    Storage,
    Tenant,
)
from facetstore.usecases.principals import Permissions, Principal, resolve

_MOST_TOKENS = 10_000
"""How many checked tokens are remembered for a tenant before all are forgotten."""


@dataclass(slots=True)
class ServedTenant:
    """A tenant in use: what requests share until its definition changes."""

    tenant: Tenant
    metamodel: Metamodel
    callers: dict[str, Caller] = field(default_factory=dict)
    """Who stands behind the tokens that were checked."""
    permissions: tuple[int, Permissions] | None = None
    """With the count of access changes at which they were read."""
    access: int = -1
    """The count of access changes at which `callers` were checked."""

    @property
    def settings(self) -> TenantSettings:
        return self.tenant.settings

    def metamodel_for(self, caller: Caller) -> Metamodel:
        """The metamodel without what is hidden from a caller, so that it does not exist for him."""
        audience = caller.audience
        return narrowed(self.metamodel, audience.facets | audience.named, caller.role)


@dataclass(slots=True)
class Reading:
    """One caller reading one tenant. Who reads is made when he is needed: changes read in a transaction of their own."""

    served: ServedTenant
    caller: Caller
    storage: Storage
    revisions: Revisions
    """How far the tenant had come when this began."""
    by_authorship: bool = field(default=False, init=False)
    """Whether anything was told that depends on whom elements name as authors: the answer is this caller's own."""
    _readers: tuple[Reader, NamingReader] | None = field(default=None, init=False)

    @property
    def opened(self) -> Reader:
        """Reads of what the caller may open."""
        return self._both()[0]

    @property
    def names(self) -> NamingReader:
        """Reads of what the caller sees, by its name at least."""
        return self._both()[1]

    def _both(self) -> tuple[Reader, NamingReader]:
        # Never one without the other: a snapshot of either is one of both.
        if self._readers is None:
            reader = self.storage.reader(self.served.tenant, self.caller.audience)
            self._readers = reader, reader.naming()
        return self._readers

    @property
    def has_counts(self) -> bool:
        """Whether anything was read that changes without the tenant being changed."""
        return self._readers is not None and self._readers[0].has_counts

    @property
    def metamodel(self) -> Metamodel:
        """What there is to this caller."""
        return self.served.metamodel_for(self.caller)

    @property
    def opens_all(self) -> bool:
        """Whether the caller may open all that lists show."""
        return self.caller.audience.opens_all

    def finder(self, narrowing: Narrowing) -> Finder:
        """Who finds the elements of a list. A filter or an order by anything but names would tell of what cannot be opened."""
        return self.names if narrowing.by_name and not self.opens_all else self.opened


class Tenancy:
    """All tenants in use by this process."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._served: dict[str, ServedTenant] = {}

    async def access(
        self,
        address: TenantAddress,
        token: str | None,
        seen: tuple[int, Revisions | None] | None = None,
        place: str = "",
    ) -> tuple[ServedTenant, Caller, Revisions]:
        """The tenant and the caller a token stands for. Raises Unauthenticated, also where there is no such tenant.

        `seen` is how far a tenant had come when this request looked already, so that it need not look twice. `place` is where the
        request comes from: a token may be good elsewhere only.
        """
        if token is None:
            raise Unauthenticated
        try:
            served, revisions = await self._current(address, seen)
        except Unauthenticated:
            await self.storage.credential(NOBODY, token_digest(token))  # as much work as for a token that is none
            raise
        caller = await self._caller(served, revisions, token)
        if not caller.may_call_from(place):
            raise Unauthenticated
        return served, caller, revisions

    async def find(self, address: TenantAddress) -> ServedTenant | None:
        """The tenant at an address, for callers who are not known yet."""
        try:
            return (await self._current(address, None))[0]
        except Unauthenticated:
            return None

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
        # A session may have been renewed since.
        if caller is None or time.time_ns() // 1000 >= caller.expires:
            caller = await self._check(served, revisions.access, token)
            # Tokens may have changed while this one was looked up: then it holds for this request alone.
            if served.access == revisions.access:
                served.callers[token] = caller
            if time.time_ns() // 1000 >= caller.expires:
                raise Unauthenticated
        return caller

    async def _check(self, served: ServedTenant, access: int, token: str) -> Caller:
        tenant = served.tenant
        credential = await self.storage.credential(tenant.key, token_digest(token))
        principal = await self.storage.principal(tenant, credential.element) if credential is not None else None
        if credential is None or principal is None or (role := principal.role) is None:
            raise Unauthenticated
        zone = time_zone(served.settings.time_zone)
        if (principal.valid(principal.roles.valid_from, zone) or 0) > time.time_ns() // 1000:
            raise Unauthenticated
        return Caller(
            tenant.key,
            ElementId(principal.element),
            role,
            _end(credential, principal, zone),
            frozenset(map(ElementId, principal.groups)),
            (await self._permissions(served, access)).access_of(principal, facets_named_only(served.metamodel, role)),
            principal.hosts,
        )

    async def _permissions(self, served: ServedTenant, access: int) -> Permissions:
        """The permissions at an access revision, or later ones, which then hold for no longer."""
        known = served.permissions
        if known is None or known[0] != access:
            known = served.permissions = (access, resolve(await self.storage.permissions(served.tenant)))
        return known[1]


def _end(credential: Credential, principal: Principal, zone: TimeZone) -> int:
    """When a credential ends: a token with its element, a session at the latest with itself."""
    own = principal.valid(principal.roles.valid_until, zone)
    if own is None:
        return credential.expires
    return own if principal.hosts is not None else min(own, credential.expires)


def serve(tenant: Tenant) -> ServedTenant:
    """A tenant with its metamodel."""
    administration = tenant.address.context_type != "IStorageContext"
    return ServedTenant(
        tenant, load_with_additions(msgspec.json.decode(tenant.additions), administration=administration)
    )


def token_digest(token: str) -> str:
    """The form in which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
