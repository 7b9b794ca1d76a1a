"""Which changes of elements change what callers may do: the audit names them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from facetstore.domain.audit import ACCESS_CHANGED, ACCESS_GIVEN, ACCESS_TAKEN, TOKEN_KINDS, NewAuditRow
from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.roles import MethodRoles

_BY_USE: Final = "host.created"
"""The use of a token from a new address: not audited, because no one changed what the token may do."""


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
        if detail or before is None or after is None or kind in TOKEN_KINDS:
            yield NewAuditRow(_kind(kind, before, after), version.element, {"type": version.type, **detail})


def _kind(kind: str, before: Version | None, after: Version | None) -> str:
    if kind in TOKEN_KINDS:
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
