"""A tenant's own types, properties and values on top of the standard.

The file uses the words of the standard. Everything is optional:

    properties:                 # new properties; a type has them only once it names them
      bookingUnit:
        names: {1031: "Kostenstelle", 1033: "Cost centre"}
        descriptions: {1031: "Wer den Prozess bezahlt.", 1033: "Who pays for the process."}
        dataType: SingleLineText        # or relatedTypes: [orgUnit] for a context
        invariant: true
    types:
      supplier:                 # a new type: all keys of a type of the standard
        facet: stakeholders
        identity: versioned
        lifecycle: release
        names: {1031: "Lieferant", 1033: "Supplier"}
        descriptions: {1031: "Wer uns beliefert.", 1033: "Who supplies us."}
        color: "#6E4A7E"
        include: [named, tracked, versioned]
        properties: {bookingUnit: }
      subProcess:               # a type of the standard: only properties, children, content and reviews are added
        properties:
          bookingUnit:
          purp: {mandatory: true}       # what differs in this type
        review: {months: 24, leadDays: 30}      # how often it must be confirmed as still right
    selectableValues:           # further values of a selection, by the property that lists them
      processMaturity:
        - key: certified
          names: {1031: "Zertifiziert", 1033: "Certified"}
          descriptions: {1031: "Von außen geprüft.", 1033: "Checked from outside."}
    stereotypes:                # further predefined stereotypes, by the type they are made for
      system: []
    rules:                      # rules of the standard on or off, errors or warnings; or new rules
      conditionAfterDecision: {active: true}
    methodRoles:                # other names for what the service itself needs of the method
      authors: [author, secondaryAuthors]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from facetstore.metamodel.consistency import check_consistency, check_value_keys
from facetstore.metamodel.plain import Plain, entries, items, section, word, words
from facetstore.metamodel.reference_checks import check_references
from facetstore.metamodel.schema import additions_schema, check_shape
from facetstore.metamodel.shape import nearest
from facetstore.metamodel.yaml_source import Problem

_RESERVED = frozenset({"versionid", "creationid", "type", "state", "facetname", "attributes", "self"})
"""Words of responses and filters. A property must not use one, because the two could not be distinguished."""


def check_additions(additions: Plain, standard: Plain) -> Iterator[Problem]:
    """Every mistake in the additions, checked together with the standard they extend."""
    whole = merge_additions(additions, standard)
    yield from check_shape(additions, additions_schema(standard))
    yield from _check_properties(additions, standard)
    yield from _check_values(additions, standard)
    yield from check_references(additions, whole)
    yield from check_consistency(additions, whole)


def merge_additions(additions: Plain, standard: Plain) -> Plain:
    """The standard with the additions on top. Mistakes in the additions are left to the checks."""
    return {
        **standard,
        "properties": _with_values(additions, {**entries(additions, "properties"), **section(standard, "properties")}),
        "types": _with_types(additions, entries(standard, "types")),
        "stereotypes": _with_lists(section(additions, "stereotypes"), section(standard, "stereotypes")),
        "rules": _with_entries(entries(additions, "rules"), entries(standard, "rules")),
        "methodRoles": {**section(standard, "methodRoles"), **section(additions, "methodRoles")},
    }


def _with_values(additions: Plain, properties: Plain) -> Plain:
    found = dict(properties)
    for name, more in section(additions, "selectableValues").items():
        each = found.get(name)
        if isinstance(each, Mapping) and isinstance(each.get("selectableValues"), list) and isinstance(more, list):
            found[name] = {**each, "selectableValues": [*each["selectableValues"], *more]}
    return found


def _with_types(additions: Plain, types: Mapping[str, Plain]) -> Plain:
    found = dict(types)
    for name, more in entries(additions, "types").items():
        found[name] = _extended(types[name], more) if name in types else more
    return found


def _extended(standard: Plain, more: Plain) -> Plain:
    lists = {
        key: [*words(standard, key), *(each for each in words(more, key) if each not in words(standard, key))]
        for key in ("children", "content")
        if key in standard or key in more
    }
    return {
        **standard,
        **lists,
        **({"review": more["review"]} if "review" in more else {}),
        "properties": _with_entries(entries(more, "properties"), entries(standard, "properties")),
    }


def _with_entries(more: Mapping[str, Plain], known: Mapping[str, Plain]) -> Mapping[str, Plain]:
    return {**known, **{name: {**known.get(name, {}), **each} for name, each in more.items()}}


def _with_lists(more: Plain, known: Plain) -> Plain:
    found = dict(known)
    for name, each in more.items():
        earlier = known.get(name)
        if isinstance(each, list):
            found[name] = [*earlier, *each] if isinstance(earlier, list) else each
    return found


def _check_properties(additions: Plain, standard: Plain) -> Iterator[Problem]:
    for name in section(additions, "properties"):
        if name in section(standard, "properties"):
            yield Problem(("properties", name), f"The standard has a property {name!r} already.")
        if name.casefold() in _RESERVED:
            yield Problem(("properties", name), f"{name!r} is a word of the interface and cannot name a property.")


def _check_values(additions: Plain, standard: Plain) -> Iterator[Problem]:
    known = entries(standard, "properties")
    selections = [name for name, each in known.items() if "selectableValues" in each]
    for name in section(additions, "selectableValues"):
        path = ("selectableValues", name)
        if name not in known:
            yield Problem(path, f"Unknown property {name!r}.{nearest(name, selections)}")
        elif name not in selections:
            yield Problem(path, f"The property {name!r} lists no selectable values of its own.")
        yield from check_value_keys(section(additions, "selectableValues"), name, ("selectableValues",))
        yield from _check_taken(additions, path, items(known.get(name), "selectableValues"))
    for name in section(additions, "stereotypes"):
        yield from _check_taken(additions, ("stereotypes", name), items(standard.get("stereotypes"), name))


def _check_taken(additions: Plain, path: tuple[str, str], standard: Iterable[Plain]) -> Iterator[Problem]:
    taken = {word(each, "key") for each in standard}
    for index, each in enumerate(items(section(additions, path[0]), path[1])):
        value = word(each, "key")
        if value in taken:
            yield Problem((*path, index), f"The standard has {f'a value {value!r}' if value else 'one without key'}.")
