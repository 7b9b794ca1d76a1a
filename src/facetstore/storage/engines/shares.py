"""A fair share of a scarce resource for each tenant: a tenant that asks for much waits, others do not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from math import inf

from facetstore.domain.errors import Unavailable


class _Share:
    """The slots of one tenant, and how many requests hold one or wait for one."""

    def __init__(self, size: int) -> None:
        self.free = asyncio.Semaphore(size)
        self.users = 0


class Shares:
    """Lets each tenant hold `size` at a time; `waiting` more wait for their turn."""

    def __init__(self, size: int, waiting: float = inf) -> None:
        self._size = size
        self._most = size + waiting
        self._shares: dict[object, _Share] = {}

    def users(self, tenant: object) -> int:
        """How many requests of a tenant hold one or wait for one."""
        share = self._shares.get(tenant)
        return 0 if share is None else share.users

    @property
    def all_users(self) -> int:
        return sum(each.users for each in self._shares.values())

    @asynccontextmanager
    async def take(self, tenant: object) -> AsyncIterator[None]:
        """Hold one for the time of a block. Raises Unavailable if too many wait already."""
        share = self._shares.get(tenant)
        if share is None:
            share = self._shares[tenant] = _Share(self._size)
        if share.users >= self._most:
            raise Unavailable("Many long requests of this storage are under way. Try again in a moment.")
        share.users += 1
        try:
            async with share.free:
                yield
        finally:
            share.users -= 1
            if not share.users:
                del self._shares[tenant]
