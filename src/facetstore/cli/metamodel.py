"""`facetstore metamodel`: a tenant's own types, attributes and selectable values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import print_line, say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings

app = typer.Typer(no_args_is_help=True, help="A tenant's own metamodel: check, apply, schema.")

File = Annotated[Path, typer.Argument(help="The additions, in YAML.", show_default=False)]


@app.command()
def check(address: Address, file: File, data: Data = None, database: Database = None) -> None:
    """Check a file of additions against the metamodel of a tenant."""
    run(_use(settings_of(data, database), address, _read(file), file.name, apply=False))
    say(f"{file} is valid.")


@app.command()
def apply(address: Address, file: File, data: Data = None, database: Database = None) -> None:
    """Replace the additions of a tenant with those of a file."""
    run(_use(settings_of(data, database), address, _read(file), file.name, apply=True))
    say(f"Applied {file} to {address}.")


@app.command()
def schema() -> None:
    """Print the JSON Schema of a file of additions, by which editors complete and check it."""
    import json

    from facetstore.metamodel.loader import schema_of_additions

    print_line(json.dumps(schema_of_additions(), indent=2, ensure_ascii=False))


def _read(file: Path) -> str:
    from facetstore.domain.errors import InvalidValues

    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidValues(f"{file} is not a text in UTF-8.") from error


async def _use(settings: Settings, address: str, text: str, filename: str, *, apply: bool) -> None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.usecases.tenants.tenant_changes import (
        access_tenant,
        apply_metamodel,
        check_metamodel,
        check_types_in_use,
    )

    async with opened_storage(settings) as storage:
        tenant = await access_tenant(storage, address)
        additions = check_metamodel(tenant, text, filename)
        if apply:
            await apply_metamodel(storage, tenant, additions)
        else:
            await check_types_in_use(storage, tenant, additions)
