"""Schemas of review dates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import (
    COUNT,
    DATE_TIME,
    FLAG,
    GUID,
    Schema,
    closed,
    counted,
    list_of,
    ref,
    said,
)

_DAY: Final[Schema] = {"type": "string", "format": "date"}
_OVERDUE: Final = said(FLAG, "The day has passed.")

REVIEWS: Final[Mapping[str, Schema]] = {
    "ReviewBody": closed({"versionId": said(GUID, "The version that is still right. It must be the one in force.")}),
    "ConfirmedReview": counted("values", list_of(ref("ChangedComment"))),
    "Review": closed(
        {
            "isRequired": said(FLAG, "Whether the type of the element requires reviews, and a version is released."),
            "mayConfirm": FLAG,
        },
        {
            "versionId": said(GUID, "The released version in force."),
            "months": said(COUNT, "How many months after its release, or its last confirmation, a review is due."),
            "dueOn": said(_DAY, "The day, in the time of the storage."),
            "isDue": said(FLAG, "It is due, or so soon that those who are responsible hear of it."),
            "isOverdue": _OVERDUE,
            "confirmedOn": said(DATE_TIME, "When this version was last confirmed. Missing: never."),
            "by": said(ref("CommentPerson"), "Who did; missing: a user whom the caller does not see."),
        },
    ),
    "DueReviews": closed(
        {
            "count": COUNT,
            "values": list_of(ref("DueReview")),
            "due": said(COUNT, "How many are due or seen coming, also those that are not in `values`."),
            "overdue": said(COUNT, "How many of them are overdue."),
        },
    ),
    "DueReview": closed(
        {
            "element": ref("PreferredElement"),
            "versionId": said(GUID, "The version in force."),
            "dueOn": _DAY,
            "isOverdue": _OVERDUE,
        },
        description="A released version that is to be confirmed as still right.",
    ),
}
