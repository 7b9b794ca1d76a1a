"""The schemas of all answers by name: the answer of each operation, in both forms where api-version 1.0 has its own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from facetstore.rest.openapi.access_schemas import ACCESS
from facetstore.rest.openapi.acknowledgement_schemas import ACKNOWLEDGEMENTS
from facetstore.rest.openapi.agent_schemas import OF_AGENT_GRANTS
from facetstore.rest.openapi.approval_schemas import APPROVALS
from facetstore.rest.openapi.bpmn_schemas import BPMN
from facetstore.rest.openapi.catalog_schemas import CATALOG, INFO, STORAGE
from facetstore.rest.openapi.comment_schemas import COMMENTS
from facetstore.rest.openapi.diagram_schemas import DIAGRAMS
from facetstore.rest.openapi.element_schemas import ELEMENTS, FALLBACKS, REPORT, VALUES
from facetstore.rest.openapi.finding_schemas import FINDING
from facetstore.rest.openapi.group_schemas import GROUP_SCHEMAS
from facetstore.rest.openapi.import_schemas import IMPORTS
from facetstore.rest.openapi.metamodel_schemas import METAMODEL
from facetstore.rest.openapi.notice_schemas import NOTICES
from facetstore.rest.openapi.page_schemas import FOR_PAGES
from facetstore.rest.openapi.people_schemas import PEOPLE
from facetstore.rest.openapi.proposal_schemas import OF_PROPOSALS
from facetstore.rest.openapi.review_schemas import REVIEWS
from facetstore.rest.openapi.schema_words import COUNT, TEXT, Schema, closed, counted, list_of, map_of, ref, said
from facetstore.rest.openapi.token_schemas import TOKENS
from facetstore.rest.openapi.webhook_schemas import WEBHOOK_SCHEMAS
from facetstore.rest.openapi.write_schemas import FILES, RULE_FINDING, WARNINGS, WRITING
from facetstore.rest.operations.old_form import LATER_FIELDS

CURRENT: Final = "in api-version 2.0 to 4.0"
"""Ends the title of an answer's form that is not the one of api-version 1.0."""
BY_POST: Final = "ByPost"
"""Ends the name of an answer's schema that holds for POST, where the two differ."""


def _old(name: str) -> str:
    return f"Old{name}"


def _in_old_form(name: str, schema: Schema) -> Schema:
    old = {keyword: _old_form(value) for keyword, value in schema.items()}
    return old | {"description": f"{name} in the form of api-version 1.0: {', '.join(LATER_FIELDS)} are not in it."}


def _old_form(part: object) -> object:
    """A part of a schema as api-version 1.0 has it: without the later fields, and referring to others of its kind."""
    match part:
        case {"$ref": str(target)} if (name := target.rpartition("/")[2]) in ELEMENTS:
            return ref(_old(name))
        case dict():
            return {key: _old_form(value) for key, value in part.items() if key not in LATER_FIELDS}
        case list():
            return [_old_form(value) for value in part if value not in LATER_FIELDS]
        case _:
            return part


_OLD_ELEMENTS: Final = {_old(name): _in_old_form(name, each) for name, each in ELEMENTS.items()}


class Forms(NamedTuple):
    """The schemas of an answer that api-version 1.0 has in a form of its own, by name."""

    current: str
    old: str


def _forms(name: str) -> Forms:
    return Forms(f"Current{name}", _old(name))


def _versions(
    name: str, combined: str, new: tuple[str, str], old: tuple[str, str], optional: Mapping[str, Schema] | None = None
) -> dict[str, Schema]:
    """An answer that api-version 1.0 has in a form of its own; each form is a list's name and the schema of its entries.

    Generators of clients name a class by the name of its schema, so each form is a schema of its own.
    """
    forms = _forms(name)
    titles = {forms.current: (f"{name} {CURRENT}", new), forms.old: (f"{name} in api-version 1.0", old)}
    return {
        name: {combined: [ref(each) for each in forms]},
        **{
            form: {"title": title, **counted(list_, list_of(ref(of)), optional)}
            for form, (title, (list_, of)) in titles.items()
        },
    }


def forms_of(name: str) -> Forms | None:
    """The forms of an answer, by name; None if it has one for all api-versions."""
    forms = _forms(name)
    return forms if all(each in _ANSWERS for each in forms) else None


_FACET_COUNTS: Final[Mapping[str, Schema]] = {
    "FacetCounts": map_of(
        ref("ValueCounts"),
        "With `$facetCounts`: how many elements of the whole list there are, by each field that was named.",
    ),
    "ValueCounts": map_of(COUNT, "Type, state, stereotype or id of a target, then how many elements have it."),
}


