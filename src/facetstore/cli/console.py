"""Messages go to stderr, results to stdout; both are plain text unless it is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from facetstore.domain.errors import Failure, Finding

Progress = Callable[[str, int, int | None], None]


def say(text: str) -> None:
    """Print a message. Results are flushed first, so that both keep their order in one file."""
    sys.stdout.flush()
    sys.stderr.write(f"{text}\n")


def print_line(text: str) -> None:
    """A result."""
    sys.stdout.write(f"{text}\n")


def say_failure(failure: Failure) -> None:
    """Print one clear sentence, and every finding behind it; of an outage its cause, and what to do about it."""
    from facetstore.domain.errors import Unavailable

    if isinstance(failure, Unavailable) and failure.cause is not None:
        say(f"Error: {failure.cause.message}")
        say(f"  {failure.cause.advice}")
        return
    say(f"Error: {failure.message}")
    if len(failure.findings) > 1 or failure.findings[0].error != failure.message:
        say_findings(failure.findings)


def say_findings(findings: Sequence[Finding]) -> None:
    for each in findings:
        # The finding of a setting starts with its name already; that of a line or a place in a file does not.
        place = f"{each.path}: " if each.path and not each.error.startswith(each.path) else ""
        say(f"  {place}{each.error}")


def print_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table for people; for programs, lines with tabs."""
    if not sys.stdout.isatty():
        for row in rows:
            print_line("\t".join(row))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(*headings)
    for row in rows:
        table.add_row(*row)
    Console().print(table)


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A progress bar; nothing if stderr is not a terminal."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich import progress
    from rich.console import Console

    text = progress.TextColumn("{task.description}")
    columns = (text, progress.BarColumn(), progress.MofNCompleteColumn(), progress.TimeElapsedColumn())
    with progress.Progress(*columns, console=Console(stderr=True)) as bar:
        tasks: dict[str, progress.TaskID] = {}

        def update(what: str, done: int, total: int | None) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield update
