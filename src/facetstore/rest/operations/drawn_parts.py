"""What all drawings as coordinates have in common: the facts about the diagram, and where its links lead."""

from __future__ import annotations

from facetstore.rest.operations.handlers import Exchange
from facetstore.usecases.diagrams.drawings import Sketched


def diagram_links(exchange: Exchange, lcid: int) -> str:
    """What the links of shapes in a culture begin with."""
    return f"{exchange.texts.api.decode().removesuffix('_api')}{lcid}/BasePlugin/GoTo"


def about_drawing(sketched: Sketched, lcid: int) -> dict[str, object]:
    """What is known about a diagram before it is drawn."""
    row, layout = sketched.row, sketched.layout
    return {
        "id": row.element,
        "versionId": row.version,
        "type": row.type,
        "name": sketched.chart.title,
        "cultureId": lcid,
        "layout": layout.key,
        "direction": layout.direction,
    }
