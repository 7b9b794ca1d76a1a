"""The tenants that a process serves, each with its settings and metamodel as of the last commit."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import msgspec

from facetstore.domain.access import Audience
from facetstore.domain.callers import Caller, Role
from facetstore.domain.errors import Unauthenticated
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings
from facetstore.domain.values import ElementId
from facetstore.metamodel.loader import load_with_additions
from facetstore.metamodel.model import Metamodel, SelectableValue
from facetstore.metamodel.narrowed import facets_named_only, narrowed
from facetstore.query.search_text import SearchText
from facetstore.regional.time_zones import TimeZone, time_zone
from facetstore.usecases.ports.reads import Finder, NamingReader, Reader
from facetstore.usecases.ports.selections import Narrowing
from facetstore.usecases.ports.storage import NO_TENANT, Credential, ReadStorage, Revisions, Storage
from facetstore.usecases.principals import Permissions, Principal, resolve

_MOST_TOKENS = 10_000
"""How many callers are cached for a tenant; beyond that the cache is cleared."""

_MOST_EARLIER = 32
"""How many earlier definitions of tenants are cached."""

NO_PRINCIPAL = "service"
"""The id of the service where it reads on its own account."""
_FOR_EVER = 2**62


@dataclass(slots=True)
class ServedTenant:
    """A tenant in use, shared by requests until its definition changes."""

    tenant: Tenant
    metamodel: Metamodel
    callers: dict[str, Caller] = field(default_factory=dict)
    """The callers of the tokens that were checked, by token."""
    permissions: tuple[int, Permissions] | None = None
    """The permissions, with the access counter at which they were read."""
    stereotypes: dict[Audience, tuple[int, Mapping[str, Sequence[SelectableValue]]]] = field(default_factory=dict)
    """By audience, the stereotypes that it sees by their types, with the revision at which they were read."""
    access: int = -1
    """The access counter at which `callers` were checked."""

    @property
    def settings(self) -> TenantSettings:
        return self.tenant.settings

    def metamodel_for(self, caller: Caller) -> Metamodel:
        """The metamodel without what is hidden from a caller."""
        audience = caller.audience
        return narrowed(self.metamodel, audience.facets | audience.named, caller.role)


class Likeness(Protocol):
    """Finds names that mean the same as a text, in other words or another language."""

    async def nearest(
        self, tenant: int, address: TenantAddress, revisions: Revisions, text: SearchText
    ) -> Sequence[int]:
        """The versions whose names are most like a text, nearest first: of all versions, also hidden ones. Empty if none is, or while
        the names are learned."""
        ...


@dataclass(slots=True)
class Reading:
    """One caller reading one tenant. The readers are created lazily, because changes read in their own transaction."""

    served: ServedTenant
    caller: Caller
    storage: ReadStorage
    revisions: Revisions
    """The revisions of the tenant when the request began; in the past, those it had then."""
    is_past: bool = False
    """Whether the tenant is read as it was, not as it is."""
    likeness: Likeness | None = None
    """Finds names by what they mean, if this service does."""
    by_authorship: bool = field(default=False, init=False)
    """Whether the response depends on the authors of elements, so that it is for this caller only."""
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
        # Both are created together, so that a snapshot of either is a snapshot of both.
        if self._readers is None:
            reader = self.storage.reader(self.served.tenant, self.caller.audience)
            self._readers = reader, reader.naming()
        return self._readers

    @property
    def has_counts(self) -> bool:
        """Whether anything was read that can change without a new revision of the tenant."""
        return self._readers is not None and self._readers[0].has_counts

    @property
    def metamodel(self) -> Metamodel:
        """The metamodel for this caller."""
        return self.served.metamodel_for(self.caller)

    @property
    def opens_all(self) -> bool:
        """Whether the caller may open all that lists show."""
        return self.caller.audience.opens_all

    def finder(self, narrowing: Narrowing) -> Finder:
        """The reader that finds the elements of a list.

        A filter or an order by anything but names would reveal values of elements that this caller may not open.
        """
        return (self.names if narrowing.by_name and not self.opens_all else self.opened).lists


AGENT_TOKEN: Final = "agent-"  # noqa: S105  # how such a token begins
"""How the access tokens of agents begin that persons have signed in."""


class Tenancy:
    """All tenants in use by this process."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._served: dict[str, ServedTenant] = {}
        self._earlier: dict[tuple[int, str, TenantSettings], ServedTenant] = {}

    def serve_earlier(self, tenant: Tenant) -> ServedTenant:
        """A tenant with an earlier definition. The last ones that were asked for are cached."""
        key = tenant.key, tenant.additions, tenant.settings
        served = self._earlier.pop(key, None) or serve(tenant)
        self._earlier[key] = served
        while len(self._earlier) > _MOST_EARLIER:
            del self._earlier[next(iter(self._earlier))]
        return served

    async def access(
        self,
        address: TenantAddress,
        token: str | None,
        seen: tuple[int, Revisions | None] | None = None,
        place: str = "",
    ) -> tuple[ServedTenant, Caller, Revisions]:
        """The tenant, the caller of the token, and the revisions. Raises Unauthenticated, also if there is no such tenant.

        `seen` are the key and the revisions of a tenant that this request has read already, so that they are not read twice.
        `place` is the address of the client: a token may be refused at some addresses.
        """
        if token is None:
            raise Unauthenticated
        try:
            served, revisions = await self._current(address, seen)
        except Unauthenticated:
            await self.storage.credential(NO_TENANT, token_digest(token))  # the same lookup as for an unknown token
            raise
        caller = await self._caller(served, revisions, token)
        if caller.hosts and not caller.may_call_from(place):
            raise Unauthenticated
        return served, caller, revisions

    async def access_as_agent(
        self, address: TenantAddress, token: str | None, place: str = ""
    ) -> tuple[ServedTenant, Caller, Revisions, frozenset[str] | None]:
        """The same for agents, which may come with the token of a person who has signed them in, and what it allows; None: all that the
        role allows. Such a token is good for nothing else: it is looked up here alone, and again each time.

        Raises Unauthenticated.
        """
        if token is None or not token.startswith(AGENT_TOKEN):
            return *await self.access(address, token, place=place), None
        now = time.time_ns() // 1000
        try:
            served, revisions = await self._current(address, None)
        except Unauthenticated:
            await self.storage.agents(None).holder(token_digest(token), now)
            raise
        found = await self.storage.agents(served.tenant).holder(token_digest(token), now)
        if found is None:
            raise Unauthenticated
        grant, ends = found
        caller = await self._principal(served, revisions.access, Credential(grant.element, ends))
        if caller.is_token or now >= caller.expires:
            raise Unauthenticated
        # It acts by itself, as a token does: what only persons decide is not for it.
        return served, replace(caller, hosts={}), revisions, frozenset(grant.scope.split())

    async def find(self, address: TenantAddress) -> ServedTenant | None:
        """The tenant at an address, for callers that are not known yet; None if there is none."""
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
        # A session may have been renewed since it was cached.
        if caller is None or time.time_ns() // 1000 >= caller.expires:
            caller = await self._check(served, revisions.access, token)
            # Tokens may have changed during the lookup: then the result is used for this request only.
            if served.access == revisions.access:
                served.callers[token] = caller
            if time.time_ns() // 1000 >= caller.expires:
                raise Unauthenticated
        return caller

    async def _check(self, served: ServedTenant, access: int, token: str) -> Caller:
        credential = await self.storage.credential(served.tenant.key, token_digest(token))
        if credential is None:
            raise Unauthenticated
        return await self._principal(served, access, credential)

    async def act_as(self, address: TenantAddress, element: str | None) -> Reading:
        """The tenant as a user or token reads it, for work that goes on without a request; without one, the whole of it.

        Raises Unauthenticated if there is no such tenant or principal, or if the principal may not call any more."""
        served, revisions = await self._current(address, None)
        if element is None:
            caller = service_caller(served)
        else:
            caller = await self._principal(served, revisions.access, Credential(element, _FOR_EVER))
        if time.time_ns() // 1000 >= caller.expires:
            raise Unauthenticated
        return Reading(served, caller, self.storage, revisions)

    async def act_in_role(self, address: TenantAddress, role: Role) -> Reading:
        """The tenant as a user reads it who has this role, no groups and no permission sets.

        Raises Unauthenticated if there is no such tenant."""
        served, revisions = await self._current(address, None)
        principal = Principal(NO_PRINCIPAL, "", {}, frozenset(), frozenset(), served.metamodel.roles)
        permissions = await self._permissions(served, revisions.access)
        access = permissions.access_of(principal, facets_named_only(served.metamodel, role))
        caller = Caller(served.tenant.key, ElementId(NO_PRINCIPAL), role, _FOR_EVER, access=access)
        return Reading(served, caller, self.storage, revisions)

    async def _principal(self, served: ServedTenant, access: int, credential: Credential) -> Caller:
        principal = await self.storage.principal(served.tenant, credential.element)
        if principal is None or (role := principal.role) is None:
            raise Unauthenticated
        zone = time_zone(served.settings.time_zone)
        if (principal.valid(principal.roles.valid_from, zone) or 0) > time.time_ns() // 1000:
            raise Unauthenticated
        return Caller(
            served.tenant.key,
            ElementId(principal.element),
            role,
            _end(credential, principal, zone),
            frozenset(map(ElementId, principal.groups)),
            (await self._permissions(served, access)).access_of(principal, facets_named_only(served.metamodel, role)),
            principal.hosts,
        )

    async def _permissions(self, served: ServedTenant, access: int) -> Permissions:
        """The cached permissions, read again if they were read at another access counter.

        They may be newer than this counter. A request with the newer counter then reads them again.
        """
        known = served.permissions
        if known is None or known[0] != access:
            known = served.permissions = (access, resolve(await self.storage.permissions(served.tenant)))
        return known[1]


def _end(credential: Credential, principal: Principal, zone: TimeZone) -> int:
    """When a credential expires: a token at the `validUntil` of its element, if set; a session at the earlier of both."""
    own = principal.valid(principal.roles.valid_until, zone)
    if own is None:
        return credential.expires
    return own if principal.hosts is not None else min(own, credential.expires)


def service_caller(served: ServedTenant) -> Caller:
    """The service itself, which sees the whole tenant."""
    return Caller(served.tenant.key, ElementId(NO_PRINCIPAL), Role.ADMINISTRATOR, _FOR_EVER)


def serve(tenant: Tenant) -> ServedTenant:
    """A tenant with its metamodel."""
    administration = tenant.address.context_type != "IStorageContext"
    return ServedTenant(
        tenant, load_with_additions(msgspec.json.decode(tenant.additions), administration=administration)
    )


def token_digest(token: str) -> str:
    """The form in which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
