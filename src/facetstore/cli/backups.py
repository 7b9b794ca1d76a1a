"""`facetstore backup` and `restore`."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import print_table, progress_bar, say
from facetstore.cli.shared_options import Data, Database, run, settings_of

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
    data: Data = None,
    database: Database = None,
) -> None:
    """Back up a database while it is in use, and prove the backup by restoring it to a scratch place.

    Backups in one folder share what they have in common. It holds hashes of passwords and tokens: keep it as safe as the data.
    """
    from facetstore.bootstrap.backing_up import back_up
    from facetstore.usecases.tenants.tenant_changes import required_address

    only = required_address(tenant) if tenant is not None else None
    with progress_bar() as progress:
        taken = run(back_up(settings_of(data, database), folder, progress, only=only, keep=keep))
    say(
        f"Backed up {_tenants(taken.backup)} with {taken.backup.rows} rows as {taken.name}: "
        f"{_size(taken.new_bytes)} are new. It was restored to a scratch place, and follows from its history."
    )


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
    data: Data = None,
    database: Database = None,
) -> None:
    """Restore a backup into an empty database, or one tenant of it into any: all of it or nothing.

    Sessions are not restored: users sign in again. Tokens that were revoked since the backup work again: revoke them.
    """
    from facetstore.exchange.backup_folder import BackupFolder

    found = BackupFolder(folder)
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
        _restore_all(found, name, at, settings_of(data, database))
    else:
        _restore_one(found, name, tenant, target, settings_of(data, database))


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
    folder: BackupFolder, name: str | None, tenant: str | None, target: str | None, settings: Settings
) -> None:
    from facetstore.bootstrap.restoring_backups import Restoring
    from facetstore.domain.errors import InvalidValues
    from facetstore.usecases.tenants.tenant_changes import required_address

    if tenant is None:
        raise InvalidValues("--as says where one tenant goes: name it by --tenant.")
    name = name or folder.first_after(None)
    address, to = required_address(tenant), required_address(target or tenant)
    with progress_bar() as progress:
        run(Restoring(folder, folder.read(name), progress).one(settings, address, to))
    say(f"Restored {to} from {name}. Check it: facetstore verify")


def _tenants(backup: Backup) -> str:
    number = len(backup.tenants)
    return f"{number} tenant{'' if number == 1 else 's'}"


def _size(number: int) -> str:
    return f"{number / 1e6:.1f} MB" if number >= 100_000 else f"{number / 1e3:.1f} kB"
