"""One transaction on one tenant, and on all tenants: each leads to the other."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from facetstore.domain.access import Audience
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings
from facetstore.usecases.ports.accounts import AccountChanges
from facetstore.usecases.ports.acknowledgement_store import AcknowledgementChanges
from facetstore.usecases.ports.comment_store import CommentChanges
from facetstore.usecases.ports.erasing import Erasing
from facetstore.usecases.ports.file_store import FileChanges
from facetstore.usecases.ports.import_plan_store import ImportPlanChanges
from facetstore.usecases.ports.mail_store import MailChanges
from facetstore.usecases.ports.notice_store import NoticeChanges
from facetstore.usecases.ports.picture_store import PictureChanges
from facetstore.usecases.ports.preference_store import PreferenceChanges
from facetstore.usecases.ports.proposal_store import ProposalChanges
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.review_date_store import ReviewDateChanges
from facetstore.usecases.ports.webhook_store import WebhookChanges
from facetstore.usecases.ports.writes import (
    ChangingTasks,
    DueVersions,
    EditLocks,
    GivenAnswers,
    History,
    Places,
    StoredVersions,
    Trash,
    VersionChanges,
    Zones,
)


class Writer(Protocol):
    """One transaction on one tenant, divided into parts. Its rows in the history have the next revision of the tenant."""

    @property
    def revision(self) -> int: ...

    @property
    def current(self) -> Tenant:
        """The tenant with its definition as this transaction has it, even if another one changed it just before."""
        ...

    @property
    def stored(self) -> StoredVersions: ...

    @property
    def versions(self) -> VersionChanges: ...

    @property
    def places(self) -> Places: ...

    @property
    def history(self) -> History: ...

    @property
    def zones(self) -> Zones: ...

    @property
    def tasks(self) -> ChangingTasks: ...

    @property
    def locks(self) -> EditLocks: ...

    @property
    def due(self) -> DueVersions: ...

    @property
    def answers(self) -> GivenAnswers: ...

    @property
    def trash(self) -> Trash: ...

    @property
    def files(self) -> FileChanges: ...

    @property
    def preferences(self) -> PreferenceChanges: ...

    @property
    def pictures(self) -> PictureChanges: ...

    @property
    def imports(self) -> ImportPlanChanges: ...

    @property
    def comments(self) -> CommentChanges: ...

    @property
    def notices(self) -> NoticeChanges: ...

    @property
    def mail(self) -> MailChanges: ...

    @property
    def acknowledgements(self) -> AcknowledgementChanges: ...

    @property
    def review_dates(self) -> ReviewDateChanges: ...

    @property
    def webhooks(self) -> WebhookChanges: ...

    @property
    def proposals(self) -> ProposalChanges: ...

    @property
    def accounts(self) -> AccountChanges: ...

    @property
    def erasing(self) -> Erasing:
        """Erases persons, if the transaction may change all that belongs to the tenant (`Storage.writer` with `tenants`)."""
        ...

    @property
    def tenants(self) -> Tenants:
        """All tenants in this transaction, if it may change others (`Storage.writer`)."""
        ...

    def keep_revision(self) -> None:
        """Leave the tenant at its revision, unless something is written to its history: no response to a read changes."""
        ...

    async def reader(self, audience: Audience) -> Reader:
        """A reader that sees what this transaction has written so far."""
        ...

    async def set_definition(self, settings: TenantSettings, additions: str) -> None:
        """Store settings and additions, and re-render what depends on them."""
        ...


class Tenants(Protocol):
    """All tenants, including deleted ones, in one transaction. No other transaction of this kind runs at the same time."""

    async def at(self, address: TenantAddress) -> Tenant | None: ...

    async def named(self, id_: str) -> Tenant | None: ...

    async def all(self) -> Sequence[Tenant]: ...

    async def create(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        """The new tenant. Raises Conflict if the address is taken, also by a deleted tenant."""
        ...

    async def delete(self, tenant: Tenant) -> Tenant:
        """Delete a tenant: it cannot be called any more, but can be restored until `purge_at`."""
        ...

    async def restore(self, tenant: Tenant) -> Tenant | None:
        """Restore a deleted tenant; None if it is too late."""
        ...

    async def set_quota(self, tenant: Tenant, elements: int | None) -> Tenant: ...

    def pool_of(self, tenant: Tenant) -> str | None:
        """The pool in which a tenant lives; None: there are no pools."""
        ...

    def writer(self, tenant: Tenant) -> AbstractAsyncContextManager[Writer]:
        """A writer for a tenant in this transaction; the open one if the tenant is being written to already."""
        ...
