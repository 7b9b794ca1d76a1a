"""Who wrote a version, and when: the server sets these properties itself, if the type has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT, NO_END, ElementId
from facetstore.metamodel.model import ElementType, Metamodel

_ON_CHANGE: Final = {"changedOn": "now", "changedBy": "caller"}
STAMPS: Final = frozenset(_ON_CHANGE)
"""The properties that the server sets with a change. Comparisons leave them out."""
_ON_CREATION: Final = {**_ON_CHANGE, "createdOn": "now", "createdBy": "caller"}
FIRST_STAMPS: Final = frozenset(_ON_CREATION)
"""The properties that get new values in a copy of an element. Comparisons with a copy leave them out."""
_FIRST_AUTHOR: Final = {"author": "caller"}


def stamp_changed(version: Version, metamodel: Metamodel, now: str, principal: str | None) -> Version:
    """The version with changedOn and changedBy set, if its type has them. `now` is a local date-time of the storage."""
    return _stamped(version, metamodel.types[version.type], _ON_CHANGE, now, principal)


def stamp_created(
    version: Version, metamodel: Metamodel, now: str, principal: str | None, *, given: frozenset[str] = frozenset()
) -> Version:
    """The version with the stamps of a new element and with defaults: the principal as its author, and what its lifecycle sets.

    `given` holds the casefolded names of the properties that the body contains: they get no default.
    """
    element_type = metamodel.types[version.type]
    lifecycle = metamodel.lifecycle_of.get(version.type)
    sets = lifecycle.new_version.get("sets") if lifecycle is not None else None
    defaults = {**_FIRST_AUTHOR, **(sets if isinstance(sets, Mapping) else {})}
    chosen = {name: word for name, word in defaults.items() if name.casefold() not in given}
    return _stamped(version, element_type, {**chosen, **_ON_CREATION}, now, principal)


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
