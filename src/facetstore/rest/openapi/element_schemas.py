"""Schemas of elements: values, references, elements, shapes, reports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import (
    ADDRESS,
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    TEXTS,
    Schema,
    by_culture,
    closed,
    list_of,
    map_of,
    ref,
    said,
)

_IDENTITY: Final[Mapping[str, Schema]] = {
    "facetName": said(TEXT, "The facet the element belongs to."),
    "id": said(GUID, "The same for all versions of one element."),
    "type": said(TEXT, "The key of the element type, such as `subProcess`."),
}
_KIND: Final[Mapping[str, Schema]] = {
    "versionId": said(GUID, "This version; only versioned elements have one."),
    "creationId": said(GUID, "Only unversioned elements have one; structure elements have neither."),
    "state": said(TEXT, "Where the version stands in its lifecycle, such as `inProcess` or `released`."),
}
_STEREOTYPE: Final = said(TEXT, "The key of the stereotype.")
_STEREOTYPE_OR_REFERENCE: Final[Schema] = {
    "description": "The key of the stereotype; with `$resources=stereotype` a reference to it.",
    "anyOf": [TEXT, ref("Reference")],
}
FALLBACKS: Final = said(
    map_of(NUMBER, "Attribute name, then culture id."),
    "With `$culture`: the attributes that had no value in it, and the culture their value is of.",
)
_DOCUMENTS: Final[Mapping[str, Schema]] = {
    "attributes": ref("AttributeMap"),
    "fallbacks": FALLBACKS,
    "related": ref("RelatedMap"),
}
_TYPE_TEXTS: Final[Mapping[str, Schema]] = {
    "setReadOnly": said(FLAG, "Present, and true, when the caller may not edit the element."),
    "displayNames": said(TEXTS, "The names of the element type."),
}

VALUES: Final[Mapping[str, Schema]] = {
    "CultureTexts": {
        **by_culture(TEXT, "A text for each culture, by culture id (1031 German, 1033 English)."),
        "examples": [{"1031": "Prozesse", "1033": "Processes"}],
    },
    "Link": closed(
        {},
        {
            "address": said(TEXT, "The id of a stored file, or the address itself."),
            "fullAddress": said(TEXT, "The address a browser can open."),
            "mimeType": TEXT,
            "protocol": TEXT,
            "title": TEXT,
        },
        description="A file or page an attribute points at.",
    ),
    "AttributeValue": {
        "description": "Text (also html, date-times and keys of selectable values), yes or no, a number, or a list.",
        "anyOf": [TEXT, FLAG, {"type": "number"}, list_of(TEXT), list_of(ref("Link"))],
    },
    "AttributeMap": {
        **map_of(
            by_culture(
                ref("AttributeValue"), "The value for each culture id; 127 when it does not depend on the culture."
            ),
            "Attribute name, then culture id, then value.",
        ),
        "examples": [{"name": {"1031": "Angebot erstellen", "1033": "Make an offer"}, "version": {"127": "1.0"}}],
    },
}

_PARTS: Final = {
    **_KIND,
    "stereotype": _STEREOTYPE_OR_REFERENCE,
    **_TYPE_TEXTS,
    **_DOCUMENTS,
    "children": list_of(ref("Reference")),
    "content": said(list_of(ref("Reference")), "The elements in the diagram."),
    "rootPath": said(list_of(ref("Reference")), "From the parent to the root; only when `$resources` names it."),
}

ELEMENTS: Final[Mapping[str, Schema]] = {
    "RelatedMap": map_of(
        list_of(ref("RelatedElement")), "Name of the related context, then the elements it refers to."
    ),
    "Reference": closed(
        {**_IDENTITY, "expandUri": said(ADDRESS, "Returns the whole element.")},
        {**_KIND, "stereotype": _STEREOTYPE},
        description="What stands for an element inside another one.",
    ),
    "RelatedElement": closed(
        _IDENTITY,
        {**_KIND, "expandUri": said(ADDRESS, "Returns the whole element."), "stereotype": _STEREOTYPE, **_DOCUMENTS},
        description="A reference in a related context. Contexts named by `$expandRelated` carry attributes and related contexts.",
    ),
    "Element": closed(
        _IDENTITY,
        _PARTS,
        description="An element in one of its versions. Parts that are empty are left out.",
    ),
    "PrecedingShape": closed(
        {"properties": closed({"shapeId": TEXT}), **_IDENTITY, "expandUri": ADDRESS},
        {**_KIND, "stereotype": _STEREOTYPE},
        description="A shape from which the flow leads here.",
    ),
    "ContentElement": closed(
        {
            "properties": closed(
                {"shapeId": TEXT, "predecessors": list_of(ref("PrecedingShape"))},
                {
                    "place": said(
                        list_of(NUMBER), "Where users have put it, in layouts that keep places: across and down."
                    )
                },
            ),
            **_IDENTITY,
        },
        {**_KIND, "stereotype": _STEREOTYPE, **_DOCUMENTS},
        description="An element in a diagram: its shape, the shapes before it, its name and link.",
    ),
}
"""Everything that api-version 1.0 shows with fewer fields."""

LISTED: Final[Mapping[str, Schema]] = {
    "ListedVersion": closed(
        _IDENTITY,
        {**_PARTS, "approvals": said(list_of(ref("Approval")), "With `approvals=true`; the oldest first.")},
        description="One version of an element, among all of them.",
    )
}

REPORT: Final[Mapping[str, Schema]] = {
    "ReportPart": closed(
        _IDENTITY, {**_KIND, "stereotype": _STEREOTYPE, **_DOCUMENTS}, description="A child or shape inside a report."
    ),
    "ReportVersion": closed(
        _IDENTITY,
        {**_KIND, "stereotype": _STEREOTYPE, **_DOCUMENTS, "content": list_of(ref("ReportPart"))},
        description="One version of an element inside a report.",
    ),
    "ReportElement": closed(
        _IDENTITY,
        {
            **_KIND,
            "stereotype": _STEREOTYPE_OR_REFERENCE,
            **_TYPE_TEXTS,
            **_DOCUMENTS,
            "children": list_of(ref("ReportPart")),
            "content": list_of(ref("ReportPart")),
            "rootPath": list_of(ref("Reference")),
            "versions": said(list_of(ref("ReportVersion")), "Oldest first."),
        },
        description="An element with its children, content and versions inside it, one level deep.",
    ),
}
