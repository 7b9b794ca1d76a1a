"""Schemas of webhooks and of their deliveries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import (
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    Schema,
    closed,
    counted,
    list_of,
    map_of,
    ref,
    said,
)
from facetstore.usecases.ports.webhook_store import ACTIVE, PAUSED, STATES
from facetstore.usecases.webhooks.webhook_settings import LONGEST_NAME, LONGEST_NOTE, LONGEST_URL, METHODS

_INSTANT: Final[Schema] = {"type": "string", "format": "date-time"}
_NAMES: Final = list_of(TEXT)
_URL: Final = said(
    {"type": "string", "maxLength": LONGEST_URL}, "The receiver, by https. Placeholders may stand behind its name."
)
_FILTER: Final[Mapping[str, Schema]] = {
    "facets": said(_NAMES, "Only events of elements of these facets; empty: of all."),
    "types": said(_NAMES, "Only events of elements of these types."),
    "kinds": said(_NAMES, "Only changes of these kinds, such as `element.changed`."),
    "states": said(_NAMES, "Only versions that are in one of these states after the change."),
}
_GIVEN: Final[Mapping[str, Schema]] = {
    "note": {"type": "string", "maxLength": LONGEST_NOTE},
    "method": {"enum": list(METHODS)},
    "headers": map_of(TEXT, "Further headers with their values, such as a password. Values are never shown again."),
    "body": said(
        {"anyOf": [TEXT, {"type": "null"}]},
        "JSON with placeholders in its texts, such as `[name]`; null: the event itself.",
    ),
    **_FILTER,
    "changes": said(FLAG, "Whether events say what they changed."),
    "actsAs": said(
        {"anyOf": [GUID, {"type": "null"}]},
        "The user or token whose rights decide what is sent; null: everything in the storage.",
    ),
    "paused": FLAG,
}
_NAME: Final[Schema] = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}

WEBHOOK_SCHEMAS: Final[Mapping[str, Schema]] = {
    "WebhookBody": closed({"name": _NAME, "url": _URL}, _GIVEN, description="A new webhook."),
    "WebhookChangeBody": closed(
        {}, {"name": _NAME, "url": _URL, **_GIVEN}, description="What changes. It goes on unless `paused` is true."
    ),
    "WebhookReplayBody": {
        "description": "From where to send again, or that what was given up is to be sent again.",
        "anyOf": [ref("WebhookReplayAfter"), ref("WebhookReplayDead")],
    },
    "WebhookReplayAfter": closed(
        {"after": {"anyOf": [TEXT, NUMBER], "description": "A cursor of the feed: `0`, or the id of an event."}},
        description="From a place in the feed.",
    ),
    "WebhookReplayDead": closed({"dead": {"enum": [True]}}, description="What was given up."),
    "Webhooks": counted("values", list_of(ref("Webhook"))),
    "Webhook": closed(
        {
            "id": GUID,
            "name": TEXT,
            "note": TEXT,
            "state": {"enum": [ACTIVE, PAUSED]},
            "url": TEXT,
            "method": {"enum": list(METHODS)},
            "headers": said(_NAMES, "The names of further headers; values are never shown."),
            **_FILTER,
            "changes": FLAG,
            "created": _INSTANT,
            "changed": _INSTANT,
            "cursor": said(TEXT, "Up to where the feed was read for it."),
            "counts": closed(
                {"waiting": NUMBER, "dead": NUMBER}, description="Events that wait, and that were given up."
            ),
        },
        {
            "trouble": said(TEXT, "Why nothing is sent."),
            "failingSince": said(_INSTANT, "Since when no attempt was successful."),
            "nextAttempt": _INSTANT,
            "madeBy": GUID,
            "actsAs": GUID,
            "body": TEXT,
            "secret": said(TEXT, "By which the receiver checks signatures. It is shown only in this response."),
        },
    ),
    "WebhookDeliveries": counted("values", list_of(ref("WebhookDelivery"))),
    "WebhookDelivery": closed(
        {
            "number": said(NUMBER, "Counts the deliveries of a webhook; 0: of the test that was just sent."),
            "event": said(TEXT, "Its id in the feed."),
            "kind": TEXT,
            "state": {"enum": list(STATES)},
            "attempts": NUMBER,
            "milliseconds": NUMBER,
            "request": said(TEXT, "What was sent, as JSON, without secrets."),
            "answer": said(TEXT, "The beginning of the answer, or why there is none."),
        },
        {
            "element": GUID,
            "at": said(_INSTANT, "The last attempt."),
            "nextAttempt": _INSTANT,
            "status": said(NUMBER, "Of the answer."),
        },
    ),
}
