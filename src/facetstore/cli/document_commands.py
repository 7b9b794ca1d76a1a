"""`facetstore bpmn` and `facetstore manual`: a diagram of a served storage as a file and back, and what is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from facetstore.cli.console import print_line, progress_bar, say
from facetstore.cli.remote_storage import Culture, Token, Url, existing, opened, printable

bpmn = typer.Typer(no_args_is_help=True, help="Diagrams of a served storage as BPMN: export, import.")

Element = Annotated[str, typer.Argument(metavar="ID", help="The id of the element or version.", show_default=False)]
Target = Annotated[Path | None, typer.Argument(help="Where to write; without it, stdout.", show_default=False)]
_PATH = "v1/bpmn"
_EVERYTHING = "all"


@bpmn.command()
def export(url: Url, element: Element, file: Target = None, culture: Culture = None, token: Token = None) -> None:
    """Export a diagram as BPMN 2.0."""
    with opened(url, token) as storage, progress_bar() as progress:
        storage.save(f"{_PATH}/{element}", {"lcid": culture}, file, progress)
    if file is not None:
        say(f"Exported the diagram into {file}.")


@bpmn.command("import")
def import_(
    url: Url,
    element: Element,
    file: Annotated[Path, typer.Argument(help="A file of BPMN 2.0.", show_default=False)],
    culture: Culture = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Store nothing: say what would happen.")] = False,
    token: Token = None,
) -> None:
    """Make a diagram say what a file says, and list what has no place of its own here."""
    parameters = {"lcid": culture, "dryRun": "true" if dry_run else None}
    with opened(url, token) as storage, progress_bar() as progress:
        done = storage.send(f"{_PATH}/{element}", parameters, existing(file), progress)
    for each in done["unmapped"]:
        note = f": {printable(each['note'])}" if each.get("note") else ""
        print_line(f"  {printable(each['outcome'])} {printable(each['element'])} at {printable(each['place'])}{note}")
    would = "Would import" if dry_run else "Imported"
    say(f"{would} {done['count']} shapes; {done['removed']} removed, {len(done['created'])} roles and data created.")


def manual(
    url: Url,
    facet: Annotated[str, typer.Argument(metavar="FACET", help="The facet of the element.", show_default=False)],
    element: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="The id of the element or version; `all`: everything in the view.", show_default=False
        ),
    ],
    file: Annotated[Path, typer.Argument(help="A file that ends in .pdf or .docx.", show_default=False)],
    culture: Culture = None,
    released: Annotated[
        bool, typer.Option("--released", help="What is released, with versions, approvals and hashes.")
    ] = False,
    as_of: Annotated[str | None, typer.Option(help="As it was on this day.", show_default=False)] = None,
    view: Annotated[str, typer.Option(help="The view of `all`.")] = "tree",
    token: Token = None,
) -> None:
    """Print an element and all below it, or a whole view, as PDF or Word."""
    place = f"{view}/document" if element == _EVERYTHING else f"detail/elements/{element}/document"
    path = f"rest/facets/{facet}/views/{place}"
    parameters = {
        "format": file.suffix[1:].lower(),
        "culture": culture,
        "released": "true" if released else None,
        "asOf": as_of,
    }
    with opened(url, token) as storage, progress_bar() as progress:
        storage.save(path, parameters, file, progress)
    say(f"Printed into {file}.")
