"""`facetstore table`: lists of a served storage as files, and files back as plans that are applied and undone."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from facetstore.cli.console import print_line, progress_bar, say
from facetstore.cli.remote_storage import Culture, RemoteStorage, Token, Url, existing, opened, printable

app = typer.Typer(no_args_is_help=True, help="Tables of a served storage: export, import, undo.")

_SHOWN = 20
"""How many findings and changes are printed; the plan has more."""
_LONGEST = 60
_DETAIL = "detail"
_NAME = re.compile(r"[\w-]+")
"""Names of facets that can be names of files: a server says them."""


@app.command()
def export(
    url: Url,
    facet: Annotated[str, typer.Argument(metavar="FACET", help="Whose elements.", show_default=False)],
    file: Annotated[Path | None, typer.Argument(help="Where to write; without it, stdout.", show_default=False)] = None,
    view: Annotated[str, typer.Option(metavar="VIEW", help="The view that lists them.")] = _DETAIL,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format", metavar="csv|xlsx|xliff", help="Default: as the file ends, else csv.", show_default=False
        ),
    ] = None,
    sheet: Annotated[
        str | None, typer.Option(metavar="list|edit|translations", help="What it is for.", show_default=False)
    ] = None,
    culture: Culture = None,
    filter_: Annotated[
        str | None, typer.Option("--filter", metavar="FILTER", help="Only what matches.", show_default=False)
    ] = None,
    select: Annotated[str | None, typer.Option(metavar="NAME,...", help="These columns.", show_default=False)] = None,
    token: Token = None,
) -> None:
    """Export a list as CSV, as a workbook, or as XLIFF for translators."""
    parameters = {
        "format": format_ or (file.suffix[1:] if file is not None and file.suffix else "csv"),
        "sheet": sheet,
        "$culture": culture,
        "$filter": filter_,
        "$select": select,
    }
    with opened(url, token) as storage, progress_bar() as progress:
        storage.save(f"rest/facets/{facet}/views/{view}/table", parameters, file, progress)
    if file is not None:
        say(f"Exported {facet} into {file}.")


@app.command()
def translations(
    url: Url,
    folder: Annotated[Path, typer.Argument(help="Where to write a file for each facet.", show_default=False)],
    culture: Annotated[
        int,
        typer.Option("--culture", metavar="N", help="The culture to translate into, such as 1031.", show_default=False),
    ],
    token: Token = None,
) -> None:
    """Export the texts of a whole storage as XLIFF: a file for each facet that has some."""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    with opened(url, token) as storage, progress_bar() as progress:
        facets = [each["name"] for each in storage.read("rest/facets", {})["values"] if _NAME.fullmatch(each["name"])]
        for number, facet in enumerate(facets, 1):
            file = folder / f"{facet}.xliff"
            storage.save(_table(storage, facet), {"format": "xliff", "$culture": culture}, file, _quiet)
            if b"<unit" in file.read_bytes():
                written += 1
            else:
                file.unlink()
            progress("facets", number, len(facets))
    say(f"Exported the texts of {written} facets into {folder}.")


def _table(storage: RemoteStorage, facet: str) -> str:
    """The table of all elements of a facet: that of its view for details, if it has one."""
    views = [each["name"] for each in storage.read(f"rest/facets/{facet}/views", {})["values"]]
    view = _DETAIL if _DETAIL in views else views[0]
    return f"rest/facets/{facet}/views/{view}/table"


def _quiet(what: str, done: int, total: int | None) -> None:
    """No progress: that of the whole is shown."""


@app.command("import")
def import_(
    url: Url,
    facet: Annotated[str, typer.Argument(metavar="FACET", help="Whose elements the file holds.", show_default=False)],
    file: Annotated[Path, typer.Argument(help="CSV, a workbook, or XLIFF.", show_default=False)],
    apply: Annotated[bool, typer.Option("--apply", help="Apply the plan without asking.")] = False,
    match: Annotated[
        str | None,
        typer.Option(metavar="COLUMN", help="The column by which rows find their elements.", show_default=False),
    ] = None,
    type_: Annotated[
        str | None, typer.Option("--type", metavar="TYPE", help="The type of new elements.", show_default=False)
    ] = None,
    keep_empty: Annotated[bool, typer.Option("--keep-empty", help="Empty cells change nothing.")] = False,
    skip_faulty: Annotated[bool, typer.Option("--skip-faulty", help="Leave rows with findings out.")] = False,
    token: Token = None,
) -> None:
    """Show what a file would change, and apply it: all of it, or nothing."""
    settings = {"match": match, "type": type_}
    corrected = {
        **({"emptyCells": "keep"} if keep_empty else {}),
        **({"faultyRows": "skip"} if skip_faulty else {}),
    }
    with opened(url, token) as storage:
        plan = _planned(storage, facet, existing(file), settings, corrected)
        for line in _shown(plan):
            print_line(line)
        if not plan["applicable"]:
            say(
                "There is nothing to apply."
                if not plan["counts"]["faulty"]
                else "It cannot be applied: correct the rows."
            )
            raise typer.Exit(1 if plan["counts"]["faulty"] else 0)
        if not apply and not _agreed():
            say(f"Nothing was changed. The plan waits for a day: {plan['id']}")
            return
        _apply(storage, plan)


@app.command()
def undo(
    url: Url,
    import_id: Annotated[str, typer.Argument(metavar="IMPORT", help="The id of the import.", show_default=False)],
    keep_changed: Annotated[
        bool, typer.Option("--keep-changed", help="Leave what was changed since as it is, and undo the rest.")
    ] = False,
    token: Token = None,
) -> None:
    """Give back what was there before an import."""
    with opened(url, token) as storage, progress_bar() as progress:
        progress("undoing", 0, None)
        body = {"changedSince": "keep"} if keep_changed else None
        (plan,) = storage.write(f"rest/imports/{import_id}/undo", body)["values"]
    for each in plan.get("changedSince", ()):
        print_line(f"  left as it is: {printable(each['error'])}")
    say(f"Undone: {_counted(plan['counts'])}.")


def _planned(
    storage: RemoteStorage, facet: str, file: Path, settings: Mapping[str, str | None], corrected: Mapping[str, str]
) -> Mapping[str, Any]:
    with progress_bar() as progress:
        (plan,) = storage.send("rest/imports", {"facet": facet, **settings}, file, progress)["values"]
        if corrected:
            given = {name: value for name, value in settings.items() if value is not None}
            (plan,) = storage.write(f"rest/imports/{plan['id']}/settings", {**given, **corrected})["values"]
    return dict(plan)


def _apply(storage: RemoteStorage, plan: Mapping[str, Any]) -> None:
    with progress_bar() as progress:
        progress("applying", 0, None)
        (applied,) = storage.write(f"rest/imports/{plan['id']}/apply")["values"]
    say(f"Applied: {_counted(applied['counts'])}. To take it back: facetstore table undo URL {plan['id']}")


def _agreed() -> bool:
    """Whether the user at the terminal wants it; without a terminal, not."""
    return sys.stdin.isatty() and typer.confirm("Apply it?", err=True)


def _counted(counts: Mapping[str, int]) -> str:
    return f"{counts['created']} created, {counts['changed']} changed"


def _shown(plan: Mapping[str, Any]) -> Iterator[str]:
    """The plan as lines: what columns stand for, findings, and the difference."""
    for each in plan["mapping"]:
        yield f"  column {_brief(each['column'])}: {_brief(each['standsFor'] or 'left out')}"
    for kind, found in (("warning", plan["warnings"]), ("finding", plan["findings"])):
        for each in found[:_SHOWN]:
            place = f"row {each['row']}" if "row" in each else printable(each["path"])
            yield f"  {kind}, {place}: {printable(each['error'])}"
        if len(found) > _SHOWN:
            yield f"  and {len(found) - _SHOWN} more"
    for each in plan["changes"][:_SHOWN]:
        yield f"  row {each['row']}: {each['change']} {_brief(each['label'] or each['type'])}"
        for value in each["values"] if each["change"] == "changed" else ():
            yield f"    {_brief(value['path'])}: {_difference(value)}"
    if len(plan["changes"]) > _SHOWN:
        yield f"  and {len(plan['changes']) - _SHOWN} more"
    counts = plan["counts"]
    yield f"{counts['rows']} rows: {_counted(counts)}, {counts['unchanged']} unchanged, {counts['faulty']} faulty"


def _difference(value: Mapping[str, Any]) -> str:
    if "added" in value:
        return f"{len(value['removed'])} removed, {len(value['added'])} added"
    return f"{_brief(value['before'])} -> {_brief(value['after'])}"


def _brief(text: object) -> str:
    shown = printable("" if text is None else text)
    return f"{shown[:_LONGEST]}…" if len(shown) > _LONGEST else shown or '""'
