"""Who wrote a version, and when: the server sets these properties itself, if the type has them."""

from __future__ import annotations

from collections.abc import Mapping

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT, NO_END, ElementId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.metamodel.roles import MethodRoles


def stamps(metamodel: Metamodel) -> frozenset[str]:
    """The properties that the server sets with a change. Comparisons leave them out."""
    return frozenset(_on_change(metamodel.roles))


def first_stamps(metamodel: Metamodel) -> frozenset[str]:
    """The properties that get new values in a copy of an element. Comparisons with a copy leave them out."""
    return frozenset(_on_creation(metamodel.roles))


def stamp_changed(version: Version, metamodel: Metamodel, now: str, principal: str | None) -> Version:
    """The version with changedOn and changedBy set, if its type has them. `now` is a local date-time of the storage."""
    return _stamped(version, metamodel.types[version.type], _on_change(metamodel.roles), now, principal)


def stamp_created(
    version: Version, metamodel: Metamodel, now: str, principal: str | None, *, given: frozenset[str] = frozenset()
) -> Version:
    """The version with the stamps of a new element and with defaults: the principal as its author, and what its lifecycle sets.

    `given` holds the casefolded names of the properties that the body contains: they get no default.
    """
    element_type, roles = metamodel.types[version.type], metamodel.roles
    lifecycle = metamodel.lifecycle_of.get(version.type)
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
        # A context only ever gets the caller.
        elif principal is not None and name in element_type.contexts:
            related[name] = (ElementId(principal),)
    return version._replace(attributes=attributes, related=related)
