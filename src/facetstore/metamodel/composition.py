"""Which properties a type has: those of the bundles it includes, and its own."""

from __future__ import annotations

from collections.abc import Mapping

from facetstore.metamodel.plain import Plain, entries, section, word, words


def properties_of(element_type: Plain, whole: Plain) -> Mapping[str, Plain]:
    """The properties of a type in their order, each with what differs in this type."""
    found: dict[str, Plain] = {}
    for bundle in words(element_type, "include"):
        for each in words(whole.get("propertySets"), bundle):
            found.setdefault(each, {})
    for each, override in entries(element_type, "properties").items():
        found[each] = {**found.get(each, {}), **override}
    return found


def label_of(element_type: Plain, whole: Plain) -> tuple[str, ...]:
    """The attributes that make up the displayed name: those that the type gives, or the one that every element has."""
    name = word(section(whole, "methodRoles"), "name")
    return words(element_type, "label") or ((name,) if name else ())
