"""Schemas of drawn diagrams: where shapes, connections and lanes are, in pixels from the upper left corner."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.metamodel.vocabulary import DIRECTIONS, FIGURES, ICONS
from facetstore.rest.openapi.schema_words import ADDRESS, FLAG, GUID, TEXT, Schema, closed, counted, list_of, ref, said

_PIXELS: Final[Schema] = {"type": "number", "minimum": 0}
_AREA: Final = {"x": _PIXELS, "y": _PIXELS, "width": _PIXELS, "height": _PIXELS}
_WHOLE: Final[Schema] = {"type": "integer", "minimum": 0}

DIAGRAMS: Final[Mapping[str, Schema]] = {
    "DiagramArea": closed(_AREA, description="A part of the drawing."),
    "DiagramLabel": closed(
        {
            **_AREA,
            "lines": said(list_of(TEXT), "The name, broken to fit."),
            "details": said(list_of(TEXT), "What the layout writes below it."),
        },
        description="Where the name of a shape stands.",
    ),
    "DiagramNode": closed(
        {
            "shapeId": GUID,
            "name": TEXT,
            "figure": said(
                {"enum": [*FIGURES, "gap", "label"]},
                "`gap` is a placeholder for what is not released, `label` the name of a connection.",
            ),
            "icon": {"enum": list(ICONS)},
            "color": {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"},
            **_AREA,
            "label": ref("DiagramLabel"),
        },
        {
            "id": said(GUID, "The element that the shape shows; a placeholder has none."),
            "type": said(TEXT, "Its type; a placeholder has none."),
            "versionId": GUID,
            "state": TEXT,
            "fallback": said({"type": "integer"}, "The culture of the name, where it is not the one asked for."),
            "link": said(ADDRESS, "Where a shape with a diagram of its own leads."),
            "lane": said(_WHOLE, "The lane it stands in, by its place in `lanes`."),
        },
        description="A shape: the place of its figure, and of its name in it or beside it.",
    ),
    "DiagramEdge": closed(
        {
            "from": said(GUID, "The shape it leaves."),
            "to": said(GUID, "The shape it enters."),
            "isLoop": said(FLAG, "It leads back."),
            "points": said(
                {
                    "type": "array",
                    "minItems": 2,
                    "items": {"type": "array", "minItems": 2, "maxItems": 2, "items": _PIXELS},
                },
                "Its ends and corners, each as x and y.",
            ),
        },
        description="A connection.",
    ),
    "DiagramLane": closed(
        {"name": TEXT, **_AREA, "head": ref("DiagramArea")},
        {"id": said(GUID, "Whose lane it is.")},
        description="A lane; the one without an id is for what has no role.",
    ),
    "Diagram": closed(
        {
            "id": GUID,
            "versionId": GUID,
            "type": TEXT,
            "name": TEXT,
            "cultureId": {"type": "integer"},
            "layout": TEXT,
            "direction": said({"enum": list(DIRECTIONS)}, "Where the flow goes."),
            "width": _PIXELS,
            "height": _PIXELS,
            "nodes": list_of(ref("DiagramNode")),
            "edges": list_of(ref("DiagramEdge")),
            "lanes": said(list_of(ref("DiagramLane")), "None where the layout has none."),
        },
        {
            "script": said(list_of(ref("WrittenLine")), "With `script=true`: the lines of its script."),
            "origin": said(
                {"type": "array", "minItems": 2, "maxItems": 2, "items": {"type": "number"}},
                "By how much everything was moved from the places that are stored; none where it was laid out.",
            ),
        },
        description="A diagram with a place for everything in it.",
    ),
    "WrittenLine": closed(
        {"text": said(TEXT, "The line, with its indentation.")},
        {
            "shapeId": said(GUID, "Its shape; arrows and breaks have none."),
            "id": GUID,
            "type": TEXT,
            "names": said(
                list_of(closed({"mark": TEXT, "context": TEXT, "id": GUID, "type": TEXT, "name": TEXT})),
                "What it refers to by marks, and in which context.",
            ),
            "responsibilities": said(
                list_of(closed({"context": TEXT, "id": GUID, "type": TEXT, "name": TEXT})), "Who does what in it."
            ),
            "description": said(TEXT, "With `described=true`: what is said about the step, as html."),
        },
        description="A line of the script of a diagram.",
    ),
    "ScriptLine": closed(
        {"line": said(_WHOLE, "Its number, from 1."), "shapeId": GUID},
        {"id": said(GUID, "The element of the shape, if it is stored."), "type": TEXT},
        description="A line of a script that is a step.",
    ),
    "Diagrams": counted("values", list_of(ref("Diagram"))),
}
