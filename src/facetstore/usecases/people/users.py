"""Users and their accounts: creating, finding and listing them, and what a caller can read about itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.domain.access import EDITORS
from facetstore.domain.callers import Caller, Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, InvalidValues, NotFound, nearest
from facetstore.domain.folded_names import Name
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import INVARIANT, is_clean_text
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.roles import MethodRoles
from facetstore.regional.time_zones import local_now, time_zone, to_local
from facetstore.usecases.changes.body import check_findings
from facetstore.usecases.changes.create import Place, create
from facetstore.usecases.editing.unique_logins import check_unique, given_logins
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.accounts import Account, Binding
from facetstore.usecases.ports.selections import ListOf, Parts
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.principals import principal_of
from facetstore.usecases.tenancy import ServedTenant, serve
from facetstore.usecases.writing import new_ids

FIRST: Final = "admin"
"""The login of the first administrator of a tenant."""
_LONGEST_LOGIN: Final = 100


class Person(NamedTuple):
    """The values of a user to create."""

    login: str
    role: Role
    first_name: str = ""
    last_name: str = ""
    mail: str = ""


class Listed(NamedTuple):
    """A user who has an account."""

    login: str
    name: str
    role: str
    has_password: bool
    element: str


async def create_person(storage: Storage, served: ServedTenant, person: Person, binding: Binding | None = None) -> str:
    """Create a user with an account, and return its id. `binding` is the person at a provider who signs in as this user.

    Raises InvalidValues, and Conflict when the login is taken or the person is bound to another user.
    """
    login = parse_login(person.login)
    async with storage.writer(served.tenant, actor=None, reason=f"user create {person.login}") as writer:
        await free_login(writer, login)
        now = local_now(time_zone(served.settings.time_zone))
        metamodel, settings = served.metamodel, served.settings
        body, place = _body(person, metamodel.roles), Place(_facet(metamodel))
        made = create(body, metamodel, settings, {}, new_ids(), now=now, principal=None, place=place)
        check_findings(made.findings)
        assert made.version is not None, "there are no findings"
        stored = StoredVersion(made.version, newest=True, visible=True, published=True)
        await writer.versions.add([stored], "element.created")
        await check_unique(writer.stored, metamodel.roles, given_logins(metamodel.roles, [("", None, made.version)]))
        await writer.accounts.add(Account(made.version.element, login))
        if binding is not None and not await writer.accounts.bind(made.version.element, binding):
            raise Conflict(f"Another user signs in as {binding.subject!r} at {binding.issuer} already.")
    return made.version.element


async def create_first_administrator(storage: Storage, served: ServedTenant) -> str | None:
    """Create the first administrator of a tenant, and return its id; None in a tenant that has users already."""
    if served.metamodel.roles.user in await storage.population(served.tenant.key):
        return None
    return await create_person(storage, served, Person(FIRST, Role.ADMINISTRATOR, last_name="Administrator"))


async def add_account(storage: Storage, tenant: Tenant, element: str, login: str) -> None:
    """Add an account to an existing user; an account that is there already stays. Raises Conflict, InvalidValues."""
    if await storage.accounts(tenant).of(element) is None:
        async with storage.writer(tenant, actor=None, reason=f"user account {login}") as writer:
            await free_login(writer, parse_login(login))
            await writer.accounts.add(Account(element, parse_login(login)))


async def access_account(storage: Storage, tenant: Tenant, login: str) -> Account:
    """The account of a login; a user with this login but without an account gets one. Raises NotFound, InvalidValues."""
    name = parse_login(login)
    if (account := await storage.accounts(tenant).find(name)) is not None:
        return account
    element = await find_user(storage, tenant, login)
    await add_account(storage, tenant, element, login)
    return Account(element, name)


async def find_user(storage: Storage, tenant: Tenant, login: str) -> str:
    """The id of the user with a login, with or without an account. Raises NotFound, InvalidValues."""
    accounts, name = storage.accounts(tenant), parse_login(login)
    if (account := await accounts.find(name)) is not None:
        return account.element
    element = (await _users_by_login(storage, tenant)).get(name)
    if element is None:
        known = [each.login.folded for each in await accounts.list()]
        raise NotFound(f"There is no user who signs in as {login!r}.{nearest(login, known)}")
    return element


async def list_people(storage: Storage, served: ServedTenant) -> Sequence[Listed]:
    """The users with an account, by login."""
    accounts = await storage.accounts(served.tenant).list()
    async with storage.snapshot(served.tenant) as snapshot:
        found = await snapshot.stored.load([each.element for each in accounts])
    return [
        Listed(
            each.login.folded,
            name_of_person(served, found[each.element].version),
            _role_name(served.metamodel, found[each.element].version),
            each.password is not None,
            each.element,
        )
        for each in accounts
        if each.element in found
    ]


async def describe(storage: Storage, served: ServedTenant, caller: Caller) -> dict[str, object]:
    """What a caller can read about itself: its name and login, its roles, its cultures, and when it expires."""
    roles = served.metamodel.roles
    async with storage.snapshot(served.tenant) as snapshot:
        version = (await snapshot.stored.load([caller.principal]))[caller.principal].version
        read = [id_ for context in roles.cultures for id_ in version.related.get(context, ())]
        cultures = await snapshot.stored.load(read) if read else {}
    fields = {
        "id": caller.principal,
        "kind": version.type,
        "name": name_of_person(served, version),
        "login": version.invariant(roles.login),
        "role": caller.role.name.lower(),
        "roles": [role.name.lower() for role in Role if role <= caller.role],
        "cultures": _lcids(served, [cultures[id_].version for id_ in read if id_ in cultures]),
        "expires": to_local(caller.expires, time_zone(served.settings.time_zone)),
    }
    return {name: value for name, value in fields.items() if value is not None}


async def cultures_read(storage: Storage, served: ServedTenant, element: str) -> Sequence[int]:
    """The cultures that a user reads, the preferred one first; if none are set, those of the tenant."""
    async with storage.snapshot(served.tenant) as snapshot:
        found = (await snapshot.stored.load([element])).get(element)
        related = found.version.related if found is not None else {}
        read = [id_ for context in served.metamodel.roles.cultures for id_ in related.get(context, ())]
        cultures = await snapshot.stored.load(read) if read else {}
    return _lcids(served, [cultures[id_].version for id_ in read if id_ in cultures])


def parse_login(login: str) -> Name:
    """The login in a text. Raises InvalidValues for one that is not allowed."""
    bare = login.strip()
    if not bare or len(bare) > _LONGEST_LOGIN or not bare.isprintable() or not is_clean_text(bare):
        error = f"A login has 1 to {_LONGEST_LOGIN} printable characters."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "name")])
    return Name(bare)


def name_of_person(served: ServedTenant, version: Version) -> str:
    settings = served.settings
    names = names_of(version.attributes, served.metamodel.types[version.type])
    return first_name(names, (settings.default_data_culture, *settings.data_cultures)) or version.element


async def free_login(writer: Writer, login: Name) -> None:
    """Make sure that a login is free: the account of a deleted user is dropped. Raises Conflict when another user has it."""
    taken = await writer.accounts.find(login)
    if taken is None:
        return
    if await writer.stored.existing([taken.element]):
        raise Conflict(f"There is a user who signs in as {login.folded!r} already.")
    await writer.accounts.drop(taken.element)


def _body(person: Person, roles: MethodRoles) -> Mapping[str, object]:
    """The user as a body of operation 5. Lists show a name, so a user without one gets the login as the last name."""
    values: dict[str, object] = {
        **roles.flags_of(person.role),
        roles.inactive: False,
        roles.login: person.login.strip(),
        roles.first_name: person.first_name,
        roles.last_name: person.last_name or (person.login.strip() if not person.first_name else ""),
        roles.mail: person.mail,
    }
    return {
        "type": roles.user,
        "attributes": {name: {str(INVARIANT): each} for name, each in values.items() if each != ""},
    }


async def _users_by_login(storage: Storage, tenant: Tenant) -> Mapping[Name, str]:
    metamodel = serve(tenant).metamodel
    rows = await storage.reader(tenant, EDITORS).elements(ListOf(_facet(metamodel)), Parts(attributes=True))
    every = ((stored_attributes(row.attributes or b"{}"), row.element) for row in rows)
    named = ((each.get(metamodel.roles.login, {}).get(INVARIANT), element) for each, element in every)
    return {Name(login.strip()): element for login, element in named if isinstance(login, str)}


def _facet(metamodel: Metamodel) -> str:
    return metamodel.types[metamodel.roles.user].facet


def _role_name(metamodel: Metamodel, version: Version) -> str:
    principal = principal_of(metamodel, version.element, version.type, version.attributes)
    return "inactive" if principal.role is None else principal.role.name.lower()


def _lcids(served: ServedTenant, cultures: Sequence[Version]) -> list[int]:
    """The cultures that a user reads, the preferred one first; if none are set, those of the tenant."""
    named = [str(each.invariant(served.metamodel.roles.culture_id)) for each in cultures]
    found = [int(each) for each in named if each.isascii() and each.isdecimal()]
    settings = served.settings
    return list(dict.fromkeys(found or (settings.default_data_culture, *settings.data_cultures)))
