"""The storage port on any engine: tenants, tokens, reads and writes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from typing import cast

from facetstore.domain.access import EDITORS, Audience
from facetstore.domain.causes import Cause
from facetstore.domain.errors import InvalidValues
from facetstore.domain.tenant import GRACE_DAYS, MAIN_POOL, Tenant, TenantAddress, TenantSettings
from facetstore.metamodel.loader import load_stored
from facetstore.storage.access.account_rows import SqlAccounts, SqlAttempts
from facetstore.storage.access.acknowledgement_rows import SqlAcknowledgements
from facetstore.storage.access.agent_rows import SqlAgentGrants
from facetstore.storage.access.audit_rows import SqlAudit
from facetstore.storage.access.mail_rows import SqlMailWork
from facetstore.storage.access.notice_rows import SqlNoticeWork
from facetstore.storage.access.person_rows import SqlPersonData
from facetstore.storage.access.picture_rows import SqlPictures
from facetstore.storage.access.preference_rows import SqlPreferences
from facetstore.storage.access.presence_rows import SqlPresence
from facetstore.storage.access.principal_rows import read_permissions, read_principal
from facetstore.storage.access.review_date_rows import SqlReviewDates
from facetstore.storage.access.signing_key_rows import SqlSigningKeys
from facetstore.storage.access.token_rows import CREDENTIAL, SqlTokens, take_notice
from facetstore.storage.access.webhook_leases import SqlWebhookWork, due_webhooks
from facetstore.storage.analysis.analysis_reader import SqlAnalysis
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.files.collecting import ABANDONED_SECONDS, collect_idle
from facetstore.storage.files.contents import SqlFileReads, SqlStaging
from facetstore.storage.past.changes import SqlChangeReads
from facetstore.storage.past.event_rows import SqlFeed
from facetstore.storage.past.pasts import Pasts, SqlPast
from facetstore.storage.past.states import period_until, revision_at
from facetstore.storage.purging import purge_due, purge_now
from facetstore.storage.reads.affected import affected_since
from facetstore.storage.reads.element_history import approvals_of, history_of, last_change_of
from facetstore.storage.reads.reader import SqlReader
from facetstore.storage.reads.shared_read import SharedRead
from facetstore.storage.rows.version_rows import EXPORT, EXPORT_CHUNK, exported, whole_row
from facetstore.storage.tenant_rows import (
    ALL_TENANTS,
    DUE_MAIL,
    TENANT,
    TENANTS,
    UNNOTICED,
    WAITING,
    SqlTenants,
    insert_tenant,
    metamodel_of,
    read_tenant,
)
from facetstore.storage.writes.due_versions import one_scheduler
from facetstore.storage.writes.loading import SqlSnapshot
from facetstore.storage.writes.task_rows import SqlTasks
from facetstore.storage.writes.trash import SqlTrash
from facetstore.usecases.ports.approval_reads import Approval
from facetstore.usecases.ports.storage import NO_TENANT, Affected, Credential, Revisions, ScheduledTenant
from facetstore.usecases.ports.transactions import Tenants, Writer
from facetstore.usecases.ports.webhook_store import DueWebhook
from facetstore.usecases.ports.writes import ExportedVersion, HistoryEntry
from facetstore.usecases.principals import PermissionRows, Principal

REVISIONS = "SELECT revision, definition, access FROM tenant WHERE key = :tenant AND deleted_at IS NULL"
NEWEST_CHANGE = "SELECT max(h.at) FROM tenant t JOIN history h ON h.tenant = t.key AND h.revision = t.revision"
POPULATION = "SELECT type, count(*) FROM element WHERE tenant = :tenant GROUP BY type"


class SqlStorage:
    """A database with all its tenants, on one engine."""

    pools: Sequence[str] = ()

    def __init__(self, engine: Engine, grace_days: int = GRACE_DAYS) -> None:
        self.engine = engine
        self._grace_days = grace_days
        self._shared = SharedRead(self._revisions)
        self._at_once = engine.reads_at_once(REVISIONS)
        self._pasts = Pasts(engine)

    def engine_of(self, tenant_key: int) -> Engine:  # where there are pools, it decides
        """The database that holds a tenant, as its owner."""
        return self.engine

    def pool_of(self, tenant: Tenant) -> str | None:  # where there are pools, it decides
        return None

    def engine_in(self, pool: str | None) -> Engine:
        """The database of a pool; without a name, the first one. Raises InvalidValues for an unknown pool."""
        if pool not in (None, MAIN_POOL):
            raise InvalidValues(f"There is no pool {pool}: FACETSTORE_POOLS names none.")
        return self.engine

    async def in_pool(self, pool: str) -> SqlStorage:  # where there are pools, it decides
        self.engine_in(pool)
        return self

    def _of(self, tenant_key: int) -> Engine:
        """The database for work on one tenant."""
        return self.engine_of(tenant_key).for_tenant(tenant_key)

    async def revisions(self, tenant_key: int) -> Revisions | None:
        if self._at_once is not None:
            row = self._at_once(tenant_key)
            return None if row is None else Revisions(*cast("tuple[int, int, int]", row))
        return await self._shared.get(tenant_key)

    async def _revisions(self, tenant_key: int) -> Revisions | None:
        # As the owner, like finding the tenant: these numbers reveal no content, and every request reads them.
        rows = await self.engine.fetch(REVISIONS, {"tenant": tenant_key})
        return Revisions(*cast("tuple[int, int, int]", rows[0])) if rows else None

    async def tenant(self, address: TenantAddress) -> Tenant | None:
        rows = await self.engine.fetch(TENANT, {"address": address.folded})
        return read_tenant(rows[0]) if rows else None

    async def tenants(self, *, deleted: bool = False) -> Sequence[Tenant]:
        return [read_tenant(row) for row in await self.engine.fetch(ALL_TENANTS if deleted else TENANTS, {})]

    async def waiting(self) -> Sequence[ScheduledTenant]:
        rows = await self.engine.fetch(WAITING, {})
        return [ScheduledTenant(read_tenant(tuple(row)[:-1]), str(row[-1])) for row in rows]

    def one_scheduler(self) -> AbstractAsyncContextManager[bool]:
        return one_scheduler(self.engine)

    async def create_tenant(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        async with self.engine.transaction() as session:
            return await insert_tenant(session, self.engine.dialect.name, address, tenant_id, settings)

    async def purge(self) -> Sequence[TenantAddress]:
        return await purge_due(self.engine)

    async def purge_now(self, tenant: Tenant) -> None:
        await purge_now(self.engine, tenant.key)

    async def collect_files(self, abandoned_seconds: int = ABANDONED_SECONDS) -> int:
        return await collect_idle(self.engine, self._grace_days, abandoned_seconds)

    async def maintain(self) -> None:
        await self.engine.maintain()

    async def scrub(self, largest: int) -> bool:
        return await self.engine.scrub(largest)

    async def population(self, tenant_key: int) -> Mapping[str, int]:
        rows = await self._of(tenant_key).fetch(POPULATION, {"tenant": tenant_key})
        return {str(type_): cast("int", number) for type_, number in rows}

    async def export(self, tenant: Tenant) -> AsyncGenerator[Sequence[ExportedVersion], None]:
        metamodel = metamodel_of(tenant)
        engine = self._of(tenant.key)
        async with aclosing(engine.stream(EXPORT, {"tenant": tenant.key}, EXPORT_CHUNK)) as chunks:
            async for rows in chunks:
                yield [exported(whole_row(row), metamodel) for row in rows]

    async def credential(self, tenant_key: int, digest: str) -> Credential | None:
        values = {"tenant": tenant_key, "hash": digest}
        rows = await self._of(tenant_key).fetch(CREDENTIAL, values)
        return Credential(*cast("tuple[str, int]", rows[0])) if rows else None

    async def principal(self, tenant: Tenant, element: str) -> Principal | None:
        return await read_principal(self._of(tenant.key).fetch, tenant.key, element, metamodel_of(tenant))

    async def permissions(self, tenant: Tenant) -> PermissionRows:
        return await read_permissions(self._of(tenant.key).fetch, tenant.key, metamodel_of(tenant))

    async def affected_since(self, tenant_key: int, revision: int) -> Affected | None:
        return await affected_since(self._of(tenant_key), tenant_key, revision)

    async def revision_at(self, tenant: Tenant, current: int, instant: int) -> int:
        return await revision_at(self._of(tenant.key).fetch, tenant.key, current, instant)

    async def period_until(self, tenant: Tenant, revision: int) -> tuple[int | None, int | None]:
        return await period_until(self._of(tenant.key).fetch, tenant.key, revision)

    async def past(self, tenant: Tenant, revision: int, today: Revisions) -> tuple[Tenant, SqlPast]:
        return await self._pasts.past(tenant, revision, today.access, today.revision)

    def changes(self, tenant: Tenant) -> SqlChangeReads:
        return SqlChangeReads(self._of(tenant.key), tenant.key)

    def feed(self, tenant: Tenant) -> SqlFeed:
        return SqlFeed(self._of(tenant.key), tenant.key)

    def analysis(self, tenant: Tenant, audience: Audience) -> SqlAnalysis:
        return SqlAnalysis(self._of(tenant.key), tenant.key, audience)

    def webhooks(self, tenant: Tenant) -> SqlWebhookWork:
        return SqlWebhookWork(self._of(tenant.key), tenant.key)

    async def due_webhooks(self, limit: int) -> Sequence[DueWebhook]:
        return await due_webhooks(self.engine, limit)

    async def check(self) -> None:
        await self.engine.check()

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        return await self.engine.find_trouble(thorough=thorough)

    async def newest_change(self) -> int | None:
        """When the last change of any tenant was made (microseconds since 1970 UTC); None if there is none."""
        return cast("int | None", (await self.engine.fetch(NEWEST_CHANGE, {}))[0][0])

    async def close(self) -> None:
        await self.engine.close()

    async def history(self, tenant_key: int, element: str, limit: int, offset: int) -> Sequence[HistoryEntry]:
        return await history_of(self._of(tenant_key), tenant_key, element, limit, offset)

    async def last_change(self, tenant_key: int, element: str, actor: str) -> int | None:
        return await last_change_of(self._of(tenant_key), tenant_key, element, actor)

    async def approvals(self, tenant_key: int, elements: Collection[str]) -> Sequence[Approval]:
        return await approvals_of(self._of(tenant_key), tenant_key, elements)

    def tasks(self, tenant: Tenant) -> SqlTasks:
        engine = self._of(tenant.key)
        return SqlTasks(engine.fetch, engine.dialect, tenant.key)

    @asynccontextmanager
    async def snapshot(self, tenant: Tenant) -> AsyncIterator[SqlSnapshot]:
        engine = self._of(tenant.key)
        async with engine.snapshot() as session:
            yield SqlSnapshot(session.fetch, engine.dialect, tenant, metamodel_of(tenant))

    def tokens(self, tenant: Tenant) -> SqlTokens:
        return SqlTokens(self._of(tenant.key), tenant.key)

    def preferences(self, tenant: Tenant) -> SqlPreferences:
        engine = self._of(tenant.key)
        return SqlPreferences(engine.fetch, engine.dialect, tenant.key)

    def presence(self, tenant_key: int) -> SqlPresence:
        return SqlPresence(self._of(tenant_key), tenant_key)

    def notices(self, tenant: Tenant) -> SqlNoticeWork:
        return SqlNoticeWork(self._of(tenant.key), tenant.key)

    def acknowledgements(self, tenant: Tenant) -> SqlAcknowledgements:
        engine = self._of(tenant.key)
        return SqlAcknowledgements(engine.fetch, engine.dialect, tenant.key, metamodel_of(tenant))

    def review_dates(self, tenant: Tenant, audience: Audience = EDITORS) -> SqlReviewDates:
        engine = self._of(tenant.key)
        return SqlReviewDates(engine.fetch, engine.dialect, tenant.key, audience)

    def mail(self, tenant: Tenant) -> SqlMailWork:
        return SqlMailWork(self._of(tenant.key), tenant.key)

    async def due_mail(self) -> Sequence[Tenant]:
        text = DUE_MAIL.replace("{now}", self.engine.dialect.now)
        return [read_tenant(row) for row in await self.engine.fetch(text, {})]

    async def unnoticed(self) -> Sequence[Tenant]:
        return [read_tenant(row) for row in await self.engine.fetch(UNNOTICED, {})]

    def person_data(self, tenant: Tenant) -> SqlPersonData:
        return SqlPersonData(self._of(tenant.key), tenant.key)

    def pictures(self, tenant: Tenant) -> SqlPictures:
        return SqlPictures(self._of(tenant.key).fetch, tenant.key)

    async def take_notice(self, day: str) -> bool:
        return await take_notice(self.engine, day)

    def accounts(self, tenant: Tenant | None) -> SqlAccounts:
        key = tenant.key if tenant is not None else NO_TENANT
        return SqlAccounts(self._of(key), key)

    def agents(self, tenant: Tenant | None) -> SqlAgentGrants:
        key = tenant.key if tenant is not None else NO_TENANT
        return SqlAgentGrants(self._of(key), key)

    def audit(self, tenant: Tenant | None) -> SqlAudit:
        key = tenant.key if tenant is not None else NO_TENANT
        engine = self._of(key)
        return SqlAudit(engine, engine.dialect, key)

    def attempts(self) -> SqlAttempts:
        return SqlAttempts(self.engine)

    def signing_keys(self) -> SqlSigningKeys:
        return SqlSigningKeys(self.engine)

    def files(self, tenant: Tenant) -> SqlFileReads:
        return SqlFileReads(self._of(tenant.key), tenant.key)

    def staging(self, tenant: Tenant) -> SqlStaging:
        return SqlStaging(self._of(tenant.key), tenant.key)

    def trash(self, tenant: Tenant) -> SqlTrash:
        engine = self._of(tenant.key)
        return SqlTrash(engine.fetch, engine.dialect, tenant.key)

    def reader(self, tenant: Tenant, audience: Audience) -> SqlReader:
        counted = load_stored(tenant.additions, tenant.address.is_administration).counted
        return SqlReader(self._of(tenant.key), tenant.key, audience, counted=counted)

    @asynccontextmanager
    async def writer(
        self,
        tenant: Tenant,
        *,
        actor: str | None,
        reason: str | None = None,
        client: str | None = None,
        tenants: bool = False,
    ) -> AsyncIterator[Writer]:
        # What is written in administration tenants may be about other tenants.
        others = tenants or tenant.address.is_administration
        engine = self.engine if others else self._of(tenant.key)
        async with engine.change() as session:
            all_ = self.tenants_in(session, engine, actor, reason, client)
            if others:
                await all_.lock()
            writer = await all_.open(tenant, acting=True)
            yield writer
            await writer.finish()

    @asynccontextmanager
    async def administer(self, *, reason: str | None = None, pool: str | None = None) -> AsyncIterator[Tenants]:
        engine = self.engine_in(pool)
        async with engine.transaction() as session:
            tenants = self.tenants_in(session, engine, None, reason)
            await tenants.lock()
            yield tenants

    def tenants_in(
        self, session: Session, engine: Engine, actor: str | None, reason: str | None, client: str | None = None
    ) -> SqlTenants:
        """All tenants of this database, in an open transaction."""
        return SqlTenants(session, engine, actor=actor, reason=reason, client=client, grace_days=self._grace_days)
