"""`facetstore tenant`: creating, listing and setting tenants. Copying, deleting, restoring and quotas are in
`tenant_ends`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli import bundles, tenant_ends, tenant_moves
from facetstore.cli.console import print_line, print_table, say
from facetstore.cli.shared_options import Address, BaseUrl, Data, Database, Pool, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings

app = typer.Typer(
    no_args_is_help=True,
    help="Tenants: create, list, set, copy, move, export, delete, restore, and how much they may hold.",
)
app.command()(tenant_ends.copy)
app.command()(tenant_moves.move)
app.command()(bundles.export)
app.command()(tenant_ends.delete)
app.command()(tenant_ends.restore)
app.command()(tenant_ends.quota)


@app.command()
def create(
    address: Address,
    title: Annotated[str | None, typer.Option(help="Title of the storage. Default: its name")] = None,
    cultures: Annotated[
        str | None, typer.Option(metavar="1033,1031", help="Data cultures; the first is the default.")
    ] = None,
    template: Annotated[
        str, typer.Option(metavar="NAME|FILE", help="What it holds: empty, standard, demo, or a bundle of your own.")
    ] = "empty",
    no_administrator: Annotated[
        bool, typer.Option("--no-administrator", help="Create no first administrator: users come with an import.")
    ] = False,
    pool: Pool = None,
    base_url: BaseUrl = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create a tenant, empty or filled from a template, and print a link that signs in its first administrator once.

    `_sysadmin/_admin` is the system administration, which holds all other tenants as elements.
    """
    settings = settings_of(data, database)
    link = run(_create(settings, address, title, cultures, template, not no_administrator, base_url, pool))
    if link is not None:
        print_line(link)
    say(f"Created the tenant {address}.")


async def _create(
    settings: Settings,
    address: str,
    title: str | None,
    cultures: str | None,
    template: str,
    administrator: bool,
    base_url: str | None,
    pool: str | None,
) -> str | None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.bootstrap.links import first_link, link_base
    from facetstore.domain.tenant import TenantSettings
    from facetstore.exchange.templates import find_template
    from facetstore.usecases.tenants.settings_parsing import parse_settings
    from facetstore.usecases.tenants.tenant_changes import create_tenant, required_address

    where = required_address(address)
    given: dict[str, object] = {} if title is None else {"title": title}
    if cultures is not None:
        given |= {"defaultDataCulture": cultures.partition(",")[0], "mandatoryCultures": cultures}
    name = where.collection if where.is_administration else where.storage
    wanted = parse_settings(given, TenantSettings(title=name.spelled))
    async with opened_storage(settings) as storage:
        found, base = find_template(storage, template), await link_base(storage, base_url)
        tenant = await create_tenant(storage, where, replace(wanted, template=found.name), found, given, pool=pool)
        return await first_link(storage, tenant, base) if administrator else None


@app.command("list")
def list_(data: Data = None, database: Database = None) -> None:
    """List the tenants: address, title, cultures, elements, revision, id, state, quota, and the pool if there are pools."""
    run(_list(settings_of(data, database)))


async def _list(settings: Settings) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenants.tenant_administration import until

    rows = []
    async with opened_storage(settings) as storage:
        for each in await storage.tenants(deleted=True):
            elements = sum((await storage.population(each.key)).values())
            cultures = ",".join(map(str, each.settings.data_cultures))
            title = each.settings.title.replace("\t", " ").replace("\n", " ")
            state = "active" if each.deleted_at is None else f"deleted, restorable until {until(each)}"
            quota = "-" if each.quota is None else str(each.quota)
            pool = storage.pool_of(each)
            shown = (str(each.address), title, cultures, str(elements), str(each.revision), each.id, state, quota)
            rows.append(shown if pool is None else (*shown, pool))
    headings = ("Tenant", "Title", "Cultures", "Elements", "Revision", "Id", "State", "Quota")
    print_table((*headings, "Pool") if settings.pools else headings, rows)


@app.command("set")
def set_(
    address: Address,
    pairs: Annotated[list[str], typer.Argument(metavar="KEY=VALUE...", help="What to set.", show_default=False)],
    force: Annotated[bool, typer.Option("--force", help="Also remove a culture in which texts exist.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Set fields of a tenant.

    Keys: title, description, baseTenant, defaultDataCulture, mandatoryCultures, optionalCultures, fallbackCultures, region,
    timeZone, expirePredecessor. Cultures are LCIDs or names, separated by commas; the languages of the tenant, which are elements,
    follow them.
    """
    run(_set(settings_of(data, database), address, pairs, force=force))


async def _set(settings: Settings, address: str, pairs: Sequence[str], *, force: bool) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.domain.errors import Finding, InvalidValues
    from facetstore.usecases.tenants.tenant_changes import access_tenant, set_tenant

    split = [each.partition("=") for each in pairs]
    if wrong := [Finding(f"{name!r} is not KEY=VALUE.") for name, equals, _ in split if not equals]:
        raise InvalidValues("The settings are not valid.", wrong)
    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        await set_tenant(storage, tenant, {name.strip(): value for name, _, value in split}, force=force)
    say(f"Set {', '.join(name.strip() for name, _, _ in split)} of {tenant.address}.")
