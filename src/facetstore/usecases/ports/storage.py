"""The storage port: tenants, and access to reads (`reads.py`) and writes (`transactions.py`)."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from facetstore.domain.access import EDITORS, Audience
from facetstore.domain.causes import Cause
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings
from facetstore.usecases.auditing import Audit
from facetstore.usecases.ports.accounts import Accounts, Attempts
from facetstore.usecases.ports.acknowledgement_store import Acknowledgements
from facetstore.usecases.ports.agent_store import AgentGrants
from facetstore.usecases.ports.analysis_reads import AnalysisReads
from facetstore.usecases.ports.approval_reads import Approval
from facetstore.usecases.ports.change_reads import ChangeReads
from facetstore.usecases.ports.feed_reads import FeedReads
from facetstore.usecases.ports.file_store import FileReads, Staging
from facetstore.usecases.ports.mail_store import MailWork
from facetstore.usecases.ports.notice_store import NoticeWork
from facetstore.usecases.ports.picture_store import Pictures
from facetstore.usecases.ports.preference_store import Preferences
from facetstore.usecases.ports.presence_store import PresenceStore
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.review_date_store import ReviewDates
from facetstore.usecases.ports.signing_keys import SigningKeys
from facetstore.usecases.ports.token_store import Tokens
from facetstore.usecases.ports.transactions import Tenants, Writer
from facetstore.usecases.ports.webhook_store import DueWebhook, Webhooks
from facetstore.usecases.ports.writes import ExportedVersion, HistoryEntry, Snapshot, Tasks, Trash
from facetstore.usecases.principals import PermissionRows, Principal

NO_TENANT: Final = 0
"""A key that no tenant has: lookups with it do the same work as for a tenant, and find nothing."""


class ScheduledTenant(NamedTuple):
    """A tenant that has versions with a scheduled step, and the local day after which the first step is due."""

    tenant: Tenant
    first_day: str


class Revisions(NamedTuple):
    """The revision of a tenant, that of its definition, and its access counter. Every request reads them first, so that nothing
    cached is older than the last commit."""

    revision: int
    definition: int
    access: int


@dataclass(frozen=True, slots=True)
class Credential:
    """A stored secret: the element that acts with it, and when it expires (microseconds since 1970 UTC)."""

    element: str
    expires: int


class Affected(NamedTuple):
    """The elements whose responses a change can affect, and their facets; None: it may be any facet."""

    elements: frozenset[str]
    facets: frozenset[str] | None
    listed: frozenset[str] | None = None
    """The facets whose lists may hold other elements than before, or in another order; None: it may be any facet."""


class PersonData(Protocol):
    """What one tenant stores about persons beside the elements."""

    async def sections(self, element: str, most: int) -> Mapping[str, Sequence[Mapping[str, object]]]:
        """Everything about a user, by section: up to `most` rows with named values. Times are microseconds since 1970 UTC. There are
        no secrets."""
        ...


class ReadStorage(Protocol):
    """Reads of a tenant: as it is, or as it was."""

    def reader(self, tenant: Tenant, audience: Audience) -> Reader: ...

    def snapshot(self, tenant: Tenant) -> AbstractAsyncContextManager[Snapshot]:
        """Whole versions and tasks of a tenant in one state of the data, to be read."""
        ...


class Storage(ReadStorage, Protocol):
    """A database with all its tenants."""

    def writer(
        self,
        tenant: Tenant,
        *,
        actor: str | None,
        reason: str | None = None,
        client: str | None = None,
        tenants: bool = False,
    ) -> AbstractAsyncContextManager[Writer]:
        """One transaction on one tenant; `client` is the address that the request comes from. With `tenants`, and always in an
        administration tenant, it may change other tenants as well."""
        ...

    def administer(self, *, reason: str | None = None, pool: str | None = None) -> AbstractAsyncContextManager[Tenants]:
        """One transaction on all tenants; new ones are created in this pool, without it in that of their collection. Raises
        InvalidValues for an unknown pool."""
        ...

    async def revisions(self, tenant_key: int) -> Revisions | None: ...

    @property
    def pools(self) -> Sequence[str]:
        """The names of the pools; empty: there are none."""
        ...

    def pool_of(self, tenant: Tenant) -> str | None:
        """The pool in which a tenant lives; None: there are no pools."""
        ...

    async def in_pool(self, pool: str) -> Storage:
        """The tenants of one pool. Raises InvalidValues for an unknown pool, and Unavailable if it does not answer."""
        ...

    async def tenant(self, address: TenantAddress) -> Tenant | None: ...

    async def tenants(self, *, deleted: bool = False) -> Sequence[Tenant]:
        """The tenants by address; with `deleted`, including deleted ones."""
        ...

    async def purge(self) -> Sequence[TenantAddress]:
        """Delete all rows of the deleted tenants that cannot be restored any more, and return their addresses."""
        ...

    async def purge_now(self, tenant: Tenant) -> None:
        """Delete all rows of one deleted tenant before its time. Raises Conflict if it is not deleted."""
        ...

    async def collect_files(self) -> int:
        """Delete the contents that nothing has used for the days of grace, and unfinished uploads; returns how many."""
        ...

    async def maintain(self) -> None:
        """Do what keeps the database fast, such as updating its statistics."""
        ...

    async def scrub(self, largest: int) -> bool:
        """Leave nothing of what was deleted in the files of the database. False: it has more bytes than `largest`, nothing was done."""
        ...

    async def waiting(self) -> Sequence[ScheduledTenant]:
        """The tenants that have versions with a scheduled step, by address."""
        ...

    def one_scheduler(self) -> AbstractAsyncContextManager[bool]:
        """Whether no other node is known to run the schedule during the block. It only saves work: nothing relies on it."""
        ...

    async def create_tenant(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        """The new tenant. Raises Conflict if the address is taken."""
        ...

    async def population(self, tenant_key: int) -> Mapping[str, int]:
        """How many elements of each type a tenant has."""
        ...

    def export(self, tenant: Tenant) -> AsyncGenerator[Sequence[ExportedVersion], None]:
        """Every version, from one state of the tenant, in chunks: elements by id, versions oldest first."""
        ...

    async def credential(self, tenant_key: int, digest: str) -> Credential | None: ...

    async def principal(self, tenant: Tenant, element: str) -> Principal | None:
        """The user or token of this element id, with groups, permission sets and hosts; None if there is no such element."""
        ...

    async def permissions(self, tenant: Tenant) -> PermissionRows: ...

    def tasks(self, tenant: Tenant) -> Tasks:
        """The tasks of a tenant, to be read."""
        ...

    def tokens(self, tenant: Tenant) -> Tokens:
        """What is stored of the tokens of a tenant besides their elements."""
        ...

    def preferences(self, tenant: Tenant) -> Preferences:
        """What pages remember for the users of a tenant."""
        ...

    def presence(self, tenant_key: int) -> PresenceStore:
        """Which users of a tenant have which elements open."""
        ...

    def notices(self, tenant: Tenant) -> NoticeWork:
        """The notices, subscriptions and comments of a tenant."""
        ...

    def acknowledgements(self, tenant: Tenant) -> Acknowledgements:
        """Whom elements of a tenant ask to read what is released, and who has confirmed it."""
        ...

    def review_dates(self, tenant: Tenant, audience: Audience = EDITORS) -> ReviewDates:
        """What is released of a tenant and must be confirmed as still right, as an audience may open it; without one, all."""
        ...

    def mail(self, tenant: Tenant) -> MailWork:
        """The mail of a tenant."""
        ...

    async def due_mail(self) -> Sequence[Tenant]:
        """The tenants that have mail to send, or notices to make some of."""
        ...

    async def unnoticed(self) -> Sequence[Tenant]:
        """The tenants with changes from which notices were not derived yet."""
        ...

    def pictures(self, tenant: Tenant) -> Pictures:
        """The pictures of the users of a tenant."""
        ...

    def person_data(self, tenant: Tenant) -> PersonData:
        """What a tenant stores about persons."""
        ...

    async def take_notice(self, day: str) -> bool:
        """Claim the notice of a day about tokens that expire soon; False if it was claimed before."""
        ...

    def accounts(self, tenant: Tenant | None) -> Accounts:
        """The accounts of a tenant; without a tenant, accounts that do the same lookups and find nothing."""
        ...

    def agents(self, tenant: Tenant | None) -> AgentGrants:
        """What persons have allowed agents; without a tenant, grants that do the same lookups and find nothing."""
        ...

    def audit(self, tenant: Tenant | None) -> Audit:
        """The audit of a tenant; without a tenant, one that stores nothing."""
        ...

    def attempts(self) -> Attempts:
        """The failed attempts to sign in, of the whole service."""
        ...

    def signing_keys(self) -> SigningKeys:
        """The keys by which the service signs release records."""
        ...

    def files(self, tenant: Tenant) -> FileReads:
        """The files of a tenant, to be read."""
        ...

    def staging(self, tenant: Tenant) -> Staging:
        """Where the contents of files are received, outside of any transaction."""
        ...

    def trash(self, tenant: Tenant) -> Trash:
        """What was deleted from a tenant, to be read."""
        ...

    async def history(self, tenant_key: int, element: str, limit: int, offset: int) -> Sequence[HistoryEntry]:
        """A page of the history of an element, the last change first."""
        ...

    async def last_change(self, tenant_key: int, element: str, actor: str) -> int | None:
        """The revision of the last change of an element by a principal; None if there is none."""
        ...

    async def approvals(self, tenant_key: int, elements: Collection[str]) -> Sequence[Approval]:
        """The approvals of all versions of some elements that the history keeps, the oldest first."""
        ...

    async def affected_since(self, tenant_key: int, revision: int) -> Affected | None:
        """The elements whose responses may differ from those at a revision: changed ones, their parents, and those that refer
        to them or show them. None if there are too many to list."""
        ...

    async def revision_at(self, tenant: Tenant, current: int, instant: int) -> int:
        """The revision of a tenant at an instant (microseconds since 1970 UTC); 0 before its first. `current` is today's."""
        ...

    async def period_until(self, tenant: Tenant, revision: int) -> tuple[int | None, int | None]:
        """When the history of a tenant begins, and when it came to a revision (microseconds since 1970 UTC); None: no change."""
        ...

    async def past(self, tenant: Tenant, revision: int, today: Revisions) -> tuple[Tenant, ReadStorage]:
        """A tenant with the definition that it had at a revision, and reads of what it held then. What permissions hide is
        hidden by those of today."""
        ...

    def changes(self, tenant: Tenant) -> ChangeReads:
        """What changed in a tenant between two of its revisions."""
        ...

    def feed(self, tenant: Tenant) -> FeedReads:
        """The events of a tenant."""
        ...

    def analysis(self, tenant: Tenant, audience: Audience) -> AnalysisReads:
        """The facts of a tenant, as far as an audience may open what they are about."""
        ...

    def webhooks(self, tenant: Tenant) -> Webhooks:
        """The webhooks of a tenant."""
        ...

    async def due_webhooks(self, limit: int) -> Sequence[DueWebhook]:
        """Some of the webhooks of all tenants that have something to do."""
        ...

    async def check(self) -> None:
        """Raise Unavailable if the database does not answer."""
        ...

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        """What keeps a database that answers from working; with `thorough` by writing something and taking it back."""
        ...

    async def close(self) -> None: ...
