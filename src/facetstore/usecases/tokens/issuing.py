"""Tokens: a secret shown once, its digest stored, and the element that acts when it is used.

The functions here create, renew and revoke tokens for commands and the demo; `token_changes.py` does it for a caller.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Final
from uuid import uuid4

from facetstore.domain.access import EDITORS
from facetstore.domain.callers import ROLE_NAMES, Role
from facetstore.domain.element import Attributes, Version
from facetstore.domain.errors import Conflict, Finding, InvalidValues, NotFound, nearest
from facetstore.domain.values import INVARIANT, ElementId, VersionId, equality_key, is_clean_text
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.regional import local_now, time_zone
from facetstore.regional.time_zones import to_instant
from facetstore.usecases.changes.stamps import stamp_changed
from facetstore.usecases.labels import stored_attributes
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.selections import OrphansOf, Parts
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.principals import principal_of
from facetstore.usecases.tenancy import ServedTenant, token_digest

DEFAULT_DAYS: Final = 90
_MOST_DAYS: Final = 3650
_LONGEST_NAME: Final = 100

_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
_LENGTH: Final = 26
_DAY: Final = 86_400_000_000_000

CREATED: Final = "token.created"
RENEWED: Final = "token.renewed"
REVOKED: Final = "token.revoked"

Clock = Callable[[], int]
"""Nanoseconds since 1970 UTC."""


async def create_token(
    storage: Storage,
    served: ServedTenant,
    name: str,
    role: Role,
    days: int = DEFAULT_DAYS,
    *,
    clock: Clock = time.time_ns,
) -> str:
    """Create a token, or renew the one of this name, and return its secret. Raises InvalidValues.

    A renewed token is the same element with a new secret, role and validity; the old secret is no longer valid.
    """
    check_token(name, days)
    attributes = new_attributes(served, name, role, clock(), days)
    async with storage.writer(served.tenant, actor=None, reason=f"token create {name}") as writer:
        # No other change of this tenant runs now, so no second token of this name can be created. Read in the same transaction:
        # to wait for a second connection could be a deadlock, when all connections are held by writers that wait for one.
        known = await find_token(served.metamodel, await writer.reader(EDITORS), name)
        earlier = await writer.stored.version(known) if known is not None else None
        if earlier is not None:
            created, stored = served.metamodel.roles.created_on, earlier.version.attributes
            merged = {**stored, **attributes, created: stored[created]}
            token = earlier._replace(version=earlier.version._replace(attributes=merged))
            await writer.versions.replace([token], RENEWED)
        else:
            token = StoredVersion(new_element(served.metamodel, attributes), newest=True, visible=True, published=True)
            await writer.versions.add([token], CREATED)
        return await give_secret(writer, served, token.version)


async def rotate_token(
    storage: Storage, served: ServedTenant, name: str, days: int | None = None, *, clock: Clock = time.time_ns
) -> str:
    """Give the token of this name another secret, and return it. Raises NotFound, Conflict, InvalidValues."""
    async with storage.writer(served.tenant, actor=None, reason=f"token rotate {name}") as writer:
        stored = await _access_token(served.metamodel, writer, name)
        await _replace(writer, served, stored, renewed(served, stored.version, clock(), days), RENEWED, clock)
        token = await writer.stored.version(stored.version.id)
        assert token is not None, "it was just written"
        return await give_secret(writer, served, token.version)


async def revoke_token(storage: Storage, served: ServedTenant, name: str, *, clock: Clock = time.time_ns) -> None:
    """Make a token inactive and delete its secret; the element stays. Raises NotFound."""
    async with storage.writer(served.tenant, actor=None, reason=f"token revoke {name}") as writer:
        stored = await _access_token(served.metamodel, writer, name)
        await _replace(writer, served, stored, revoked(served.metamodel, stored.version), REVOKED, clock)
        await writer.accounts.drop_token(stored.version.element)


def parse_role(text: str) -> Role:
    """The role of this name, ignoring letter case. Raises InvalidValues."""
    folded = text.strip().casefold()
    if folded not in ROLE_NAMES:
        error = f"There is no role {text!r}.{nearest(text, ROLE_NAMES)} The roles are: {', '.join(ROLE_NAMES)}."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "role")])
    return Role[folded.upper()]


def new_secret() -> str:
    """26 characters of base 32 from 130 random bits (D2.2)."""
    number = secrets.randbits(5 * _LENGTH)
    return "".join(_ALPHABET[number >> (5 * place) & 31] for place in range(_LENGTH))


def check_token(name: str, days: int | None) -> None:
    """Raise InvalidValues with every finding about the name and the days of a token."""
    findings = []
    if not name.strip() or len(name) > _LONGEST_NAME or not is_clean_text(name):
        findings.append(
            Finding(f"A token needs a name of 1 to {_LONGEST_NAME} characters.", InvalidValues.code, "name")
        )
    if days is not None and not 1 <= days <= _MOST_DAYS:
        findings.append(
            Finding(f"A token is valid for 1 to {_MOST_DAYS} days, not {days}.", InvalidValues.code, "days")
        )
    if findings:
        raise InvalidValues("The token cannot be made.", findings)


def new_attributes(served: ServedTenant, name: str, role: Role, now: int, days: int) -> Attributes:
    """The attributes of a token that is created or renewed at `now` (nanoseconds since 1970 UTC)."""
    stamp, end = _local(served, now), _local(served, now + days * _DAY)
    roles = served.metamodel.roles
    values = {
        **roles.flags_of(role),
        roles.inactive: False,
        roles.created_on: stamp,
        roles.changed_on: stamp,
        roles.valid_from: stamp,
        roles.valid_until: end,
    }
    names: dict[int, object] = dict.fromkeys(served.settings.data_cultures, name)
    return {roles.name: names, **{key: {INVARIANT: value} for key, value in values.items()}}


def new_element(metamodel: Metamodel, attributes: Attributes) -> Version:
    id_, element_type = str(uuid4()), token_type(metamodel)
    facet, type_ = element_type.facet, element_type.key
    return Version(ElementId(id_), VersionId(id_), facet, type_, creation_id=id_, attributes=attributes)


def token_type(metamodel: Metamodel) -> ElementType:
    """The type of tokens, also for callers for whom it does not exist."""
    return metamodel.whole.types[metamodel.roles.token]


def renewed(served: ServedTenant, version: Version, now: int, days: int | None) -> Version:
    """The version of a token that gets another secret. Its end stays, unless `days` is given, or it is missing or past.

    Raises Conflict for a token that is revoked or has no role, and InvalidValues.
    """
    check_token("-", days)
    roles = served.metamodel.roles
    principal = principal_of(served.metamodel, version.element, version.type, version.attributes)
    if principal.role is None:
        error = "The token is revoked, or has no role: a new secret would not work. Change its role flags first."
        raise Conflict(error, [Finding(error, "no-role")])
    end = principal.valid(roles.valid_until, time_zone(served.settings.time_zone))
    if days is None and end is not None and end > now // 1000:
        return version
    until = _local(served, now + (days or DEFAULT_DAYS) * _DAY)
    began = {} if version.invariant(roles.valid_from) else {roles.valid_from: {INVARIANT: _local(served, now)}}
    return version._replace(attributes={**version.attributes, **began, roles.valid_until: {INVARIANT: until}})


def revoked(metamodel: Metamodel, version: Version) -> Version:
    return version._replace(attributes={**version.attributes, metamodel.roles.inactive: {INVARIANT: True}})


async def give_secret(writer: Writer, served: ServedTenant, token: Version) -> str:
    """Store a new secret of a token, which replaces the one it had, and return it. It expires with the token."""
    secret, until = new_secret(), str(token.invariant(served.metamodel.roles.valid_until))
    await writer.accounts.set_token(
        token.element, token_digest(secret), to_instant(until, time_zone(served.settings.time_zone))
    )
    return secret


async def find_token(metamodel: Metamodel, reader: Reader, name: str) -> str | None:
    """The id of the token of this name, in any culture."""
    wanted = equality_key(name)
    return next((id_ for each, id_ in await _named(metamodel, reader) if equality_key(each) == wanted), None)


async def _access_token(metamodel: Metamodel, writer: Writer, name: str) -> StoredVersion:
    reader = await writer.reader(EDITORS)
    id_ = await find_token(metamodel, reader, name)
    stored = await writer.stored.version(id_) if id_ is not None else None
    if stored is None:
        known = [each for each, _ in await _named(metamodel, reader)]
        raise NotFound(f"There is no token {name!r}.{nearest(name, known)}")
    return stored


async def _named(metamodel: Metamodel, reader: Reader) -> Sequence[tuple[str, str]]:
    """Every name of a token, with its id."""
    rows = await reader.elements(every_token(metamodel), Parts(attributes=True))
    name = metamodel.roles.name
    named = ((stored_attributes(row.attributes or b"{}").get(name, {}), row.element) for row in rows)
    return [(str(each), element) for names, element in named for each in names.values()]


def every_token(metamodel: Metamodel) -> OrphansOf:
    element_type = token_type(metamodel)
    return OrphansOf(element_type.facet, (element_type.key,))


async def _replace(
    writer: Writer, served: ServedTenant, stored: StoredVersion, version: Version, kind: str, clock: Clock
) -> None:
    changed = stamp_changed(version, served.metamodel, _local(served, clock()), None)
    await writer.versions.replace([stored._replace(version=changed)], kind)


def _local(served: ServedTenant, now: int) -> str:
    return local_now(time_zone(served.settings.time_zone), clock=lambda: now)
