"""Versions added, replaced and deleted: their rows, indexes, history and audit together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import cast

from facetstore.domain.changed_texts import ChangedTexts, confirmed_by
from facetstore.domain.element import Version
from facetstore.domain.errors import QuotaReached
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows import history_rows
from facetstore.storage.rows.attribute_rows import index_versions
from facetstore.storage.rows.version_rows import (
    ELEMENT_COLUMNS,
    FILE_USE_COLUMNS,
    FLOW_COLUMNS,
    REFERENCE_COLUMNS,
    SHAPE_COLUMNS,
    VERSION_COLUMNS,
    element_row,
    file_use_rows,
    flow_rows,
    reference_rows,
    shape_rows,
)
from facetstore.storage.rows.words import delete_words
from facetstore.storage.writes.added_texts import added_texts
from facetstore.storage.writes.cards import fill_cards, forget_cards
from facetstore.storage.writes.loading import Loaded
from facetstore.storage.writes.planning import Planning, Replaced
from facetstore.storage.writes.replacing import Replacing, ends_span, reach_of
from facetstore.storage.writes.settling import Settling
from facetstore.storage.writes.spanning import write_spans
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.measure import Pace, paced
from facetstore.usecases.ports.writes import StoredVersion

AUTHORED_BY = """
    SELECT DISTINCT v.id FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND {targets} AND {contexts}
"""
SET_AUTHORED = """
    UPDATE version SET card = :card, attributes = :attributes, authored = :authored WHERE tenant = :tenant AND id = :id
"""
DELETE_VERSIONS = "DELETE FROM version WHERE tenant = :tenant AND {among} RETURNING key"
DELETE_BARE_ELEMENTS = """
    DELETE FROM element WHERE tenant = :tenant AND {among}
       AND NOT EXISTS (SELECT 1 FROM version v WHERE v.tenant = :tenant AND v.element = element.id)
    RETURNING id
