"""`facetstore token`: making the tokens with which callers get in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import tell
from facetstore.cli.options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings

app = typer.Typer(no_args_is_help=True, help="Tokens: create.")


@app.callback()
def token() -> None:
    """Tokens: create."""


@app.command()
def create(
    address: Address,
    name: Annotated[str, typer.Option(help="Name of the token; one of this name is renewed.", show_default=False)],
    role: Annotated[
        str,
        typer.Option(help="viewer, editor, approver, analyzer, architect or administrator.", show_default=False),
    ],
    days: Annotated[int, typer.Option(help="Days of validity.")] = 90,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create a token, or renew the one of this name, and print it: it is shown only this once."""
    tell(run(_create(settings_of(data, database), address, name, role, days)))


async def _create(settings: Settings, address: str, name: str, role: str, days: int) -> str:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants import access_tenant
    from facetstore.usecases.tokens import create_token, parse_role

    wanted = parse_role(role)
    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        return await create_token(storage, serve(tenant), name, wanted, days)
