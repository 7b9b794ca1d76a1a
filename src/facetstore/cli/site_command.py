"""`facetstore site`: the whole repository as a folder of static pages."""

from __future__ import annotations

from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import progress_bar, say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of
from facetstore.domain.callers import ROLE_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from facetstore.bootstrap.settings import Settings
    from facetstore.usecases.tenancy import Reading, Tenancy


def site(
    address: Address,
    folder: Annotated[
        Path, typer.Argument(help="Where to write: a folder that does not exist, or is empty.", show_default=False)
    ],
    role: Annotated[
        str, typer.Option(metavar="|".join(ROLE_NAMES), help="Whose eyes: a user with this role and no groups.")
    ] = ROLE_NAMES[0],
    user: Annotated[
        str | None,
        typer.Option("--user", metavar="ID", help="Whose eyes instead: this user or token.", show_default=False),
    ] = None,
    cultures: Annotated[
        str | None, typer.Option(metavar="1033,de-DE", help="Only these, the first one in front. Default: all.")
    ] = None,
    facets: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Only these. Default: all but those of the administration.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace a site that was written before.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Write a repository as static pages: searchable, without a server, with what a role may see and nothing else."""
    settings = settings_of(data, database)
    chosen = [[each.strip() for each in (text or "").split(",") if each.strip()] for text in (cultures, facets)]
    run(_site(settings, address, folder, role, user, *chosen, replace=replace))


async def _site(
    settings: Settings,
    address: str,
    folder: Path,
    role: str,
    user: str | None,
    cultures: list[str],
    facets: list[str],
    *,
    replace: bool,
) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.sites.site_writing import chosen_cultures, chosen_facets, site_files
    from facetstore.usecases.tenancy import Tenancy

    written = 0
    with _replacing(folder, replace=replace) as target:
        async with opened_storage(settings) as storage:
            reading = await _reading(Tenancy(storage), address, role, user)
            wanted = chosen_cultures(reading, cultures), chosen_facets(reading.metamodel, facets)
            with progress_bar() as progress:
                async with aclosing(site_files(reading, *wanted, progress)) as files:
                    async for file in files:
                        place = target / file.path
                        place.parent.mkdir(exist_ok=True)
                        place.write_bytes(file.content)
                        written += 1
    say(f"Wrote {written} files of {address} into {folder}. Open {folder / 'index.html'}.")


async def _reading(tenancy: Tenancy, address: str, role: str, user: str | None) -> Reading:
    from facetstore.domain.callers import Role
    from facetstore.domain.errors import InvalidValues, NotFound, Unauthenticated
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    tenant = await access_tenant(tenancy.storage, address)
    if user is not None:
        try:
            return await tenancy.act_as(tenant.address, user.casefold())
        except Unauthenticated as error:
            raise NotFound(f"{tenant.address} has no active user or token {user}.") from error
    if role not in ROLE_NAMES:
        raise InvalidValues(f"{role!r} is no role. There are: {', '.join(ROLE_NAMES)}.")
    return await tenancy.act_in_role(tenant.address, Role[role.upper()])


_MARK = "site.js"
"""A file by which a folder is known to hold a site."""


@contextmanager
def _replacing(folder: Path, *, replace: bool) -> Iterator[Path]:
    """A folder beside this one, which takes its place when it is complete. Raises Conflict for a folder that holds something else."""
    import shutil

    from facetstore.domain.errors import Conflict

    holds = folder.exists() and (not folder.is_dir() or any(folder.iterdir()))
    if holds and not (replace and (folder / _MARK).is_file()):
        hint = "It holds a site: --replace replaces it." if (folder / _MARK).is_file() else "Name another one."
        raise Conflict(f"{folder} is not empty. {hint}")
    folder.absolute().parent.mkdir(parents=True, exist_ok=True)
    partial = folder.absolute().with_name(f".{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir()
    try:
        yield partial
        before = folder.absolute().with_name(f".{folder.name}.before")
        shutil.rmtree(before, ignore_errors=True)
        if folder.exists():
            folder.rename(before)
        partial.rename(folder)
        shutil.rmtree(before, ignore_errors=True)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
