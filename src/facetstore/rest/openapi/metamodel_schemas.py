"""Schemas of the metamodel additions of a tenant. `facetstore metamodel schema` prints them in full; here is what a page works with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from facetstore.domain.callers import ROLE_NAMES
from facetstore.query.synonyms import MOST_WORDS
from facetstore.rest.openapi.schema_words import FLAG, NUMBER, TEXT, TEXTS, Schema, closed, list_of, map_of, ref, said
from facetstore.usecases.tenants.own_synonyms import LONGEST_ENTRY, MOST_ENTRIES, MOST_GROUPS

_KEYS: Final = list_of(TEXT)
_ROLE: Final[Schema] = {"enum": list(ROLE_NAMES)}
_ANY: Final[Schema] = {"description": "Any JSON."}


def _open(properties: Mapping[str, Any], description: str) -> Schema:
    """An object with these fields, all optional, and others that the reference of metamodel files lists."""
    return {"type": "object", "description": description, "properties": dict(properties), "additionalProperties": _ANY}


_GROUPS: Final = said(
    list_of({**list_of({**TEXT, "minLength": 2, "maxLength": LONGEST_ENTRY}), "minItems": 2, "maxItems": MOST_ENTRIES}),
    f"Groups of words, or of up to {MOST_WORDS} words with blanks between them, that mean the same. At most {MOST_GROUPS}.",
)

METAMODEL: Final[Mapping[str, Schema]] = {
    "SynonymsBody": closed({"synonyms": _GROUPS}),
    "Synonyms": closed({"synonyms": _GROUPS}),
    "AdditionsBody": closed({"additions": ref("Additions")}),
    "OwnMetamodel": closed(
        {
            "additions": ref("Additions"),
            "patterns": map_of(
                ref("AddedType"),
                "Types of the standard that a new type can be made like, with the keys that it takes over from them.",
            ),
        }
    ),
    "Additions": closed(
        {},
        {
            "types": map_of(ref("AddedType"), "New types, and more properties of types of the standard."),
            "properties": map_of(ref("AddedProperty"), "New properties. A type has them only if it names them."),
            "selectableValues": map_of(list_of(ref("AddedValue")), "Further values of selections of the standard."),
            "stereotypes": map_of(list_of(ref("AddedValue")), "Further stereotypes, by type."),
            "rules": map_of(_open({}, "A rule."), "New rules, and settings of those of the standard."),
            "methodRoles": map_of(_ANY, "Other names for what the service needs of the method."),
        },
        description="What a tenant adds to the standard metamodel, as in an additions file.",
    ),
    "AddedType": _open(
        {
            "facet": TEXT,
            "names": TEXTS,
            "descriptions": TEXTS,
            "color": TEXT,
            "properties": map_of(_ANY, "The properties that it has, each with what differs in this type, or null."),
            "children": _KEYS,
        },
        "A type, or more of a type of the standard.",
    ),
    "AddedProperty": _open(
        {
            "names": TEXTS,
            "descriptions": TEXTS,
            "dataType": TEXT,
            "relatedTypes": _KEYS,
            "invariant": said(FLAG, "One value for all languages."),
            "mandatory": FLAG,
            "searchable": FLAG,
            "selectableValues": list_of(ref("AddedValue")),
            "maxOccurrence": NUMBER,
            "readableBy": _ROLE,
            "writableBy": _ROLE,
        },
        "A property: it holds values (dataType) or refers to elements (relatedTypes).",
    ),
    "AddedValue": _open({"key": TEXT, "names": TEXTS, "descriptions": TEXTS}, "A value of a selection."),
}
