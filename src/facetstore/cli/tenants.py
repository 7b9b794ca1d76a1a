"""`facetstore tenant`: creating, listing and setting tenants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import say, tell_table
from facetstore.cli.options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Tenants: create, list, set.")


@app.command()
def create(
    address: Address,
    title: Annotated[str | None, typer.Option(help="Title of the storage. Default: its name")] = None,
    cultures: Annotated[
        str | None, typer.Option(metavar="1033,1031", help="Data cultures; the first is the default.")
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create an empty tenant."""
    run(_create(settings_of(data, database), address, title, cultures))


async def _create(settings: Settings, address: str, title: str | None, cultures: str | None) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.domain.tenant import TenantSettings
    from facetstore.usecases.tenant_settings import parse_settings
    from facetstore.usecases.tenants import create_tenant, required_address

    where = required_address(address)
    given: dict[str, object] = {"title": where.storage if title is None else title}
    if cultures is not None:
        given |= {"defaultDataCulture": cultures.partition(",")[0], "mandatoryCultures": cultures}
    wanted = parse_settings(given, TenantSettings())
    async with opened_storage(settings) as storage:
        tenant = await create_tenant(storage, where, wanted)
    say(f"Created the tenant {tenant.address}.")


@app.command("list")
def list_(data: Data = None, database: Database = None) -> None:
    """List the tenants: address, title, cultures, elements, revision, id."""
    run(_list(settings_of(data, database)))


async def _list(settings: Settings) -> None:
    from facetstore.bootstrap.database import opened_storage

    rows = []
    async with opened_storage(settings) as storage:
        for each in await storage.tenants():
            elements = sum((await storage.population(each.key)).values())
            cultures = ",".join(map(str, each.settings.data_cultures))
            title = each.settings.title.replace("\t", " ").replace("\n", " ")
            rows.append((str(each.address), title, cultures, str(elements), str(each.revision), each.id))
    tell_table(("Tenant", "Title", "Cultures", "Elements", "Revision", "Id"), rows)


@app.command("set")
def set_(
    address: Address,
    pairs: Annotated[list[str], typer.Argument(metavar="KEY=VALUE...", help="What to set.", show_default=False)],
    data: Data = None,
    database: Database = None,
) -> None:
    """Set fields of a tenant.

    Keys: title, description, baseTenant, defaultDataCulture, mandatoryCultures, optionalCultures, fallbackCultures, region,
    timeZone. Cultures are LCIDs or names, separated by commas.
    """
    run(_set(settings_of(data, database), address, pairs))


async def _set(settings: Settings, address: str, pairs: Sequence[str]) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.domain.errors import Finding, InvalidValues
    from facetstore.usecases.tenants import access_tenant, set_tenant

    split = [each.partition("=") for each in pairs]
    if wrong := [Finding(f"{name!r} is no KEY=VALUE.") for name, equals, _ in split if not equals]:
        raise InvalidValues("The settings are not valid.", wrong)
    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        await set_tenant(storage, tenant, {name.strip(): value for name, _, value in split})
    say(f"Set {', '.join(name.strip() for name, _, _ in split)} of {tenant.address}.")
