"""The command `facetstore`: every command by name, and one place that prints failures.

Commands import what they need when they run, so that --help is fast.
"""

from __future__ import annotations

import os
import sys

import typer

from facetstore.cli import (
    agent_command,
    backups,
    bundles,
    conformance_command,
    databases,
    document_commands,
    key_commands,
    metamodel,
    people,
    personal_data,
    proofs,
    pull_command,
    schedule_commands,
    serving,
    setup_commands,
    site_command,
    table_commands,
    tenant_commands,
    token_commands,
    webhook_commands,
)

app = typer.Typer(
    name="facetstore",
    help="A repository for process and enterprise models behind one REST interface.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.callback()(setup_commands.before_every_command)
app.command("init")(setup_commands.init)
app.command("serve")(serving.serve)
app.add_typer(tenant_commands.app, name="tenant")
app.add_typer(token_commands.app, name="token")
app.add_typer(webhook_commands.app, name="webhook")
app.add_typer(people.app, name="user")
personal_data.add_to(people.app)
app.command("import")(bundles.import_)
app.command("export")(bundles.export)
app.command("generate")(bundles.generate)
app.command("site")(site_command.site)
app.command("pull")(pull_command.pull)
app.command("conformance")(conformance_command.conformance)
app.command("mcp")(agent_command.mcp)
app.add_typer(table_commands.app, name="table")
app.add_typer(document_commands.bpmn, name="bpmn")
app.command("manual")(document_commands.manual)
app.add_typer(metamodel.app, name="metamodel")
app.add_typer(schedule_commands.app, name="schedule")
app.command("migrate")(databases.migrate)
app.command("doctor")(databases.doctor)
app.command("backup")(backups.backup)
app.command("restore")(backups.restore)
app.command("verify")(proofs.verify)
app.command("anchor")(proofs.anchor)
app.add_typer(key_commands.app, name="key")


def main() -> None:
    from facetstore.bootstrap.memory import collect_rarely

    os.umask(0o077)  # files that commands write may hold secrets: only this user may read them
    collect_rarely()  # first: most objects of a command are made by its imports
    from facetstore.cli.console import say, say_failure
    from facetstore.domain.errors import Failure

    try:
        app()
    except Failure as failure:
        say_failure(failure)
        sys.exit(1)
    except BrokenPipeError:
        # The reader of our output has closed the pipe: nothing more can be written, not even at exit.
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:
        say(f"Error: {error.strerror or error}{f': {error.filename}' if error.filename else ''}.")
        sys.exit(1)


if __name__ == "__main__":
    main()
