"""Schemas of what is found: hits of a search, usages of an element, counts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.element_schemas import ELEMENTS
from facetstore.rest.openapi.schema_words import (
    COUNT,
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    TEXTS,
    Schema,
    closed,
    list_of,
    map_of,
    ref,
    said,
)
from facetstore.usecases.finding.counting import FIELDS

_TOTAL: Final[Schema] = {"type": "integer", "minimum": 0}
_REFERENCE: Final = ELEMENTS["Reference"]
_REQUIRED: Final = _REFERENCE["required"]

FINDING: Final[Mapping[str, Schema]] = {
    "Snippet": closed(
        {
            "attribute": said(TEXT, "The name of the attribute."),
            "culture": said(NUMBER, "The culture of the text; 127 when it does not depend on one."),
            "text": said(TEXT, "Plain text around what was found, not html; `…` stands where it was cut."),
            "highlights": said(
                list_of({"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}),
                "Where in the text it stands: at which character it begins, and how many it has.",
            ),
        },
        description="A passage of an element that has what was searched for.",
    ),
    "SearchHit": closed(
        {
            **{name: _REFERENCE["properties"][name] for name in _REQUIRED},
            "name": said(TEXTS, "The name by culture; with `culture` in that one alone."),
            "snippets": said(list_of(ref("Snippet")), "At most two passages."),
        },
        {name: each for name, each in _REFERENCE["properties"].items() if name not in _REQUIRED},
        description="A reference to an element that was found, with its name and what was found of it.",
    ),
    "SearchHits": closed(
        {
            "count": COUNT,
            "total": said(_TOTAL, "How many hits there are on all pages."),
            "totalIsMinimum": said(FLAG, "Whether there are more than were counted."),
            "facets": map_of(_TOTAL, "How many hits there are in each facet."),
            "types": map_of(_TOTAL, "How many hits there are of each type."),
            "states": map_of(_TOTAL, "How many hits there are in each state."),
            "values": said(list_of(ref("SearchHit")), "Best first."),
        }
    ),
    "Usages": closed(
        {
            "count": COUNT,
            "total": said(_TOTAL, "How many usages there are on all pages."),
            "values": map_of(
                list_of(ref("Reference")), "Name of the related context, then the elements that refer in it."
            ),
        }
    ),
    "StatsEntry": closed(
        {
            "count": said(
                _TOTAL,
                "How many elements have these values; with `month` how many versions were released, with `missingCulture` how many "
                "elements lack a name or a mandatory attribute in this culture.",
            )
        },
        {
            **dict.fromkeys(FIELDS, TEXT),
            "owner": said(GUID, "The id of the owner."),
            "displayName": said(TEXT, "The owner's name, in the default culture or else by the fallback order."),
            "month": said({"type": "string", "pattern": r"^\d{4}-\d\d$"}, "A month, local to the storage's time zone."),
            "missingCulture": said(NUMBER, "A culture of the storage."),
            "mandatory": said(FLAG, "Whether the culture is mandatory."),
            "withoutName": said(_TOTAL, "How many elements lack a name in this culture."),
        },
        description="A combination of values, and how many elements have it.",
    ),
    "Stats": closed({"count": COUNT, "values": list_of(ref("StatsEntry"))}),
}
