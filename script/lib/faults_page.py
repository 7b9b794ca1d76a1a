"""The results of `script/faults` as a table and a picture in docs/explanation/faults.md.

The last results of every harness are in a file beside the page, so that harnesses can be run one by one.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from script.lib.proof import Proof, render_figures

DOCS: Final = Path(__file__).parents[2] / "docs" / "explanation"
CONTROL: Final = "control"
_ROW: Final = 26
_LEFT: Final = 470
_SCALE: Final = 300
_MOST: Final = 5
"""The decades that the picture has room for."""


class Fault(Proof):
    """What one test of a harness has found."""

    day: str
    machine: str


def write_page(ran: Mapping[str, Sequence[Fault]], docs: Path = DOCS) -> None:
    """Put these results in the place of earlier ones of the same harnesses; those of others stay."""
    file, page = docs / "faults.json", docs / "faults.md"
    known: dict[str, list[Fault]] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    results = known | {name: list(faults) for name, faults in ran.items() if faults}
    file.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", "utf-8")
    marked = re.compile(r"(<!-- results -->\n).*?(<!-- end of results -->)", re.DOTALL)
    table = render_table(results)
    page.write_text(marked.sub(lambda match: f"{match[1]}{table}{match[2]}", page.read_text("utf-8")), "utf-8")
    (docs / "faults.svg").write_text(render_picture(results), "utf-8")


def render_table(results: Mapping[str, Sequence[Fault]]) -> str:
    lines = ["| Harness | What | Count | Outcome | Figures | Day |", "|---|---|---:|---|---|---|"]
    for name, faults in results.items():
        for each in sorted(faults, key=lambda fault: (is_control(fault), fault["name"])):
            cells = (
                f"`{name}`",
                each["name"],
                f"{each['count']:,}",
                each["outcome"],
                render_figures(each["figures"]),
                each["day"],
            )
            lines.append(f"| {' | '.join(cells)} |")
    machines = sorted({each["machine"] for faults in results.values() for each in faults})
    return "\n".join([*lines, "", f"Run on {' and '.join(machines)}, beside other work.", ""])


def is_control(fault: Fault) -> bool:
    """Whether something was broken on purpose, which had to be found."""
    return fault["name"].startswith(CONTROL) or fault["outcome"] == "found"


def render_picture(results: Mapping[str, Sequence[Fault]]) -> str:
    """A bar for each count, by decades: blue where nothing was lost, orange where a planted fault was found."""
    bars = [each for faults in results.values() for each in sorted(faults, key=is_control)]
    height, width = _ROW * len(bars) + 50, _LEFT + _SCALE + 90
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="13" role="img">',
        "<title>How often the service was broken, by harness, on a scale of decades</title>",
        f'<rect width="100%" height="{height}" fill="#ffffff"/>',
        *(render_bar(each, 10 + _ROW * number) for number, each in enumerate(bars)),
        f'<text x="10" y="{height - 14}">Blue: nothing was lost. Orange: a planted fault, which was found.</text>',
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def render_bar(fault: Fault, top: int) -> str:
    length = max(2, round(min(math.log10(max(fault["count"], 1)) / _MOST, 1) * _SCALE))
    colour = "#d9822b" if is_control(fault) else "#1f6feb"
    place = fault["figures"].get("place", "")
    label = f"{fault['name']}, {place}" if place else fault["name"]
    return (
        f'<text x="{_LEFT - 8}" y="{top + 14}" text-anchor="end">{escape(label)}</text>'
        f'<rect x="{_LEFT}" y="{top}" width="{length}" height="18" rx="2" fill="{colour}"/>'
        f'<text x="{_LEFT + length + 6}" y="{top + 14}">{fault["count"]:,}</text>'
    )
