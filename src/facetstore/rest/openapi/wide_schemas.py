"""Schemas of differences of many elements, of release notes, and of events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from facetstore.rest.openapi.schema_words import (
    COUNT,
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    Schema,
    by_culture,
    closed,
    counted,
    list_of,
    map_of,
    ref,
    said,
)

_NAME: Final = by_culture(TEXT, "What people read as the name.")
_PRINCIPALS: Final[Schema] = {"anyOf": [list_of(GUID), {"type": "null"}]}
_REQUIRED: Final[Mapping[str, Schema]] = {
    "id": GUID,
    "facetName": TEXT,
    "type": TEXT,
    "name": said(_NAME, "At the later moment; of what was removed, at the earlier one."),
    "kind": {"enum": ["added", "removed", "changed"]},
    "changed": said(list_of(TEXT), "What differs, in a few words."),
    "difference": said(ref("VersionDifference"), "Of what was added or removed: all of it."),
}
_OPTIONAL: Final[Mapping[str, Schema]] = {
    "renamed": said(FLAG, "Its name is another one."),
    "moved": said(FLAG, "It stands below another element."),
    "from": said(GUID, "The version at the earlier moment."),
    "to": said(GUID, "The version at the later moment."),
    "permissions": said(
        closed({"from": _PRINCIPALS, "to": _PRINCIPALS}),
        "Whom permissions set on it name at both moments; null: none are set. Only administrators get it.",
    ),
    "flowObjects": said(
        closed({}, dict.fromkeys(("added", "removed"), map_of(ref("LoneFlowObject"), "By id."))),
        "All of the flow objects that only one side shows.",
    ),
    "order": said(
        closed(
            {},
            {
                "related": map_of(list_of(GUID), "Related context, then the ids."),
                "content": map_of(list_of(TEXT), "Shapes in their order, each with the shapes before it."),
            },
        ),
        "The order at the later moment of what differs.",
    ),
    "shapes": map_of(GUID, "The elements of the shapes whose connections differ."),
    "names": map_of(_NAME, "The names of the elements that the difference names."),
}
_COUNTS: Final[Mapping[str, Schema]] = {
    "added": said(COUNT, "How many elements came."),
    "removed": said(COUNT, "How many elements went."),
    "changed": said(COUNT, "How many elements changed."),
    "lookedAt": said(COUNT, "How many elements were compared, because they or something near them changed."),
}
_HEAD: Final[Mapping[str, Schema]] = {"count": COUNT, "fromRevision": NUMBER, "toRevision": NUMBER, **_COUNTS}
_RELEASE: Final = closed(
    {"versionId": GUID},
    {
        "version": TEXT,
        "releasedOn": TEXT,
        "releasedBy": closed({"id": GUID, "name": _NAME}),
        "reason": by_culture(TEXT, "The reason of the revision."),
    },
)

WIDE: Final[Mapping[str, Any]] = {
    "WideDifferences": closed({**_HEAD, "values": list_of(ref("WideDifference"))}),
    "WideDifference": closed(_REQUIRED, _OPTIONAL, description="How an element differs between two moments."),
    "LoneFlowObject": closed(
        {"type": TEXT, "difference": ref("VersionDifference")}, description="A flow object that only one side shows."
    ),
    "ReleaseNotes": closed({**_HEAD, "values": list_of(ref("ReleaseNote"))}),
    "ReleaseNote": closed(
        {**_REQUIRED, "releases": said(list_of(ref("Release")), "Its releases in the period, the last first.")},
        _OPTIONAL,
        description="How what is released of an element differs between two moments.",
    ),
    "Release": _RELEASE,
    "LiveChanges": closed(
        {
            "changed": said(list_of(ref("LiveChange")), "In the order of the commits."),
            "all": said(
                {"type": "boolean"},
                "Whether anything else may be different, too: more has changed than fits, or in a stream, your permissions.",
            ),
            "rights": said(
                TEXT,
                "Stands for your role and the definition. When it is another one, anything may be different.",
            ),
            "next": said(TEXT, "The `after` of the next request."),
        },
        {
            "present": said(
                ref("PresentAt"), "In a stream for a `window`: who else is where that is, when this has changed."
            )
        },
    ),
    "PresentAt": closed({"elementId": GUID, "values": list_of(ref("PresentUser"))}),
    "PresenceBody": closed(
        {
            "window": said(
                {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"}, "Any name for one window of the caller."
            )
        },
        {
            "elementId": said(
                {"anyOf": [GUID, {"type": "null"}]}, "The element that is open in it; missing: the window has left."
            ),
            "shapeId": said({"anyOf": [GUID, {"type": "null"}]}, "The shape of its diagram that the user is at."),
            "isEditing": said(FLAG, "Whether there are changes that are not saved."),
        },
    ),
    "PresentUsers": counted("values", list_of(ref("PresentUser"))),
    "PresentUser": closed(
        {
            "isEditing": said(FLAG, "Whether this user has changes that are not saved."),
            "shapeIds": said(list_of(GUID), "The shapes at which the user is."),
        },
        {"by": said(ref("CommentPerson"), "Missing: a user whom the caller does not see.")},
        description="Another user who has the element open.",
    ),
    "LiveChange": closed(
        {
            "event": said(TEXT, "The id of the event."),
            "id": said(GUID, "The element."),
            "facetName": TEXT,
            "kind": said(TEXT, "The kind of the change."),
        },
        {"versionId": said(GUID, "The version that was changed.")},
        description="An element that has changed.",
    ),
    "Events": closed(
        {"count": COUNT, "values": list_of(ref("Event")), "next": said(TEXT, "The `after` of the next request.")}
    ),
    "Event": closed(
        {
            "specversion": {"const": "1.0"},
            "id": said(TEXT, "Unique in the storage, and the cursor behind this event."),
            "source": said(TEXT, "The storage."),
            "type": said(TEXT, "`facetstore.` and the kind of the change."),
            "subject": said(GUID, "The element."),
            "time": said(TEXT, "When it was changed, in UTC."),
            "datacontenttype": {"const": "application/json"},
            "data": ref("EventData"),
        },
        description="A change of an element, as CloudEvents 1.0.",
    ),
    "EventData": closed(
        {"revision": NUMBER, "kind": TEXT, "id": GUID, "facetName": TEXT, "type": TEXT},
        {
            "versionId": said(GUID, "The version that was changed."),
            "by": said(TEXT, "Who changed it."),
            "actor": ref("Actor"),
            "reason": said(TEXT, "Why, if the change said so."),
            "changed": said(list_of(TEXT), "With `changes=true`: what differs, in a few words."),
            "difference": said(
                ref("VersionDifference"), "With `changes=true`: before and after. Of what is new or deleted: all of it."
            ),
            "told": map_of(TEXT, "With `changes=true`: further details, by name."),
        },
    ),
}
