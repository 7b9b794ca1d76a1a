"""Writes the html that is kept as a constant of the page, so that its editor offers and shows exactly this (decision 0072)."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Final

from facetstore.usecases.changes.allowed_html import FILE

TARGET: Final = Path(__file__).parents[2] / "web" / "src" / "parts" / "allowedHtml.gen.ts"
_HEAD: Final = f"// Made from {FILE} by script/docs. Do not edit.\n"


def render() -> str:
    allowed = json.loads(files("facetstore.usecases.changes").joinpath(FILE).read_text("utf-8"))
    members = "".join(f"  {name}: {json.dumps(each)},\n" for name, each in allowed.items())
    return f"{_HEAD}// biome-ignore format: as it is made\nexport const ALLOWED = {{\n{members}}} as const;\n"
