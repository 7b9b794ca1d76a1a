"""Schemas of acknowledgements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.callers import ROLE_NAMES
from facetstore.rest.openapi.schema_words import (
    COUNT,
    DATE_TIME,
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    Schema,
    closed,
    counted,
    list_of,
    ref,
    said,
)
from facetstore.usecases.acknowledging.asking import MOST_NAMES

_ROLES: Final = said(
    {"type": "array", "items": {"enum": list(ROLE_NAMES)}},
    "Each asks all users with this role or a higher one: `viewer` asks everyone.",
)
_PERSON: Final = ref("CommentPerson")

ACKNOWLEDGEMENTS: Final[Mapping[str, Schema]] = {
    "AcknowledgementRequestBody": closed(
        {},
        {
            "principals": said(
                {**list_of(GUID), "maxItems": MOST_NAMES},
                "Users, groups, and elements with holders: roles and organizational units.",
            ),
            "roles": _ROLES,
        },
    ),
    "AcknowledgementBody": closed(
        {
            "versionId": said(GUID, "The version that was read. It must be the one in force."),
            "culture": said(NUMBER, "In which it was read."),
        }
    ),
    "ChangedAcknowledgements": counted("values", list_of(ref("ChangedComment"))),
    "Acknowledgements": closed(
        {
            "count": COUNT,
            "values": list_of(ref("Acknowledgement")),
            "missing": said(COUNT, "How many of these have not confirmed the version in force."),
            "mayAsk": FLAG,
            "mayList": said(FLAG, "Whether `values` has others, too."),
            "isAsked": said(FLAG, "Whether the caller is asked."),
        },
        {
            "versionId": said(GUID, "The released version in force. Missing: there is none."),
            "confirmedOn": said(DATE_TIME, "When the caller has confirmed it."),
            "askable": said(list_of(TEXT), "The types of what can be asked, for callers who may ask."),
            "asked": said(ref("AcknowledgementAsked"), "For callers who may list who has confirmed."),
        },
    ),
    "AcknowledgementAsked": closed(
        {"principals": list_of(_PERSON), "roles": _ROLES}, description="Whom an element asks."
    ),
    "Acknowledgement": closed(
        {"person": _PERSON},
        {"confirmedOn": said(DATE_TIME, "Missing: not yet."), "culture": NUMBER},
        description="A person who is asked, or has confirmed the version in force.",
    ),
    "AwaitedAcknowledgements": counted("values", list_of(ref("AwaitedAcknowledgement"))),
    "AwaitedAcknowledgement": closed(
        {
            "element": ref("PreferredElement"),
            "versionId": said(GUID, "The version in force."),
            "askedOn": DATE_TIME,
        },
        description="A released version that the caller is asked to confirm.",
    ),
    "AcknowledgementProof": counted("values", list_of(ref("ProvenAcknowledgement"))),
    "ProvenAcknowledgement": closed(
        {"element": GUID, "versionId": GUID, "person": GUID, "personName": TEXT},
        {
            "number": said(TEXT, "The number of the version, while there is one."),
            "confirmedOn": said(DATE_TIME, "Missing: not yet. In `inZone`."),
            "inZone": TEXT,
            "readIn": said(TEXT, "The culture in which it was read, such as `de-DE`."),
        },
        description="That a person has confirmed a version, or is asked to.",
    ),
}
