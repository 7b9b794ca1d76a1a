"""The audit: who came in or was refused, and who changed what somebody may do.

Its rows are added with what they tell of, in the same transaction; only what was refused stands alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, Protocol

from facetstore.domain.access import Audience
from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.values import INVARIANT, parse_guid
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.roles import MethodRoles
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.query.parameters import Parameters

SIGNED_IN: Final = "sign-in"
SIGN_IN_REFUSED: Final = "sign-in.refused"
SIGNED_OUT: Final = "sign-out"
PASSWORD_CHANGED: Final = "password.changed"  # noqa: S105  # a kind, no password
PASSWORD_REFUSED: Final = "password.refused"  # noqa: S105  # a kind, no password
LINK_MADE: Final = "link.made"
FACET_PERMITTED: Final = "permission.facet"
"""Its subject is no element but a facet."""
ACCESS_GIVEN: Final = "access.given"
ACCESS_CHANGED: Final = "access.changed"
ACCESS_TAKEN: Final = "access.taken"
_OF_TOKENS: Final = ("token.created", "token.renewed", "token.revoked")
"""What history calls a change of a token, the audit calls so, too."""
_BY_USE: Final = "host.created"
"""A token was used from somewhere else: nobody has changed what it may."""
KINDS: Final = (
    SIGNED_IN, SIGN_IN_REFUSED, SIGNED_OUT, PASSWORD_CHANGED, PASSWORD_REFUSED, LINK_MADE, *_OF_TOKENS,
    "permission.set", "permission.dropped", FACET_PERMITTED, ACCESS_GIVEN, ACCESS_CHANGED, ACCESS_TAKEN,
)  # fmt: skip


class Entry(NamedTuple):
    """Something to be told."""

    kind: str
    subject: str | None
    detail: Mapping[str, str]


class Told(NamedTuple):
    """A row: what happened, when (microseconds since 1970 UTC), by whom, and from which address."""

    at: int
    actor: str | None
    kind: str
    subject: str | None
    address: str | None
    detail: Mapping[str, str]


class AuditWanted(NamedTuple):
    """Which rows somebody asks for; nothing: any. Rows about what the audience may not open are left out."""

    audience: Audience

    kinds: tuple[str, ...] = ()
    subject: str | None = None
    actor: str | None = None


class Audit(Protocol):
    """The audit of one tenant. What a transaction changes is told in it (`Writer.audit`)."""

    async def add(self, entry: Entry, actor: str | None, address: str | None) -> None:
        """Add a row on its own. A tenant that is not there gets none, and takes as long."""
        ...

    async def list(self, wanted: AuditWanted, limit: int, offset: int) -> Sequence[Told]:
        """The last first."""
        ...


async def list_audit(audit: Audit, audience: Audience, given: Mapping[str, str], page: Page | None) -> Sequence[Told]:
    """The rows that a caller asks for and may read, the last first. Raises UnknownName, InvalidParameter."""
    parameters = Parameters(given)
    wanted = AuditWanted(
        audience,
        parameters.names("kind", KINDS) or (),
        parameters.read("subject", lambda text: parse_guid(text) or text),
        parameters.read("actor", _parse_actor),
    )
    parameters.check()
    page = page or Page(DEFAULT_PAGE_SIZE)
    return await audit.list(wanted, page.size, (page.number - 1) * page.size)


def _parse_actor(text: str) -> str:
    if (guid := parse_guid(text)) is None:
        error = f"actor takes the id of a person or token, not {text!r}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "actor")])
    return guid


@lru_cache(maxsize=1024)
def audited_facets(metamodel: Metamodel) -> frozenset[str]:
    """The facets of those elements that tell who may do what."""
    return frozenset(each.facet for each in metamodel.types.values() if each.administrative)


def changed_access(
    kind: str, changes: Iterable[tuple[Version | None, Version | None]], metamodel: Metamodel
) -> Iterator[Entry]:
    """What is to be told of elements that come, change or go, each as it was before and is after: nothing unless they tell who may
    do what. `kind` is how history calls the change."""
    for before, after in changes:
        version = after or before
        if version is None or kind == _BY_USE or not metamodel.types[version.type].administrative:
            continue
        was, is_ = _access(metamodel.roles, before), _access(metamodel.roles, after)
        detail = {name: is_.get(name, "") for name in {**was, **is_} if was.get(name) != is_.get(name)}
        if detail or before is None or after is None or kind in _OF_TOKENS:
            yield Entry(_kind(kind, before, after), version.element, {"type": version.type, **detail})


def _kind(kind: str, before: Version | None, after: Version | None) -> str:
    if kind in _OF_TOKENS:
        return kind
    return ACCESS_GIVEN if before is None else ACCESS_TAKEN if after is None else ACCESS_CHANGED


def _access(roles: MethodRoles, version: Version | None) -> dict[str, str]:
    """All that an element tells of who may do what. A flag that is not set is one that is false."""
    if version is None:
        return {}
    values = {name: version.attributes.get(name, {}).get(INVARIANT) for name in _attributes(roles)}
    told = {name: _text(value) for name, value in values.items() if value not in (None, False, "", [])}
    # An address is good unless it is said not to be.
    if values[roles.host_active] is False:
        told[roles.host_active] = "false"
    contexts = (roles.groups, roles.permission_sets)
    return told | {name: ", ".join(ids) for name in contexts if (ids := version.related.get(name))}


def _attributes(roles: MethodRoles) -> tuple[str, ...]:
    """The attributes of users, groups, permission sets, tokens and their hosts that decide who may do what."""
    of_users = (*roles.access_flags, roles.login, roles.valid_from, roles.valid_until)
    return (*of_users, roles.host_address, roles.host_active, roles.grants, roles.is_default, roles.external_group)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
