"""Schemas of writes: the bodies they take, and the answers of those that answer with something else than elements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.element_files import LONGEST_NAME
from facetstore.rest.openapi.body_schemas import DIFFERENCES, GIVEN
from facetstore.rest.openapi.schema_words import (
    COUNT,
    DATE_TIME,
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
from facetstore.rest.openapi.wide_schemas import WIDE

_ANYTHING: Final[Schema] = {"type": "object", "additionalProperties": {"description": "Anything."}}

_MOMENT: Final[Schema] = {"type": ["string", "integer"]}
_RESOLVE: Final[Schema] = {
    "anyOf": [
        {"enum": ["restored", "current"]},
        {"type": "object", "additionalProperties": {"enum": ["restored", "current"]}},
    ],
    "description": "Which side wins where something was changed since, by the paths of `conflicts`: `restored` is what comes back, `current` what is stored now. One word is for all of them.",
}


def _few(name: str) -> Schema:
    return {"type": "array", "items": ref(name), "minItems": 1, "maxItems": 1000}


BODIES: Final[Mapping[str, Schema]] = {
    "ElementsBody": {
        "type": "object",
        "description": "Elements as answers have them; those without an id are created, also in related contexts with `canAddNew`. What is not given stays as it is, null removes it.",
        "properties": {"count": COUNT, **dict.fromkeys(("elements", "values"), _few("GivenElement"))},
        "additionalProperties": False,
    },
    "ContentBody": {
        "type": "object",
        "description": "Shapes to add, change, connect or delete. Predecessors are indices of items of the same request. With `format=script`, the script of the whole diagram instead.",
        "properties": {
            "values": _few("GivenShape"),
            "script": TEXT,
            "create": said(list_of(TEXT), "With `script`: the names that become new elements if nothing has them."),
        },
        "additionalProperties": False,
    },
    "GivenAlong": map_of(TEXT, "Texts by name: `reason`, `externalReference`, and `message` to those who get the tasks."),
    "MoveBody": closed(
        {}, {"parent": {"anyOf": [GUID, {"type": "null"}]}, "position": {"type": "integer", "minimum": 0}},
        description="Where to move the element: below another one (null: below nothing), and to which place among its siblings (0: the first).",
    ),
    "CopyBody": closed(
        {},
        {
            "parent": said({"anyOf": [GUID, {"type": "null"}]}, "Below which element; null: below nothing. The same parent if it is missing."),
            "children": said(FLAG, "Whether what stands below it is copied, too; false if it is missing."),
            "content": said(FLAG, "Whether its diagram is copied, too; true if it is missing."),
        },
        description="Where to copy the element, and what with it.",
        examples=[{"children": True}],
    ),
    "ConfirmBody": closed(
        {"culture": said(NUMBER, "The culture of the texts that are still right.")},
        {"attributes": said(list_of(TEXT), "Only the texts of these attributes; all stale ones if it is missing.")},
        examples=[{"culture": 1031, "attributes": ["name"]}],
    ),
    "RestoreBody": closed(
        {"from": said(_MOMENT, "What to bring back: the id of a version, a revision, a day or a time.")},
        {
            "to": said(_MOMENT, "What it is compared with: only what differs between the two is brought back. Without it, all that differs from what is stored now."),
            "changes": said(list_of(TEXT), "Only these changes of the difference: `attributes.<name>.<culture>`, `related.<context>`, `stereotype`, `children` (their order), `content`, `content.shapes.<shapeId>`, `content.flows.<from>.<to>`."),
            "resolve": _RESOLVE,
        },
        examples=[{"from": "2", "to": "5", "changes": ["attributes.name.1033"]}],
    ),
    "UndoBody": closed({}, {"resolve": _RESOLVE}, examples=[{"resolve": "restored"}]),
    "DelegateBody": closed({"to": said(GUID, "Who is to decide.")}),
}  # fmt: skip

_TASK: Final = closed(
    {
        "id": GUID,
        "kind": said(TEXT, "`Review`, `Approve quality`, `Approve release` or `Approve expiry`."),
        "facetName": said(TEXT, "The facet of the element that it is about."),
        "type": said(TEXT, "The type of that element."),
        "elementId": GUID,
        "versionId": GUID,
        "transitionId": said(TEXT, "The step that opened it."),
        "state": {"enum": ["open", "accepted", "declined", "closed"]},
        "openedOn": TEXT,
    },
    {
        "assignee": said(GUID, "The user who is to decide; without it, all users with the role."),
        "role": TEXT,
        "closedOn": TEXT,
        "closedBy": GUID,
        "reason": TEXT,
        "message": said(TEXT, "What the user who opened it wrote to those who decide."),
    },
    description="A decision that a version waits for.",
)

_HISTORY_ENTRY: Final = closed(
    {"revision": NUMBER, "at": said(TEXT, "In the storage's time zone."), "kind": TEXT},
    {
        "by": said(TEXT, "The token or person that made the change; `scheduler` where time did."),
        "actor": said(ref("Actor"), "Its type and name, as long as it is there."),
        "versionId": GUID,
        "reason": TEXT,
        "changed": said(list_of(TEXT), "What changed, in a few words."),
        "difference": said(
            ref("VersionDifference"), "To how the change before left the version; of its first change there is none."
        ),
        "told": map_of(TEXT, "The texts given with the change."),
    },
)

WARNINGS: Final = said(list_of(ref("Warning")), "Warnings about what was stored; not there without any.")
_WARNING: Final = closed(
    {
        "error": said(TEXT, "A sentence for people."),
        "code": said(TEXT, "A stable word for programs."),
        "severity": {"const": "warning"},
    },
    {
        "path": said(TEXT, "The field of the body it is about."),
        "removed": said(
            list_of(closed({"element": TEXT, "count": NUMBER}, {"attribute": TEXT})),
            "Of `html-cleaned`: the elements and attributes that were removed, by name.",
        ),
    },
    description="Something that did not stop a change, but that its author should know.",
)

WRITING: Final[Mapping[str, Schema]] = {
    **BODIES,
    **GIVEN,
    **DIFFERENCES,
    **WIDE,
    "PermissionSet": closed(
        {"id": GUID, "users": list_of(GUID), "userGroups": list_of(GUID)}, description="Who holds a permission set."
    ),
    "Maintained": counted(
        "values", list_of(closed({"item1": said(TEXT, "The pool."), "item2": said(FLAG, "Whether it went well.")}))
    ),
    "ContentIds": counted(
        "values",
        list_of(
            closed({"id": said(GUID, "Of the version of a versioned element, else of the element."), "index": NUMBER})
        ),
        {
            "script": said(TEXT, "With `format=script`: the script as it was understood."),
            "drawing": said(
                ref("Diagram"),
                "With `draw`: the script, drawn. Shapes that are not stored have ids that end in their line.",
            ),
            "lines": said(list_of(ref("ScriptLine")), "With `draw`: which shape each line is."),
            "marks": said(
                list_of(closed({"mark": TEXT, "types": list_of(TEXT)})),
                "With `draw`: what each mark within a line names.",
            ),
            "findings": WARNINGS,
        },
    ),
    "Warning": _WARNING,
    "OperationResult": closed(
        {"message": TEXT, "output": TEXT, "type": TEXT, "data": list_of(_ANYTHING)}, description="What was done."
    ),
    "EditLocks": counted(
        "values",
        list_of(
            closed(
                {"holder": GUID, "seconds": said(NUMBER, "How long it holds.")},
                {"takenFrom": said({"anyOf": [GUID, {"type": "null"}]}, "Who held it before.")},
            )
        ),
    ),
    "Tasks": counted("values", list_of(ref("Task"))),
    "Task": _TASK,
    "History": counted("values", list_of(ref("HistoryEntry"))),
    "HistoryEntry": _HISTORY_ENTRY,
    "Actor": closed({"type": TEXT, "name": by_culture(TEXT, "What people read as the name.")}),
    "Differences": counted("values", list_of(ref("Difference"))),
    "Difference": closed(
        {
            "id": GUID,
            "from": GUID,
            "to": GUID,
            "changed": said(list_of(TEXT), "What differs, in a few words."),
            "difference": ref("VersionDifference"),
        },
        {
            "fromRevision": said(NUMBER, "If `from` is a moment: the revision of the storage then."),
            "toRevision": said(NUMBER, "If `to` is a moment: the revision of the storage then."),
        },
    ),
    "Trash": closed({"count": COUNT, "total": NUMBER, "values": list_of(ref("Deleted"))}),
    "Deleted": closed(
        {
            "id": said(GUID, "Of the deletion: what to restore it by."),
            "elementId": GUID,
            "type": TEXT,
            "name": said(TEXT, "In the default culture, or in any other."),
            "at": said(TEXT, "In UTC."),
        },
        {
            "versionId": said(GUID, "The draft that was deleted alone; not there: the whole element was."),
            "by": said(GUID, "The token or person that deleted it."),
        },
    ),
    "Restored": closed(
        {
            "count": COUNT,
            "data": said(list_of(ref("Finding")), "What could not come back, because it is gone or stands elsewhere."),
        },
        {
            "elements": list_of(ref("Element")),
            "values": said(list_of(ref("OldElement")), "In api-version 1.0."),
        },
    ),
}

EXPLAINED: Final[Mapping[str, Schema]] = {
    "names": map_of(TEXT, "With `explain=true`: what the step is called, by culture."),
    "allowed": said(FLAG, "Whether the caller may take it now."),
    "blocks": said(list_of(ref("Finding")), "What keeps the caller from it."),
    "findings": said(list_of(ref("RuleFinding")), "What the rules of the release would find."),
    "takes": said(list_of(TEXT), "Texts that may be given with it."),
    "isNext": said(FLAG, "The one step to offer first; none of them for what viewers see already."),
    "recipients": said(
        list_of(
            closed({}, {"assignee": said(GUID, "A user or a group."), "role": said(TEXT, "All users with this role.")})
        ),
        "Who would get the tasks that it opens.",
    ),
}
RULE_FINDING: Final = closed(
    {
        "error": said(TEXT, "In the default culture of the storage."),
        "messages": map_of(TEXT, "The same in every culture that the rule speaks."),
        "code": TEXT,
        "path": TEXT,
        "severity": {"enum": ["error", "warning"]},
    }
)

FILES: Final[Mapping[str, Schema]] = {
    "File": closed(
        {
            "id": GUID,
            "name": {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME},
            "mimeType": said(TEXT, "By the content, whatever the name says."),
            "size": {"type": "integer", "minimum": 1, "description": "In bytes."},
            "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "The hash of the content."},
            "addedOn": DATE_TIME,
            "link": said(ref("Link"), "What an attribute takes to refer to the file; `fullAddress` downloads it."),
        },
        description="A file of one version of an element.",
    ),
    "Files": counted("values", list_of(ref("File"))),
    "PictureContent": {"type": "string", "format": "binary", "description": "The bytes of a picture, as they are."},
    "Table": {"type": "string", "format": "binary", "description": "The bytes of a table."},
    "FileContent": {"type": "string", "format": "binary", "description": "The bytes of a file, as they are."},
}
