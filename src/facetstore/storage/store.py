"""The storage port on any engine: tenants, tokens, reads and writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import cast

import msgspec

from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import TenantAddress, TenantSettings
from facetstore.metamodel.loader import load_with_additions
from facetstore.storage import reading
from facetstore.storage.affected import affected_since
from facetstore.storage.engine import Engine, Row
from facetstore.storage.export_rows import EXPORT, exported, whole_row
from facetstore.storage.history import Chain
from facetstore.storage.list_reader import ListReader
from facetstore.storage.settings import dump_settings, load_settings
from facetstore.storage.shared_read import SharedRead
from facetstore.storage.writing import NEXT_REVISION, SET_HEAD, SqlWriter
from facetstore.usecases.ports import (
    Affected,
    ById,
    Children,
    Credential,
    ElementRow,
    ExportedVersion,
    Parts,
    Revisions,
    Selection,
    Slice,
    Surroundings,
    Tenant,
    Writer,
)

REVISIONS = "SELECT revision, definition, access FROM tenant WHERE key = :tenant"
TENANT_COLUMNS = "SELECT key, id, collection, storage, settings, additions, revision, definition, access FROM tenant"
TENANT = f"{TENANT_COLUMNS} WHERE address = :address"
TENANTS = f"{TENANT_COLUMNS} ORDER BY address"
CREATE_TENANT = """
    INSERT INTO tenant (id, address, collection, storage, settings)
    VALUES (:id, :address, :collection, :storage, :settings)
    ON CONFLICT (address) DO NOTHING
    RETURNING key, id, collection, storage, settings, additions, revision, definition, access
