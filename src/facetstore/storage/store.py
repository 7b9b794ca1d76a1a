"""The storage port on any engine: tenants, tokens, reads and writes."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import cast

import msgspec

from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import TenantAddress, TenantSettings
from facetstore.metamodel.loader import load_with_additions
from facetstore.metamodel.model import Metamodel
from facetstore.storage.affected import affected_since
from facetstore.storage.due_versions import FIRST_DAY, one_scheduler
from facetstore.storage.element_history import history_of
from facetstore.storage.engine import Engine, Row
from facetstore.storage.export_rows import EXPORT, exported, whole_row
from facetstore.storage.history import Chain
from facetstore.storage.loading import SqlSnapshot
from facetstore.storage.reader import SqlReader
from facetstore.storage.settings import dump_settings, load_settings
from facetstore.storage.shared_read import SharedRead
from facetstore.storage.task_rows import SqlTasks
from facetstore.storage.trash import SqlTrash
from facetstore.storage.writing import NEXT_REVISION, SET_HEAD, SqlWriter
from facetstore.usecases.ports import Affected, Credential, Revisions, Tenant, Waiting
from facetstore.usecases.write_ports import ExportedVersion, HistoryEntry, Writer

REVISIONS = "SELECT revision, definition, access FROM tenant WHERE key = :tenant"
TENANT_COLUMNS = "key, id, collection, storage, settings, additions, revision, definition, access"
TENANT = f"SELECT {TENANT_COLUMNS} FROM tenant WHERE address = :address"
TENANTS = f"SELECT {TENANT_COLUMNS} FROM tenant ORDER BY address"
WAITING = f"""
    SELECT {TENANT_COLUMNS}, first_day
      FROM (SELECT {TENANT_COLUMNS}, address, {FIRST_DAY} AS first_day FROM tenant) waiting
     WHERE first_day IS NOT NULL ORDER BY address
"""
CREATE_TENANT = f"""
    INSERT INTO tenant (id, address, collection, storage, settings)
    VALUES (:id, :address, :collection, :storage, :settings)
    ON CONFLICT (address) DO NOTHING
    RETURNING {TENANT_COLUMNS}
"""
POPULATION = "SELECT type, count(*) FROM element WHERE tenant = :tenant GROUP BY type"
# Who is in the trash does not act.
CREDENTIAL = """
    SELECT t.element, t.role, t.expires FROM token t
     WHERE t.tenant = :tenant AND t.hash = :hash
       AND EXISTS (SELECT 1 FROM element e WHERE e.tenant = t.tenant AND e.id = t.element)
"""

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

    async def waiting(self) -> Sequence[Waiting]:
        rows = await self.engine.fetch(WAITING, {})
        return [Waiting(_tenant(tuple(row)[:-1]), str(row[-1])) for row in rows]

    def one_scheduler(self) -> AbstractAsyncContextManager[bool]:
        return one_scheduler(self.engine)

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
        metamodel = _metamodel(tenant)
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

    async def history(self, tenant_key: int, element: str, limit: int, offset: int) -> Sequence[HistoryEntry]:
        return await history_of(self.engine, tenant_key, element, limit, offset)

    def tasks(self, tenant: Tenant) -> SqlTasks:
        return SqlTasks(self.engine.fetch, self.engine.dialect, tenant.key)

    @asynccontextmanager
    async def snapshot(self, tenant: Tenant) -> AsyncIterator[SqlSnapshot]:
        async with self.engine.snapshot() as session:
            yield SqlSnapshot(session, self.engine.dialect, tenant, _metamodel(tenant))

    def trash(self, tenant: Tenant) -> SqlTrash:
        return SqlTrash(self.engine.fetch, tenant.key)

    def reader(self, tenant: Tenant, *, drafts: bool) -> SqlReader:
        return SqlReader(self.engine, tenant.key, drafts)

    @asynccontextmanager
    async def writer(self, tenant: Tenant, *, actor: str | None, reason: str | None = None) -> AsyncIterator[Writer]:
        async with self.engine.transaction() as session:
            # This also makes writers of one tenant wait for each other, which keeps the history's chain in order.
            rows = await session.fetch(NEXT_REVISION, {"tenant": tenant.key})
            revision, head = cast("tuple[int, str]", rows[0])
            chain = Chain(tenant.key, revision, head, actor, reason)
            writer = SqlWriter(session, self.engine, tenant, chain)
            yield writer
            await session.fetch(SET_HEAD, {"tenant": tenant.key, "head": await writer.finish()})


def _metamodel(tenant: Tenant) -> Metamodel:
    administration = tenant.address.context_type != "IStorageContext"
    return load_with_additions(msgspec.json.decode(tenant.additions), administration=administration)


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
