"""`script/faults`: run the harnesses that break the service, one after the other, with the full counts, and show what they found.

Each harness is a set of tests. `script/test` runs the same ones with small counts.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from rich.table import Table

from script.lib.faults_page import Fault, write_page
from script.lib.proof import Proof, render_figures

ROOT: Final = Path(__file__).parents[2]
RELIABILITY: Final = "tests/reliability"
HERE: Final = f"{RELIABILITY}/faults"
KILL: Final = f"{RELIABILITY}/test_kill.py"
MEMORY: Final = Path("/dev/shm")  # noqa: S108  # a folder with a random name is made there
"""A folder in memory: where syncing files for real would only take time."""
EVERY_RUN: Final = "Secrets"
"""What every run of tests records, whatever it tests."""

console = Console(stderr=True)


class Harness(NamedTuple):
    """Tests that break something."""

    name: str
    what: str
    tests: Sequence[str]
    in_memory: bool = False
    """Whether the files may be in memory: the disk is simulated, or has no part in what is broken."""


HARNESSES: Final = (
    Harness(
        "kills",
        "the server is killed while clients write",
        [
            f"{KILL}::test_a_server_that_is_killed_loses_nothing_and_leaves_nothing_half_done",
            f"{KILL}::test_the_kills_find_a_write_that_is_no_transaction",
        ],
        in_memory=True,
    ),
    Harness("power-cuts", "the power is cut at any point of a record of writes", [f"{HERE}/test_power_cuts.py"], True),
    Harness("io-errors", "every single operation of the disk fails once", [f"{HERE}/test_io_errors.py"], True),
    Harness("full-disk", "the disk is full before every step", [f"{HERE}/test_full_disk.py"], True),
    Harness("flipped-bits", "single bits of the database are flipped", [f"{HERE}/test_flipped_bits.py"], True),
    Harness("uploads", "the server is killed while files are sent", [f"{RELIABILITY}/test_kill_uploads.py"]),
    Harness(
        "busy",
        "several processes write at once",
        ["tests/storage/engines/test_processes.py", f"{RELIABILITY}/test_callers_at_once.py"],
    ),
    Harness(
        "restarts",
        "PostgreSQL is restarted and crashes",
        [f"{KILL}::test_a_database_that_goes_down_takes_nothing_with_it"],
    ),
    Harness(
        "connections",
        "connections to PostgreSQL are dropped",
        [f"{KILL}::test_connections_that_are_dropped_take_nothing_with_them"],
    ),
    Harness("stops", "the server is asked to stop while clients write", [f"{HERE}/test_stops.py"], True),
    Harness("clock", "the clock goes back and forward", [f"{HERE}/test_clock.py"], True),
    Harness("races", "two nodes want the same at once", [f"{RELIABILITY}/test_races.py"]),
    Harness("histories", "random histories against a model", ["tests/stateful"]),
    Harness("backups", "backups while many write", [f"{RELIABILITY}/test_backups.py"]),
    Harness(
        "migrations",
        "migrations under load, and migrations that fail",
        [f"{RELIABILITY}/test_upgrade.py", "tests/storage/engines/test_migrate.py"],
    ),
)


class Ran(NamedTuple):
    """What came of a harness."""

    harness: Harness
    faults: Sequence[Fault]
    seconds: float
    output: str
    has_failed: bool


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/faults", description=__doc__)
    names = [each.name for each in HARNESSES]
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"harnesses to run; all without one: {', '.join(names)}"
    )
    parser.add_argument("--quick", action="store_true", help="the small counts of script/test")
    parser.add_argument("--share", type=float, default=1, help="the part of the full counts to run, such as 0.2")
    parser.add_argument("--record", action="store_true", help="write what was found to docs/explanation/faults.md")
    options = parser.parse_args()
    if unknown := set(options.names) - set(names):
        parser.error(f"There is no {', '.join(sorted(unknown))}. There are: {', '.join(names)}.")
    if options.quick and options.record:
        parser.error("--record needs the full counts: leave out --quick.")
    chosen = [each for each in HARNESSES if each.name in (options.names or names)]
    counts = {} if options.quick else {"FACETSTORE_LONG": "1", "FACETSTORE_SHARE": str(options.share)}
    ran = run_all(chosen, counts, is_recorded=options.record)
    show(ran)
    if any(each.has_failed for each in ran):
        sys.exit(1)


def run_all(harnesses: Sequence[Harness], counts: Mapping[str, str], *, is_recorded: bool) -> list[Ran]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    ran = list[Ran]()
    with Progress(*columns, console=console) as bar:
        for harness in harnesses:
            ran.append(run(harness, bar, bar.add_task(harness.what, total=None), counts))
            # At once: the next one may take an hour, and be interrupted.
            if is_recorded and not ran[-1].has_failed:
                write_page({harness.name: ran[-1].faults})
    return ran


def run(harness: Harness, bar: Progress, task: TaskID, counts: Mapping[str, str]) -> Ran:
    """Run the tests of a harness in a process of its own, which says how far it is."""
    place = MEMORY if harness.in_memory and os.access(MEMORY, os.W_OK) else None
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="faults-", dir=place) as folder:
        records, progress, output = (Path(folder, name) for name in ("records", "progress", "output"))
        records.touch()
        command = [sys.executable, "-m", "pytest", "-n", "0", "-q", "-p", "no:cacheprovider", *harness.tests]
        given = {"FACETSTORE_PROOF": str(records), "FACETSTORE_PROGRESS": str(progress)}
        with output.open("wb") as file:
            process = subprocess.Popen(
                [*command, "--basetemp", str(Path(folder, "tests"))],
                cwd=ROOT,
                env={**os.environ, **given, **counts},
                stdout=file,
                stderr=file,
            )
            try:
                code = follow(process, progress, bar, task)
            finally:
                process.kill()
        return Ran(harness, faults_in(records), time.monotonic() - began, output.read_text("utf-8"), code != 0)


def follow(process: subprocess.Popen[bytes], progress: Path, bar: Progress, task: TaskID) -> int:
    """Show how far a process is until it ends; returns its code."""
    while True:
        try:
            code = process.wait(0.2)
        except subprocess.TimeoutExpired:
            code = None
        try:
            said = json.loads(progress.read_text("utf-8"))
            bar.update(task, completed=said["done"], total=said["total"])
        except (OSError, ValueError):
            pass  # nothing was said yet, or it is being said now
        if code is not None:
            return code


def faults_in(records: Path) -> list[Fault]:
    """What the tests of a harness have recorded, with the day and the machine."""
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    machine = f"{os.cpu_count()} cores of {platform.machine()}"
    lines = records.read_text("utf-8").splitlines()
    proofs: list[Proof] = [json.loads(line) for line in lines]
    return [{**each, "day": day, "machine": machine} for each in proofs if not each["name"].startswith(EVERY_RUN)]


def show(ran: Sequence[Ran]) -> None:
    table = Table("Harness", "What", "Count", "Outcome", "Figures")
    for each in ran:
        for fault in each.faults:
            table.add_row(
                each.harness.name,
                fault["name"],
                f"{fault['count']:,}",
                fault["outcome"],
                render_figures(fault["figures"]),
            )
    Console().print(table)
    for each in ran:
        if each.has_failed:
            console.print(each.output, markup=False)
            console.print(f"[red]{each.harness.name} failed after {each.seconds:.0f} s.")


if __name__ == "__main__":
    main()
