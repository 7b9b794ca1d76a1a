"""A manual as a tagged PDF with its language and bookmarks, set by Typst. Texts are data for the template, never markup."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib import resources
from typing import Any, Final, cast

from facetstore.drawing.drawn import draw_svg
from facetstore.printing.manual_model import Chapter, Manual
from facetstore.printing.rich_blocks import blocks_of

_TEMPLATE: Final = "manual.typ"
_PICTURES: Final = b"""#set page(width: auto, height: auto, margin: 0pt)
#for each in json(bytes(sys.inputs.pictures)) { page(image(bytes(each), format: "svg")) }"""
_DOTS: Final = 144.0


def print_pdf(manual: Manual) -> bytes:
    """The manual as PDF."""
    import typst

    template = resources.files(__package__).joinpath(_TEMPLATE).read_bytes()
    return typst.compile(template, format="pdf", sys_inputs={"data": json.dumps(_data(manual))})


def pictures_of(drawings: Sequence[str]) -> Sequence[bytes]:
    """Drawings in SVG as PNG, for programs that show no SVG: all at once, since a typesetter takes long to begin."""
    if not drawings:
        return []
    import typst

    inputs = {"pictures": json.dumps(drawings)}
    found: object = typst.compile(_PICTURES, format="png", ppi=_DOTS, sys_inputs=inputs)
    return found if isinstance(found, list) else [cast("bytes", found)]


def drawn(chapter: Chapter, language: str) -> str:
    """The diagram of a chapter as SVG; empty without one."""
    return draw_svg(chapter.chart, language).decode() if chapter.chart is not None and chapter.chart.shapes else ""


def _data(manual: Manual) -> dict[str, Any]:
    language, _, region = manual.language.partition("-")
    return {
        "title": manual.title,
        "subtitle": manual.subtitle,
        "lang": language or "en",
        "region": region or None,
        "facts": manual.facts,
        "words": dict(manual.words),
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
