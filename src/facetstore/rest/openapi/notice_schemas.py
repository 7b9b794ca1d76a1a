"""Schemas of notices, subscriptions and mail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import (
    COUNT,
    DATE_TIME,
    FLAG,
    GUID,
    TEXT,
    Schema,
    closed,
    counted,
    list_of,
    ref,
    said,
)
from facetstore.usecases.noticing.asked_readers import ACKNOWLEDGE
from facetstore.usecases.noticing.days import EXPIRY, STALE
from facetstore.usecases.noticing.deriving import COMMENT, MENTION, RELEASE, REPLY, TASK
from facetstore.usecases.noticing.notice_list import MOST_LISTED
from facetstore.usecases.noticing.review_days import REVIEW
from facetstore.usecases.ports.mail_store import MailPace

_BELOW: Final = said(FLAG, "Whether everything below the element is followed, too.")
_PACE: Final[Schema] = {"enum": [each.value for each in MailPace]}
_KINDS: Final = (MENTION, REPLY, COMMENT, RELEASE, TASK, EXPIRY, STALE, ACKNOWLEDGE, REVIEW)

NOTICES: Final[Mapping[str, Schema]] = {
    "Notices": counted("values", list_of(ref("Notice")), {"unread": said(COUNT, "How many of these are not read.")}),
    "Notice": closed(
        {
            "id": TEXT,
            "kind": {"enum": list(_KINDS)},
            "on": DATE_TIME,
            "isRead": FLAG,
            "element": said(ref("PreferredElement"), "What it is about."),
        },
        {
            "versionId": GUID,
            "by": said(
                ref("CommentPerson"), "Who did it; missing: the clock, or a person whom the caller does not see."
            ),
            "detail": said(
                TEXT,
                "Of a task its kind, of what expires the days that are left, of what is to be confirmed the days that it waits, of translations how many texts are stale, of a review the day on which it is due.",
            ),
        },
        description="Something that the caller is to know.",
    ),
    "NoticesReadBody": closed({}, {"ids": said({**list_of(TEXT), "maxItems": MOST_LISTED}, "Without them, all.")}),
    "NoticesRead": counted("values", list_of(TEXT)),
    "SubscriptionBody": closed({}, {"below": _BELOW}),
    "Subscriptions": counted("values", list_of(ref("FollowedElement"))),
    "FollowedElement": closed(
        {"element": ref("PreferredElement"), "below": _BELOW}, description="An element that the caller follows."
    ),
    "Subscribers": counted("values", list_of(ref("Subscriber"))),
    "Subscriber": closed(
        {"person": ref("CommentPerson"), "below": _BELOW}, description="A person who follows the element."
    ),
    "ChangedSubscriptions": counted("values", list_of(ref("ChangedComment"))),
    "MailPage": said(TEXT, "A page with a button, or that says that it is done."),
    "MailChoice": closed(
        {
            "isOffered": said(FLAG, "Whether this service sends mail, and the caller has an address."),
            "pace": _PACE,
            "isConfirmed": said(FLAG, "Whether the caller has confirmed the address. Until then there is no mail."),
        },
        description="When the caller gets mail.",
    ),
    "MailChoiceBody": closed({"pace": _PACE}),
    "ChosenMail": closed({"pace": _PACE}, description="What the caller has chosen."),
}
