"""Schemas of imports: plans, their settings, and what they would change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

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
from facetstore.usecases.importing.import_settings import CLEAR, KEEP, REFUSE, SKIP
from facetstore.usecases.ports.import_formats import LARGEST_IMPORT
from facetstore.usecases.ports.import_plan_store import APPLIED, PLANNED, UNDONE

_MAYBE: Final[Schema] = {"anyOf": [TEXT, {"type": "null"}]}
_ANY: Final[Schema] = {}
_INSTANT: Final[Schema] = {"type": "string", "format": "date-time"}
_IDS: Final = list_of(TEXT)
_SETTINGS: Final[Mapping[str, Schema]] = {
    "format": said(_MAYBE, "The format of the file; null: found out from its content."),
    "mapping": map_of(
        _MAYBE, "By the name of a column in the file, what it stands for, such as `name.1033`; null: nothing."
    ),
    "match": said(
        _MAYBE,
        "The column by which rows find their elements: `elementId`, `versionId`, or an attribute such as a technical id or the name.",
    ),
    "type": said(_MAYBE, "The type of new elements, for files without the column `elementType`."),
    "parent": said(_MAYBE, "The id of the parent of new elements, for files without the column `parentId`."),
    "emptyCells": said({"enum": [CLEAR, KEEP]}, "Whether an empty cell clears the value or leaves it."),
    "faultyRows": said({"enum": [REFUSE, SKIP]}, "Whether rows with findings stop the import or are left out."),
}

IMPORTS: Final[dict[str, Any]] = {
    "ImportFile": {
        "type": "string",
        "description": f"The content of the file, up to {LARGEST_IMPORT >> 20} MB.",
        "contentMediaType": "application/octet-stream",
    },
    "ImportSettings": closed({}, _SETTINGS, description="How a file is read. What is left out has its default."),
    "ImportUndoBody": closed(
        {"changedSince": said({"enum": [KEEP, REFUSE]}, "What happens to elements that were changed since.")}
    ),
    "Imports": counted("values", list_of(ref("Import"))),
    "Import": closed(
        {
            "id": GUID,
            "facet": TEXT,
            "state": {"enum": [PLANNED, APPLIED, UNDONE]},
            "created": _INSTANT,
            "expires": said(_INSTANT, "From then on it cannot be applied, or undone, any more."),
            "settings": ref("ImportSettings"),
            "applicable": said(FLAG, "Whether it would change something, and nothing stands in the way."),
            "counts": ref("ImportCounts"),
        },
        {
            "revision": said(NUMBER, "Of the storage, when it was applied."),
            "match": said(_MAYBE, "The column by which rows find their elements; null: every row is a new element."),
            "mapping": list_of(ref("ImportColumn")),
            "columns": said(list_of(TEXT), "All that a column can stand for."),
            "warnings": said(list_of(ref("ImportFinding")), "About the file and its columns."),
            "findings": said(list_of(ref("ImportFinding")), "About rows; the first 1,000."),
            "changes": said(list_of(ref("ImportChange")), "The first 1,000."),
            "changedSince": said(list_of(_ANY), "What others have changed since, and what an undo left as it is."),
        },
        description="An import: first the plan of it. Lists show neither mapping nor findings nor changes.",
    ),
    "ImportCounts": closed(
        {
            "rows": NUMBER,
            "created": NUMBER,
            "changed": NUMBER,
            "unchanged": NUMBER,
            "faulty": said(NUMBER, "Rows with findings."),
        },
        description="What becomes of the rows.",
    ),
    "ImportColumn": closed(
        {
            "column": said(TEXT, "Its name in the file."),
            "standsFor": said(_MAYBE, "What it stands for; null: nothing, it is left out."),
            "guessed": said(FLAG, "Whether its name suggested it, not the settings."),
        },
        description="A column of the file.",
    ),
    "ImportFinding": closed(
        {"path": TEXT, "code": TEXT, "error": TEXT},
        {"row": said(NUMBER, "The row of the file, counted from 1.")},
        description="What is wrong, and where.",
    ),
    "ImportChange": closed(
        {
            "row": NUMBER,
            "change": {"enum": ["changed", "created"]},
            "type": TEXT,
            "label": said(TEXT, "What people read as the name."),
            "values": list_of(ref("ImportValue")),
        },
        {"id": GUID, "versionId": GUID},
        description="What becomes of one element.",
    ),
    "ImportValue": closed(
        {"path": said(TEXT, "Such as `attributes.name.1033` or `related.owner`.")},
        {
            "before": _ANY,
            "after": _ANY,
            "removed": said(_IDS, "The elements that are not referred to any more."),
            "added": _IDS,
        },
        description="A value that changes. Long texts are cut.",
    ),
}
