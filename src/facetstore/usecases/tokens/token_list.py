"""Lists of tokens: role, validity, number of uses, and the addresses they are used from. Secrets are never listed."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from facetstore.domain.access import EDITORS
from facetstore.domain.callers import Role
from facetstore.domain.element import Attributes
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.roles import MethodRoles
from facetstore.query.options import Page
from facetstore.regional.time_zones import time_zone
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ChildrenOf, Parts, Slice, TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.principals import principal_of
from facetstore.usecases.tenancy import ServedTenant
from facetstore.usecases.tokens.issuing import every_token

SOON: Final = 14 * 86_400_000_000
"""A token expires soon if it ends within this many microseconds."""


class ListedHost(NamedTuple):
    """An address that a token is used from; times are local to the tenant."""

    id: str
    address: str
    is_active: bool
    last_used_on: str | None
    uses: int


class ListedToken(NamedTuple):
    """A token as administrators see it; times are local to the tenant."""

    id: str
    name: str
    role: Role | None
    """The highest role whose flag is set, also if the token is not active."""
    is_active: bool
    """Whether it can be used now: it has a secret and a role, is not inactive, and is within its validity."""
    valid_from: str | None
    valid_until: str | None
    expires_soon: bool
    last_used_on: str | None
    uses: int
    hosts: tuple[ListedHost, ...]


async def list_tokens(
    storage: Storage, served: ServedTenant, reader: Reader, page: Page | None = None
) -> Sequence[ListedToken]:
    """The tokens of a tenant that a reader sees, by name."""
    slice_ = Slice(page.size, (page.number - 1) * page.size) if page is not None else None
    with_secret = await storage.tokens(served.tenant).with_secret()
    async with reader.snapshot():
        rows = await reader.elements(every_token(served.metamodel), Parts(attributes=True), slice_)
        return await _listed(served, reader, rows, with_secret)


async def list_own_tokens(
    storage: Storage, served: ServedTenant, owner: str, page: Page | None = None
) -> Sequence[ListedToken]:
    """The tokens that a principal has created, by name, with all their values, whatever else the principal may not open."""
    reader, with_secret = storage.reader(served.tenant, EDITORS), await storage.tokens(served.tenant).with_secret()
    rows = await reader.elements(every_token(served.metamodel), Parts(attributes=True))
    async with storage.snapshot(served.tenant) as snapshot:
        stored = await snapshot.stored.load([row.element for row in rows])
    created_by = served.metamodel.roles.created_by
    own = [row for row in rows if owner in stored[row.element].version.related.get(created_by, ())]
    first = (page.number - 1) * page.size if page is not None else 0
    return await _listed(served, reader, own[first : first + page.size] if page is not None else own, with_secret)


async def read_token(
    served: ServedTenant, reader: Reader, element: str, *, has_secret: bool
) -> tuple[ListedToken, int]:
    """One token as the reader sees it, and the revision of its element."""
    rows = await reader.elements(TheseElements((element,)), Parts(attributes=True))
    (token,) = await _listed(served, reader, rows, {element} if has_secret else ())
    return token, rows[0].revision


async def expiring_tokens(storage: Storage, served: ServedTenant) -> Sequence[ListedToken]:
    """The active tokens of a tenant that expire soon."""
    listed = await list_tokens(storage, served, storage.reader(served.tenant, EDITORS))
    return [each for each in listed if each.expires_soon]


async def _listed(
    served: ServedTenant, reader: Reader, rows: Sequence[ElementRow], with_secret: Collection[str]
) -> list[ListedToken]:
    found = (
        await reader.elements(ChildrenOf(tuple(row.element for row in rows)), Parts(attributes=True)) if rows else ()
    )
    hosts: dict[object, list[ListedHost]] = {}
    for row in found:
        if row.type == served.metamodel.roles.host:
            hosts.setdefault(row.group, []).append(_host(served.metamodel.roles, row))
    return [_token(served, row, tuple(hosts.get(row.element, ())), row.element in with_secret) for row in rows]


def _token(served: ServedTenant, row: ElementRow, hosts: tuple[ListedHost, ...], has_secret: bool) -> ListedToken:
    attributes, settings, roles = stored_attributes(row.attributes or b"{}"), served.settings, served.metamodel.roles
    principal, zone = (
        principal_of(served.metamodel, row.element, row.type, attributes),
        time_zone(settings.time_zone),
    )
    begins, ends = principal.valid(roles.valid_from, zone), principal.valid(roles.valid_until, zone)
    now = time.time_ns() // 1000
    active = has_secret and principal.role is not None and (begins or 0) <= now and (ends is None or now < ends)
    names = names_of(attributes, served.metamodel.types[row.type])
    return ListedToken(
        id=row.element,
        name=first_name(names, (settings.default_data_culture, *settings.data_cultures)) or row.element,
        role=roles.role_of(attributes),
        is_active=active,
        valid_from=_text(attributes, roles.valid_from),
        valid_until=_text(attributes, roles.valid_until),
        expires_soon=active and ends is not None and ends - now <= SOON,
        last_used_on=_text(attributes, roles.last_used_on),
        uses=_number(attributes, roles.use_count),
        hosts=hosts,
    )


def _host(roles: MethodRoles, row: ElementRow) -> ListedHost:
    attributes = stored_attributes(row.attributes or b"{}")
    return ListedHost(
        id=row.element,
        address=_text(attributes, roles.host_address) or "",
        is_active=_value(attributes, roles.host_active) is not False,
        last_used_on=_text(attributes, roles.last_used_on),
        uses=_number(attributes, roles.use_count),
    )


def _value(attributes: Attributes, name: str) -> object:
    return attributes.get(name, {}).get(INVARIANT)


def _text(attributes: Attributes, name: str) -> str | None:
    value = _value(attributes, name)
    return value if isinstance(value, str) and value else None


def _number(attributes: Attributes, name: str) -> int:
    value = _value(attributes, name)
    return value if isinstance(value, int) else 0
