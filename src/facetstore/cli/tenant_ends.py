"""`facetstore tenant copy`, `delete`, `restore` and `quota`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings


def copy(
    source: Annotated[str, typer.Argument(metavar="FROM", help="The tenant to copy.", show_default=False)],
    target: Annotated[str, typer.Argument(metavar="TO", help="The tenant to create.", show_default=False)],
    title: Annotated[str | None, typer.Option(help="Title of the copy. Default: that of the tenant copied")] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create a tenant as a copy of another one: settings, metamodel, and all versions of all elements.

    History, trash, tasks, preferences, pictures of users, passwords and the secrets of tokens are not copied: renew tokens and set passwords in the copy.
    """
    run(_copy(settings_of(data, database), source, target, title))


async def _copy(settings: Settings, source: str, target: str, title: str | None) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.exchange.bundle_export import export_bundle
    from facetstore.exchange.templates import template_of
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant, create_tenant, required_address

    address = required_address(target)
    given: dict[str, object] = {} if title is None else {"title": title}
    async with opened_storage(settings) as storage:
        copied = await access_tenant(storage, source)
        with tempfile.NamedTemporaryFile(suffix=".jsonl") as kept:
            async for line in export_bundle(storage, serve(copied)):
                kept.write(line)
            kept.flush()
            template = template_of(storage, Path(kept.name), copied.settings.template)
            tenant = await create_tenant(storage, address, copied.settings, template, given)
    say(f"Copied {copied.address} to {tenant.address}.")


def delete(
    address: Address,
    now: Annotated[bool, typer.Option("--now", help="Purge it at once: it cannot be restored.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="With --now: do not ask for the address again.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Delete a tenant. It can no longer be called; for a while it can be restored."""
    if now and not yes:
        _ask_for(address)
    run(_delete(settings_of(data, database), address, now))


def _ask_for(address: str) -> None:
    """Ask for the address again, to prevent a deletion by mistake. Raises InvalidValues."""
    from facetstore.domain.errors import InvalidValues

    say(f"Everything in {address} will be deleted for good. Type its address to go on:")
    if sys.stdin.readline().strip() != address:
        raise InvalidValues("That is not its address; nothing was deleted.")


async def _delete(settings: Settings, address: str, now: bool) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenants.tenant_administration import delete_tenant, until
    from facetstore.usecases.tenants.tenant_changes import required_address

    where = required_address(address)
    async with opened_storage(settings) as storage:
        known = {each.address.folded: each for each in await storage.tenants(deleted=True)}.get(where.folded)
        if known is None or known.deleted_at is None or not now:
            known = await delete_tenant(storage, where)
        if now:
            await storage.purge_now(known)
    end = "It is purged." if now else f"It can be restored until {until(known)}: facetstore tenant restore {address}"
    say(f"Deleted the tenant {known.address}. {end}")


def restore(address: Address, data: Data = None, database: Database = None) -> None:
    """Restore a deleted tenant, as it was."""
    run(_restore(settings_of(data, database), address))


async def _restore(settings: Settings, address: str) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenants.tenant_administration import restore_tenant
    from facetstore.usecases.tenants.tenant_changes import required_address

    async with opened_storage(settings) as storage:
        tenant = await restore_tenant(storage, required_address(address))
    say(f"Restored the tenant {tenant.address}.")


def quota(
    address: Address,
    elements: Annotated[
        int | None,
        typer.Option(min=0, help="How many elements it may hold; without it, any number.", show_default=False),
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Set how many elements a tenant may hold. Existing elements stay and can be read.

    Users, groups, permission sets and tokens do not count.
    """
    run(_quota(settings_of(data, database), address, elements))


async def _quota(settings: Settings, address: str, elements: int | None) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenants.tenant_administration import set_quota
    from facetstore.usecases.tenants.tenant_changes import required_address

    async with opened_storage(settings) as storage:
        tenant = await set_quota(storage, required_address(address), elements)
    say(f"{tenant.address} may hold {'any number of' if elements is None else elements} elements.")
