"""`facetstore migrate` and `doctor`: the schema, and the health of a database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import print_line, say
from facetstore.cli.shared_options import Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings


def migrate(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only print what would be done.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Update the schema of a database to that of this release, and of all its pools."""
    run(_migrate(settings_of(data, database), dry_run))


async def _migrate(settings: Settings, dry_run: bool) -> None:
    from facetstore.bootstrap.database import opened_engine
    from facetstore.storage import migrate as schema

    for name in settings.pool_names or (None,):
        place = "the database" if name is None else f"the pool {name}"
        async with opened_engine(settings if name is None else settings.of_pool(name)) as engine:
            steps = await schema.migrate(engine, dry_run=dry_run)
            version = await schema.schema_version(engine)
        for step in steps:
            print_line(str(step))
        if not steps:
            say(f"Nothing to do: {place} has schema {version}.")
        else:
            say("Would be applied." if dry_run else f"Applied; {place} has schema {version} now.")


def doctor(data: Data = None, database: Database = None) -> None:
    """Check a database: engine, checksums, settings, schema, integrity, and the chain of every history."""
    from facetstore.bootstrap.doctor import examine

    findings = run(examine(settings_of(data, database)))
    width = max(len(each.name) for each in findings)
    for each in findings:
        print_line(f"{each.name:{width}}  {each.value}{'' if each.is_good else '   <-- wrong'}")
    if wrong := [each for each in findings if not each.is_good]:
        say(f"Error: {', '.join(each.name for each in wrong)}: see above. What to do:")
        for each in wrong:
            say(f"  {each.name}: {each.advice}")
        raise typer.Exit(1)
