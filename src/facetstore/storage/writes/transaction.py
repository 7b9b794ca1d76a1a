"""What all parts of a writer share: one open transaction of one tenant, and the rows of history and audit that it leaves behind."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from facetstore.domain.access import NO_ZONE
from facetstore.domain.audit import NewAuditRow
from facetstore.domain.element import Version
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.access_changes import changed_access
from facetstore.metamodel.loader import load_stored
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import TimeZone, time_zone
from facetstore.storage.access.audit_rows import COLUMNS, audit_row
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.rows import history_rows
from facetstore.storage.rows.stored_changes import whole_version
from facetstore.storage.writes.loading import SqlStoredVersions
from facetstore.usecases.measure import paced
from facetstore.usecases.ports.writes import StoredVersion


class Transaction:
    """The session, the tenant with its metamodel, its stored versions and its history."""

    tenant: Tenant
    metamodel: Metamodel
    zone: TimeZone

    def __init__(self, session: Session, engine: Engine, tenant: Tenant, chain: history_rows.Chain, zoned: int) -> None:
        self.session = session
        self.engine = engine
        self.dialect: Dialect = engine.dialect
        self.key = tenant.key
        """The key of the tenant, which every statement names."""
        self.chain = chain
        self.use(tenant)
        self.stored = SqlStoredVersions(session.fetch, self.dialect, tenant, self.metamodel)
        self.history = Recorder(self)
        self.has_zones = zoned != NO_ZONE
        self.unzoned: set[str] = set()
        """The elements whose zones have to be computed: before anything is read, and at the end."""
        self.added: set[str] = set()
        """New elements."""
        self.standing: set[str] = set()
        """The elements that may stand elsewhere in lists and trees than before."""
        self.is_redefined = False
        """All elements may stand elsewhere, by another definition of the tenant."""

    def use(self, tenant: Tenant) -> None:
        """Follow this definition of the tenant from here on."""
        self.tenant = tenant
        self.metamodel = load_stored(tenant.additions, tenant.address.is_administration)
        self.zone = time_zone(tenant.settings.time_zone)

    def zone_later(self, elements: Collection[str]) -> None:
        """Note elements that were added, moved or redrawn as `unzoned`."""
        if self.has_zones:
            self.unzoned.update(elements)

    def note_places(self, versions: Iterable[Version]) -> None:
        """Note elements that may stand elsewhere in lists and trees. Flow objects stand in none."""
        types = self.metamodel.types
        self.standing.update(each.element for each in versions if not types[each.type].flow)

    def naming(self, elements: Collection[str]) -> dict[str, object]:
        """The values of a statement about these elements."""
        return {"tenant": self.key, "elements": self.dialect.pack(sorted(elements))}

    async def insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        if filled := await paced(rows):
            await self.session.insert(table, columns, filled)


class Recorder:
    """Adds rows to the history and the audit of one tenant."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._chain = transaction.chain

    async def note(self, kind: str, element: str | None, version: str | None, details: Mapping[str, str]) -> None:
        await self.record(kind, element, version, msgspec.json.encode(details).decode())

    async def touch(self, elements: Iterable[str], kind: str, details: Mapping[str, str] | None = None) -> None:
        change = msgspec.json.encode(details or {}).decode()
        await self.add([self._chain.row(kind, each, None, change, history_rows.Reach.NEAR) for each in elements])

    async def remark(self, kind: str, element: str, details: Mapping[str, str], version: str | None = None) -> None:
        change = msgspec.json.encode(details).decode()
        await self.add([self._chain.row(kind, element, version, change, history_rows.Reach.ITSELF)])

    async def record(self, kind: str, element: str | None, version: str | None, change: str) -> None:
        await self.add([self._chain.row(kind, element, version, change)])

    async def record_versions(self, kind: str, versions: Iterable[StoredVersion]) -> None:
        """One row for each version, which keeps it whole."""
        versions = list(versions)
        self._transaction.note_places(each.version for each in versions)
        await self.add([self.row(kind, each.version) for each in versions])

    def row(
        self,
        kind: str,
        version: Version,
        reach: history_rows.Reach = history_rows.Reach.EVERYWHERE,
        details: Mapping[str, str] | None = None,
    ) -> tuple[object, ...]:
        return self._chain.row(kind, version.element, version.id, whole_version(version, details), reach)

    def changed_row(self, kind: str, version: Version, change: str, reach: history_rows.Reach) -> tuple[object, ...]:
        """The row of a changed version, with the text that says what changed."""
        return self._chain.row(kind, version.element, version.id, change, reach)

    def left_by_child(self, parent: str) -> tuple[object, ...]:
        """The row of an element that has a child less: cached answers about it must go."""
        return self._chain.row("child.gone", parent, None, "{}")

    async def add(self, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            await self._transaction.session.insert("history", history_rows.COLUMNS, rows)
            await self._chain.advance(self._transaction.session)

    async def audit(self, kind: str, subject: str | None, detail: Mapping[str, str]) -> None:
        await self._add_entries([NewAuditRow(kind, subject, detail)])

    async def audit_access(self, kind: str, changes: Collection[tuple[Version | None, Version | None]]) -> None:
        """Audit changes of users, groups, permission sets and tokens, each as it was before and is after."""
        metamodel = self._transaction.metamodel
        if any(metamodel.types[each.type].administrative for change in changes for each in change if each is not None):
            await self._add_entries(list(changed_access(kind, changes, metamodel)))

    async def _add_entries(self, entries: Collection[NewAuditRow]) -> None:
        chain, tenant = self._chain, self._transaction.key
        if entries:
            rows = [audit_row(tenant, each, chain.at, chain.actor, chain.address) for each in entries]
            await self._transaction.session.insert("audit", COLUMNS, rows)
