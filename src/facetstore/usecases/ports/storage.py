"""What the use cases need from storage: tenants, and the way to reads (`reads.py`) and to writes (`writer.py`)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from facetstore.domain.access import Audience
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings
from facetstore.usecases.audit import Audit
from facetstore.usecases.ports.accounts import Accounts, Attempts
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.tokens import Tokens
from facetstore.usecases.ports.writer import Tenants, Writer
from facetstore.usecases.ports.writes import ExportedVersion, HistoryEntry, Snapshot, Tasks, Trash
from facetstore.usecases.principals import PermissionRows, Principal

NOBODY: Final = 0
"""The key of no tenant: who asks by it finds nothing, and takes as long."""


class Waiting(NamedTuple):
    """A tenant in which time will move on versions, and the local day after which it moves on the first one."""

    tenant: Tenant
    first_day: str


class Revisions(NamedTuple):
    """How far a tenant has come: what every request asks first, so that nothing kept is older than the last commit."""

    revision: int
    definition: int
    access: int


@dataclass(frozen=True, slots=True)
class Credential:
    """A stored secret: who acts with it, and until when (microseconds since 1970 UTC)."""

    element: str
    expires: int


class Affected(NamedTuple):
    """The elements whose answers a change can touch, and their facets; None: it may be any facet."""

    elements: frozenset[str]
    facets: frozenset[str] | None
    listed: frozenset[str] | None = None
    """The facets whose lists may hold other elements than before, or hold them in another order."""


class Storage(Protocol):
    """A database with all its tenants."""

    def reader(self, tenant: Tenant, audience: Audience) -> Reader: ...

    def writer(
        self,
        tenant: Tenant,
        *,
        actor: str | None,
        reason: str | None = None,
        client: str | None = None,
        tenants: bool = False,
    ) -> AbstractAsyncContextManager[Writer]:
        """One transaction on one tenant; `client` is the address that it comes from. With `tenants`, and in administration tenants always, it may change others as well."""
        ...

    def administer(self, *, reason: str | None = None) -> AbstractAsyncContextManager[Tenants]:
        """One transaction on all tenants."""
        ...

    async def revisions(self, tenant_key: int) -> Revisions | None: ...

    async def tenant(self, address: TenantAddress) -> Tenant | None: ...

    async def tenants(self, *, deleted: bool = False) -> Sequence[Tenant]:
        """The tenants by address, if asked for also those that were deleted."""
        ...

    async def purge(self) -> Sequence[TenantAddress]:
        """Take away, with all their rows, the deleted tenants that nobody can bring back any more."""
        ...

    async def purge_now(self, tenant: Tenant) -> None:
        """The same of one deleted tenant, before its time."""
        ...

    async def maintain(self) -> None:
        """Do what keeps the database fast."""
        ...

    async def waiting(self) -> Sequence[Waiting]:
        """The tenants that have versions which time will move on."""
        ...

    def one_scheduler(self) -> AbstractAsyncContextManager[bool]:
        """Whether nobody else runs the schedule, for the time of a block: it spares work, and nothing relies on it."""
        ...

    async def create_tenant(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        """Raises Conflict when the address is taken."""
        ...

    async def population(self, tenant_key: int) -> Mapping[str, int]:
        """How many elements of each type a tenant has."""
        ...

    def export(self, tenant: Tenant) -> AsyncGenerator[Sequence[ExportedVersion], None]:
        """Every version of one state of the tenant, in chunks: elements by id, versions oldest first."""
        ...

    async def credential(self, tenant_key: int, digest: str) -> Credential | None: ...

    async def principal(self, tenant: Tenant, element: str) -> Principal | None:
        """The person or token that an element is, with his groups."""
        ...

    async def permissions(self, tenant: Tenant) -> PermissionRows: ...

    def tasks(self, tenant: Tenant) -> Tasks:
        """The tasks of a tenant, to be read."""
        ...

    def snapshot(self, tenant: Tenant) -> AbstractAsyncContextManager[Snapshot]:
        """Whole versions and tasks of a tenant in one state of the data, to be read."""
        ...

    def tokens(self, tenant: Tenant) -> Tokens:
        """What is stored of the tokens of a tenant beside their elements."""
        ...

    async def take_notice(self, day: str) -> bool:
        """Whether nobody else has taken it upon himself to tell, on this day, which tokens end soon."""
        ...

    def accounts(self, tenant: Tenant | None) -> Accounts:
        """How the users of a tenant sign in; of none, accounts that take as long to find that there are none."""
        ...

    def audit(self, tenant: Tenant | None) -> Audit:
        """The audit of a tenant; of none, one that takes nothing."""
        ...

    def attempts(self) -> Attempts:
        """Who tried to sign in, and failed."""
        ...

    def trash(self, tenant: Tenant) -> Trash:
        """What was deleted from a tenant, to be read."""
        ...

    async def history(self, tenant_key: int, element: str, limit: int, offset: int) -> Sequence[HistoryEntry]:
        """The history of an element, from the last change back."""
        ...

    async def affected_since(self, tenant_key: int, revision: int) -> Affected | None:
        """The elements whose answers may differ from those of a revision: changed, or next to what changed.
        None when that may be any."""
        ...

    async def check(self) -> None:
        """Raise Unavailable when the database does not answer."""
        ...

    async def close(self) -> None: ...