"""
DELETE_LOCKS = "DELETE FROM edit_lock WHERE tenant = :tenant AND {among}"
COUNTED = "SELECT count(*) FROM element WHERE tenant = :tenant AND NOT ({among})"
LITTLE_GROWTH = 10
"""Statistics of tables are updated if they say fewer versions than this many times the added ones."""
MANY_VERSIONS = 50
"""From this number of added versions on, the statistics of tables may be too old for the next read."""


class SqlVersions:
    """Changes the versions of one tenant in one transaction."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._session = transaction.session
        self._dialect = transaction.dialect
        self._tenant = transaction.key
        self._stored = transaction.stored
        self._history = transaction.history
        self._planning = Planning(transaction)
        self._keys: range | None = None
        self._added = 0
        self._new_elements = 0

    # New versions

    async def add(self, versions: Sequence[StoredVersion], kind: str) -> None:
        """Add versions, in an order in which an engine that runs statements in the background always has something to do."""
        transaction, planning = self._transaction, self._planning
        new = (element_row(self._tenant, each.version) for each in versions if each.first)
        await transaction.insert("element", ELEMENT_COLUMNS, new)
        rendered = await paced(planning.render(each.version) for each in versions)
        changed = await added_texts(transaction, versions, kind)
        all_new = ChangedTexts(transaction.chain.revision)
        keyed = list(zip(await self._allocate_keys(len(versions)), versions, strict=True))
        rows = (
            planning.row(key, each, documents, each.revision + 1, changed.get(each.version.id, all_new))
            for (key, each), documents in zip(keyed, rendered, strict=True)
        )
        await transaction.insert("version", VERSION_COLUMNS, rows)
        await transaction.insert(
            "history", history_rows.COLUMNS, (self._history.row(kind, each.version) for each in versions)
        )
        await self._history.audit_access(kind, [(None, each.version) for each in versions])
        transaction.zone_later([each.version.element for each in versions])
        types = transaction.metamodel.types
        transaction.added.update(
            each.version.element for each in versions if each.first and not types[each.version.type].flow
        )
        transaction.note_places(each.version for each in versions if each.version.element not in transaction.added)
        self._new_elements += sum(each.first and not types[each.version.type].for_administrators for each in versions)
        self._added += len(versions)
        await self._insert_details(keyed)

    async def _allocate_keys(self, count: int) -> Sequence[int]:
        keys = await self._session.allocate_keys(count)
        if keys:
            self._keys = range(self._keys.start if self._keys else keys[0], keys[-1] + 1)
        return keys

    async def _insert_details(self, keyed: Sequence[tuple[int, StoredVersion]]) -> None:
        tenant, insert = self._tenant, self._transaction.insert
        versions = [(key, each.version) for key, each in keyed]
        references = chain.from_iterable(reference_rows(tenant, key, each) for key, each in versions)
        await insert("reference", REFERENCE_COLUMNS, references)
        await insert("shape", SHAPE_COLUMNS, chain.from_iterable(shape_rows(tenant, k, v) for k, v in versions))
        await insert("flow", FLOW_COLUMNS, chain.from_iterable(flow_rows(tenant, k, v) for k, v in versions))
        await insert(
            "file_use", FILE_USE_COLUMNS, chain.from_iterable(file_use_rows(tenant, k, v) for k, v in versions)
        )
        await self._index((key, each.version) for key, each in keyed if each.newest or each.published)

    async def _index(self, versions: Iterable[tuple[int, Version]]) -> None:
        transaction = self._transaction
        await index_versions(
            self._session,
            self._dialect,
            self._tenant,
            versions,
            transaction.metamodel,
            transaction.zone,
            transaction.tenant.settings.removed_cultures,
        )

    # Stored versions

    async def replace(
        self, versions: Sequence[StoredVersion], kind: str, details: Mapping[str, str] | None = None
    ) -> None:
        before = await self._planning.before(versions)
        if stored := [(before[each.version.id], each) for each in versions if each.version.id in before]:
            await self._replace(stored, kind, details)
        if fresh := [each for each in versions if each.version.id not in before]:
            known = await self._stored.existing([each.version.element for each in fresh])
            await self.add([each._replace(first=each.version.element not in known) for each in fresh], kind)

    async def _replace(
        self, stored: Sequence[tuple[Loaded, StoredVersion]], kind: str, details: Mapping[str, str] | None
    ) -> None:
        transaction = self._transaction
        changes = await self._planning.changes(stored, confirmed_by(kind, details))
        await self._history.audit_access(kind, [(each.before, each.after) for each in changes])
        await self._replacing.replace(changes)
        rows = self._moved(moved) if (moved := [each for each in changes if each.stands_elsewhere]) else []
        pace = Pace()
        for change in changes:
            await pace.step()
            if ends_span(change):
                transaction.note_places([change.after])
            stored_as = change.stored_change(transaction.metamodel, details)
            rows.append(self._history.changed_row(kind, change.after, stored_as, reach_of(change)))
        await self._history.add(rows)

    @property
    def _replacing(self) -> Replacing:
        transaction = self._transaction
        return Replacing(
            self._session,
            self._dialect,
            self._tenant,
            transaction.metamodel,
            transaction.zone,
            transaction.tenant.settings.removed_cultures,
        )

    async def rewrite(self, versions: Sequence[StoredVersion]) -> None:
        """Write versions as the history says they have always been: it was rewritten, so no row is added to it."""
        before = await self._planning.before(versions)
        await self._replacing.replace(
            await self._planning.changes([(before[each.version.id], each) for each in versions])
        )

    def _moved(self, changes: Sequence[Replaced]) -> list[tuple[object, ...]]:
        """The history rows of the parents that versions leave. The zones of the moved elements are noted to be computed
        again."""
        self._transaction.zone_later([each.after.element for each in changes])
        left = {each.before.parent for each in changes if each.before.parent != each.after.parent}
        return [self._history.left_by_child(parent) for parent in sorted(filter(None, left))]

    async def delete(self, versions: Sequence[StoredVersion], kind: str) -> None:
        ids = {"tenant": self._tenant, "ids": self._dialect.pack([each.version.id for each in versions])}
        gone = await self._session.fetch(DELETE_VERSIONS.format(among=self._dialect.among("id", "ids")), ids)
        # Also words that wait to be written.
        await delete_words(self._session, self._dialect, self._tenant, [int(str(key)) for (key,) in gone])
        bare = DELETE_BARE_ELEMENTS.format(among=self._dialect.among("id", "elements"))
        elements = self._transaction.naming({str(each.version.element) for each in versions})
        if rows := await self._session.fetch(bare, elements):
            await self._forget([str(id_) for (id_,) in rows])
        await self._history.audit_access(kind, [(each.version, None) for each in versions])
        await self._history.record_versions(kind, versions)

    async def _forget(self, elements: Collection[str]) -> None:
        """Delete card references to deleted elements, and locks on them."""
        await forget_cards(self._transaction, elements)
        text = DELETE_LOCKS.format(among=self._dialect.among("element", "elements"))
        await self._session.fetch(text, self._transaction.naming(elements))

    # What follows from other changes

    @cached_property
    def _settling(self) -> Settling:
        return Settling(self._transaction)

    async def unsettle(self, elements: Sequence[str]) -> None:
        self._planning.is_unsettled = True
        await self._settling.unsettle(elements)

    async def settle(self, elements: Sequence[str]) -> None:
        self._planning.is_unsettled = True
        await self._settling.settle(elements)

    async def settle_flow_objects(self, elements: Sequence[str]) -> None:
        await self._settling.settle_flow_objects(elements)

    async def renew_authored(self, elements: Collection[str]) -> None:
        text = AUTHORED_BY.format(
            targets=self._dialect.among("r.target", "elements"), contexts=self._dialect.among("r.context", "contexts")
        )
        authors = self._transaction.metamodel.roles.authors
        values = {**self._transaction.naming(elements), "contexts": self._dialect.pack(authors)}
        ids = [str(id_) for (id_,) in await self._session.fetch(text, values)]
        found = (await self._stored.load(ids)).values() if ids else ()
        rows = [{"id": each.version.id, **self._authored(each.version)} for each in found]
        await self._session.run_for_each(SET_AUTHORED, rows)

    def _authored(self, version: Version) -> dict[str, object]:
        """The columns of a version that show who its authors are."""
        documents = self._planning.render(version)
        shown = {"card": documents.card, "attributes": documents.attributes, "authored": int(documents.authored)}
        return {"tenant": self._tenant, **shown}

    async def finish(self, quota: int | None) -> None:
        """Check the quota, write spans and card references and update statistics once all versions are written. Raises QuotaReached."""
        transaction = self._transaction
        if quota is not None and self._new_elements:
            await check_quota(self._session, self._dialect, transaction.tenant, transaction.metamodel, quota)
        await write_spans(transaction)
        if self._added >= MANY_VERSIONS:
            await self._analyze("version", "reference", "attribute", "words", "element", "span")
        if self._keys is not None:
            await fill_cards(self._session, self._dialect, self._tenant, transaction.metamodel, self._keys)

    async def _analyze(self, *tables: str) -> None:
        if script := self._dialect.analyze(*tables, fewer_than=self._added * LITTLE_GROWTH):
            await self._session.execute_script(script)


async def check_quota(session: Session, dialect: Dialect, tenant: Tenant, metamodel: Metamodel, quota: int) -> None:
    """Raise QuotaReached if the tenant has more elements than its quota. People, groups and tokens are not counted: they can be added to
    a full tenant, too."""
    uncounted = [key for key, each in metamodel.types.items() if each.for_administrators]
    values = {"tenant": tenant.key, "types": dialect.pack(uncounted)}
    ((number,),) = await session.fetch(COUNTED.format(among=dialect.among("type", "types")), values)
    if cast("int", number) > quota:
        raise QuotaReached(
            f"{tenant.address} may hold {quota} elements; with this it would hold {number}. Delete some, or raise the quota."
        )
