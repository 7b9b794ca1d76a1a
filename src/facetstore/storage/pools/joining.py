"""How databases become the pools of one installation: each knows its name and its number, and the first one knows all of them."""

from __future__ import annotations

from typing import Final, NamedTuple, cast
from uuid import uuid4

from facetstore.domain.errors import Conflict
from facetstore.domain.tenant import MAIN_POOL
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.engines.number_ranges import RANGE, claim_numbers

OWN: Final = "SELECT number, name, installation FROM pool WHERE here = 1"
NAMED: Final = "SELECT number, joined FROM pool WHERE name = :pool AND here = 0"
ADD: Final = """
    INSERT INTO pool (number, name, installation, here, joined, versions, zones)
    VALUES (:number, :name, :installation, :here, :joined, :first, :first)
"""
NEXT: Final = "SELECT 1 + max(number) FROM pool"
JOINED: Final = "UPDATE pool SET joined = 1 WHERE number = :number"
ANY: Final = "SELECT 1 FROM tenant LIMIT 1"
_ONE_AT_A_TIME: Final = "LOCK TABLE pool IN EXCLUSIVE MODE"
"""Nodes may start at once. In SQLite a transaction is the only writer anyway."""


class PoolNumber(NamedTuple):
    """A pool as its database knows it."""

    number: int
    name: str
    installation: str


async def own_number(engine: Engine) -> PoolNumber | None:
    """Which pool a database is; None: none yet."""
    return await _own(engine)


async def join_first(engine: Engine) -> PoolNumber:
    """Make a database the first pool of its installation, unless it is. Raises Conflict if it is another pool."""
    async with engine.transaction() as session:
        await _lock(session, engine)
        own = await _own(session)
        if own is None:
            own = PoolNumber(0, MAIN_POOL, str(uuid4()))
            await _add(session, own, here=True, joined=True)
    if own.name != MAIN_POOL:
        raise Conflict(
            f"This database is the pool {own.name} of an installation. Name it in FACETSTORE_POOLS, and the first one by "
            "FACETSTORE_DATA or FACETSTORE_DATABASE."
        )
    return own


async def join(main: Engine, engine: Engine, name: str) -> PoolNumber:
    """Make an empty database a pool of the installation. It can be interrupted and repeated at any point.

    Raises Conflict if the database has tenants of its own, or if it was a pool and lost everything.
    """
    first = await join_first(main)
    number, was_joined = await _number(main, name, first.installation)
    if was_joined:
        raise Conflict(
            f"The database of the pool {name} is empty, but tenants lived there. Check its address in FACETSTORE_POOLS, or restore "
            "its backup: facetstore restore"
        )
    own = PoolNumber(number, name, first.installation)
    async with engine.transaction() as session:
        await _lock(session, engine)
        if await session.fetch(ANY, {}):
            raise Conflict(
                f"The database of the pool {name} has tenants of its own. Take an empty one, and restore their backup there with "
                "--tenant once it is a pool."
            )
        if await _own(session) is None:
            await _add(session, own, here=True, joined=True)
            await claim_numbers(session, engine.dialect.name)
    async with main.transaction() as session:
        await session.fetch(JOINED, {"number": number})
    return own


def check_member(own: PoolNumber, name: str, first: PoolNumber | None) -> None:
    """Raises Conflict if a database is another pool than the one it is named, or belongs to another installation."""
    if own.name != name:
        raise Conflict(f"The database of the pool {name} is the pool {own.name}. Check FACETSTORE_POOLS.")
    if first is not None and first.installation != own.installation:
        raise Conflict(f"The pool {name} belongs to another installation. Check FACETSTORE_POOLS.")


async def _number(main: Engine, name: str, installation: str) -> tuple[int, bool]:
    """The number of a pool, and whether it knew it before."""
    async with main.transaction() as session:
        await _lock(session, main)
        if rows := await session.fetch(NAMED, {"pool": name}):
            number, joined = cast("tuple[int, int]", tuple(rows[0]))
            return number, bool(joined)
        ((number,),) = cast("list[tuple[int]]", await session.fetch(NEXT, {}))
        await _add(session, PoolNumber(number, name, installation), here=False, joined=False)
        return number, False


async def _own(session: Session | Engine) -> PoolNumber | None:
    rows = await session.fetch(OWN, {})
    return PoolNumber(*cast("tuple[int, str, str]", tuple(rows[0]))) if rows else None


async def _add(session: Session, pool: PoolNumber, *, here: bool, joined: bool) -> None:
    values = {**pool._asdict(), "here": int(here), "joined": int(joined), "first": pool.number * RANGE}
    await session.fetch(ADD, values)


async def _lock(session: Session, engine: Engine) -> None:
    if engine.dialect.name == "postgres":
        await session.execute_script(_ONE_AT_A_TIME)