_ANSWERS: Final[Mapping[str, Schema]] = {
    **_FACET_COUNTS,
    **_versions("Facets", "anyOf", ("values", "Facet"), ("values", "OldFacet")),
    **_versions("Views", "anyOf", ("values", "View"), ("values", "OldView")),
    **_versions(
        "Elements",
        "oneOf",
        ("elements", "Element"),
        ("values", "OldElement"),
        {"facetCounts": ref("FacetCounts"), "findings": WARNINGS},
    ),
    **_versions("ContentElements", "oneOf", ("elements", "ContentElement"), ("values", "OldContentElement")),
    "Versions": counted("elements", list_of(ref("ListedVersion"))),
    "Attributes": counted("values", ref("AttributeMap"), {"fallbacks": FALLBACKS}),
    "Related": counted("values", ref("RelatedMap")),
    "ElementInfos": counted("values", list_of(ref("ElementInfo"))),
    "ElementTypes": counted("values", list_of(ref("ElementType"))),
    "Report": counted("values", list_of(ref("ReportElement"))),
    "Transitions": counted("values", list_of(ref("Transition"))),
    f"Transitions{BY_POST}": counted("transitions", list_of(ref("Transition"))),
}

_FINDING: Final = closed(
    {"error": said(TEXT, "A sentence for people.")},
    {"code": said(TEXT, "A stable word for programs."), "path": said(TEXT, "The parameter or field it is about.")},
    description="One thing that is wrong.",
)

_CONFLICTS: Final = said(
    list_of(ref("ThreeSides")), "Of `element-restore` and `element-undo`: what was changed since. Nothing is stored."
)

_ERRORS: Final[Mapping[str, Schema]] = {
    "Finding": _FINDING,
    "ThreeSides": closed(
        {
            "path": said(TEXT, "The place, to answer by in `resolve`."),
            "base": said({}, "What was there when the other side was looked at; null: nothing."),
            "restored": said({}, "What is brought back."),
            "current": said({}, "What is stored now."),
        },
        description="A place that was changed since. References are given with id, type and name by culture.",
    ),
    "Error": closed(
        {
            "message": TEXT,
            "output": said({"enum": ["volatile", "permanent", "dialog", "inline"]}, "Where to show it."),
            "type": {"enum": ["critical", "error", "warning", "success", "unauthorized"]},
            "data": list_of(ref("Finding")),
            "requestId": said(TEXT, "What the log knows this request by."),
        },
        {"conflicts": _CONFLICTS},
        description="Why a request was refused.",
        examples=[
            {
                "message": "There is no such element.",
                "output": "volatile",
                "type": "error",
                "data": [{"error": "There is no such element.", "code": "not-found"}],
                "requestId": "5f3c9a1e-2a",
            }
        ],
    ),
    "Problem": closed(
        {
            "type": {"type": "string", "format": "uri", "examples": ["urn:facetstore:problem:not-found"]},
            "title": TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": TEXT,
            "errors": list_of(ref("Finding")),
            "requestId": TEXT,
        },
        {"conflicts": _CONFLICTS},
        description="The same as RFC 9457 problem details, for requests with `Accept: application/problem+json`.",
    ),
}

_SERVICE: Final[Mapping[str, Schema]] = {
    "Live": closed({"status": {"const": "live"}}),
    "Ready": closed({"status": {"const": "ready"}}),
    "NotReady": closed({"status": {"const": "not ready"}, "reason": TEXT}),
    "OpenApiDocument": {
        "type": "object",
        "description": "This document.",
        "required": ["openapi", "info", "paths"],
        "properties": {"openapi": TEXT, "info": {"type": "object"}, "paths": {"type": "object"}},
    },
}


def _joined(*parts: Mapping[str, Schema]) -> Mapping[str, Schema]:
    """All of these. One name for two schemas is a mistake."""
    found: dict[str, Schema] = {}
    for part in parts:
        if twice := found.keys() & part.keys():
            raise ValueError(f"Two schemas have the same name: {', '.join(sorted(twice))}.")
        found.update(part)
    return found


SCHEMAS: Final = _joined(
    _ANSWERS,
    STORAGE,
    CATALOG,
    INFO,
    ELEMENTS,
    _OLD_ELEMENTS,
    REPORT,
    FINDING,
    WRITING,
    FILES,
    APPROVALS,
    ACCESS,
    PEOPLE,
    TOKENS,
    METAMODEL,
    FOR_PAGES,
    IMPORTS,
    COMMENTS,
    NOTICES,
    ACKNOWLEDGEMENTS,
    REVIEWS,
    BPMN,
    GROUP_SCHEMAS,
    WEBHOOK_SCHEMAS,
    OF_PROPOSALS,
    OF_AGENT_GRANTS,
    DIAGRAMS,
    {"RuleFinding": RULE_FINDING},
    VALUES,
    _ERRORS,
    _SERVICE,
)
"""Every schema of the OpenAPI document by its name."""
