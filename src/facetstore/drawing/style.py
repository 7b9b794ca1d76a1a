"""Colours of drawings, in light and dark.

Attributes carry the light colours, for programs that ignore style sheets. The sheet carries both and follows the current
`color-scheme`: that of the page around a drawing, or of the reader if it is opened alone. Paper is light.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import Final, NamedTuple

FONT: Final = "'Segoe UI', system-ui, Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif"


class Tone(NamedTuple):
    """A colour in light and in dark."""

    light: str
    dark: str


TONES: Final = {
    "paper": Tone("#ffffff", "#15181c"),
    "box": Tone("#ffffff", "#23282e"),
    "rim": Tone("#b9c2cc", "#56606b"),
    "text": Tone("#1f2933", "#e8ebee"),
    "quiet": Tone("#52606d", "#aab4be"),
    "line": Tone("#6b7785", "#97a2ae"),
    "lane": Tone("#f7f9fb", "#1b1f24"),
    "other": Tone("#eef2f6", "#20252b"),
    "head": Tone("#dfe6ee", "#2d343c"),
    "grid": Tone("#c8d1db", "#3d464f"),
}
"""Colours by purpose. The class `f-` and the name fills with it, the class `s-` and the name draws lines with it."""


def _rules() -> Iterator[str]:
    for name, tone in TONES.items():
        color = f"var(--fs-{name},light-dark({tone.light},{tone.dark}))"
        yield f".fs-drawing .f-{name}{{fill:{color}}}.fs-drawing .s-{name}{{stroke:{color}}}"
    yield "svg.fs-drawing:root{color-scheme:light dark}"
    yield ".fs-drawing a:hover .f-box,.fs-drawing a:focus-visible .f-box{stroke-width:2.5}"
    yield "@media print{.fs-drawing{color-scheme:light}}"


SHEET: Final = "".join(_rules())
"""The style sheet; the same for every drawing."""

SHEET_HASH: Final = base64.b64encode(hashlib.sha256(SHEET.encode()).digest()).decode()
"""The hash with which a content security policy can allow exactly this sheet."""


def fill(tone: str) -> str:
    """Attributes that fill with a colour."""
    return f'class="f-{tone}" fill="{TONES[tone].light}"'


def stroke(tone: str) -> str:
    return f'class="s-{tone}" stroke="{TONES[tone].light}"'


def both(inner: str, outer: str) -> str:
    return f'class="f-{inner} s-{outer}" fill="{TONES[inner].light}" stroke="{TONES[outer].light}"'


_LEAST_CONTRAST: Final = 3
"""The contrast that icons need (WCAG 1.4.11)."""


def ink_on(color: str) -> str:
    """White, or nearly black if white would have too little contrast."""
    red, green, blue = (_linear(int(color[place : place + 2], 16) / 255) for place in (1, 3, 5))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return "#ffffff" if 1.05 / (luminance + 0.05) >= _LEAST_CONTRAST else "#10151a"


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else float(((value + 0.055) / 1.055) ** 2.4)
