"""`script/trace`: follow a change, a transition and a read through the code, print how far each goes, and draw it."""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.table import Table

from script.lib.trace_calls import Trace, layer_of, lines_of
from script.lib.trace_picture import render_trace
from script.lib.trace_requests import CHANGE, READ, TRANSITION, follow_requests

ROOT: Final = Path(__file__).resolve().parents[2]
PICTURES: Final = ROOT / "docs" / "pictures"
FILES: Final = {CHANGE: "trace-change.svg", TRANSITION: "trace-transition.svg", READ: "trace-read.svg"}
LONGEST_MODULE: Final = 300


class Limit(NamedTuple):
    """How far a request may go: files entered, calls from one layer to another, modules of more than 300 lines."""

    files: int
    crossings: int
    long_modules: int = 0


ANY: Final = 1_000_000
"""Where no figure is wanted."""
WANTED: Final = {CHANGE: Limit(40, 40), TRANSITION: Limit(45, 50), READ: Limit(30, ANY)}
HELD: Final = {CHANGE: Limit(71, 40, 2), TRANSITION: Limit(67, 50, 2), READ: Limit(32, 12, 2)}
"""What is held today: the test fails above it. Lower it whenever a trace gets shorter, until it is what is wanted."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/trace", description=__doc__)
    parser.add_argument(
        "--files", action="store_true", help="list the files of each request, in the order of their calls"
    )
    parser.add_argument("--no-pictures", action="store_true", help="leave the pictures of the docs as they are")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        traces = follow_requests(Path(folder))
    for table in (_figures(traces), *(_steps(*each) for each in traces.items() if options.files)):
        Console().print(table)
    if not options.no_pictures:
        draw(traces)


def measured(trace: Trace) -> Limit:
    return Limit(len(trace.modules), trace.crossings.total(), len(trace.longer_than(LONGEST_MODULE)))


def draw(traces: Mapping[str, Trace]) -> None:
    for name, trace in traces.items():
        path = PICTURES / FILES[name]
        path.write_text(render_trace(name, trace, LONGEST_MODULE), "utf-8")
        print(f"Wrote {path.relative_to(ROOT)}.", file=sys.stderr)


def _figures(traces: Mapping[str, Trace]) -> Table:
    table = Table("request", "files", "wanted", "crossings", "wanted", f"over {LONGEST_MODULE} lines", "wanted")
    for name, trace in traces.items():
        figures = zip(measured(trace), WANTED[name], strict=True)
        table.add_row(name, *(cell for figure, wanted in figures for cell in _cells(figure, wanted)))
    return table


def _cells(figure: int, wanted: int) -> tuple[str, str]:
    return f"[red]{figure}[/]" if figure > wanted else str(figure), "" if wanted == ANY else f"≤ {wanted}"


def _steps(name: str, trace: Trace) -> Table:
    table = Table("module", "lines", "calls from other layers", title=name)
    callers = dict[str, Counter[str]]()
    for (caller, module), number in trace.crossings.items():
        callers.setdefault(module, Counter())[layer_of(caller)] += number
    for module in trace.modules:
        calls = ", ".join(f"{number} of {layer}" for layer, number in callers.get(module, {}).items())
        table.add_row(module, str(lines_of(module)), calls)
    return table


if __name__ == "__main__":
    main()
