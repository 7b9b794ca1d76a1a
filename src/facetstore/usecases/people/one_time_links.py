"""Links that an administrator creates for a user: to sign in once, or to choose a new password."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from facetstore.domain.audit import LINK_MADE
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, NotFound
from facetstore.domain.values import parse_guid
from facetstore.regional.time_zones import time_zone, to_local
from facetstore.usecases.people.password_links import password_link_digest
from facetstore.usecases.people.sign_in import LINK
from facetstore.usecases.people.users import free_login, parse_login
from facetstore.usecases.ports.accounts import Account
from facetstore.usecases.principals import principal_of
from facetstore.usecases.tenancy import token_digest
from facetstore.usecases.tokens.issuing import new_secret
from facetstore.usecases.writing import Writing

_NO_LOGIN: Final = "This user has no sign-in name. Set one first: accountName."
_INACTIVE: Final = "This user is inactive: a link would not work. Set a role first, and clear roleInactive."


class IssuedLink(NamedTuple):
    """A link: the user it signs in, when it expires, and its secret, which is shown only once."""

    user: str
    login: str
    expires: str
    secret: str


async def issue_link(writing: Writing, user_id: str, *, new_password: bool = False) -> IssuedLink:
    """Create a link that works once, within a day. It signs a user in, or lets the user choose a `new_password` and signs in then.

    Raises NotFound, Forbidden, Conflict, InvalidValues.
    """
    version = await _access(writing, user_id)
    account, accounts = await _account(writing, version), writing.writer.accounts
    secret, expires = new_secret(), time.time_ns() // 1000 + LINK
    digest = password_link_digest(secret) if new_password else token_digest(secret)
    await accounts.add_link(digest, version.element, expires)
    await writing.writer.history.audit(LINK_MADE, version.element, {"for": "password"} if new_password else {})
    writing.changed = True
    zone = time_zone(writing.settings.time_zone)
    return IssuedLink(version.element, account.login.folded, to_local(expires, zone), secret)


async def _access(writing: Writing, user_id: str) -> Version:
    """The user with this id. Raises NotFound, Forbidden, and Conflict if the user is inactive or cannot be changed now."""
    guid = parse_guid(user_id)
    stored = (await writing.load([guid])).get(guid) if guid is not None else None
    if stored is None or stored.version.type != writing.metamodel.roles.user:
        raise NotFound("There is no such user.")
    await writing.check_editable([("", stored)])
    version = stored.version
    if principal_of(writing.metamodel, version.element, version.type, version.attributes).role is None:
        raise Conflict(_INACTIVE, [Finding(_INACTIVE, "inactive")])
    return version


async def _account(writing: Writing, version: Version) -> Account:
    """The account of a user; if there is none, a new one with the login in accountName. Raises Conflict, InvalidValues."""
    accounts = writing.writer.accounts
    if (account := await accounts.of(version.element)) is not None:
        return account
    name = writing.metamodel.roles.login
    login = version.invariant(name)
    if not isinstance(login, str) or not login.strip():
        raise Conflict(_NO_LOGIN, [Finding(_NO_LOGIN, "no-login", name)])
    account = Account(version.element, parse_login(login))
    await free_login(writing.writer, account.login)
    await accounts.add(account)
    return account
