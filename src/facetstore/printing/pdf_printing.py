"""A manual as a tagged PDF with its language and bookmarks, set by Typst. Texts are data for the template, never markup."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from importlib import resources
from typing import Any, Final, NamedTuple, cast

from facetstore.drawing.drawn import draw_paper
from facetstore.printing.manual_model import Chapter, Manual
from facetstore.printing.rich_blocks import blocks_of
from facetstore.printing.typesetting import typeset

_TEMPLATE: Final = "manual.typ"
_PICTURES: Final = b"""#set page(width: auto, height: auto, margin: 0pt)
#for each in json(bytes(sys.inputs.pictures)) { page(context {
  let picture = image(bytes(each), format: "svg")
  image(bytes(each), format: "svg", width: calc.min(measure(picture).width, 432pt))
}) }"""
"""As wide as a page has room at most: what is larger is scaled there, and costs time and memory."""
_COARSEST: Final = 72.0
_SHARPEST: Final = 144.0
_SHARP: Final = 20
"""Pictures that have most dots an inch. Programs that show SVG show no picture: these are for others, and most of what a manual in Word costs."""
_AT_ONCE: Final = 20
"""Pictures that are in memory before they are compressed."""


class DrawnPicture(NamedTuple):
    """A drawing as PNG, and its dots an inch."""

    png: bytes
    dots: float


def print_pdf(manual: Manual) -> bytes:
    """The manual as PDF."""
    return cast("bytes", typeset(default_template(), {"data": json.dumps(data_of(manual))}, format="pdf"))


def default_template() -> bytes:
    """The template of the service."""
    return resources.files(__package__).joinpath(_TEMPLATE).read_bytes()


def dots_of(pictures: int) -> float:
    """The dots an inch of each of so many pictures: of four times as many, half as many."""
    return max(_COARSEST, _SHARPEST * min(1.0, math.sqrt(_SHARP / max(1, pictures))))


def pictures_of(drawings: Sequence[str]) -> Sequence[DrawnPicture]:
    """Drawings in SVG as PNG, for programs that show no SVG: several at once, since a typesetter takes long to begin."""
    dots = dots_of(len(drawings))
    found: list[bytes] = []
    for start in range(0, len(drawings), _AT_ONCE):
        inputs = {"pictures": json.dumps(drawings[start : start + _AT_ONCE])}
        made = typeset(_PICTURES, inputs, format="png", ppi=dots)
        found += made if isinstance(made, list) else [cast("bytes", made)]
    return [DrawnPicture(each, dots) for each in found]


def drawn(chapter: Chapter, language: str) -> str:
    """The diagram of a chapter as SVG; empty without one."""
    return draw_paper(chapter.chart, language) if chapter.chart is not None and chapter.chart.shapes else ""


def data_of(manual: Manual) -> dict[str, Any]:
    """What a template gets."""
    language, _, region = manual.language.partition("-")
    return {
        "title": manual.title,
        "subtitle": manual.subtitle,
        "lang": language or "en",
        "region": region or None,
        "facts": manual.facts,
        "words": dict(manual.words),
        "register": asdict(manual.register) if manual.register is not None else None,
        "chapters": [_chapter(each, manual.language) for each in manual.chapters],
    }


def _chapter(chapter: Chapter, language: str) -> dict[str, Any]:
    return {
        "title": chapter.title,
        "depth": chapter.depth,
        "facts": chapter.facts,
        "texts": [{"name": name, "blocks": [asdict(each) for each in blocks_of(html)]} for name, html in chapter.texts],
        "picture": drawn(chapter, language),
        "tables": [asdict(each) for each in chapter.tables],
    }
