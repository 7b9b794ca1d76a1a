"""`facetstore schedule`: scheduled transitions of versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from facetstore.cli.console import print_line, say
from facetstore.cli.shared_options import Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.usecases.release.scheduling import Moved

app = typer.Typer(no_args_is_help=True, help="The schedule: run.")


@app.callback()
def schedule() -> None:
    """The schedule: run."""


@app.command("run")
def run_(data: Data = None, database: Database = None) -> None:
    """Take all transitions that are due, in all tenants, and print how many there were.

    Released versions come into effect on the day after their validFrom. A server does this by itself; the command is for
    data that no server uses.
    """
    moved = run(_run(settings_of(data, database)))
    if moved is None:
        say("A server is running the schedule already.")
    for each in moved or ():
        say(f"{each.tenant}: {each.versions} moved on.")
        if each.failure is not None:
            say(f"Error: {each.tenant}: {each.failure}")
    print_line(str(sum(each.versions for each in moved or ())))
    if any(each.failure is not None for each in moved or ()):
        raise typer.Exit(1)


async def _run(settings: Settings) -> Sequence[Moved] | None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.release.scheduling import run_schedule

    async with opened_storage(settings) as storage:
        return await run_schedule(storage)
