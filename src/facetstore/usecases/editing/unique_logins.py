"""A login is the name of one user: a second user with it could never sign in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding
from facetstore.domain.folded_names import Name
from facetstore.metamodel.roles import MethodRoles
from facetstore.usecases.ports.writes import StoredVersions

TAKEN: Final = "login-taken"


class GivenLogin(NamedTuple):
    """A login that a user was given, and where it is in the body."""

    element: str
    login: Name
    path: str = ""


def login_in(roles: MethodRoles, version: Version) -> Name | None:
    """The login of a user; None if it has none, or is no user."""
    login = version.invariant(roles.login) if version.type == roles.user else None
    return Name(login.strip()) if isinstance(login, str) and login.strip() else None


def given_logins(roles: MethodRoles, changes: Iterable[tuple[str, Version | None, Version]]) -> Sequence[GivenLogin]:
    """The logins that are new in changes, each a path in the body with the version before, if any, and after."""
    found = (
        (path, before and login_in(roles, before), login_in(roles, after), after) for path, before, after in changes
    )
    return [
        GivenLogin(version.element, login, f"{path}.attributes.{roles.login}" if path else roles.login)
        for path, was, login, version in found
        if login is not None and login != was
    ]


async def users_of(stored: StoredVersions, roles: MethodRoles, logins: Iterable[Name]) -> Mapping[str, set[str]]:
    """The users that have these logins, by the folded login."""
    found: dict[str, set[str]] = {}
    for key, element in await stored.having(roles.login, {each.folded for each in logins}):
        found.setdefault(key, set()).add(element)
    return found


async def check_unique(stored: StoredVersions, roles: MethodRoles, given: Sequence[GivenLogin]) -> None:
    """Raise Conflict if another user has one of these logins, which are stored already.

    Only administrators create users. The other user may be hidden from the caller, so it is not named.
    """
    if not given:
        return
    taken = await users_of(stored, roles, (each.login for each in given))
    findings = [
        Finding(f"Another user signs in as {each.login.spelled!r} already.", TAKEN, each.path)
        for each in given
        if taken.get(each.login.folded, set()) - {each.element}
    ]
    if findings:
        raise Conflict(findings[0].error, findings)
