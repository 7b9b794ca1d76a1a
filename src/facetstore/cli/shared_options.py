"""The options and arguments that commands share, and how a command opens its data."""

from __future__ import annotations

from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings

T = TypeVar("T")

Data = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help="Folder of the SQLite database (FACETSTORE_DATA). Default: ./data"),
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="Address of a PostgreSQL database (FACETSTORE_DATABASE)."),
]
Pool = Annotated[
    str | None,
    typer.Option(
        "--pool", metavar="NAME", help="The pool: main, or one that FACETSTORE_POOLS names.", show_default=False
    ),
]
BaseUrl = Annotated[
    str | None,
    typer.Option(
        "--base-url",
        metavar="URL",
        help="What the link starts with. Default: where the server of this database is, or was last",
    ),
]
Address = Annotated[str, typer.Argument(metavar="COLLECTION/STORAGE", help="The tenant.", show_default=False)]


def settings_of(data: Path | None, database: str | None) -> Settings:
    """The settings, from arguments or environment."""
    from facetstore.bootstrap.settings import read_settings

    return read_settings(data, database)


def run(work: Coroutine[object, object, T]) -> T:
    import asyncio

    return asyncio.run(work)
