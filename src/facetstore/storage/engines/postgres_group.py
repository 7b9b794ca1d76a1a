"""Changes of one tenant that PostgreSQL commits together, each undone alone if it fails: the disk is waited for once for all.

Those who change a tenant wait for each other anyway, which keeps its history in order. Who comes while another is at it goes on
in the same transaction, behind a savepoint.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Final

from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.commit import Commit
from facetstore.storage.engines.engine import Session
from facetstore.storage.engines.postgres_session import NO_ANSWER, PostgresSession, translated

LARGEST_GROUP: Final = 32
"""How many changes are committed together at most."""
LONGEST_SECONDS: Final = 0.1
"""After which nobody joins any more: the first of a group waits for the last."""

NewSession = Callable[[], PostgresSession]
Begin = Callable[[], AbstractAsyncContextManager[NewSession]]
"""Begins a transaction, and gives what makes sessions in it."""


@dataclass(slots=True)
class Group(Commit):
    """Changes in one transaction."""

    transaction: AbstractAsyncContextManager[NewSession]
    new_session: NewSession
    members: int = 0
    """How many have been at it."""
    undone_by: BaseException | None = None
    """What cost all of them their changes: the connection is lost, or what is done on it is not known."""
    left: dict[int, object] = field(default_factory=dict)
    """What the last one left to those behind him (see `Session`)."""
    began: float = field(default_factory=time.monotonic)

    @property
    def is_full(self) -> bool:
        return self.members >= LARGEST_GROUP or time.monotonic() - self.began > LONGEST_SECONDS

    async def let_in(self) -> PostgresSession:
        """A session for the next change. The first needs no savepoint: undoing it is undoing all there is."""
        session = self.new_session()
        session.left = self.left.copy()
        if self.members:
            await self._say(session, f"{'RELEASE change; ' if self.members > 1 else ''}SAVEPOINT change")
        return session

    async def undo(self, session: PostgresSession) -> None:
        """Undo one change, and no other."""
        await self._say(session, "ROLLBACK TO change")

    async def _say(self, session: PostgresSession, text: str) -> None:
        try:
            await session.rest()
            await session.say(text)
        except BaseException as error:
            self.undone_by = error
            raise


class Turns:
    """Lets those in who change one tenant, one after the other."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._group: Group | None = None
        self._ending: asyncio.Task[None] | None = None

    async def join(self, begin: Begin) -> Group:
        """Wait for one's turn, and be one of those that are committed together."""
        await self._take()
        try:
            if self._group is None:
                transaction = begin()
                self._group = Group(transaction, await transaction.__aenter__())
        except BaseException:
            self._turn.release()
            raise
        return self._group

    async def leave(self, group: Group) -> None:
        """Let the next one have his turn, and wait for the commit, which comes behind the last of a group."""
        group.members += 1
        if self._waiting and group.undone_by is None and not group.is_full:
            self._turn.release()
        else:
            self._end_soon(group)
        await group.wait()

    async def drop(self, group: Group, session: PostgresSession, error: BaseException) -> None:
        """Undo the first change, so that nothing is left to commit."""
        self._group = None
        try:
            await session.rest()
        finally:
            await self._undone(group, error)

    async def _undone(self, group: Group, error: BaseException) -> None:
        try:
            await group.transaction.__aexit__(type(error), error, error.__traceback__)
        finally:
            self._turn.release()

    async def _take(self) -> None:
        self._waiting += 1
        try:
            await self._turn.acquire()
        except BaseException:
            # Those before may have counted on this one to commit for them.
            if self._waiting == 1 and self._group is not None and not self._turn.locked():
                await self._turn.acquire()  # it is free, and nobody else waits for it
                self._end_soon(self._group)
            raise
        finally:
            self._waiting -= 1

    def _end_soon(self, group: Group) -> None:
        """Commit beside the one who was the last: should he be given up, all others still wait for it."""
        self._group = None
        self._ending = asyncio.create_task(self._end(group))

    async def _end(self, group: Group) -> None:
        failure = group.undone_by
        try:
            await group.transaction.__aexit__(type(failure) if failure else None, failure, None)
        except BaseException as error:
            failure = error
        finally:
            group.tell(_told(failure))
            self._turn.release()


def _told(failure: BaseException | None) -> Exception | None:
    if failure is None or isinstance(failure, Exception):
        return failure
    return Unavailable(NO_ANSWER)


class Change:
    """One change among several: undone alone if it fails."""

    def __init__(self, turns: Turns, begin: Begin) -> None:
        self._turns = turns
        self._begin = begin

    async def __aenter__(self) -> Session:
        self._group = group = await self._turns.join(self._begin)
        try:
            self._session = await group.let_in()
        except BaseException:
            await self._turns.leave(group)
            raise
        return self._session

    async def __aexit__(self, _: object, error: BaseException | None, __: object) -> None:
        if error is not None:
            await self._give_up(error)
            return
        try:
            await self._session.send()
        except BaseException as failure:
            await self._give_up(failure)
            raise
        self._group.left = self._session.left
        await self._turns.leave(self._group)

    async def _give_up(self, error: BaseException) -> None:
        """Undo the change, and wait for those before: what they did may be why it was refused."""
        group = self._group
        if not group.members:
            await self._turns.drop(group, self._session, error)
            return
        try:
            await group.undo(self._session)
        finally:
            await self._turns.leave(group)
        if isinstance(error, Exception) and (told := translated(error)) is not error:
            raise told from error
