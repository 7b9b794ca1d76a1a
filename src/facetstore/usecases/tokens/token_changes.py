"""Creating, rotating and revoking tokens for a caller."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from facetstore.domain.callers import Role
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidBody, InvalidValues, NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.changes.stamps import stamp_created
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tokens.issuing import (
    CREATED,
    DEFAULT_DAYS,
    RENEWED,
    REVOKED,
    check_token,
    find_token,
    give_secret,
    new_attributes,
    new_element,
    parse_role,
    renewed,
    revoked,
)
from facetstore.usecases.writing import Writing

_BODY: Final = 'A new token needs {"name": …, "role": …}, and may have {"days": …}.'
_ROTATE_BODY: Final = 'Rotating takes no body, or {"days": …}.'


class NewToken(NamedTuple):
    """The values of a token to create."""

    name: str
    role: Role
    days: int


class Issued(NamedTuple):
    """The id of a token, and its new secret, which is shown only once."""

    element: str
    secret: str


def read_wanted(body: object) -> NewToken:
    """The values in the body of a request. Raises InvalidBody, InvalidValues."""
    if not isinstance(body, dict) or body.keys() - {"name", "role", "days"}:
        raise InvalidBody(_BODY)
    name, role = body.get("name"), body.get("role")
    if not isinstance(name, str) or not isinstance(role, str):
        raise InvalidBody(_BODY)
    days = _days(body)
    check_token(name, days)
    return NewToken(name.strip(), parse_role(role), DEFAULT_DAYS if days is None else days)


def read_days(body: object) -> int | None:
    """The days of validity in the body of a request; None: not given. Raises InvalidBody, InvalidValues."""
    if body is None:
        return None
    if not isinstance(body, dict) or body.keys() - {"days"}:
        raise InvalidBody(_ROTATE_BODY)
    return _days(body)


def _days(body: dict[object, object]) -> int | None:
    days = body.get("days")
    if days is not None and (not isinstance(days, int) or isinstance(days, bool)):
        error = "days needs a whole number."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "days")])
    return days


async def create_token(writing: Writing, wanted: NewToken) -> Issued:
    """Create a token. Raises Forbidden, and Conflict when the name is taken."""
    served, caller = writing.served, writing.caller
    attributes = new_attributes(served, wanted.name, wanted.role, time.time_ns(), wanted.days)
    version = stamp_created(
        new_element(writing.metamodel, attributes), writing.metamodel, writing.now, caller.principal
    )
    writing.check_creatable([("", version)], {})
    reader = await writing.writer.reader(caller.audience)
    if await find_token(writing.metamodel, reader, wanted.name) is not None:
        error = f"There is a token {wanted.name!r} already. Rotate it to get another secret, or take another name."
        raise Conflict(error, [Finding(error, "name-taken", "name")])
    await writing.add([version], CREATED)
    return Issued(version.element, await give_secret(writing.writer, served, version))


async def rotate_token(writing: Writing, token_id: str, days: int | None) -> Issued:
    """Give a token another secret. Raises NotFound, Forbidden, Conflict, InvalidValues, PreconditionFailed."""
    stored = await _access(writing, token_id)
    version = renewed(writing.served, stored.version, time.time_ns(), days)
    await writing.store(stored, version, RENEWED)
    return Issued(version.element, await give_secret(writing.writer, writing.served, version))


async def revoke_token(writing: Writing, token_id: str) -> str:
    """Make a token inactive, delete its secret, and return its id. Raises NotFound, Forbidden, Conflict, PreconditionFailed."""
    stored = await _access(writing, token_id)
    element = stored.version.element
    if element == writing.caller.principal:
        raise Forbidden("You cannot revoke the token that you are calling with. Another administrator can.")
    version, had_secret = revoked(writing.metamodel, stored.version), await writing.writer.accounts.drop_token(element)
    if had_secret or version != stored.version:
        await writing.store(stored, version, REVOKED)
    return element


async def _access(writing: Writing, token_id: str) -> StoredVersion:
    """The token with this id, to be changed by the caller. Raises NotFound, Forbidden, Conflict, PreconditionFailed."""
    guid = parse_guid(token_id)
    stored = (await writing.load([guid])).get(guid) if guid is not None else None
    if stored is None or stored.version.type != writing.metamodel.roles.token:
        raise NotFound("There is no such token.")
    writing.check_revision(stored)
    await writing.check_editable([("", stored)])
    return stored
