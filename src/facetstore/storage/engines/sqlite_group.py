"""Changes that SQLite commits together, each undone alone if it fails: the disk is waited for once for all of them."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import Protocol

from facetstore.storage.engines.commit import Commit
from facetstore.storage.engines.engine import Row, Session
from facetstore.storage.engines.sqlite_connection import Connection
from facetstore.storage.engines.sqlite_session import Held, SqliteSession, execute
from facetstore.storage.engines.sqlite_under_way import UnderWay


class Turns(Protocol):
    """Who lets one change after the other in."""

    async def join(self) -> Group: ...

    async def leave(self, group: Group) -> None: ...


@dataclass(slots=True)
class Group(Commit):
    """Changes that are committed together, and those who wait for the moment they are."""

    connection: Connection
    thread: Executor
    """Runs large statements."""
    held: tuple[Held, ...] = ()
    """What is run right before the commit. The index of words has to be written out whole at the end of every savepoint; so it
    is left alone until all of them are behind it."""
    members: int = 0
    undone_by: Exception | None = None
    """What made SQLite undo all of them at once: a full disk, or a damaged page."""
    is_ending: bool = False
    """It is about to be looked whether anybody is still to come."""
    found: dict[tuple[str, object], Row | None] = field(default_factory=dict)
    """What was read beside them, of what was committed before."""
    is_large: bool = False
    """Somebody had large statements, for which more pages are kept."""
    left: dict[int, object] = field(default_factory=dict)
    """What the last one left to those behind him (see `Session`)."""


class Change:
    """One change among several: undone alone if it fails."""

    def __init__(self, engine: Turns, *, goes_on: bool = False) -> None:
        """`goes_on`: from what the one before knew of the tenant."""
        self._engine = engine
        self._goes_on = goes_on

    async def __aenter__(self) -> Session:
        self._group = group = await self._engine.join()
        try:
            execute(group.connection, "SAVEPOINT change")
        except BaseException:
            await self._engine.leave(group)
            raise
        self._under_way = UnderWay(group.connection, group.thread)
        self._session = SqliteSession(group.connection, group.held, self._under_way)
        if self._goes_on:
            self._session.left = group.left.copy()
        return self._session

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        try:
            if error is None:
                await self._keep()
            else:
                await self._undo(error)
        finally:
            self._group.is_large |= self._under_way.is_large
            await self._engine.leave(self._group)

    async def _keep(self) -> None:
        try:
            await self._under_way.arrive()
        except BaseException as failure:
            await self._undo(failure)
            raise
        group = self._group
        execute(group.connection, "RELEASE change")
        group.held, group.left = self._session.held, self._session.left

    async def _undo(self, error: BaseException) -> None:
        if self._under_way:
            await self._under_way.rest()
        _undo_change(self._group, error)


def _undo_change(group: Group, error: BaseException) -> None:
    connection = group.connection
    if connection.in_transaction:
        connection.execute("ROLLBACK TO change")
        connection.execute("RELEASE change")
    elif isinstance(error, Exception):
        group.undone_by = error
