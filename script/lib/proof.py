"""Renders what the long tests recorded as a table: `proof.py RECORDS.jsonl PROOF.md`."""

import datetime
import json
import os
import platform
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TypedDict

HEADING = """\
# What was proven

Written by `script/test --long`, which runs every count in full; do not edit. Measured on {date} with Python {python}
on {cores} cores of {machine}.

| What | Count | Outcome | Figures |
| --- | ---: | --- | --- |
"""


class Proof(TypedDict):
    name: str
    count: int
    outcome: str
    figures: dict[str, float | str]


def main() -> None:
    records, page = map(Path, sys.argv[1:])
    proofs = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    if not proofs:
        sys.exit("No test recorded a proof, so the page is left as it is.")
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(render_page(proofs), encoding="utf-8")
    print(f"Wrote {len(proofs)} proofs to {page}.", file=sys.stderr)


def render_page(proofs: Iterable[Proof]) -> str:
    heading = HEADING.format(
        date=datetime.datetime.now(datetime.UTC).date(),
        python=platform.python_version(),
        cores=os.cpu_count(),
        machine=platform.machine(),
    )
    # Workers finish in any order: sorted, the page changes only where a figure did.
    return heading + "".join(render_row(proof) for proof in sorted(proofs, key=lambda proof: proof["name"]))


def render_row(proof: Proof) -> str:
    cells = (proof["name"], f"{proof['count']:,}", proof["outcome"], render_figures(proof["figures"]))
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n"


def render_figures(figures: Mapping[str, float | str]) -> str:
    return ", ".join(f"{name.replace('_', ' ')} {render_figure(value)}" for name, value in figures.items())


def render_figure(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,.0f}" if value == int(value) else f"{value:,.2f}"


if __name__ == "__main__":
    main()
