"""Finds the pool of a tenant, once: what was found is remembered until the tenant is not there any more."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from facetstore.domain.causes import UNKNOWN, Cause
from facetstore.domain.errors import InvalidValues, Unavailable, nearest
from facetstore.domain.tenant import MAIN_POOL, Tenant, TenantAddress
from facetstore.storage.pools.directory import AT, named_pool
from facetstore.storage.pools.landing import land
from facetstore.storage.pools.pool import NOT_NOW, Pool


class TenantPlaces:
    """The pools of an installation, the first one first, and where this process found tenants."""

    def __init__(self, pools: Sequence[Pool]) -> None:
        self.pools = pools
        self._by_key: dict[int, Pool] = {}
        self._by_address: dict[str, Pool] = {}
        self._addresses: dict[int, TenantAddress] = {}

    @property
    def main(self) -> Pool:
        return self.pools[0]

    @property
    def any(self) -> Pool:
        """The first pool that is not known to fail, for what belongs to no tenant."""
        return next((each for each in self.pools if not each.is_failing), self.main)

    @property
    def by_name(self) -> dict[str, Pool]:
        return {each.name: each for each in self.pools}

    def named(self, name: str) -> Pool:
        """The pool of a name. Raises InvalidValues."""
        known = self.by_name
        if name not in known:
            raise InvalidValues(
                f"There is no pool {name}. There are: {', '.join(known)} (FACETSTORE_POOLS).{nearest(name, known)}"
            )
        return known[name]

    def of(self, key: int) -> Pool:
        """The pool in which a tenant was found last; for no tenant, any pool."""
        return self._by_key.get(key) or self.any

    def put(self, pool: Pool, tenant: Tenant) -> Tenant:
        """Remember where a tenant lives."""
        self._by_key[tenant.key] = self._by_address[tenant.address.folded] = pool
        self._addresses[tenant.key] = tenant.address
        return tenant

    async def follow(self, key: int) -> bool:
        """Look for a tenant again that is not where it was found last. False: it is nowhere."""
        address = self._addresses.get(key)
        return address is not None and await self.find(address) is not None

    async def find(self, address: TenantAddress) -> Tenant | None:
        """The tenant at an address. Raises Unavailable if it lives, or may live, in a pool that does not answer."""
        known = self._by_address.get(address.folded)
        if known is not None:
            found = await (await known.ready()).tenant(address)
            if found is not None:
                return self.put(known, found)
            if self._by_address.get(address.folded) is known:  # another request may have found it meanwhile
                del self._by_address[address.folded]
        return await self._search(address)

    async def _search(self, address: TenantAddress) -> Tenant | None:
        failures: dict[str, Unavailable] = {}
        found = await self._ask(address, failures)
        reached = [each for each in self.pools if each.name not in failures]
        if found is None and await land(self.by_name, reached, address.folded):
            found = await self._ask(address, failures)
        if found is None:
            await self.refuse_unreached(AT, address.folded, failures)
        return found

    async def _ask(self, address: TenantAddress, failures: dict[str, Unavailable]) -> Tenant | None:
        """Ask all pools at once. The first to know the tenant is enough, so no tenant waits for a pool that it does not live in."""
        asked = {asyncio.ensure_future(pool.tenant(address)): pool for pool in self.pools}
        waiting = set(asked)
        try:
            while waiting:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                for each in done:
                    pool, failure = asked[each], each.exception()
                    if failure is None and (found := each.result()) is not None:
                        return self.put(pool, found)
                    if isinstance(failure, Unavailable):
                        failures[pool.name] = failure
                    elif failure is not None:
                        raise failure
        finally:
            for each in waiting:
                each.cancel()
        return None

    async def refuse_unreached(self, text: str, key: str, failures: dict[str, Unavailable]) -> None:
        """Raise Unavailable if the directory names a pool that did not answer, or none of our own."""
        if len(failures) == len(self.pools):
            raise failures.get(MAIN_POOL) or next(iter(failures.values()))
        name = await named_pool([each for each in self.pools if each.name not in failures], text, key)
        if name in failures:
            raise failures[name]
        if name is not None and name not in {each.name for each in self.pools}:
            message = f"A tenant lives in the pool {name}, which FACETSTORE_POOLS does not name."
            raise Unavailable(NOT_NOW, cause=Cause(UNKNOWN, message, "Add it, and restart the service."))
