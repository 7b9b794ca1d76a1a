"""`facetstore pull`: copies a tenant from a live server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from facetstore.cli.console import print_line, progress_bar, say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.domain.tenant import Tenant
    from facetstore.exchange.pull.pull_tenant import Pulled
    from facetstore.exchange.pull.remote import Remote
    from facetstore.storage.store import SqlStorage

Url = Annotated[
    str, typer.Argument(metavar="URL", help="The tenant there: https://HOST/COLLECTION/STORAGE.", show_default=False)
]
Token = Annotated[
    str | None,
    typer.Option(
        "--token",
        envvar="PULL_TOKEN",
        show_envvar=False,
        help="A token of the tenant there (PULL_TOKEN).",
        metavar="TOKEN",
    ),
]
Rate = Annotated[float, typer.Option("--rate", min=0.1, max=10_000, help="Most requests a second.", metavar="N")]


def pull(
    url: Url,
    address: Address,
    token: Token = None,
    rate: Rate = 25,
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder",
            metavar="DIR",
            help="Where answers are stored until the copy is complete. Default: pull-COLLECTION-STORAGE",
        ),
    ] = None,
    check: Annotated[
        bool,
        typer.Option("--check", help="Copy nothing: ask both sides the same questions, and print every difference."),
    ] = False,
    follow: Annotated[
        bool, typer.Option("--follow", help="After a copy: take over what changed there since, also what was deleted.")
    ] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Copy a tenant from a live server that speaks this interface, all of it or nothing."""
    place = folder or Path(f"pull-{address.replace('/', '-')}")
    settings = settings_of(data, database)
    if check:
        run(_check(settings, url, address, needed_token(token), rate))
    elif follow:
        run(_follow(settings, url, address, needed_token(token), rate, place))
    else:
        run(_pull(settings, url, address, needed_token(token), rate, place))


def needed_token(token: str | None) -> str:
    from facetstore.domain.errors import InvalidValues

    if not token:
        raise InvalidValues("A token of the tenant there is needed: set PULL_TOKEN, or use --token.")
    return token


class Sides(NamedTuple):
    """The tenant here, and the server that it is copied from."""

    storage: SqlStorage
    tenant: Tenant
    remote: Remote
    base: str


@asynccontextmanager
async def _both_sides(settings: Settings, url: str, address: str, token: str, rate: float) -> AsyncIterator[Sides]:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.exchange.pull.remote import opened_remote, tenant_address
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    base = tenant_address(url)
    warn_of_readers(base)
    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        async with opened_remote(base, token, rate=rate) as remote:
            yield Sides(storage, tenant, remote, base)


async def _pull(settings: Settings, url: str, address: str, token: str, rate: float, folder: Path) -> None:
    from facetstore.exchange.pull.pull_tenant import pull_tenant

    async with _both_sides(settings, url, address, token, rate) as sides:
        with progress_bar() as progress:
            pulled = await pull_tenant(*sides, folder, progress)
    _report(pulled, str(sides.tenant.address))


async def _follow(settings: Settings, url: str, address: str, token: str, rate: float, folder: Path) -> None:
    from facetstore.exchange.pull.follow_tenant import follow_tenant

    async with _both_sides(settings, url, address, token, rate) as sides:
        with progress_bar() as progress:
            followed = await follow_tenant(*sides, folder, progress)
    for line in followed.report.lines():
        say(f"  {line}")
    changes = followed.changes
    say(f"Sent {followed.requests:,} requests.")
    say(
        f"Changed {len(changes.changed):,} versions, added {len(changes.added):,}, moved {len(changes.moved):,}, "
        f"deleted {len(changes.deleted):,} in {sides.tenant.address}."
    )


def _report(pulled: Pulled, address: str) -> None:
    from facetstore.exchange.pull.pull_report import NEVER_COPIED

    say("What has no place here, or not as it was there:")
    for line in pulled.report.lines():
        say(f"  {line}")
    say(f"  {NEVER_COPIED}")
    if pulled.role is None:
        say("  The server does not say which role the token has: what its role may not see is not copied.")
    else:
        say(f"  The token has the role {pulled.role} there: what this role may not see is not copied.")
    if pulled.moved:
        say("  The tenant changed while it was read: parts of the copy are from before, parts from after the change.")
    repeated = f", {pulled.repeated:,} of them again" if pulled.repeated else ""
    say(f"Sent {pulled.requests:,} requests{repeated}.")
    say(f"Copied {pulled.versions:,} versions of {pulled.elements:,} elements into {address}.")


async def _check(settings: Settings, url: str, address: str, token: str, rate: float) -> None:
    from facetstore.bootstrap.checking_pulls import check_pull
    from facetstore.exchange.pull.remote import opened_remote, tenant_address

    base = tenant_address(url)
    warn_of_readers(base)
    async with opened_remote(base, token, rate=rate) as remote:
        with progress_bar() as progress:
            compared = await check_pull(settings, address, remote, base, progress)
    for line in compared.lines():
        print_line(line)
    for why, count in sorted(compared.explained.items()):
        say(f"{count:,} explained: {why}.")
    say(f"Asked {compared.questions:,} questions on both sides: {compared.differences:,} differences.")
    if compared.differences:
        raise typer.Exit(1)


def warn_of_readers(base: str) -> None:
    from facetstore.exchange.pull.remote import is_private

    if not is_private(base):
        say("Warning: the address begins with http://, so others on the way can read the token and the answers.")
