"""Takes a backup while others write: one state of all tenants. It counts once it was restored to a scratch place and proven there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from facetstore import __version__
from facetstore.bootstrap.database import opened_engine
from facetstore.bootstrap.restoring_backups import Restoring
from facetstore.bootstrap.settings import Settings
from facetstore.bootstrap.verification import Proof, prove
from facetstore.domain.errors import Invalid, NotFound
from facetstore.domain.tenant import TenantAddress
from facetstore.exchange.backup_folder import Backup, BackupFolder, StoredTable, StoredTenant
from facetstore.exchange.backup_rows import store_rows
from facetstore.storage.copying.rows_out import CopiedTenant, rows_of, tenant_rows
from facetstore.storage.copying.tables import Table, copied_tables
from facetstore.storage.engines.engine import Session
from facetstore.storage.migrate import schema_version

Progress = Callable[[str, int, int | None], None]


class TakenBackup(NamedTuple):
    """A backup that counts: its name, what it holds, how many bytes are new, and what was proven."""

    name: str
    backup: Backup
    new_bytes: int
    proof: Proof


async def back_up(
    settings: Settings, path: Path, progress: Progress, *, only: TenantAddress | None = None, keep: int | None = None
) -> TakenBackup:
    """Back up all tenants, or `only` one. With `keep`, older backups are removed but for that number of the newest.

    Raises NotFound, and Invalid if what was read is not whole: then there is no new backup, and none is removed.
    """
    folder = BackupFolder(path)
    with folder.locked():
        backup = await _read(settings, folder, progress, only)
        proof = await _try_out(folder, backup, progress)
        name = folder.add(backup)
        if keep is not None:
            folder.remove(folder.names()[:-keep])
    return TakenBackup(name, backup, folder.new_bytes, proof)


async def _read(settings: Settings, folder: BackupFolder, progress: Progress, only: TenantAddress | None) -> Backup:
    # Whatever its schema: a backup is best taken before a database is migrated, and trying it out tries the migration as well.
    async with opened_engine(settings) as engine:
        schema, name = await schema_version(engine), engine.dialect.name
        if schema == 0:
            raise NotFound("There is nothing in this database.")
        async with engine.snapshot() as session:
            reading = _SnapshotRows(session, folder, progress, await copied_tables(session, name))
            tenants = await tenant_rows(session, name)
            if only is not None:
                tenants = [each for each in tenants if each.address.casefold() == only.folded]
                if not tenants:
                    raise NotFound(f"There is no tenant {only}.")
            at = datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
            return Backup(
                at=at,
                release=__version__,
                schema=schema,
                is_whole=only is None,
                tenants=[await reading.tenant(each) for each in tenants],
                shared={} if only else await reading.shared(),
            )


@dataclass(slots=True)
class _SnapshotRows:
    """One snapshot of a database on its way into a folder."""

    session: Session
    folder: BackupFolder
    progress: Progress
    tables: Sequence[Table]
    done: int = 0

    async def tenant(self, row: CopiedTenant) -> StoredTenant:
        tables = [each for each in self.tables if each.is_of_tenants]
        stored = {each.name: await self._store(each, row.key) for each in tables}
        filled = {name: each for name, each in stored.items() if each.rows}
        return StoredTenant(row.address, row.id, row.revision, row.head, row.columns, filled)

    async def shared(self) -> Mapping[str, StoredTable]:
        return {each.name: await self._store(each, None) for each in self.tables if not each.is_of_tenants}

    async def _store(self, table: Table, tenant: int | None) -> StoredTable:
        stored = await store_rows(self.folder, table.columns, rows_of(self.session, table, tenant))
        self.done += stored.rows
        self.progress("reading rows", self.done, None)
        return stored


async def _try_out(folder: BackupFolder, backup: Backup, progress: Progress) -> Proof:
    """Restore the backup to a scratch place and prove it there. Raises Invalid if it is not whole."""
    with folder.scratch() as scratch:
        settings = Settings(scratch)
        try:
            await Restoring(folder, backup, progress).into_empty(settings)
        except Invalid:
            # A chunk of an earlier backup has changed since: it is stored again by the next one.
            folder.set_damaged_aside(backup)
            raise
        proof = await prove(settings, progress)
    if proof.faults:
        shown = "; ".join(proof.faults[:3])
        raise Invalid(f"The backup does not count: {len(proof.faults)} places are not what the history says: {shown}.")
    return proof
