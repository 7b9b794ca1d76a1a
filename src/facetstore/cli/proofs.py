"""`facetstore verify` and `anchor`: whether what is stored follows from the history, and the end of the history to keep elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from facetstore.cli.console import print_line, progress_bar, say
from facetstore.cli.shared_options import Data, Database, run, settings_of


def verify(
    tenant: Annotated[
        str | None, typer.Option("--tenant", metavar="COLLECTION/STORAGE", help="Only this tenant.", show_default=False)
    ] = None,
    anchor: Annotated[
        Path | None,
        typer.Option("--anchor", metavar="FILE", help="What `facetstore anchor` printed; - reads from stdin."),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option("--resume", metavar="FILE", help="Go on where the run stopped that was given the same file."),
    ] = None,
    rebuild: Annotated[
        bool,
        typer.Option(
            "--rebuild", help="First rebuild where elements stood in lists and trees, if the history says otherwise."
        ),
    ] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Check that the history is whole, and that every document, index row and file follows from it."""
    from facetstore.bootstrap import verification
    from facetstore.bootstrap.verification import prove, read_anchors

    if rebuild:
        say(f"{run(verification.rebuild(settings_of(data, database), only=tenant))} rows of spans were wrong.")
    anchors = read_anchors(_read(anchor)) if anchor is not None else None
    with progress_bar() as progress:
        proof = run(prove(settings_of(data, database), progress, only=tenant, anchors=anchors, resume=resume))
    for what, number in proof.checked.items():
        print_line(f"{number:>10}  {what}")
    for each in proof.faults:
        say(each)
    if proof.faults:
        say(f"Error: {len(proof.faults)} places are not what the history says, or the history is not whole.")
        raise typer.Exit(1)
    say("All of it follows from the history, and the history is whole.")


def anchor(data: Data = None, database: Database = None) -> None:
    """Print the end of every history: tenant, revision, rows and last hash. Keep it where others cannot write."""
    from facetstore.bootstrap.verification import list_anchors

    for address, end in run(list_anchors(settings_of(data, database))):
        print_line(f"{address}\t{end.revision}\t{end.rows}\t{end.head}")


def _read(path: Path) -> str:
    return sys.stdin.read() if str(path) == "-" else path.read_text("utf-8")
