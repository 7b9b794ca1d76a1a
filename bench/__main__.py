"""`script/bench`: measure reading, finding and writing on SQLite and PostgreSQL, print the tables, and write them to the docs when asked to."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.access import MOST, Narrowed, measure_access
from bench.dataset import Dataset, make_dataset
from bench.finding import Finding, measure_finding
from bench.finding_data import make_finding
from bench.growth import Growth, growth_lines, measure_growth
from bench.reads import Condition, Figure, measure_reads
from bench.report import write_access, write_finding, write_growth, write_reads, write_writing
from bench.sizes import settle, sizes_of
from bench.writing import Written, measure_writing
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings, read_settings

console = Console(stderr=True)
ENGINES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}
PARTS = ("reads", "access", "finding", "writing")
GROWTH = "growth"
"""Takes much longer than all others together, so that it is only measured when it is asked for."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("--elements", type=int, default=100_000, help="size of the tenant")
    parser.add_argument("--engine", choices=(*ENGINES, "both"), default="both")
    parser.add_argument("--only", choices=(*PARTS, GROWTH), help="measure one part alone")
    parser.add_argument(
        "--keep", type=Path, help="a folder for the SQLite files, to measure again without filling them"
    )
    parser.add_argument(
        "--write", action="store_true", help="write the tables and the picture of docs/explanation/performance.md"
    )
    options = parser.parse_args()
    if options.write and options.engine != "both":
        parser.error("--write needs both engines: the tables of the page show them side by side.")
    measured = Measured()
    for engine in ENGINES.values() if options.engine == "both" else (ENGINES[options.engine],):
        for part in [options.only] if options.only else PARTS:
            with _place(engine, part, options.keep) as place:
                _measure(part, engine, place, options.elements, measured)
    _show(measured)
    if options.write:
        _write(measured, options.elements)


@dataclass(slots=True)
class Measured:
    """What was measured of each part, by engine."""

    reads: dict[str, list[Figure]] = field(default_factory=dict)
    access: list[Narrowed] = field(default_factory=list)
    finding: dict[str, Finding] = field(default_factory=dict)
    growth: dict[str, Growth] = field(default_factory=dict)
    writing: dict[str, list[Written]] = field(default_factory=dict)


def _measure(part: str, engine: str, place: str, elements: int, measured: Measured) -> None:
    if part == "reads":
        measured.reads[engine] = _measure_reads(place, elements)
    elif part == "access":
        if engine == "SQLite":  # what it adds to a statement is the same on both, and here nothing hides it
            measured.access = measure_access(Path(place), elements, _say)
    elif part == "finding":
        measured.finding[engine] = asyncio.run(_measure_finding(place, elements))
    elif part == GROWTH:
        measured.growth[engine] = measure_growth(place, elements, lambda *of: asyncio.run(_measure_finding(*of)))
    else:
        measured.writing[engine] = measure_writing(engine, _settings(place), elements, _say)


def _write(measured: Measured, elements: int) -> None:
    """Write the parts that were measured; those of the page that were not stay as they are."""
    if measured.reads:
        write_reads(measured.reads, elements)
    if measured.access:
        write_access(measured.access)
    if measured.finding:
        write_finding(measured.finding, elements)
    if measured.growth:
        write_growth(measured.growth)
    if measured.writing:
        write_writing(measured.writing, elements)


@contextmanager
def _place(engine: str, part: str, keep: Path | None) -> Iterator[str]:
    """A database to measure on: a folder of its own, or a cluster of its own."""
    if engine == "SQLite":
        with tempfile.TemporaryDirectory() as folder:
            # An import is measured into an empty tenant.
            yield str(keep / part if keep and part != "writing" else folder)
        return
    from tests.support.postgres import postgres_cluster

    with postgres_cluster(durable=True) as url:
        yield url


def _measure_reads(place: str, elements: int) -> list[Figure]:
    dataset = asyncio.run(_fill(place, elements))
    return [figure for condition in Condition for figure in measure_reads(place, dataset, condition, _say)]


async def _fill(place: str, elements: int) -> Dataset:
    async with opened_storage(_settings(place)) as storage:
        with Progress(console=console) as bar:
            task = bar.add_task("filling", total=elements)
            return await make_dataset(
                storage, elements, lambda _, done, total: bar.update(task, completed=done, total=total)
            )


async def _measure_finding(place: str, elements: int) -> Finding:
    async with opened_storage(_settings(place)) as storage:
        with Progress(console=console) as bar:
            task = bar.add_task("filling", total=elements)
            tenant = await make_finding(storage, elements, lambda done: bar.update(task, completed=done))
        await settle(storage)
        answers = await measure_finding(storage, tenant, elements, _say)
        return Finding(answers, await sizes_of(storage))


def _say(line: str) -> None:
    console.print(f"  {line}")


def _settings(place: str) -> Settings:
    return read_settings(database=place) if "://" in place else read_settings(Path(place))


def _show(measured: Measured) -> None:
    for table in (
        *_reads_tables(measured.reads),
        *_access_tables(measured.access),
        *_finding_tables(measured.finding),
        *_writing_tables(measured.writing),
    ):
        Console().print(table)
    if measured.growth:
        print("\n".join(growth_lines(measured.growth)))


def _reads_tables(reads: Mapping[str, Sequence[Figure]]) -> Iterator[Table]:
    table = Table("engine", "case", "before each request", "bytes", "service µs", "raw µs", "ratio")
    for engine, figures in reads.items():
        for each in figures:
            costs = (f"{each.size:,}", f"{each.ours:.0f}", f"{each.raw:.0f}", f"{each.ratio:.2f}")
            table.add_row(engine, each.case, each.condition, *costs)
    if reads:
        yield table


def _access_tables(narrowed: Sequence[Narrowed]) -> Iterator[Table]:
    table = Table("case", "before each request", "without permissions µs", "with them µs", "more", f"may be {MOST:g} %")
    for each in narrowed:
        costs = (f"{each.plain:.0f}", f"{each.narrowed:.0f}", f"{each.percent:+.0f} %")
        table.add_row(each.case, each.condition, *costs, "" if each.percent <= MOST else "above")
    if narrowed:
        yield table


def _finding_tables(findings: Mapping[str, Finding]) -> Iterator[Table]:
    for engine, finding in findings.items():
        table = Table("question", "ms", "may take", "elements", title=engine)
        for answer in finding.answers:
            table.add_row(answer.question, f"{answer.took:.2f}", f"{answer.most:g}", str(answer.elements))
        yield table


def _writing_tables(writing: Mapping[str, Sequence[Written]]) -> Iterator[Table]:
    for engine, written in writing.items():
        table = Table("write", "figure", "wanted", title=engine)
        for each in written:
            table.add_row(each.what, f"{each.figure:,.0f}", each.wanted)
        yield table


if __name__ == "__main__":
    main()