"""
POPULATION = "SELECT type, count(*) FROM element WHERE tenant = :tenant GROUP BY type"
CREDENTIAL = "SELECT element, role, expires FROM token WHERE tenant = :tenant AND hash = :hash"

EXPORT_CHUNK = 200
"""How many versions of an export are in memory at a time."""


class SqlStorage:
    """A database with all its tenants, on one engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._shared = SharedRead(self._revisions)
        self._at_once = engine.reads_at_once(REVISIONS)

    async def revisions(self, tenant_key: int) -> Revisions | None:
        if self._at_once is not None:
            row = self._at_once(tenant_key)
            return None if row is None else Revisions(*cast("tuple[int, int, int]", row))
        return await self._shared.get(tenant_key)

    async def _revisions(self, tenant_key: int) -> Revisions | None:
        rows = await self.engine.fetch(REVISIONS, {"tenant": tenant_key})
        return Revisions(*cast("tuple[int, int, int]", rows[0])) if rows else None

    async def tenant(self, address: TenantAddress) -> Tenant | None:
        rows = await self.engine.fetch(TENANT, {"address": address.folded})
        return _tenant(rows[0]) if rows else None

    async def tenants(self) -> Sequence[Tenant]:
        return [_tenant(row) for row in await self.engine.fetch(TENANTS, {})]

    async def create_tenant(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        values = {
            "id": tenant_id,
            "address": address.folded,
            "collection": address.collection,
            "storage": address.storage,
            "settings": dump_settings(settings),
        }
        async with self.engine.transaction() as session:
            rows = await session.fetch(CREATE_TENANT, values)
        if not rows:
            raise Conflict(f"There is a tenant {address} already.")
        return _tenant(rows[0])

    async def population(self, tenant_key: int) -> Mapping[str, int]:
        rows = await self.engine.fetch(POPULATION, {"tenant": tenant_key})
        return {str(type_): cast("int", number) for type_, number in rows}

    async def export(self, tenant: Tenant) -> AsyncIterator[Sequence[ExportedVersion]]:
        metamodel = load_with_additions(
            msgspec.json.decode(tenant.additions), administration=tenant.address.context_type != "IStorageContext"
        )
        async for rows in self.engine.stream(EXPORT, {"tenant": tenant.key}, EXPORT_CHUNK):
            yield [exported(whole_row(row), metamodel) for row in rows]

    async def credential(self, tenant_key: int, digest: str) -> Credential | None:
        rows = await self.engine.fetch(CREDENTIAL, {"tenant": tenant_key, "hash": digest})
        return Credential(*cast("tuple[str, int, int]", rows[0])) if rows else None

    async def affected_since(self, tenant_key: int, revision: int) -> Affected | None:
        return await affected_since(self.engine, tenant_key, revision)

    async def check(self) -> None:
        await self.engine.check()

    async def close(self) -> None:
        await self.engine.close()

    def reader(self, tenant: Tenant, *, drafts: bool) -> SqlReader:
        return SqlReader(self.engine, tenant.key, drafts)

    @asynccontextmanager
    async def writer(self, tenant: Tenant, *, actor: str | None, reason: str | None = None) -> AsyncIterator[Writer]:
        async with self.engine.transaction() as session:
            # This also makes writers of one tenant wait for each other, which keeps the history's chain in order.
            rows = await session.fetch(NEXT_REVISION, {"tenant": tenant.key})
            revision, head = cast("tuple[int, str]", rows[0])
            chain = Chain(tenant.key, revision, head, actor, reason)
            writer = SqlWriter(session, self.engine.dialect, tenant, chain)
            yield writer
            await session.fetch(SET_HEAD, {"tenant": tenant.key, "head": await writer.finish()})


class SqlReader(ListReader):
    """Reads of one tenant for one audience."""

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        if self._in_snapshot:
            yield
            return
        async with self._engine.snapshot() as session:
            self._fetch, self._in_snapshot = session.fetch, True
            try:
                yield
            finally:
                self._fetch, self._in_snapshot = self._engine.fetch, False
                self._looked_up.clear()

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None:
        rows = await self._select(selection, parts, None)
        row = ElementRow._make(rows[0]) if rows else None
        if row is None or (selection.facet is not None and row.facet != selection.facet):
            return None
        return row

    async def elements(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[ElementRow]:
        rows = [ElementRow._make(row) for row in await self._select(selection, parts, slice_)]
        if isinstance(selection, Children) and _share(row.group for row in rows):
            rows.sort(key=lambda row: (cast("int", row.group), row.label or ""))
        return rows

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        rows = cast("Sequence[tuple[bytes, int, str]]", await self._select(selection, parts, slice_, cards=True))
        if isinstance(selection, Children) and _share(position for _, position, _ in rows):
            rows = sorted(rows, key=lambda row: (row[1], row[2]))
        return [card for card, _, _ in rows]

    async def _select(
        self, selection: Selection, parts: Parts, slice_: Slice | None, *, cards: bool = False
    ) -> Sequence[Row]:
        text = reading.select(self._engine.dialect, selection, parts, slice_, self._drafts, cards=cards)
        return await self._fetch(text, reading.parameters(self._engine.dialect, self._tenant, selection, parts, slice_))

    async def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        text = reading.select(self._engine.dialect, selection, parts, None, self._drafts)
        values = reading.parameters(self._engine.dialect, self._tenant, selection, parts, None)
        async for chunk in self._engine.stream(text, values, size):
            yield [ElementRow._make(row) for row in chunk]

    async def surroundings(self, row: ElementRow) -> Surroundings:
        values: Mapping[str, object] = {"tenant": self._tenant, "element": row.element, "drafts": int(self._drafts)}
        rows = await self._fetch(reading.SURROUNDINGS, values)
        found: dict[object, list[str]] = {1: [], 2: [], 3: [], 4: []}
        for part, _, id_ in rows:
            found[part].append(str(id_))
        ancestors = tuple(found[1])
        return Surroundings(
            parent=ancestors[0] if ancestors else None,
            ancestors=ancestors,
            versions=tuple(found[2]),
            shapes=tuple(found[3]),
            has_children=bool(found[4]),
        )


def _share(positions: Iterable[object]) -> bool:
    """Whether any two of the children, which come by position and then by id, have one position: they are ordered by name."""
    seen = list(positions)
    return len(set(seen)) < len(seen)


def _tenant(row: Row) -> Tenant:
    key, id_, collection, storage, settings, additions, revision, definition, access = row
    return Tenant(
        key=cast("int", key),
        id=str(id_),
        address=TenantAddress(str(collection), str(storage)),
        settings=load_settings(str(settings)),
        additions=str(additions),
        revision=cast("int", revision),
        definition=cast("int", definition),
        access=cast("int", access),
    )
