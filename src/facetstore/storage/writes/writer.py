"""The writer of one tenant: parts that change it in one transaction, which moves its revision on by one."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import msgspec

from facetstore.domain.access import Audience
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.storage.access.account_rows import SqlAccountChanges
from facetstore.storage.access.acknowledgement_rows import SqlAcknowledgements
from facetstore.storage.access.comment_rows import SqlComments
from facetstore.storage.access.import_plan_rows import SqlImportPlans
from facetstore.storage.access.mail_rows import SqlMailChoices
from facetstore.storage.access.notice_rows import SqlNotices
from facetstore.storage.access.picture_rows import SqlPictures
from facetstore.storage.access.preference_rows import SqlPreferences
from facetstore.storage.access.proposal_rows import SqlProposals
from facetstore.storage.access.review_date_rows import SqlReviewDates
from facetstore.storage.access.webhook_rows import SqlWebhooks
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.files.contents import SqlFileChanges
from facetstore.storage.reads.reader import SqlReader
from facetstore.storage.rows.history_rows import FIRST_DEFINITION, Chain
from facetstore.storage.rows.stored_settings import dump_settings, name_order
from facetstore.storage.writes.due_versions import SqlDueVersions
from facetstore.storage.writes.edit_locks import SqlEditLocks
from facetstore.storage.writes.given_answers import SqlGivenAnswers
from facetstore.storage.writes.person_erasing import SqlErasing
from facetstore.storage.writes.places import SqlPlaces
from facetstore.storage.writes.renewal import renew_cultures, renew_names_and_counts, renew_versions
from facetstore.storage.writes.task_rows import SqlChangingTasks
from facetstore.storage.writes.transaction import Transaction
from facetstore.storage.writes.trash import SqlTrash
from facetstore.storage.writes.versions import SqlVersions
from facetstore.storage.writes.zoning import Zoning
from facetstore.usecases.ports.transactions import Tenants

SET_DEFINITION = """
    UPDATE tenant SET settings = :settings, additions = :additions, definition = :revision WHERE key = :tenant
"""


class SqlWriter:
    """The open transaction of one tenant."""

    tenants: Tenants
    """All tenants in this transaction."""
    quota: int | None = None

    def __init__(self, session: Session, engine: Engine, tenant: Tenant, chain: Chain, zoned: int) -> None:
        self._transaction = transaction = Transaction(session, engine, tenant, chain, zoned)
        self.stored = transaction.stored
        self.history = transaction.history
        self.versions = SqlVersions(transaction)

    # Most transactions need none of these.

    @cached_property
    def places(self) -> SqlPlaces:
        return SqlPlaces(self._transaction)

    @cached_property
    def zones(self) -> Zoning:
        return Zoning(self._transaction)

    @cached_property
    def tasks(self) -> SqlChangingTasks:
        return SqlChangingTasks(self._transaction.session, self._transaction.dialect, self.tenant)

    @cached_property
    def locks(self) -> SqlEditLocks:
        return SqlEditLocks(self._transaction.session, self._transaction.dialect, self.tenant)

    @cached_property
    def due(self) -> SqlDueVersions:
        return SqlDueVersions(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def answers(self) -> SqlGivenAnswers:
        return SqlGivenAnswers(self._transaction.session, self.tenant)

    @cached_property
    def trash(self) -> SqlTrash:
        return SqlTrash(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def files(self) -> SqlFileChanges:
        return SqlFileChanges(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def preferences(self) -> SqlPreferences:
        return SqlPreferences(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def pictures(self) -> SqlPictures:
        return SqlPictures(self._transaction.session.fetch, self.tenant)

    @cached_property
    def imports(self) -> SqlImportPlans:
        return SqlImportPlans(self._transaction.session.fetch, self.tenant)

    @cached_property
    def comments(self) -> SqlComments:
        return SqlComments(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def mail(self) -> SqlMailChoices:
        return SqlMailChoices(self._transaction.session.fetch, self.tenant)

    @cached_property
    def acknowledgements(self) -> SqlAcknowledgements:
        transaction = self._transaction
        return SqlAcknowledgements(transaction.session.fetch, transaction.dialect, self.tenant, transaction.metamodel)

    @cached_property
    def review_dates(self) -> SqlReviewDates:
        return SqlReviewDates(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def notices(self) -> SqlNotices:
        return SqlNotices(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def webhooks(self) -> SqlWebhooks:
        return SqlWebhooks(self._transaction.session.fetch, self.tenant)

    @property
    def proposals(self) -> SqlProposals:
        return SqlProposals(self._transaction.session.fetch, self.tenant)

    @cached_property
    def accounts(self) -> SqlAccountChanges:
        return SqlAccountChanges(self._transaction.session.fetch, self._transaction.dialect, self.tenant)

    @cached_property
    def erasing(self) -> SqlErasing:
        return SqlErasing(self._transaction, self.versions)

    @property
    def tenant(self) -> int:
        return self._transaction.key

    @property
    def current(self) -> Tenant:
        return self._transaction.tenant

    @property
    def has_written(self) -> bool:
        """Whether the transaction has rows in the history of the tenant."""
        return self._transaction.chain.ordinal > 0

    @property
    def revision(self) -> int:
        return self._transaction.chain.revision

    async def reader(self, audience: Audience) -> SqlReader:
        await self._settle_zones()
        transaction = self._transaction
        return SqlReader(transaction.engine, self.tenant, audience, transaction.session, transaction.metamodel.counted)

    async def set_definition(self, settings: TenantSettings, additions: str) -> None:
        transaction, session = self._transaction, self._transaction.session
        values = {"settings": dump_settings(settings), "additions": additions}
        if not self.current.definition:
            # Reads as of earlier revisions need what is replaced here, and no row holds it yet.
            was = {"settings": dump_settings(self.current.settings), "additions": self.current.additions}
            await self.history.record(FIRST_DEFINITION, None, None, msgspec.json.encode(was).decode())
        await session.fetch(SET_DEFINITION, {"tenant": self.tenant, "revision": self.revision, **values})
        before, earlier = transaction.metamodel, transaction.tenant
        transaction.use(replace(earlier, settings=settings, additions=additions))
        self.stored.metamodel = transaction.metamodel
        if additions != earlier.additions or _rendered_by(settings) != _rendered_by(earlier.settings):
            after, transaction.is_redefined = transaction.metamodel, True
            await renew_versions(session, transaction.dialect, self.tenant, before, after, settings)
        elif name_order(settings) != name_order(earlier.settings):
            transaction.is_redefined = True
            await renew_cultures(
                session, transaction.dialect, self.tenant, transaction.metamodel, earlier.settings, settings
            )
            await renew_names_and_counts(session, self.tenant, transaction.metamodel, settings)
        await self.history.record("definition", None, None, msgspec.json.encode(values).decode())

    def keep_revision(self) -> None:
        """Leave the tenant at its revision, unless something is written to its history."""
        self._transaction.chain.kept = self._transaction.chain.head

    async def finish(self) -> None:
        """Do what is left when everything is written, and move the tenant on. Raises QuotaReached."""
        await self.versions.finish(self.quota)
        await self._settle_zones()
        await self._transaction.chain.advance(self._transaction.session)

    async def _settle_zones(self) -> None:
        if self._transaction.unzoned:
            await self.zones.settle()


def _rendered_by(settings: TenantSettings) -> tuple[object, ...]:
    """What decides how versions are rendered: time zone and cultures."""
    return settings.time_zone, settings.default_data_culture, settings.data_cultures
