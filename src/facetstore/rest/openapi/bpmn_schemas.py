"""Schemas of BPMN files in and out, and of documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import FLAG, GUID, NUMBER, TEXT, Schema, closed, list_of, ref, said
from facetstore.rest.openapi.write_schemas import WARNINGS

_SOURCE: Final = said(TEXT, "Typst, up to 200,000 characters.")

BPMN: Final[Mapping[str, Schema]] = {
    "BpmnFile": {"type": "string", "description": "A BPMN 2.0 file.", "contentMediaType": "application/xml"},
    "Document": {"type": "string", "format": "binary", "description": "A PDF or Word file."},
    "ManualTemplateBody": closed({"source": _SOURCE}),
    "ManualTemplate": closed(
        {"source": _SOURCE, "isDefault": said(FLAG, "Whether it is the template of the service.")},
        description="By what the manuals of the storage are set as PDF.",
    ),
    "BpmnImport": closed(
        {
            "count": NUMBER,
            "values": said(
                list_of(ref("BpmnShape")), "The shapes of the file; none if the diagram says the same already."
            ),
            "created": said(list_of(GUID), "The roles, inputs and outputs that were created."),
            "removed": said(NUMBER, "How many shapes of the diagram are gone."),
            "unmapped": list_of(ref("BpmnUnmapped")),
        },
        {"findings": WARNINGS},
        description="What an import has changed.",
    ),
    "BpmnShape": closed(
        {"key": said(TEXT, "The id in the file."), "id": GUID}, description="What a shape of the file has become."
    ),
    "BpmnUnmapped": closed(
        {
            "outcome": said(
                {"enum": ["carried", "changed", "lost"]},
                "An export returns it; it was read in another way; or it is gone.",
            ),
            "element": said(TEXT, "Its name in the file, with the namespace if that is not BPMN's."),
            "place": said(TEXT, "The ids of what it stands in, and its line."),
            "count": said(NUMBER, "How many elements it has, itself included."),
        },
        {"note": TEXT},
        description="A part of a file that has no place of its own here.",
    ),
}
