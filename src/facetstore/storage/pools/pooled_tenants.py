"""All tenants of all pools in one piece of work: one transaction in each pool that is written to.

The pool of the administration comes first and is committed last, so one such work runs at a time. If it is interrupted between two
commits, a tenant is there and its element in the administration is not: repeating the work shows it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from facetstore.domain.errors import Conflict, Unauthenticated, Unavailable
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings
from facetstore.storage.pools.directory import AT, NAMED, DirectoryEntry
from facetstore.storage.pools.landing import LEFT_AT, LEFT_NAMED, refuse_moving
from facetstore.storage.pools.pool import Pool
from facetstore.storage.pools.tenant_places import TenantPlaces
from facetstore.storage.tenant_rows import ALL_TENANTS, ANY_TENANT, BY_ID, SqlTenants, read_tenant
from facetstore.storage.writes.writer import SqlWriter


class PooledTenants:
    """The tenants of all pools. Transactions are opened in pools when something is written there."""

    def __init__(
        self, places: TenantPlaces, begin: Callable[[Pool], Awaitable[SqlTenants]], new_in: Pool | None = None
    ) -> None:
        """`begin` opens the transaction of a pool; `new_in` is the pool of new tenants, if it is not that of their collection."""
        self._places = places
        self._begin = begin
        self._new_in = new_in
        self._parts: dict[str, SqlTenants] = {}
        self.created: list[DirectoryEntry] = []

    async def part(self, pool: Pool) -> SqlTenants:
        """The tenants of one pool, in its transaction."""
        if pool.name not in self._parts:
            part = await self._begin(pool)
            part.everywhere = self
            await part.lock()
            self._parts[pool.name] = part
        return self._parts[pool.name]

    async def at(self, address: TenantAddress) -> Tenant | None:
        return await self._one(ANY_TENANT, {"address": address.folded}, AT, address.folded)

    async def named(self, id_: str) -> Tenant | None:
        return await self._one(BY_ID, {"id": id_}, NAMED, id_)

    async def all(self) -> Sequence[Tenant]:
        found = [each for pool in self._places.pools for each in await self._read(pool, ALL_TENANTS, {})]
        return sorted(found, key=lambda each: each.address.folded)

    async def create(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        if await self.at(address) is not None:
            raise Conflict(f"There is a tenant {address} already.")
        pool = self._new_in or await self._pool_of_collection(address)
        tenant = await (await self.part(pool)).create(address, tenant_id, settings)
        self.created.append(DirectoryEntry(address.folded, tenant_id, pool.name))
        return self._places.put(pool, tenant)

    async def delete(self, tenant: Tenant) -> Tenant:
        return await (await self._home(tenant)).delete(tenant)

    async def restore(self, tenant: Tenant) -> Tenant | None:
        return await (await self._home(tenant)).restore(tenant)

    async def set_quota(self, tenant: Tenant, elements: int | None) -> Tenant:
        return await (await self._home(tenant)).set_quota(tenant, elements)

    def pool_of(self, tenant: Tenant) -> str | None:
        return self._places.of(tenant.key).name

    @asynccontextmanager
    async def writer(self, tenant: Tenant) -> AsyncIterator[SqlWriter]:
        async with AsyncExitStack() as stack:
            try:
                writer = await stack.enter_async_context((await self._home(tenant)).writer(tenant))
            except Unauthenticated:
                await refuse_moving(self._places.by_name, self._places.pools, LEFT_NAMED, tenant.id)
                raise
            yield writer

    async def _home(self, tenant: Tenant) -> SqlTenants:
        return await self.part(self._places.of(tenant.key))

    async def _pool_of_collection(self, address: TenantAddress) -> Pool:
        if address.is_administration or (collection := await self.at(address.administration)) is None:
            return self._places.main
        return self._places.of(collection.key)

    async def _one(self, text: str, values: Mapping[str, object], directory: str, key: str) -> Tenant | None:
        failures: dict[str, Unavailable] = {}
        for pool in self._places.pools:
            try:
                found = await self._read(pool, text, values)
            except Unavailable as failure:
                failures[pool.name] = failure
                continue
            if found:
                return found[0]
        await self._places.refuse_unreached(directory, key, failures)
        reached = [each for each in self._places.pools if each.name not in failures]
        await refuse_moving(self._places.by_name, reached, LEFT_AT if directory == AT else LEFT_NAMED, key)
        return None

    async def _read(self, pool: Pool, text: str, values: Mapping[str, object]) -> Sequence[Tenant]:
        """Tenants of one pool: in its transaction if there is one, so that what was just written is seen."""
        part = self._parts.get(pool.name)
        if part is not None:
            rows = await part.session.fetch(text, values)
        elif (failure := pool.recent_failure) is not None:
            raise failure
        else:
            rows = await (await pool.ready()).engine.fetch(text, values)
        return [self._places.put(pool, read_tenant(row)) for row in rows]
