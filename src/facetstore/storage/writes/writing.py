"""Writes of one tenant in one transaction: rows, documents, history and the tenant's next revision together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import cast

import msgspec

from facetstore.domain.access import NO_ZONE, Audience
from facetstore.domain.element import Version
from facetstore.domain.rights import AUTHORS
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.loader import load_stored
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import time_zone
from facetstore.storage.access.accounts import SqlAccountChanges
from facetstore.storage.access.principals import read_permissions
from facetstore.storage.access.zoning import Zoning
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.reads.reader import SqlReader
from facetstore.storage.rows import history
from facetstore.storage.rows.documents import Documents, Names, has_same_names, render_documents
from facetstore.storage.rows.export_rows import THESE_VERSIONS, WholeRow, stored_version, whole_row
from facetstore.storage.rows.settings import dump_settings
from facetstore.storage.rows.version_rows import (
    ELEMENT_COLUMNS,
    FLOW_COLUMNS,
    REFERENCE_COLUMNS,
    SHAPE_COLUMNS,
    VERSION_COLUMNS,
    element_row,
    flow_rows,
    reference_rows,
    shape_rows,
)
from facetstore.storage.writes.cards import fill_cards
from facetstore.storage.writes.due_versions import SqlDueVersions
from facetstore.storage.writes.edit_locks import SqlEditLocks
from facetstore.storage.writes.given_answers import SqlGivenAnswers
from facetstore.storage.writes.loading import Loaded
from facetstore.storage.writes.quota import check_quota
from facetstore.storage.writes.renewal import renew_versions
from facetstore.storage.writes.replacing import Replaced, Replacing, different_in, reach_of
from facetstore.storage.writes.settling import Settling
from facetstore.storage.writes.showing import showing, stereotypes
from facetstore.storage.writes.sort_names import renew_sort_names
from facetstore.storage.writes.task_rows import SqlChangingTasks
from facetstore.storage.writes.trash import SqlTrash
from facetstore.usecases.lifecycle.schedule import moves_after
from facetstore.usecases.pace import Pace, paced
from facetstore.usecases.ports.selections import ElementRow, Parts, TheseVersions
from facetstore.usecases.ports.storage import Tenant
from facetstore.usecases.ports.tenants import Tenants
from facetstore.usecases.ports.writes import Stereotype, StoredVersion, Taken
from facetstore.usecases.principals import PermissionRows

SET_DEFINITION = """
    UPDATE tenant SET settings = :settings, additions = :additions, definition = :revision WHERE key = :tenant
"""
AUTHORED_BY = """
    SELECT DISTINCT v.id FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND {targets} AND {contexts}
"""
SET_AUTHORED = """
    UPDATE version SET card = :card, attributes = :attributes, authored = :authored WHERE tenant = :tenant AND id = :id
"""
TAKEN_ELEMENTS = """
    SELECT e.id, e.id, e.type, e.facet, v.zone FROM element e CROSS JOIN version v
     WHERE e.tenant = :tenant AND {among} AND v.tenant = :tenant AND v.element = e.id AND v.newest = 1
