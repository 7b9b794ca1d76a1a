"""The endpoint table of what goes to other tools and to paper: BPMN files at the address of the `_api/v1` group, and manuals."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.query.options import AS_OF
from facetstore.rest.operations import bpmn_files, printed_manuals, printing_templates
from facetstore.rest.routing.routes import ELEMENT, Route

_BPMN: Final = "v1/bpmn/{elementId}"
_TEMPLATE: Final = "rest/manual-template"
_PLACE: Final = frozenset({"format", "culture"})
_SET: Final = _PLACE | {"dryRun"}
_READ_ALONE: Final = ("GET", "HEAD")
_PRINTED: Final = frozenset({"format", "culture", "released", AS_OF})

INTERCHANGE: Final[tuple[Route, ...]] = (
    Route(
        "+",
        "bpmn-export",
        (_BPMN,),
        bpmn_files.get_bpmn,
        "1.0",
        Role.VIEWER,
        "BpmnFile",
        "Export a diagram as BPMN",
        methods=_READ_ALONE,
        parameters=frozenset({"lcid", AS_OF}),
        media=(bpmn_files.XML,),
    ),
    Route(
        "+", "bpmn-import", (_BPMN,), bpmn_files.import_file, "1.0", Role.EDITOR, "BpmnImport",
        "Import a BPMN file into a diagram", methods=("POST",), parameters=frozenset({"lcid", "dryRun"}), streams=True,
        writes=True, body="BpmnFile",
    ),
    Route(
        "+", "document-get", (f"{ELEMENT}/document",), printed_manuals.get_document, "4.0", Role.VIEWER, "Document",
        "Print an element and what is below it", methods=_READ_ALONE,
        parameters=_PRINTED, media=tuple(printed_manuals.DOCUMENT_MEDIA.values()),
    ),
    Route(
        "+", "documents-get", ("rest/facets/{facetId}/views/{viewId}/document",), printed_manuals.get_document, "4.0",
        Role.VIEWER, "Document", "Print all elements of a view", methods=_READ_ALONE, parameters=_PRINTED,
        media=tuple(printed_manuals.DOCUMENT_MEDIA.values()),
    ),
    Route(
        "+", "template-get", (_TEMPLATE,), printing_templates.get_template, "4.0", Role.ADMINISTRATOR, "ManualTemplate",
        "Get a template of manuals", methods=_READ_ALONE, parameters=_PLACE,
    ),
    Route(
        "+", "template-set", (_TEMPLATE,), printing_templates.set_template, "4.0", Role.ADMINISTRATOR, "ManualTemplate",
        "Print manuals by a template of your own", methods=("POST",), parameters=_SET, writes=True,
        body="ManualTemplateBody",
    ),
    Route(
        "+", "template-remove", (_TEMPLATE,), printing_templates.remove_template, "4.0", Role.ADMINISTRATOR,
        "ManualTemplate", "Go back to the default template of manuals", methods=("DELETE",), parameters=_SET,
        writes=True,
    ),
)  # fmt: skip
