"""The stereotype in a body: a predefined one is named by its key, others by the id or name of their element."""

from __future__ import annotations

from collections.abc import Mapping

from facetstore.domain.values import equality_key
from facetstore.usecases.changes.body import Body, id_of, shown


def names_another(given: Mapping[str, object], stored: str | None) -> bool:
    """Whether a body names a stereotype other than the stored text. The stereotypes of the tenant are needed to check it."""
    return given.get("stereotype") not in (None, "", stored)


def merge_stereotype(body: Body, stored: str | None, given: object) -> str | None:
    """The stereotype to store; null and the empty text remove it. The stored one is not checked, and stays with a finding."""
    if given is None or given == "":
        return None
    id_ = id_of(given)
    name = body.scope.stereotypes.get(id_, id_) if id_ is not None else given
    if not isinstance(name, str):
        error = f"stereotype needs a text or a reference with an id, not {shown(given)}."
        body.notes.wrong("wrong-form", error, f"{body.path}.stereotype")
        return stored
    if stored is not None and equality_key(stored) in (equality_key(name), id_):
        return stored
    return _judged(body, name, id_) or stored


def _judged(body: Body, name: str, id_: str | None) -> str | None:
    wanted = body.element_type.stereotype_type
    if wanted is None:
        error = f"The type {body.element_type.key} has no stereotypes."
        body.notes.wrong("no-stereotypes", error, f"{body.path}.stereotype")
        return None
    if id_ is not None and body.scope.known.get(id_) == wanted:
        return name
    named = _predefined(body)
    for element, own_name in body.scope.stereotypes.items():
        if own_name != element and body.scope.known.get(element) == wanted:
            named.setdefault(equality_key(own_name), own_name)
    found = named.get(equality_key(name))
    if found is None:
        listing = f" Possible are: {', '.join(named.values())}." if named else ""
        hint = body.notes.hint(name, named.values())
        error = f"The type {body.element_type.key} has no stereotype {shown(name)}.{hint}{listing} Others are named by the id of a {wanted}."
        body.notes.wrong("unknown-stereotype", error, f"{body.path}.stereotype")
    return found


def _predefined(body: Body) -> dict[str, str]:
    """The keys of the predefined stereotypes of the type, by their equality keys."""
    declared = body.element_type.attributes.get("stereotype")
    values = declared.attribute.selectable_values if declared is not None and declared.attribute is not None else ()
    return {equality_key(each.key): each.key for each in values if each.key}
