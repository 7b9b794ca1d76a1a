"""`facetstore user`: the users of a tenant, and how they sign in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli import personal_data
from facetstore.cli.console import print_line, print_table, say
from facetstore.cli.shared_options import Address, BaseUrl, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.usecases.people.users import Listed, Person

app = typer.Typer(no_args_is_help=True, help="Users: create, list, link, bind, set-password, export, erase.")

Login = Annotated[str, typer.Argument(metavar="LOGIN", help="The login of the user.", show_default=False)]


@app.command()
def create(
    address: Address,
    name: Annotated[str, typer.Option(metavar="LOGIN", help="The name to sign in with.", show_default=False)],
    role: Annotated[
        str,
        typer.Option(help="viewer, editor, approver, analyzer, architect or administrator.", show_default=False),
    ],
    first: Annotated[str, typer.Option(metavar="NAME", help="First name.")] = "",
    last: Annotated[str, typer.Option(metavar="NAME", help="Last name. Default: the login")] = "",
    mail: Annotated[str, typer.Option(metavar="ADDRESS", help="E-mail address.")] = "",
    base_url: BaseUrl = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Create a user, and print a link that signs this user in once, within a day."""
    from facetstore.usecases.people.users import Person
    from facetstore.usecases.tokens.issuing import parse_role

    person = Person(name, parse_role(role), first, last, mail)
    print_line(run(_create(settings_of(data, database), address, person, base_url)))
    say(f"Created the user {name} of {address}.")


async def _create(settings: Settings, address: str, person: Person, base_url: str | None) -> str:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.bootstrap.links import link_base, sign_in_link
    from facetstore.usecases.people.users import create_person
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        element = await create_person(storage, serve(tenant), person)
        return await sign_in_link(storage, tenant, element, await link_base(storage, base_url))


@app.command()
def link(
    address: Address, login: Login, base_url: BaseUrl = None, data: Data = None, database: Database = None
) -> None:
    """Print a link that signs a user in once, within a day."""
    print_line(run(_link(settings_of(data, database), address, login, base_url)))


async def _link(settings: Settings, address: str, login: str, base_url: str | None) -> str:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.bootstrap.links import link_base, sign_in_link
    from facetstore.usecases.people.users import access_account
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        account = await access_account(storage, tenant, login)
        return await sign_in_link(storage, tenant, account.element, await link_base(storage, base_url))


@app.command("set-password")
def set_password(
    address: Address,
    login: Login,
    password: Annotated[str | None, typer.Option(help="The password. Default: asked for", show_default=False)] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Set the password of a user, and end the sessions of this user.

    Other programs on the machine can read a command line; without --password the command asks for it.
    """
    if password is None:
        password = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    run(_set_password(settings_of(data, database), address, login, str(password)))
    say(f"Set the password of {login}.")


async def _set_password(settings: Settings, address: str, login: str, password: str) -> None:
    from facetstore.auth.passwords import Argon2Passwords
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.people.sign_in import SignIn
    from facetstore.usecases.people.users import access_account
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        account = await access_account(storage, tenant, login)
        await SignIn(storage, Argon2Passwords()).set_password(tenant, account, password)


@app.command()
def bind(
    address: Address,
    login: Login,
    issuer: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="The provider, as the OpenID Connect file names it.", show_default=False),
    ],
    subject: Annotated[str, typer.Option(metavar="SUB", help="The claim sub of the person there.", show_default=False)],
    data: Data = None,
    database: Database = None,
) -> None:
    """Let a user sign in as a person at a provider of OpenID Connect, and end the user's sessions.

    Needed if the provider sends no verified mail address. An earlier binding of this user to this provider is replaced.
    """
    run(_bind(settings_of(data, database), address, login, issuer, subject))
    say(f"Bound {login} to {subject} at {issuer}.")


async def _bind(settings: Settings, address: str, login: str, issuer: str, subject: str) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.people.bindings import bind as bind_user
    from facetstore.usecases.ports.accounts import Binding
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        await bind_user(storage, tenant, login, Binding(issuer, subject))


@app.command("list")
def list_(address: Address, data: Data = None, database: Database = None) -> None:
    """List the users who can sign in: login, name, role, whether they have a password, id."""
    rows = [
        (each.login, each.name, each.role, "password" if each.has_password else "no password", each.element)
        for each in run(_list(settings_of(data, database), address))
    ]
    print_table(("Login", "Name", "Role", "Password", "Id"), rows)


async def _list(settings: Settings, address: str) -> Sequence[Listed]:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.people.users import list_people
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        return await list_people(storage, serve(await access_tenant(storage, address)))


personal_data.add_to(app)
