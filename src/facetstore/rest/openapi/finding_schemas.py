"""Schemas of what is found: hits of a search, usages of an element, counts, translations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.element_schemas import ELEMENTS
from facetstore.rest.openapi.schema_words import (
    COUNT,
    DATE_TIME,
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
from facetstore.usecases.changes.text_states import TextState
from facetstore.usecases.finding.counting import FIELDS

_TOTAL: Final[Schema] = {"type": "integer", "minimum": 0}
_REFERENCE: Final = ELEMENTS["Reference"]
STATE_TEXTS: Final = {
    TextState.CURRENT: "How many texts are not older than their source.",
    TextState.STALE: "How many texts have a source that was changed later.",
    TextState.MISSING: "How many have no text, and none in a fallback culture that the storage names.",
    TextState.FALLBACK: "How many have no text, but one in a fallback culture that the storage names.",
}
_REQUIRED: Final = _REFERENCE["required"]

_STATES: Final = {state.value: said(_TOTAL, text) for state, text in STATE_TEXTS.items()}
TRANSLATING: Final[Mapping[str, Schema]] = {
    "TextChangedBy": closed(
        {"revision": said(_TOTAL, "The revision of the storage."), "at": DATE_TIME},
        {"by": said(TEXT, "Who made it, unless hidden from the caller."), "actor": ref("Actor")},
        description="The last change of a text, or its last confirmation.",
    ),
    "Translation": closed(
        {
            "attribute": said(TEXT, "The name of the attribute."),
            "culture": said(NUMBER, "The culture."),
            "state": said({"enum": list(TextState)}, "What it is in this culture."),
        },
        {
            "changed": said(ref("TextChangedBy"), "Its last change; not for viewers, who do not see the history."),
            "shown": said(NUMBER, "Of what has no text: the culture whose text readers see instead."),
            "sourceBefore": {
                "description": "Of a stale text: what the source was when this text was last changed; not for viewers."
            },
        },
        description="An attribute in a culture.",
    ),
    "ElementTranslations": closed(
        {
            "count": COUNT,
            "id": GUID,
            "versionId": GUID,
            "facetName": TEXT,
            "source": said(NUMBER, "The culture to translate from: the default culture of the storage."),
            "cultures": map_of(closed(_STATES), "How many texts there are, by culture and state."),
            "values": said(list_of(ref("Translation")), "By attribute and culture."),
        }
    ),
    "CultureTranslations": closed(
        {
            "culture": said(NUMBER, "A culture of the storage."),
            "mandatory": said(FLAG, "Whether the culture is mandatory."),
            **_STATES,
            "elements": said(_TOTAL, "How many elements have texts to translate in any state."),
            "open": said(_TOTAL, "How many of them have texts that are stale, missing or shown in another culture."),
            "facets": map_of(_TOTAL, "How many of these are in each facet that has any."),
        },
        description="How many texts of a culture are in which state.",
    ),
    "TranslatedElement": closed(
        {
            **{name: _REFERENCE["properties"][name] for name in _REQUIRED},
            "name": said(TEXTS, "The name by culture."),
            **_STATES,
        },
        {name: each for name, each in _REFERENCE["properties"].items() if name not in _REQUIRED},
        description="A reference to an element, with its name and how many of its texts of the culture are in which state.",
    ),
    "Translations": closed(
        {"count": COUNT, "source": said(NUMBER, "The culture to translate from: the default culture of the storage.")},
        {
            "values": said(list_of(ref("CultureTranslations")), "Without `culture`: each culture, the source first."),
            "total": said(_TOTAL, "With `culture`: how many elements there are on all pages."),
            "elements": said(list_of(ref("TranslatedElement")), "With `culture`: the elements, by name."),
        },
    ),
}

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
    **TRANSLATING,
}