"""
TAKEN_VERSIONS = "SELECT e.id, e.element, e.type, e.facet, e.zone FROM version e WHERE e.tenant = :tenant AND {among}"
NOT_AUTHORED = {"id": "", "card": "", "attributes": "", "authored": 0}
"""Values for a statement that is to change nothing."""
FLAGS = "SELECT key, revision, newest, visible, published FROM version WHERE tenant = :tenant AND {among}"
DELETE_TOKEN = "DELETE FROM token WHERE tenant = :tenant AND element = :element RETURNING hash"  # noqa: S105  # a statement, no secret
INDEXED = "SELECT DISTINCT version FROM attribute WHERE tenant = :tenant AND {among}"
LITTLE_GROWTH = 10
"""How many versions there must be for one that comes, so that what an engine knows of its tables stays true."""
MANY_VERSIONS = 50
"""From so many on, what an engine knows of its tables is out of date before anything is read."""


class SqlWriter(Settling):
    """The open transaction of one tenant."""

    tenants: Tenants
    """All tenants in this transaction."""

    def __init__(
        self, session: Session, engine: Engine, tenant: Tenant, rows: history.Chain, zoned: int = NO_ZONE
    ) -> None:
        self._session = session
        self._engine = engine
        self._dialect = dialect = engine.dialect
        self._history = rows
        self._keys: range | None = None
        self._added = 0
        self._new = 0
        self.quota: int | None = None
        self._unsettled = False
        self._use(tenant)
        self.zones = Zoning(session, dialect, tenant.key, rows.revision, zoned)

    @property
    def tenant(self) -> int:
        return self._tenant.key

    @property
    def revision(self) -> int:
        return self._history.revision

    @property
    def head(self) -> str:
        """The end of the history's chain."""
        return self._history.head

    # Most transactions need none of these.

    @cached_property
    def tasks(self) -> SqlChangingTasks:
        return SqlChangingTasks(self._session, self._dialect, self._tenant.key)

    @cached_property
    def locks(self) -> SqlEditLocks:
        return SqlEditLocks(self._session, self._dialect, self._tenant.key)

    @cached_property
    def due(self) -> SqlDueVersions:
        return SqlDueVersions(self._session.fetch, self._dialect, self._tenant.key)

    @cached_property
    def answers(self) -> SqlGivenAnswers:
        return SqlGivenAnswers(self._session, self._tenant.key)

    @cached_property
    def trash(self) -> SqlTrash:
        return SqlTrash(self._session.fetch, self._dialect, self._tenant.key)

    @cached_property
    def accounts(self) -> SqlAccountChanges:
        return SqlAccountChanges(self._session.fetch, self._dialect, self._tenant.key)

    def _use(self, tenant: Tenant) -> None:
        """Write by the definition of this tenant from here on."""
        self._tenant = tenant
        self._metamodel: Metamodel = load_stored(tenant.additions, tenant.address.is_administration)
        self._zone = time_zone(tenant.settings.time_zone)

    async def existing(self, ids: Iterable[str]) -> Mapping[str, Taken]:
        values = {"tenant": self._tenant.key, "ids": self._dialect.pack(list(ids))}
        among = self._dialect.among("e.id", "ids")
        rows = [
            *await self._session.fetch(TAKEN_VERSIONS.format(among=among), values),
            *await self._session.fetch(TAKEN_ELEMENTS.format(among=among), values),
        ]
        return {str(id_): Taken(*cast("tuple[str, str, str, int]", taken)) for id_, *taken in rows}

    async def showing(self, elements: Collection[str]) -> Mapping[str, Sequence[str]]:
        return await showing(self._session, self._dialect, self._tenant.key, elements)

    async def stereotypes(self) -> Sequence[Stereotype]:
        return await stereotypes(self._session, self._tenant.key, self._metamodel)

    async def add_versions(self, versions: Sequence[StoredVersion], kind: str) -> None:
        """In an order in which an engine that works beside us always has something to do."""
        tenant = self._tenant.key
        await self._insert("element", ELEMENT_COLUMNS, (element_row(tenant, v.version) for v in versions if v.first))
        rendered = await paced(self._render(each.version) for each in versions)
        keys = await self._allocate_keys(len(versions))
        keyed = list(zip(keys, versions, strict=True))
        await self._insert(
            "version",
            VERSION_COLUMNS,
            (self._version_row(key, v, docs, v.revision + 1) for (key, v), docs in zip(keyed, rendered, strict=True)),
        )
        rows = (
            self._history.row(kind, v.version.element, v.version.id, history.whole_version(v.version)) for v in versions
        )
        await self._insert("history", history.COLUMNS, rows)
        await self._audit_access(kind, [(None, each.version) for each in versions])
        self.zones.unsettle([each.version.element for each in versions])
        types = self._metamodel.types
        self._new += sum(each.first and not types[each.version.type].administrative for each in versions)
        self._added += len(versions)
        await self._insert_details(keyed)

    async def _allocate_keys(self, count: int) -> Sequence[int]:
        keys = await self._session.allocate_keys(count)
        if keys:
            self._keys = range(self._keys.start if self._keys else keys[0], keys[-1] + 1)
        return keys

    async def _analyze(self, *tables: str) -> None:
        """Count anew, unless there were so many versions before that those that came make no difference."""
        if script := self._dialect.analyze(*tables, fewer_than=self._added * LITTLE_GROWTH):
            await self._session.execute_script(script)

    async def finish(self) -> None:
        """What is left to do when everything is written: at last the tenant moves on. Raises QuotaReached."""
        if self.quota is not None and self._new:
            await check_quota(self._session, self._dialect, self._tenant, self._metamodel, self.quota)
        if self._added >= MANY_VERSIONS:
            await self._analyze("version", "reference", "attribute", "words", "element")
        if self._keys is not None:
            await fill_cards(self._session, self._dialect, self._tenant.key, self._metamodel, self._keys)
        await self.settle_zones()
        await self._history.advance(self._session)

    async def shown(self, audience: Audience, parts: Parts, versions: Sequence[str]) -> Sequence[ElementRow]:
        await self.settle_zones()
        return await self.reader(audience).elements(TheseVersions(tuple(versions)), parts)

    async def settle_zones(self) -> None:
        if self.zones.unsettled and (moved := await self.zones.settle()):
            await self._forget_cards(moved)

    def reader(self, audience: Audience) -> SqlReader:
        return SqlReader(self._engine, self._tenant.key, audience, self._session, self._metamodel.counted)

    async def permissions(self) -> PermissionRows:
        return await read_permissions(self._session.fetch, self._tenant.key, self._metamodel)

    async def _insert_details(self, keyed: Sequence[tuple[int, StoredVersion]]) -> None:
        tenant = self._tenant.key
        versions = [(key, v.version) for key, v in keyed]
        await self._insert(
            "reference", REFERENCE_COLUMNS, chain.from_iterable(reference_rows(tenant, k, v) for k, v in versions)
        )
        await self._insert("shape", SHAPE_COLUMNS, chain.from_iterable(shape_rows(tenant, k, v) for k, v in versions))
        await self._insert("flow", FLOW_COLUMNS, chain.from_iterable(flow_rows(tenant, k, v) for k, v in versions))
        await self._index((key, v.version) for key, v in keyed if v.newest or v.published)

    async def replace_version(self, version: StoredVersion, kind: str, told: Mapping[str, str] | None = None) -> None:
        await self.replace_versions([version], kind, told)

    async def replace_versions(
        self, versions: Sequence[StoredVersion], kind: str, told: Mapping[str, str] | None = None
    ) -> None:
        """Write versions that are stored, or are not yet; of those that are, only what differs, keeping count of their revisions."""
        before = await self._before(versions)
        stored = [(before[each.version.id], each) for each in versions if each.version.id in before]
        if stored:
            await self._replace(stored, kind, told)
        if fresh := [each for each in versions if each.version.id not in before]:
            known = await self.existing([each.version.element for each in fresh])
            await self.add_versions([each._replace(first=each.version.element not in known) for each in fresh], kind)

    async def _before(self, versions: Sequence[StoredVersion]) -> Mapping[str, Loaded]:
        """What is stored of versions: as it was loaded, if it was and this transaction has not changed it since; no other can."""
        loaded = {each.loaded.row.key: each.loaded for each in versions if isinstance(each.loaded, Loaded)}
        found: dict[str, Loaded] = {}
        if not (self._history.ordinal or self._unsettled):
            found = {each.row.id: each for each in loaded.values() if each.by is self}
        if unsure := [key for key, each in loaded.items() if each.row.id not in found]:
            values = {"tenant": self._tenant.key, "keys": self._dialect.pack(unsure)}
            text = FLAGS.format(among=self._dialect.among("key", "keys", "bigint"))
            for row in await self._session.fetch(text, values):
                key, revision, newest, visible, published = cast("tuple[int, int, int, int, int]", tuple(row))
                known, version, _ = loaded[key]
                if known.revision == revision:
                    current = known._replace(newest=newest, visible=visible, published=published)
                    found[known.id] = Loaded(current, version)
        if others := [each.version.id for each in versions if each.version.id not in found]:
            values = {"tenant": self._tenant.key, "ids": self._dialect.pack(others)}
            rows = await self._session.fetch(THESE_VERSIONS.format(among=self._dialect.among("v.id", "ids")), values)
            for row in map(whole_row, rows):
                found[row.id] = Loaded(row, stored_version(row, self._metamodel))
        return found

    async def _indexed(self, rows: Sequence[WholeRow]) -> frozenset[int]:
        """Which versions have attribute rows and words: those that are shown do, and those that are just being settled."""
        shown = frozenset(row.key for row in rows if row.newest or row.published)
        if not (others := [row.key for row in rows if row.key not in shown]):
            return shown
        values = {"tenant": self._tenant.key, "keys": self._dialect.pack(others)}
        text = INDEXED.format(among=self._dialect.among("version", "keys", "bigint"))
        found = await self._session.fetch(text, values)
        return shown | frozenset(int(str(key)) for (key,) in found)

    async def _replace(
        self, stored: Sequence[tuple[Loaded, StoredVersion]], kind: str, told: Mapping[str, str] | None
    ) -> None:
        indexed = await self._indexed([each.row for each, _ in stored])
        changes = await paced(self._replaced(before, each, before.row.key in indexed) for before, each in stored)
        await self._audit_access(kind, [(each.before, each.after) for each in changes])
        replacing = Replacing(self._session, self._dialect, self._tenant.key, self._metamodel, self._zone)
        await replacing.replace(changes)
        rows = self._moved(moved) if (moved := [each for each in changes if each.stands_elsewhere]) else []
        pace = Pace()
        for change in changes:
            await pace.step()
            version, whole = change.after, history.whole_version(change.after, told)
            rows.append(self._history.row(kind, version.element, version.id, whole, reach_of(change)))
        await self._leave(rows)

    def _moved(self, changes: Sequence[Replaced]) -> list[tuple[object, ...]]:
        """What follows from versions that stand elsewhere now; returns the rows that tell of it."""
        self.zones.unsettle([each.after.element for each in changes])
        # They have a child less: whatever is kept of them must go.
        left = {each.before.parent for each in changes if each.before.parent != each.after.parent}
        return [self._history.row("child.gone", parent, None, "{}") for parent in sorted(filter(None, left))]

    def _replaced(self, loaded: Loaded, stored: StoredVersion, was_indexed: bool) -> Replaced:
        (row, before, by), after = loaded, stored.version
        # Those of what was loaded elsewhere or earlier may follow another definition of the tenant.
        keeps_names = by is self and has_same_names(after, before, self._metamodel.types[after.type])
        documents = self._render(after, Names(row.sort_name, row.named, row.complete) if keeps_names else None)
        columns = self._version_row(row.key, stored, documents, row.revision + 1)
        now = dict(zip(VERSION_COLUMNS, columns, strict=True))
        is_indexed = stored.newest or stored.published
        return Replaced(row.key, before, after, now, different_in(row, now), was_indexed, is_indexed, row.references)

    async def renew_authored(self, elements: Collection[str]) -> None:
        text = AUTHORED_BY.format(
            targets=self._dialect.among("r.target", "elements"), contexts=self._dialect.among("r.context", "contexts")
        )
        values = {**self._named(elements), "contexts": self._dialect.pack(AUTHORS)}
        ids = [str(id_) for (id_,) in await self._session.fetch(text, values)]
        # As many statements for none as for some: the caller may not see them, and statements can be timed.
        found = (await self.load(ids)).values()
        rows = [{"id": each.version.id, **self._authored(each.version)} for each in found]
        await self._session.run_for_each(SET_AUTHORED, rows or [{"tenant": self._tenant.key, **NOT_AUTHORED}])

    def _authored(self, version: Version) -> dict[str, object]:
        """What of a version's row tells who its authors are."""
        told = self._render(version)
        documents = {"card": told.card, "attributes": told.attributes, "authored": int(told.authored)}
        return {"tenant": self._tenant.key, **documents}

    def _render(self, version: Version, names: Names | None = None) -> Documents:
        return render_documents(version, self._metamodel, self._tenant.settings, names)

    async def set_token(self, element: str, digest: str, expires: int) -> None:
        await self.drop_token(element)
        row = (self._tenant.key, digest, element, expires)
        await self._insert("token", ("tenant", "hash", "element", "expires"), [row])

    async def drop_token(self, element: str) -> bool:
        return bool(await self._session.fetch(DELETE_TOKEN, {"tenant": self._tenant.key, "element": element}))

    async def set_definition(self, settings: TenantSettings, additions: str) -> None:
        values = {"settings": dump_settings(settings), "additions": additions}
        await self._session.fetch(
            SET_DEFINITION, {"tenant": self._tenant.key, "revision": self._history.revision, **values}
        )
        before, earlier = self._metamodel, self._tenant
        self._use(replace(earlier, settings=settings, additions=additions))
        if additions != earlier.additions or settings.time_zone != earlier.settings.time_zone:
            await renew_versions(self._session, self._dialect, self._tenant.key, before, self._metamodel, settings)
        elif _name_order(settings) != _name_order(earlier.settings):
            await renew_sort_names(self._session, self._tenant.key, self._metamodel, settings)
        await self.record("definition", None, None, msgspec.json.encode(values).decode())

    async def _insert(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        if filled := await paced(rows):
            await self._session.insert(table, columns, filled)

    def _version_row(self, key: int, stored: StoredVersion, documents: Documents, revision: int) -> tuple[object, ...]:
        version = stored.version
        element_type = self._metamodel.types[version.type]
        major, minor = version.major_minor
        return (
            key, self._tenant.key, version.id, version.element, version.facet, version.type, version.state, major, minor,
            str(version.invariant("createdOn") or ""), documents.released_on,
            int(stored.newest), int(stored.visible), int(stored.published),
            int(documents.was_released), int(element_type.flow), int(documents.authored),
            documents.sort_name, revision,
            documents.card, documents.attributes, documents.reference, version.creation_id, version.stereotype,
            moves_after(self._metamodel, version), documents.named, documents.complete,
        )  # fmt: skip


def _name_order(settings: TenantSettings) -> tuple[object, ...]:
    """What decides which of its names an element is listed by."""
    return settings.default_data_culture, settings.fallback_cultures, settings.data_cultures
