"""Who wrote a version, and when: what the server sets itself, where the type has a place for it."""

from __future__ import annotations

from collections.abc import Mapping

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT, NO_END, ElementId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.metamodel.roles import MethodRoles


def stamps(metamodel: Metamodel) -> frozenset[str]:
    """The properties that differ after every change, so that no difference shows them."""
    return frozenset(_on_change(metamodel.roles))


def first_stamps(metamodel: Metamodel) -> frozenset[str]:
    """The properties that differ between an element and its copy in any case."""
    return frozenset(_on_creation(metamodel.roles))


def stamp_changed(version: Version, metamodel: Metamodel, now: str, principal: str | None) -> Version:
    """The version as changed now by a principal. `now` is a local date-time of the storage."""
    return _stamped(version, metamodel.types[version.type], _on_change(metamodel.roles), now, principal)


def stamp_created(
    version: Version, metamodel: Metamodel, now: str, principal: str | None, *, given: frozenset[str] = frozenset()
) -> Version:
    """The version as made now by a principal, with what its lifecycle sets on a new version.

    `given` names, casefolded, the properties about which the body has said something: they have no default.
    """
    element_type, roles = metamodel.types[version.type], metamodel.roles
    lifecycle = metamodel.lifecycle_of(version.type)
    sets = lifecycle.new_version.get("sets") if lifecycle is not None else None
    defaults = {**dict.fromkeys(roles.authors[:1], "caller"), **(sets if isinstance(sets, Mapping) else {})}
    chosen = {name: word for name, word in defaults.items() if name.casefold() not in given}
    return _stamped(version, element_type, {**chosen, **_on_creation(roles)}, now, principal)


def _on_change(roles: MethodRoles) -> Mapping[str, str]:
    return {roles.changed_on: "now", roles.changed_by: "caller"}


def _on_creation(roles: MethodRoles) -> Mapping[str, str]:
    return {**_on_change(roles), roles.created_on: "now", roles.created_by: "caller"}


def _stamped(
    version: Version, element_type: ElementType, sets: Mapping[str, object], now: str, principal: str | None
) -> Version:
    words = {"now": now, "today": f"{now[:10]}T00:00:00", "never": NO_END}
    attributes, related = dict(version.attributes), dict(version.related)
    for name, word in sets.items():
        if name in element_type.attributes:
            attributes[name] = {INVARIANT: words.get(str(word), word)}
        # Only the caller is ever put into a context.
        elif principal is not None and name in element_type.contexts:
            related[name] = (ElementId(principal),)
    return version._replace(attributes=attributes, related=related)
