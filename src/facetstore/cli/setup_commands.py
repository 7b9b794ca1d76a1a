"""`facetstore init`: an installation that runs on its own. And the options before every command."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from facetstore.cli.console import print_line, say
from facetstore.cli.shared_options import Database, run, settings_of

_FOLDER: Final = "/etc/facetstore"
_DATA: Final = "/var/lib/facetstore"
_USER: Final = "facetstore"


def _print_version(wanted: bool) -> None:
    if wanted:
        from facetstore import __version__

        print_line(f"facetstore {__version__}")
        raise typer.Exit


def before_every_command(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version, and end.")
    ] = False,
    settings: Annotated[
        Path | None,
        typer.Option(
            envvar="FACETSTORE_SETTINGS",
            metavar="FILE",
            help="Read environment variables from a file that `facetstore init` made; the environment wins.",
        ),
    ] = None,
) -> None:
    """A repository for process and enterprise models behind one REST interface."""
    if settings is not None:
        from facetstore.bootstrap.settings_file import use_settings_file

        use_settings_file(settings)


def init(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the settings file and the unit go.")] = Path(
        _FOLDER
    ),
    tenant: Annotated[
        str | None,
        typer.Option(metavar="COLLECTION/STORAGE", help="The first tenant. Default: asked for", show_default=False),
    ] = None,
    administrator: Annotated[
        str | None,
        typer.Option(metavar="LOGIN", help="Its first administrator. Default: asked for", show_default=False),
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port to listen on.")] = 8080,
    workers: Annotated[int, typer.Option(min=1, help="Number of worker processes.")] = 1,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="How browsers reach it, if there is a proxy in front.")
    ] = None,
    trusted_proxies: Annotated[
        str | None, typer.Option(metavar="IP,NET,...", help="Proxies whose forwarded headers are trusted.")
    ] = None,
    user: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help=f"User of the service. Default: {_USER} for root, else you", show_default=False
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data", metavar="DIR", help=f"Folder of the SQLite database. Default: {_DATA}", show_default=False
        ),
    ] = None,
    database: Database = None,
) -> None:
    """Set up a service: settings file, systemd unit, first tenant and its administrator. Prints a link that signs in once.

    Asks for what is missing, if it is called in a terminal. Overwrites nothing, and leaves nothing behind if it fails. The settings
    file may hold a password: only its owner may read it.
    """
    from facetstore.bootstrap.addresses import checked_base
    from facetstore.bootstrap.installation import Installation, install

    settings = settings_of(data, database)
    if data is None and database is None and "FACETSTORE_DATABASE" not in os.environ:
        settings = settings_of(Path(os.environ.get("FACETSTORE_DATA") or _DATA), None)
    if settings.database is None:
        settings = settings_of(settings.data.absolute(), None)
    serving = {"host": host, "port": str(port), "workers": str(workers)}
    if base_url is not None:
        serving["base_url"] = checked_base(base_url)
    if trusted_proxies is not None:
        serving["trusted_proxies"] = trusted_proxies
    installation = Installation(
        folder.absolute(),
        settings,
        tenant or _ask("First tenant (COLLECTION/STORAGE)", "--tenant"),
        administrator or _ask("Login of its administrator", "--administrator", "admin"),
        user or _service_user(),
        serving,
    )
    link = run(install(installation))
    say(f"Wrote {installation.settings_file} (settings) and {installation.unit_file} (unit).")
    say(f"Start the service: systemctl enable --now {installation.unit_file}")
    say(f"Then sign in as {installation.login}, once and within a day:")
    print_line(link)


def _ask(question: str, option: str, default: str | None = None) -> str:
    """The answer of the operator; without a terminal the default. Raises typer.Exit if there is none."""
    if sys.stdin.isatty():
        return str(typer.prompt(question, default=default, err=True))
    if default is None:
        say(f"Error: {option} is missing.")
        raise typer.Exit(2)
    return default


def _service_user() -> str:
    import pwd

    return _USER if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
