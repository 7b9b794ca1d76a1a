"""`facetstore key`: the keys by which the service signs release records."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import typer

from facetstore.cli.console import print_line, say
from facetstore.cli.shared_options import Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.usecases.ports.signing_keys import SigningKeys

app = typer.Typer(no_args_is_help=True, help="The keys of release records: list, rotate.")


@app.command("list")
def list_(data: Data = None, database: Database = None) -> None:
    """Print the public keys as `/_keys` shows them. Keep a copy where others cannot write: it is what records are checked by."""
    import msgspec

    from facetstore.usecases.release.records import public_keys

    found = run(_with_keys(data, database, public_keys))
    print_line(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())


@app.command("rotate")
def rotate(data: Data = None, database: Database = None) -> None:
    """Replace the key. Records that are signed already stay good: the public key stays published, the private one is deleted."""
    from facetstore.auth.signing import Ed25519Signatures

    made = run(_with_keys(data, database, lambda keys: keys.rotate(Ed25519Signatures().make)))
    print_line(made.id)
    say("New records are signed by this key. Give its public part to those who check them: facetstore key list")


async def _with_keys(data: Data, database: Database, work: Callable[[SigningKeys], Coroutine[Any, Any, Any]]) -> Any:
    from facetstore.bootstrap.database import opened_storage

    async with opened_storage(settings_of(data, database)) as storage:
        return await work(storage.signing_keys())
