"""What the use cases need from storage: tenants, reads, and the way to writes.

A read names a *selection* (which versions, for which audience) and the *parts* wanted of each (`selections.py`); a write is one
transaction (`writes.py`).
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from facetstore.domain.access import Audience
from facetstore.domain.tenant import TenantAddress, TenantSettings
from facetstore.query.filter_tree import Tree
from facetstore.usecases.ports.finding import FindingReader
from facetstore.usecases.ports.selections import (
    WHOLE_LIST,
    ById,
    Counts,
    ElementRow,
    ListedSelection,
    Listing,
    NamedRow,
    Narrowing,
    PagedSelection,
    Parts,
    Selection,
    Slice,
    Surroundings,
)
from facetstore.usecases.principals import PermissionRows, Principal

if TYPE_CHECKING:
    # Writes read as well, so each of the two knows the other.
    from facetstore.usecases.audit import Audit
    from facetstore.usecases.ports.accounts import Accounts, Attempts
    from facetstore.usecases.ports.tenants import Tenants
    from facetstore.usecases.ports.tokens import Tokens
    from facetstore.usecases.ports.writes import ExportedVersion, HistoryEntry, Snapshot, Tasks, Trash, Writer


NOBODY: Final = 0
"""The key of no tenant: who asks by it finds nothing, and takes as long."""


@dataclass(frozen=True, slots=True)
class Tenant:
    """A tenant as stored. `definition` and `access` tell when settings and tokens last changed."""

    key: int
    id: str
    address: TenantAddress
    settings: TenantSettings
    additions: str
    """The tenant's own metamodel as JSON text."""
    revision: int
    definition: int
    access: int
    quota: int | None = None
    """How many elements it may hold; None: any number."""
    deleted_at: int | None = None
    """When it was deleted, in microseconds since 1970 UTC; None: it is in use."""
    purge_at: int | None = None
    """From when on it cannot be brought back."""


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


class Finder(Protocol):
    """Tells which elements lists hold, for one audience. Everything inside `snapshot` sees one state of the data."""

    def snapshot(self) -> AbstractAsyncContextManager[None]: ...

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
    ) -> Listing:
        """The ids of the elements of a list, and the revision at which the list holds them."""
        ...

    async def counts(
        self, selection: PagedSelection, narrowing: Narrowing = WHOLE_LIST, by: Sequence[str] = ()
    ) -> Counts:
        """How many elements a list has, also for each type, state, or target of a related context."""
        ...

    async def matching(self, elements: Sequence[str], tree: Tree) -> frozenset[str]:
        """Those of some elements that fit a filter."""
        ...


class NamingReader(Finder, Protocol):
    """Reads of what an audience sees by its name at least: identity, name, and where it stands in lists; nothing else.

    What is narrowed, matched or counted here must be so by names, types and states alone (`Narrowing.by_name`)."""

    async def name(self, selection: ById) -> NamedRow | None: ...

    async def names(self, selection: Selection) -> Sequence[NamedRow]: ...


class Reader(Finder, FindingReader, Protocol):
    """Reads of what an audience may open. What that refers to may be something that it only sees."""

    @property
    def has_counts(self) -> bool:
        """Whether anything was read that changes without the tenant being changed."""
        ...

    def naming(self) -> NamingReader:
        """Reads of what may be named, of one state of the data together with these."""
        ...

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None: ...

    async def elements(
        self, selection: Selection, parts: Parts, slice_: Slice | None = None
    ) -> Sequence[ElementRow]: ...

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
        by: Sequence[str] | None = None,
    ) -> Listing:
        """The same; with `by` also how many elements there are, for each type, state, or target of a related context."""
        ...

    def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        """All rows of a selection in one statement, handed over in chunks."""
        ...

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        """The same elements as lists show them, whole but for the marks; `parts` must be those of a card."""
        ...

    async def surroundings(self, element: str, hidden_contexts: Collection[str] = ()) -> Surroundings:
        """Where an element stands; who refers to it in some contexts does not count."""
        ...


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
