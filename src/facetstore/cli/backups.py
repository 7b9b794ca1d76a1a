"""`facetstore backup` and `restore`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import print_table, progress_bar, say
from facetstore.cli.shared_options import Data, Database, run, settings_of

if TYPE_CHECKING:
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
    _restore(found, name, tenant, target, data, database)


def _restore(
    folder: BackupFolder,
    name: str | None,
    tenant: str | None,
    target: str | None,
    data: Path | None,
    database: str | None,
) -> None:
    from facetstore.bootstrap.restoring_backups import Restoring
    from facetstore.domain.errors import InvalidValues, NotFound
    from facetstore.usecases.tenants.tenant_changes import required_address

    if target is not None and tenant is None:
        raise InvalidValues("--as says where one tenant goes: name it by --tenant.")
    name = name or next(reversed(folder.names()), None)
    if name is None:
        raise NotFound(f"There is no backup in {folder.path}.")
    settings, backup = settings_of(data, database), folder.read(name)
    with progress_bar() as progress:
        restoring = Restoring(folder, backup, progress)
        if tenant is None:
            run(restoring.into_empty(settings))
            what = _tenants(backup)
        else:
            address, to = required_address(tenant), required_address(target or tenant)
            run(restoring.one(settings, address, to))
            what = str(to)
    say(f"Restored {what} from {name}. Check it: facetstore verify")


def _tenants(backup: Backup) -> str:
    number = len(backup.tenants)
    return f"{number} tenant{'' if number == 1 else 's'}"


def _size(number: int) -> str:
    return f"{number / 1e6:.1f} MB" if number >= 100_000 else f"{number / 1e3:.1f} kB"
