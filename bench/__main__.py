"""`script/bench`: measure reads on SQLite and PostgreSQL, print the table, and write it to the docs when asked to."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from bench.dataset import Dataset, make_dataset
from bench.reads import Condition, Figure, measure_reads
from bench.report import write_report
from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.settings import Settings

console = Console(stderr=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/bench", description=__doc__)
    parser.add_argument("--elements", type=int, default=100_000, help="size of the tenant")
    parser.add_argument("--engine", choices=("sqlite", "postgres", "both"), default="both")
    parser.add_argument("--keep", type=Path, help="a folder for the SQLite file, to measure again without filling it")
    parser.add_argument(
        "--write", action="store_true", help="write docs/explanation/performance.md's table and picture"
    )
    options = parser.parse_args()
    measured: dict[str, list[Figure]] = {}
    if options.engine in ("sqlite", "both"):
        with tempfile.TemporaryDirectory() as folder:
            measured["SQLite"] = _measure(str(options.keep or folder), options.elements)
    if options.engine in ("postgres", "both"):
        from tests.support.postgres import postgres_cluster

        with postgres_cluster(durable=True) as url:
            measured["PostgreSQL"] = _measure(url, options.elements)
    Console().print(_table(measured))
    if options.write:
        write_report(measured, options.elements)


def _measure(place: str, elements: int) -> list[Figure]:
    dataset = asyncio.run(_fill(place, elements))
    return [
        figure
        for condition in Condition
        for figure in measure_reads(place, dataset, condition, lambda line: console.print(f"  {line}"))
    ]


async def _fill(place: str, elements: int) -> Dataset:
    async with opened_storage(_settings(place)) as storage:
        with Progress(console=console) as bar:
            task = bar.add_task(f"filling {'PostgreSQL' if '://' in place else 'SQLite'}", total=elements)
            return await make_dataset(
                storage, elements, lambda _, done, total: bar.update(task, completed=done, total=total)
            )


def _settings(place: str) -> Settings:
    return Settings(database=place) if "://" in place else Settings(data=Path(place))


def _table(measured: dict[str, list[Figure]]) -> Table:
    table = Table("engine", "case", "before each request", "bytes", "service µs", "raw µs", "ratio")
    for engine, figures in measured.items():
        for each in figures:
            row = (
                engine,
                each.case,
                each.condition,
                f"{each.size:,}",
                f"{each.ours:.0f}",
                f"{each.raw:.0f}",
                f"{each.ratio:.2f}",
            )
            table.add_row(*row)
    return table


if __name__ == "__main__":
    main()
