"""The audit: sign-ins, refused attempts, and changes of access.

A row about a change is added in the transaction of that change. A row about a refusal has a transaction of its own.
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
"""The subject of this kind is a facet, not an element."""
ACCESS_GIVEN: Final = "access.given"
ACCESS_CHANGED: Final = "access.changed"
ACCESS_TAKEN: Final = "access.taken"
_OF_TOKENS: Final = ("token.created", "token.renewed", "token.revoked")
"""Kinds of changes of tokens, named as in the history."""
_BY_USE: Final = "host.created"
"""The use of a token from a new address: not audited, because no one changed what the token may do."""
KINDS: Final = (
    SIGNED_IN, SIGN_IN_REFUSED, SIGNED_OUT, PASSWORD_CHANGED, PASSWORD_REFUSED, LINK_MADE, *_OF_TOKENS,
    "permission.set", "permission.dropped", FACET_PERMITTED, ACCESS_GIVEN, ACCESS_CHANGED, ACCESS_TAKEN,
)  # fmt: skip


class NewAuditRow(NamedTuple):
    """What a new row says."""

    kind: str
    subject: str | None
    detail: Mapping[str, str]


class AuditRow(NamedTuple):
    """A stored row: what happened, when (microseconds since 1970 UTC), by which actor, and from which address."""

    at: int
    actor: str | None
    kind: str
    subject: str | None
    address: str | None
    detail: Mapping[str, str]


class AuditWanted(NamedTuple):
    """Which rows are requested; an empty field matches any. Rows about what the audience may not open are left out."""

    audience: Audience

    kinds: tuple[str, ...] = ()
    subject: str | None = None
    actor: str | None = None


class Audit(Protocol):
    """The audit of one tenant. Rows about a change are added in its transaction instead (`Writer.history`)."""

    async def add(self, entry: NewAuditRow, actor: str | None, address: str | None) -> None:
        """Add a row in a transaction of its own. If the tenant does not exist, no row is added, and it takes as long."""
        ...

    async def list(self, wanted: AuditWanted, limit: int, offset: int) -> Sequence[AuditRow]:
        """The rows that match, newest first."""
        ...


async def list_audit(
    audit: Audit, audience: Audience, given: Mapping[str, str], page: Page | None
) -> Sequence[AuditRow]:
    """The rows that a caller requests and may read, newest first. Raises UnknownName, InvalidParameter."""
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
    """The facets of the administrative types."""
    return frozenset(each.facet for each in metamodel.types.values() if each.administrative)


def changed_access(
    kind: str, changes: Iterable[tuple[Version | None, Version | None]], metamodel: Metamodel
) -> Iterator[NewAuditRow]:
    """Entries for elements of administrative types that are added, changed or deleted, each as it was before and is after.

    An element that was changed has an entry if its access differs, or if the kind is one of tokens. `kind` is the kind of the
    change in the history."""
    for before, after in changes:
        version = after or before
        if version is None or kind == _BY_USE or not metamodel.types[version.type].administrative:
            continue
        was, is_ = _access(metamodel.roles, before), _access(metamodel.roles, after)
        detail = {name: is_.get(name, "") for name in {**was, **is_} if was.get(name) != is_.get(name)}
        if detail or before is None or after is None or kind in _OF_TOKENS:
            yield NewAuditRow(_kind(kind, before, after), version.element, {"type": version.type, **detail})


def _kind(kind: str, before: Version | None, after: Version | None) -> str:
    if kind in _OF_TOKENS:
        return kind
    return ACCESS_GIVEN if before is None else ACCESS_TAKEN if after is None else ACCESS_CHANGED


def _access(roles: MethodRoles, version: Version | None) -> dict[str, str]:
    """What an element says about access, as texts by name. A flag that is false counts as not set."""
    if version is None:
        return {}
    values = {name: version.attributes.get(name, {}).get(INVARIANT) for name in _attributes(roles)}
    texts = {name: _text(value) for name, value in values.items() if value not in (None, False, "", [])}
    # A host is active unless this flag is false.
    if values[roles.host_active] is False:
        texts[roles.host_active] = "false"
    contexts = (roles.groups, roles.permission_sets)
    return texts | {name: ", ".join(ids) for name in contexts if (ids := version.related.get(name))}


def _attributes(roles: MethodRoles) -> tuple[str, ...]:
    """The attributes of users, groups, permission sets, tokens and their hosts that decide who may do what."""
    of_users = (*roles.access_flags, roles.login, roles.valid_from, roles.valid_until)
    return (*of_users, roles.host_address, roles.host_active, roles.grants, roles.is_default, roles.external_group)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
