"""`facetstore token`: creating, listing, rotating and revoking the tokens of callers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import print_line, print_table, say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.usecases.tokens.token_list import ListedToken

app = typer.Typer(no_args_is_help=True, help="Tokens: create, list, rotate, revoke.")

Name = Annotated[str, typer.Argument(metavar="NAME", help="The name of the token.", show_default=False)]


@app.command()
def create(
    address: Address,
    name: Annotated[str, typer.Option(help="Name of the token; an existing one is renewed.", show_default=False)],
    role: Annotated[
        str,
        typer.Option(help="viewer, editor, approver, analyzer, architect or administrator.", show_default=False),
    ],
    days: Annotated[int, typer.Option(help="Days of validity.")] = 90,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create a token, or renew the one of this name, and print it: it is shown only this once."""
    print_line(run(_create(settings_of(data, database), address, name, role, days)))


async def _create(settings: Settings, address: str, name: str, role: str, days: int) -> str:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant
    from facetstore.usecases.tokens.issuing import create_token, parse_role

    wanted = parse_role(role)
    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        return await create_token(storage, serve(tenant), name, wanted, days)


@app.command("list")
def list_(address: Address, data: Data = None, database: Database = None) -> None:
    """List the tokens: name, role, whether it is valid, end, last use, number of uses, id."""
    rows = [
        (
            each.name,
            "-" if each.role is None else each.role.name.lower(),
            _state(each),
            each.valid_until or "-",
            each.last_used_on or "-",
            str(each.uses),
            each.id,
        )
        for each in run(_list(settings_of(data, database), address))
    ]
    print_table(("Name", "Role", "State", "Valid until", "Last used", "Uses", "Id"), rows)


def _state(token: ListedToken) -> str:
    if not token.is_active:
        return "inactive"
    return "expires soon" if token.expires_soon else "active"


async def _list(settings: Settings, address: str) -> Sequence[ListedToken]:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.domain.access import EDITORS
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant
    from facetstore.usecases.tokens.token_list import list_tokens

    async with opened_storage(settings) as storage:
        served = serve(await access_tenant(storage, address))
        return await list_tokens(storage, served, storage.reader(served.tenant, EDITORS))


@app.command()
def rotate(
    address: Address,
    name: Name,
    days: Annotated[
        int | None, typer.Option(help="Days of validity. Default: its end stays as it is", show_default=False)
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Give a token a new secret and print it: the old secret is no longer valid."""
    print_line(run(_rotate(settings_of(data, database), address, name, days)))


async def _rotate(settings: Settings, address: str, name: str, days: int | None) -> str:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant
    from facetstore.usecases.tokens.issuing import rotate_token

    async with opened_storage(settings) as storage:
        return await rotate_token(storage, serve(await access_tenant(storage, address)), name, days)


@app.command()
def revoke(address: Address, name: Name, data: Data = None, database: Database = None) -> None:
    """Make the secret of a token invalid; what the token wrote still names it."""
    run(_revoke(settings_of(data, database), address, name))
    say(f"Revoked the token {name} of {address}.")


async def _revoke(settings: Settings, address: str, name: str) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant
    from facetstore.usecases.tokens.issuing import revoke_token

    async with opened_storage(settings) as storage:
        await revoke_token(storage, serve(await access_tenant(storage, address)), name)
