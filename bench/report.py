"""The measured figures as a table and a picture in docs/explanation/performance.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Final

from bench.access import GROUPS, MOST, PERMISSIONS, Narrowed
from bench.finding import TIMES, Finding
from bench.growth import Growth, growth_lines
from bench.reads import Condition, Figure
from bench.writing import Written

_DOCS: Final = Path(__file__).resolve().parent.parent / "docs" / "explanation"
_COLOURS: Final = {
    Condition.CACHE_OFF: "#c9d4e3",
    Condition.FACET_CHANGED: "#a9bcd6",
    Condition.CHANGED: "#8aa4c8",
    Condition.UNCHANGED: "#1f6feb",
}
_ROW: Final = 26
_LEFT: Final = 330
_SCALE: Final = 420


def write_reads(measured: Mapping[str, Sequence[Figure]], elements: int) -> None:
    _write("figures", _lines(measured, elements))
    (_DOCS / "performance.svg").write_text(_picture(measured), "utf-8")


def write_access(measured: Sequence[Narrowed]) -> None:
    _write("access", _narrowed(measured))


def write_finding(measured: Mapping[str, Finding], elements: int) -> None:
    _write("finding", [*_answers(measured, elements), "", *_sizes(measured)])


def write_growth(measured: Mapping[str, Growth]) -> None:
    _write("growth", growth_lines(measured))


def write_writing(measured: Mapping[str, Sequence[Written]], elements: int) -> None:
    _write("writing", _writes(measured, elements))


def _narrowed(measured: Sequence[Narrowed]) -> list[str]:
    lines = [
        f"CPU microseconds a request on SQLite: by a caller from whom nothing is hidden in a tenant without permissions, and by a caller "
        f"in {GROUPS} groups in a copy of it with {PERMISSIONS} elements that have permissions of their own; all that is read stands "
        f"below such an element. It may cost {MOST:g} % more.",
        "",
        "| Read | Before each request | Without permissions | With them | More |",
        "|---|---|---:|---:|---:|",
    ]
    return lines + [
        f"| {each.case} | {each.condition} | {each.plain:.0f} | {each.narrowed:.0f} | {each.percent:+.0f} % |"
        for each in measured
    ]


def _write(mark: str, lines: Sequence[str]) -> None:
    """Put lines between two marks of the page."""
    page, text = _DOCS / "performance.md", "\n".join(lines)
    marked = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
    page.write_text(marked.sub(lambda match: f"{match[1]}{text}\n{match[2]}", page.read_text("utf-8")), "utf-8")


def _answers(measured: Mapping[str, Finding], elements: int) -> list[str]:
    engines = list(measured)
    lines = [
        f"A facet of {elements:,} elements with 15 texts in two cultures, a page of 50: milliseconds of the statements, the median of {TIMES} runs.",
        "",
        f"| Question | {' | '.join(engines)} | May take |",
        f"|---|{'---:|' * (len(engines) + 1)}",
    ]
    for row in zip(*(finding.answers for finding in measured.values()), strict=True):
        took = " | ".join(f"{each.took:.2f}" for each in row)
        lines.append(f"| {row[0].question} | {took} | {row[0].most:g} |")
    return lines


def _writes(measured: Mapping[str, Sequence[Written]], elements: int) -> list[str]:
    lines = [
        f"A tenant of {elements:,} elements with a name and five texts in two cultures and five references, one worker, every "
        "change durable when it is answered: the best of several rounds.",
        "",
        f"| Write | {' | '.join(f'{engine} | Wanted' for engine in measured)} |",
        f"|---|{'---:|---:|' * len(measured)}",
    ]
    for row in zip(*measured.values(), strict=True):
        cells = (f"{each.figure:,.0f} | {each.wanted}" for each in row)
        lines.append(f"| {row[0].what} | {' | '.join(cells)} |")
    return lines


def _sizes(measured: Mapping[str, Finding]) -> list[str]:
    engines = list(measured)
    lines = [f"| What takes room, in MB | {' | '.join(engines)} |", f"|---|{'---:|' * len(engines)}"]
    labels = next(iter(measured.values())).sizes
    return lines + [
        f"| {label} | {' | '.join(f'{measured[each].sizes[label]:.0f}' for each in engines)} |" for label in labels
    ]


def _lines(measured: Mapping[str, Sequence[Figure]], elements: int) -> list[str]:
    lines = [
        f"A tenant of {elements:,} elements, one worker, request log on; CPU microseconds of the server's process a request.",
        "",
        "| Engine | Read | Before each request | Bytes | Service µs | Raw ASGI µs | Raw / service |",
        "|---|---|---|---:|---:|---:|---:|",
    ]
    for engine, figures in measured.items():
        for each in figures:
            cells = (
                engine,
                each.case,
                each.condition,
                f"{each.size:,}",
                f"{each.ours:.0f}",
                f"{each.raw:.0f}",
                f"{each.ratio:.2f}",
            )
            lines.append("| " + " | ".join(cells) + " |")
    return lines


def _picture(measured: Mapping[str, Sequence[Figure]]) -> str:
    bars = [(f"{engine}: {each.case}", each) for engine, figures in measured.items() for each in figures]
    height = _ROW * len(bars) + 50
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _SCALE + 70}" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="13" role="img">',
        "<title>CPU of a raw ASGI application over CPU of the service; 1 would be no cost at all</title>",
        f'<rect width="100%" height="{height}" fill="#ffffff"/>',
    ]
    for number, (label, figure) in enumerate(bars):
        parts.append(_bar(label, figure, 10 + number * _ROW))
    legend = height - 16
    for n, condition in enumerate(Condition):
        x = _LEFT + n * 160
        parts.append(f'<rect x="{x}" y="{legend - 11}" width="12" height="12" fill="{_COLOURS[condition]}"/>')
        parts.append(f'<text x="{x + 18}" y="{legend}">{condition}</text>')
    return "\n".join([*parts, "</svg>\n"])


def _bar(label: str, figure: Figure, y: int) -> str:
    width = min(figure.ratio, 1.0) * _SCALE
    return (
        f'<text x="{_LEFT - 8}" y="{y + 14}" text-anchor="end">{escape(label)}</text>'
        f'<rect x="{_LEFT}" y="{y}" width="{width:.0f}" height="{_ROW - 8}" rx="2" fill="{_COLOURS[figure.condition]}"/>'
        f'<text x="{_LEFT + width + 6:.0f}" y="{y + 14}">{figure.ratio:.2f}</text>'
    )
