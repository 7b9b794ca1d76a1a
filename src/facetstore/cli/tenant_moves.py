"""`facetstore tenant move`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from facetstore.cli.console import progress_bar, say
from facetstore.cli.shared_options import Address, Data, Database, run, settings_of

if TYPE_CHECKING:
    from facetstore.bootstrap.settings import Settings
    from facetstore.storage.moving.move import MoveResult


def move(
    address: Address,
    pool: Annotated[str, typer.Option(metavar="NAME", help="The pool it moves to.", show_default=False)],
    data: Data = None,
    database: Database = None,
) -> None:
    """Move a tenant to another pool while it is in use. Run it again if it was interrupted.

    Changes of the tenant wait for a moment at the end. Its rows in the old pool are deleted after the days of grace. With the pool
    in which the tenant lives, what an interrupted move has left elsewhere is deleted.
    """
    settings = settings_of(data, database)
    moved = run(_move(settings, address, pool))
    if moved is None:
        say(f"{address} lives in {pool}.")
        return
    say(
        f"Moved {address} to {pool}: {moved.rows} rows, without writes for {moved.seconds:.2f} s. "
        f"Its old rows are deleted after {settings.grace_days} days."
    )


async def _move(settings: Settings, address: str, pool: str) -> MoveResult | None:
    from facetstore.bootstrap.database import opened_storage
    from facetstore.domain.errors import InvalidValues
    from facetstore.storage.moving.moves import move_tenant
    from facetstore.storage.pools.pooled_store import PooledStorage
    from facetstore.usecases.tenants.tenant_changes import required_address

    where = required_address(address)
    async with opened_storage(settings) as storage:
        if not isinstance(storage, PooledStorage):
            raise InvalidValues("There are no pools to move between: FACETSTORE_POOLS names none.")
        with progress_bar() as progress:
            return await move_tenant(storage, where, pool, progress)
