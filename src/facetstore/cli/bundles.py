"""`facetstore import`, `export` and `generate`: filling tenants and writing them out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from facetstore.cli.console import progress_bar, say, say_findings
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings

_CONTENT = b'{"kind":'
"""The beginning of lines that hold contents of files."""


def import_(
    address: Address,
    file: Annotated[Path, typer.Argument(help="The bundle; - reads from stdin.", show_default=False)],
    placeholders: Annotated[
        bool, typer.Option("--placeholders", help="Create bare elements for references to what the file does not hold.")
    ] = False,
    tasks: Annotated[
        bool, typer.Option("--tasks", help="Open the tasks of versions that are in the middle of a release.")
    ] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Import a bundle: every line of it, or nothing."""
    with _readable(file) as path:
        run(_import(settings_of(data, database), address, path, placeholders=placeholders, tasks=tasks))


async def _import(settings: Settings, address: str, path: Path, *, placeholders: bool, tasks: bool) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.exchange.bundle_import import import_bundle
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    def lines() -> Iterator[bytes]:
        with path.open("rb") as file:
            yield from file

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        with progress_bar() as progress:
            result = await import_bundle(
                storage, tenant, lines, placeholders=placeholders, with_tasks=tasks, progress=progress
            )
    if result.warnings:
        say(f"{len(result.warnings)} warning{'s' if len(result.warnings) > 1 else ''}:")
        say_findings(result.warnings)
    made = f", {result.placeholders} of them placeholders" if result.placeholders else ""
    say(f"Imported {result.versions} versions of {result.elements} elements into {tenant.address}{made}.")
    if tasks:
        say(f"Opened {result.tasks} task{'' if result.tasks == 1 else 's'}.")


@contextmanager
def _readable(file: Path) -> Iterator[Path]:
    """A file that can be read twice: stdin is copied to a temporary one."""
    from facetstore.domain.errors import NotFound

    if str(file) != "-":
        if not file.is_file():
            raise NotFound(f"There is no file {file}.")
        yield file
        return
    import shutil
    import tempfile

    with tempfile.NamedTemporaryFile(suffix=".jsonl") as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.flush()
        yield Path(kept.name)


def export(
    address: Address,
    file: Annotated[
        Path | None,
        typer.Argument(help="Where to write; without it, stdout. With --format: a new folder.", show_default=False),
    ] = None,
    format_: Annotated[
        str | None,
        typer.Option(
            "--format", help="csv, ndjson or parquet: tables for reports instead of a bundle.", show_default=False
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option("--table", help="With --format: only this table; may be repeated.", show_default=False),
    ] = None,
    culture: Annotated[
        int | None,
        typer.Option("--culture", help="With --format: the culture of texts, such as 1031.", show_default=False),
    ] = None,
    released: Annotated[bool, typer.Option("--released", help="With --format: only what is released.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Export a tenant as a bundle, or with --format as tables: one state, even while others write."""
    settings = settings_of(data, database)
    if format_ is None:
        if table or culture is not None or released:
            raise typer.BadParameter("--table, --culture and --released go with --format.")
        run(_export(settings, address, file))
        return
    if file is None:
        raise typer.BadParameter("With --format, name a folder to write to.")
    from facetstore.cli.row_exports import export_rows

    run(export_rows(settings, address, file, format_, table or (), culture, released=released))


async def _export(settings: Settings, address: str, file: Path | None) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.exchange.bundle_export import export_bundle
    from facetstore.usecases.tenancy import serve
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        versions = -1
        lines = aclosing(export_bundle(storage, serve(tenant)))
        with writable(file) as target, progress_bar() as progress:
            async with lines as exported:
                async for line in exported:
                    target.write(line)
                    versions += not line.startswith(_CONTENT)
                    if versions % 200 == 0:
                        progress("exporting", versions, None)
    say(f"Exported {versions} versions of {tenant.address}.")


@contextmanager
def writable(file: Path | None) -> Iterator[BinaryIO]:
    """Stdout, or a file that gets its name only when it is complete."""
    if file is None or str(file) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    partial = file.with_name(f".{file.name}.partial")
    try:
        with partial.open("wb") as target:
            yield target
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def generate(
    address: Address,
    elements: Annotated[int, typer.Option(min=1, help="How many elements.", show_default=False)],
    seed: Annotated[int, typer.Option(help="The same seed makes the same elements.")] = 1,
    data: Data = None,
    database: Database = None,
) -> None:
    """Fill a tenant with any number of made-up elements."""
    run(_generate(settings_of(data, database), address, elements, seed))


async def _generate(settings: Settings, address: str, elements: int, seed: int) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.exchange import generate as generating
    from facetstore.usecases.tenants.tenant_changes import access_tenant

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        with progress_bar() as progress:
            result = await generating.generate(storage, tenant, elements=elements, seed=seed, progress=progress)
    say(f"Generated {result.versions} versions of {result.elements} elements in {tenant.address}.")
