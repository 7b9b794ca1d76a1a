"""Schemas of comments: threads as they are read, and a comment as it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import (
    COUNT,
    DATE_TIME,
    FLAG,
    GUID,
    TEXT,
    TEXTS,
    Schema,
    closed,
    counted,
    list_of,
    ref,
    said,
)
from facetstore.usecases.commenting.changing_threads import LONGEST_COMMENT, MOST_MENTIONS

COMMENTS: Final[Mapping[str, Schema]] = {
    "CommentBody": closed(
        {"text": {"type": "string", "minLength": 1, "maxLength": LONGEST_COMMENT}},
        {
            "shape": said({"anyOf": [GUID, {"type": "null"}]}, "The shape of the element's diagram that it is about."),
            "replyTo": said({"anyOf": [GUID, {"type": "null"}]}, "A comment of the thread to reply to."),
            "mentions": said({**list_of(GUID), "maxItems": MOST_MENTIONS}, "The users whom it is meant for."),
        },
    ),
    "Threads": counted(
        "values", list_of(ref("Thread")), {"open": said(COUNT, "How many of these threads are not resolved.")}
    ),
    "Thread": closed(
        {
            "id": said(GUID, "Of its first comment."),
            "versionId": said(GUID, "The version about which it was begun."),
            "isOpen": said(FLAG, "Whether it is not resolved."),
            "mayResolve": said(FLAG, "Whether the caller may resolve it and open it again."),
            "comments": said(list_of(ref("Comment")), "The first one, and the replies to it."),
        },
        {
            "shapeId": said(GUID, "The shape that it is about; missing: it is about the element."),
            "resolvedOn": DATE_TIME,
            "resolvedBy": ref("CommentPerson"),
        },
        description="Comments that belong together.",
    ),
    "Comment": closed(
        {
            "id": GUID,
            "on": DATE_TIME,
            "text": said(TEXT, "Empty: it was deleted."),
            "mentions": said(
                list_of(ref("CommentPerson")), "The users whom it mentions, as far as the caller sees them."
            ),
            "mayDelete": FLAG,
        },
        {"by": said(ref("CommentPerson"), "Missing: the caller does not see the author.")},
        description="What was said, by whom and when.",
    ),
    "CommentPerson": closed(
        {"id": GUID, "type": TEXT, "name": said(TEXTS, "The name by culture.")}, description="A user, or a token."
    ),
    "ChangedComments": counted("values", list_of(ref("ChangedComment"))),
    "ChangedComment": closed({"id": GUID}, description="A comment that was stored, changed or deleted."),
}
