"""The command `facetstore`: every command by name, and one place that prints failures.

Commands are imported and made when they are asked for, and import what they need when they run, so that each starts quickly.
"""

from __future__ import annotations

import os
import sys

import typer

from facetstore.cli.later_commands import LaterGroup
from facetstore.cli.setup_commands import before_every_command

app = typer.Typer(
    cls=LaterGroup,
    name="facetstore",
    help="A repository for process and enterprise models behind one REST interface.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.callback()(before_every_command)


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
