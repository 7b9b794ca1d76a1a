"""`facetstore user export` and `facetstore user erase`: what is stored about a person."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from facetstore.cli.console import print_line, say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.domain.tenant import Tenant
    from facetstore.usecases.people.person_erasure import ErasedPerson
    from facetstore.usecases.ports.storage import Storage

_NO_LIMIT: Final = 1 << 62
User = Annotated[
    str, typer.Argument(metavar="LOGIN", help="The login or the id of the user, also if deleted.", show_default=False)
]


def add_to(app: typer.Typer) -> None:
    """Add the commands to those about users."""
    app.command()(export)
    app.command()(erase)


def export(
    address: Address,
    user: User,
    output: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where to write it. Default: standard output", show_default=False),
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Export all that is stored about a user, as JSON. Secrets are never exported."""
    document = run(_export(settings_of(data, database), address, user))
    if output is None:
        print_line(document.decode())
    else:
        output.write_bytes(document)
        say(f"Wrote {output}.")


def erase(
    address: Address,
    user: User,
    also: Annotated[
        list[str] | None,
        typer.Option(
            metavar="WORD", help="A further word that names the person. Repeat it for several.", show_default=False
        ),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Erase the personal data of a user, in the history as well. This cannot be undone.

    Name, mail, login, picture and all other personal data are deleted, and a pseudonym stands in their place.
    """
    if not yes:
        typer.confirm(f"Erase all personal data of {user} for ever?", abort=True, err=True)
    done = run(_erase(settings_of(data, database), address, user, also or []))
    if done.erased is None:
        say(f"This person was erased before: {done.pseudonym}.")
        return
    changes, elements, records, files = done.erased
    say(
        f"Erased: the user is called {done.pseudonym} now. Changed: {changes} rows of the history, {elements} other "
        f"elements, {records} records. Deleted: {files} files. Revoked: {done.tokens} tokens."
    )


async def _export(settings: Settings, address: str, user: str) -> bytes:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.people.person_export import export_person
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        return await export_person(storage, serve(tenant), await _element(storage, tenant, user))


async def _erase(settings: Settings, address: str, user: str, also: list[str]) -> ErasedPerson:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.people.person_erasure import erase_person
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        element = await _element(storage, tenant, user)
        async with storage.writer(tenant, actor=None, reason="user erase", tenants=True) as writer:
            done = await erase_person(writer, serve(tenant), element, actor=None, also=also)
            if done.erased is None:
                writer.keep_revision()
        await storage.scrub(_NO_LIMIT)
        return done


async def _element(storage: Storage, tenant: Tenant, user: str) -> str:
    """The user with this id or login. No account is made here: the user is to be erased."""
    from facetstore.domain.values import parse_guid
    from facetstore.usecases.people.users import find_user

    return parse_guid(user) or await find_user(storage, tenant, user)
