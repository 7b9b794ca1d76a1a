"""Schemas of the elements in bodies, and of the differences between versions: what was a free object before it had a schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.rest.openapi.schema_words import (
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    Schema,
    by_culture,
    closed,
    list_of,
    map_of,
    ref,
    said,
)

_NULL: Final[Schema] = {"type": "null"}
_INDEX: Final[Schema] = {"type": "integer", "minimum": 0}
_PLACE: Final[Schema] = {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}}


def _or_null(*forms: Schema) -> Schema:
    return {"anyOf": [*forms, _NULL]}


_OF_ANSWERS: Final = ("creationId", "state", "children", "content", "rootPath", "versions", "displayNames", "expandUri")
_NOT_READ: Final[Mapping[str, Schema]] = {
    name: {"description": "A field of answers. It may come along; it is not read."}
    for name in (*_OF_ANSWERS, "setReadOnly", "properties", "fallbacks")
}
_REFERENCE: Final[Schema] = {"anyOf": [GUID, ref("GivenElement")]}

GIVEN: Final[Mapping[str, Schema]] = {
    "GivenElement": closed(
        {},
        {
            "facetName": _or_null(TEXT),
            "id": said(_or_null(GUID), "Of the element or of one of its versions; without it, the element is created."),
            "versionId": _or_null(GUID),
            "type": said(_or_null(TEXT), "What is created needs one."),
            "stereotype": said(_or_null(TEXT, ref("GivenElement")), "The key of the stereotype, or a reference to it."),
            "attributes": said(
                _or_null(
                    map_of(
                        _or_null(by_culture(_or_null(ref("AttributeValue")), "Culture id, then value; null removes it.")),
                        "Attribute name, then culture id, then value.",
                    )
                ),
                "What is not given stays as it is.",
            ),
            "related": said(
                _or_null(map_of(_or_null(list_of(_REFERENCE)), "Name of the related context, then what it refers to.")),
                "A context that is given is replaced as a whole. References are ids, or elements with an id; those without are created.",
            ),
            "parent": said(_or_null(GUID, ref("GivenElement")), "Below which element to create it; null: below nothing."),
            "position": said(_or_null(_INDEX), "The place among its siblings."),
            **_NOT_READ,
        },
        description="An element of a body. It may be one of an answer, changed.",
    ),
    "GivenShape": closed(
        {},
        {
            "shapeInfo": closed(
                {},
                {
                    "id": said(_or_null(GUID), "Of a shape that is there; without it, the shape is added."),
                    "index": said(_or_null(_INDEX), "What other items of the request refer to it by; else its place in the list."),
                    "predecessors": said(_or_null(list_of(_INDEX)), "The shapes before it, by their indices."),
                    "place": said(_or_null(_PLACE), "Where it stands in drawings that keep places: across and down. null: where a file or the service puts it."),
                },
            ),
            "element": said(ref("GivenElement"), "The element that it shows, or the one to create."),
            "delete": said(FLAG, "Delete the shape."),
            "reconnect": said(FLAG, "Connect the shapes before and after one that is deleted."),
        },
        description="A shape to add, change, connect or delete.",
    ),
}  # fmt: skip

_SIDE: Final[Schema] = {"description": "The value on this side; null if it has none."}
_SHAPE: Final[Mapping[str, Schema]] = {
    "shapeId": said(TEXT, "In the later version; of what was removed, in the earlier one."),
    "id": said(GUID, "The element that it shows."),
}
_BOTH_SHAPES: Final[Mapping[str, Schema]] = {"shapeIdBefore": said(TEXT, "In the earlier version, where it is another one.")}  # fmt: skip

DIFFERENCES: Final[Mapping[str, Schema]] = {
    "ValueChange": closed({"from": _SIDE, "to": _SIDE}, description="A value that differs."),
    "TextChange": closed({"from": _or_null(TEXT), "to": _or_null(TEXT)}, description="A text or an id that differs."),
    "ListChange": closed(
        {
            "added": list_of(TEXT),
            "removed": list_of(TEXT),
            "reordered": said(FLAG, "What stayed has another order."),
        },
        description="A list that differs: ids of elements, or names of files.",
    ),
    "FlowChange": closed({"from": TEXT, "to": TEXT}, description="A connection, by the ids of its shapes."),
    "ShapeChange": closed(
        _SHAPE,
        {
            **_BOTH_SHAPES,
            "before": said(GUID, "Of what changed: the element that it showed."),
            "difference": said(ref("VersionDifference"), "Of what changed: how the elements differ."),
            "from": said(NUMBER, "Of what moved: the earlier place."),
            "to": said(NUMBER, "Of what moved: the later place."),
        },
        description="A shape that differs.",
    ),
    "ContentChange": closed(
        {},
        {
            "shapes": closed(
                {}, {kind: list_of(ref("ShapeChange")) for kind in ("added", "removed", "moved", "changed", "placed")}
            ),
            "flows": closed(
                {},
                {
                    "added": list_of(ref("FlowChange")),
                    "removed": list_of(ref("FlowChange")),
                    "reordered": said(list_of(TEXT), "Shapes whose predecessors have another order."),
                },
            ),
        },
        description="How two diagrams differ.",
    ),
    "VersionDifference": closed(
        {},
        {
            **dict.fromkeys(("state", "version", "stereotype", "parent"), ref("TextChange")),
            "position": closed({"from": NUMBER, "to": NUMBER}),
            "attributes": map_of(
                by_culture(ref("ValueChange"), "Culture id, then what differs."), "Attribute name, then culture id."
            ),
            "related": map_of(ref("ListChange"), "Name of the related context, then what differs."),
            "children": ref("ListChange"),
            "content": ref("ContentChange"),
            "files": ref("ListChange"),
        },
        description="Attributes by culture, related contexts, shapes and flows; equal parts are left out.",
    ),
}
"""How two versions differ."""
