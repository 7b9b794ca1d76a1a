"""Schemas of BPMN files in and out, and of documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import FLAG, GUID, NUMBER, TEXT, Schema, closed, list_of, ref, said
from facetstore.rest.openapi.write_schemas import WARNINGS

_TEMPLATE: Final[Mapping[str, Schema]] = {
    "source": said(TEXT, "For PDF: Typst, up to 200,000 characters."),
    "file": said(TEXT, "For Word: a file of up to 1 MB, in base64."),
}
_TEMPLATE_PLACE: Final[Mapping[str, Schema]] = {"format": {"enum": ["pdf", "docx"]}}
_TEMPLATE_CULTURE: Final[Mapping[str, Schema]] = {"culture": said(NUMBER, "The language; without it, all languages.")}

BPMN: Final[Mapping[str, Schema]] = {
    "BpmnFile": {"type": "string", "description": "A BPMN 2.0 file.", "contentMediaType": "application/xml"},
    "Document": {"type": "string", "format": "binary", "description": "A PDF or Word file."},
    "ManualTemplateBody": closed({}, _TEMPLATE),
    "ManualTemplate": closed(
        {
            **_TEMPLATE_PLACE,
            "isDefault": said(FLAG, "Whether it is the template of the service."),
            "own": said(list_of(ref("ManualTemplatePlace")), "All templates of the storage."),
        },
        {**_TEMPLATE, **_TEMPLATE_CULTURE},
        description="By what the manuals of the storage are printed.",
    ),
    "ManualTemplatePlace": closed(_TEMPLATE_PLACE, _TEMPLATE_CULTURE, description="What a template is for."),
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
