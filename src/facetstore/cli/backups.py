"""`facetstore backup` and `restore`."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import print_table, progress_bar, say
from facetstore.cli.shared_options import Data, Database, Pool, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.exchange.backup_folder import Backup, BackupFolder

Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the backups.", show_default=False)]
Tenant = Annotated[
    str | None, typer.Option("--tenant", metavar="COLLECTION/STORAGE", help="Only this tenant.", show_default=False)
]


def backup(
    folder: Folder,
    tenant: Tenant = None,
    keep: Annotated[
        int | None,
        typer.Option(
            "--keep", metavar="N", min=1, help="Remove older backups but for the newest N.", show_default=False
        ),
    ] = None,
    pool: Pool = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Back up a database while it is in use, and prove the backup by restoring it to a scratch place.

    Backups in one folder share what they have in common. It holds hashes of passwords and tokens: keep it as safe as the data.
    Where there are pools, each has a folder of its own in it, and a state of its own: they are backed up one after the other.
    """
    settings = settings_of(data, database)
    for name in _pools(settings, pool, tenant):
        _back_up(settings if name is None else settings.of_pool(name), folder / (name or ""), tenant, keep, name)


def _back_up(settings: Settings, folder: Path, tenant: str | None, keep: int | None, pool: str | None) -> None:
    from facetstore.bootstrap.backing_up import back_up
    from facetstore.usecases.tenants.tenant_changes import required_address

    only = required_address(tenant) if tenant is not None else None
    with progress_bar() as progress:
        taken = run(back_up(settings, folder, progress, only=only, keep=keep))
    say(
        f"Backed up {_tenants(taken.backup)} with {taken.backup.rows} rows as {taken.name}{'' if pool is None else f' of the pool {pool}'}: "
        f"{_size(taken.new_bytes)} are new. It was restored to a scratch place, and follows from its history."
    )


def _pools(settings: Settings, pool: str | None, tenant: str | None) -> Sequence[str | None]:
    """The pools that are meant: one, or all; without pools, none. Raises InvalidValues."""
    from facetstore.domain.errors import InvalidValues

    names = settings.pool_names
    if pool is not None and pool not in names:
        raise InvalidValues(f"There is no pool {pool}. There are: {', '.join(names) or 'none'} (FACETSTORE_POOLS).")
    if pool is None and names and tenant is not None:
        raise InvalidValues("Name the pool of this tenant by --pool: facetstore tenant list shows it.")
    return [pool] if pool is not None else names or [None]


def restore(
    folder: Folder,
    name: Annotated[
        str | None, typer.Option("--backup", metavar="NAME", help="Which one. Default: the newest", show_default=False)
    ] = None,
    at: Annotated[
        datetime | None,
        typer.Option(
            "--at",
            metavar="MOMENT",
            formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M:%S.%f"],
            help="Set the content back to this time, in UTC. Users, permissions and settings stay as they are in the backup.",
            show_default=False,
        ),
    ] = None,
    tenant: Tenant = None,
    target: Annotated[
        str | None,
        typer.Option("--as", metavar="COLLECTION/STORAGE", help="With --tenant: where to.", show_default=False),
    ] = None,
    list_: Annotated[bool, typer.Option("--list", help="Only list the backups of the folder.")] = False,
    pool: Pool = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Restore a backup into an empty database, or one tenant of it into any: all of it or nothing.

    Sessions are not restored: users sign in again. Tokens that were revoked since the backup work again: revoke them.
    """
    from facetstore.exchange.backup_folder import BackupFolder

    settings = settings_of(data, database)
    if len(_pools(settings, pool, tenant)) > 1:
        raise typer.BadParameter("name the pool that is restored: each has backups of its own", param_hint="--pool")
    found = BackupFolder(folder / (pool or ""))
    if list_:
        rows = [(each, found.read(each)) for each in found.names()]
        print_table(
            ("Backup", "Tenants", "Rows", "Schema"),
            [(each, str(len(read.tenants)), str(read.rows), str(read.schema)) for each, read in rows],
        )
        return
    if at is not None and tenant is not None:
        raise typer.BadParameter("it sets a whole backup back, so it goes without --tenant", param_hint="--at")
    if tenant is None and target is None:
        _restore_all(found, name, at, settings if pool is None else settings.of_pool(pool))
    else:
        _restore_one(found, name, tenant, target, settings, pool)


def _restore_all(folder: BackupFolder, name: str | None, at: datetime | None, settings: Settings) -> None:
    from facetstore.bootstrap.restoring_backups import Restoring

    moment = at.replace(tzinfo=UTC) if at is not None else None
    name = name or folder.first_after(moment)
    backup = folder.read(name)
    with progress_bar() as progress:
        restoring = Restoring(folder, backup, progress)
        run(restoring.into_empty(settings))
        done = run(restoring.set_back(settings, moment)) if moment is not None else None
    say(f"Restored {_tenants(backup)} from {name}. Check it: facetstore verify")
    if done is not None:
        say(
            f"Set the content back to {moment}: {done.changed} versions changed back, {done.added} brought back, "
            f"{done.deleted} deleted."
        )


def _restore_one(
    folder: BackupFolder,
    name: str | None,
    tenant: str | None,
    target: str | None,
    settings: Settings,
    pool: str | None,
) -> None:
    from facetstore.bootstrap.restoring_backups import Restoring
    from facetstore.domain.errors import InvalidValues
    from facetstore.usecases.tenants.tenant_changes import required_address

    if tenant is None:
        raise InvalidValues("--as says where one tenant goes: name it by --tenant.")
    name = name or folder.first_after(None)
    address, to = required_address(tenant), required_address(target or tenant)
    with progress_bar() as progress:
        run(Restoring(folder, folder.read(name), progress).one(settings, address, to, pool))
    say(f"Restored {to} from {name}. Check it: facetstore verify")


def _tenants(backup: Backup) -> str:
    number = len(backup.tenants)
    return f"{number} tenant{'' if number == 1 else 's'}"


def _size(number: int) -> str:
    return f"{number / 1e6:.1f} MB" if number >= 100_000 else f"{number / 1e3:.1f} kB"
