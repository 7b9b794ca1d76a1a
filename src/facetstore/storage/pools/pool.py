"""One pool: a database that is opened when it is needed, and asked again a moment after it did not answer."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from facetstore.domain.causes import UNKNOWN, Cause
from facetstore.domain.errors import Conflict, Unavailable
from facetstore.domain.tenant import Tenant, TenantAddress
from facetstore.storage.engines.engine import Engine
from facetstore.storage.store import SqlStorage

NOT_NOW: Final = "The data of this tenant cannot be reached now. Try again in a moment."
_REST: Final = 2.0
"""Seconds for which a pool that did not answer is not asked for tenants that may live elsewhere."""


class Pool:
    """A database with some of the tenants."""

    def __init__(
        self, name: str, open_engine: Callable[[], Engine], admit: Callable[[Engine], Awaitable[None]], grace_days: int
    ) -> None:
        """`admit` checks that a database is this pool, with the schema of this release."""
        self.name = name
        self._open_engine = open_engine
        self._admit = admit
        self._grace_days = grace_days
        self._storage: SqlStorage | None = None
        self._is_admitted = False
        self._admitting = asyncio.Lock()
        self._failure: tuple[float, Unavailable] | None = None
        self.is_failing = False
        """Whether it did not answer the last time that it was asked."""

    @property
    def storage(self) -> SqlStorage:
        """The storage of the database, which may not be checked yet. Raises Unavailable if it cannot be opened."""
        if self._storage is None:
            self._storage = SqlStorage(self._open_engine(), self._grace_days)
        return self._storage

    @property
    def engine(self) -> Engine:
        return self.storage.engine

    @property
    def recent_failure(self) -> Unavailable | None:
        """The failure of a pool that did not answer a moment ago; None: it is worth asking."""
        if self._failure is None or time.monotonic() - self._failure[0] > _REST:
            return None
        return self._failure[1]

    async def ready(self) -> SqlStorage:
        """The storage, checked once. Raises Unavailable if the database does not answer or is not this pool."""
        try:
            if not self._is_admitted:
                async with self._admitting:
                    if not self._is_admitted:
                        await self._admit(self.engine)
                        self._is_admitted = True
        except Conflict as conflict:  # for the operator, not for callers
            raise self.note(Unavailable(NOT_NOW, cause=Cause(UNKNOWN, conflict.message, ""))) from conflict
        except Unavailable as failure:
            raise self.note(failure) from failure.__cause__
        return self.storage

    async def tenant(self, address: TenantAddress) -> Tenant | None:
        """The tenant at an address, if it lives here. Raises Unavailable, at once if the pool did not answer a moment ago."""
        if (failure := self.recent_failure) is not None:
            raise failure
        storage = await self.ready()
        try:
            found = await storage.tenant(address)
        except Unavailable as error:
            raise self.note(error) from error.__cause__
        self.is_failing = False
        return found

    async def check(self) -> None:
        """Raise Unavailable if the pool does not answer."""
        try:
            await (await self.ready()).check()
        except Unavailable as error:
            raise self.note(error) from error.__cause__
        self.is_failing = False

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        """What keeps a pool that answers from working."""
        return await self.storage.find_trouble(thorough=thorough)

    def note(self, failure: Unavailable) -> Unavailable:
        """Remember that the pool did not answer."""
        self.is_failing = True
        self._failure = time.monotonic(), failure
        return failure

    async def close(self) -> None:
        if self._storage is not None:
            await self._storage.close()
