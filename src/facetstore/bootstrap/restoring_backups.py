"""Restores a backup: the whole database into an empty one, or one tenant into any. All of it or nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import uuid4

from facetstore.bootstrap.database import opened_engine, opened_storage
from facetstore.bootstrap.settings import Settings
from facetstore.domain.errors import Conflict, NotFound
from facetstore.domain.tenant import TenantAddress
from facetstore.exchange.backup_folder import Backup, BackupFolder, StoredTable, StoredTenant
from facetstore.exchange.backup_rows import stored_rows
from facetstore.storage.copying.rows_in import ANY_ROW, RowsIn, has_tenant, insert_tenant_row
from facetstore.storage.copying.setting_back import SetBack, set_back
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.engines.number_ranges import claim_numbers, numbers_before_pools
from facetstore.storage.migrate import check_schema, migrate_in, schema_version
from facetstore.usecases.tenants.tenant_elements import show

Progress = Callable[[str, int, int | None], None]
_RESTORING: Final = "restoring rows"


@dataclass(slots=True)
class Restoring:
    """One backup on its way into a database."""

    folder: BackupFolder
    backup: Backup
    progress: Progress
    done: int = 0

    async def into_empty(self, settings: Settings) -> None:
        """Restore all tenants. A backup of an earlier release is migrated. Raises Conflict if the database is not empty."""
        async with opened_engine(settings) as engine:
            await _check_empty(engine, self.backup.schema)
            async with engine.transaction() as session:
                await migrate_in(session, engine, self.backup.schema)
                for name, table in self.backup.shared.items():
                    for rows in stored_rows(self.folder, table):
                        await session.insert(name, table.columns, rows)
                arrived = await self._insert_all(session, engine)
                await migrate_in(session, engine)
                for each in arrived:
                    await each.index()

    async def _insert_all(self, session: Session, engine: Engine) -> list[RowsIn]:
        if "pool" in self.backup.shared:
            await claim_numbers(session, engine.dialect.name)
            return [await self._insert(session, engine, each, same_key=True) for each in self.backup.tenants]
        async with numbers_before_pools(session, engine.dialect.name):
            return [await self._insert(session, engine, each, same_key=True) for each in self.backup.tenants]

    async def set_back(self, settings: Settings, moment: datetime) -> SetBack:
        """Set the content of all restored tenants back to a moment. Tenants that did not exist then stay as they are."""
        instant, done = int(moment.timestamp() * 1_000_000), SetBack()
        async with opened_storage(settings) as storage:
            for tenant in await storage.tenants():
                revision = await storage.revision_at(tenant, tenant.revision, instant)
                if 0 < revision < tenant.revision:
                    done = done.plus(await set_back(storage, tenant, revision, f"restore to {moment.isoformat()}"))
        return done

    async def one(
        self, settings: Settings, address: TenantAddress, target: TenantAddress, pool: str | None = None
    ) -> None:
        """Restore the tenant at an address, as the tenant at another one if that is given, beside all others, in a pool if there are
        pools.

        Raises NotFound, and Conflict if there is one at the target, or if the backup is of another release.
        """
        stored = self._tenant(address)
        async with opened_storage(settings) as storage:
            engine = storage.engine_in(pool)
            await check_schema(engine)
            if (current := await schema_version(engine)) != self.backup.schema:
                raise Conflict(
                    f"The backup has schema {self.backup.schema}, the database {current}. Restore the whole backup into an "
                    "empty database first, and back up that."
                )
            if storage.pools and await storage.tenant(target) is not None:
                raise Conflict(
                    f"There is a tenant {target} already. Restore it as another one: --as COLLECTION/STORAGE"
                )
            async with engine.transaction() as session:
                is_copy = target.folded != address.folded and await has_tenant(session, stored.id)
                new_id = str(uuid4()) if is_copy else None
                arrived = await self._insert(session, engine, stored, target=target, tenant_id=new_id)
                await arrived.index()
            async with storage.administer(reason="restore") as tenants:
                await show(tenants, new_id or stored.id)

    def _tenant(self, address: TenantAddress) -> StoredTenant:
        for each in self.backup.tenants:
            if each.address.casefold() == address.folded:
                return each
        known = ", ".join(sorted(each.address for each in self.backup.tenants))
        raise NotFound(f"There is no tenant {address} in this backup, but: {known}.")

    async def _insert(
        self,
        session: Session,
        engine: Engine,
        stored: StoredTenant,
        *,
        target: TenantAddress | None = None,
        tenant_id: str | None = None,
        same_key: bool = False,
    ) -> RowsIn:
        key = await insert_tenant_row(
            session, engine.dialect.name, stored.row, address=target, tenant_id=tenant_id, same_key=same_key
        )
        arriving = RowsIn(session, engine.dialect, key)
        for name, table in stored.tables.items():
            await self._fill(arriving, name, table)
        return arriving

    async def _fill(self, arriving: RowsIn, name: str, table: StoredTable) -> None:
        for rows in stored_rows(self.folder, table):
            await arriving.insert(name, table.columns, rows)
            self.done += len(rows)
            self.progress(_RESTORING, self.done, self.backup.rows)


async def _check_empty(engine: Engine, schema: int) -> None:
    found = await schema_version(engine)
    if found == 0:
        return
    if await engine.fetch(ANY_ROW, {}):
        raise Conflict("There are tenants in this database. Restore into an empty one, or one tenant only: --tenant")
    if found > schema:
        raise Conflict(
            f"The database has schema {found} already, the backup has {schema}. Restore into a database without a schema."
        )
