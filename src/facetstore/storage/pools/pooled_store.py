"""One storage over all pools: each tenant is read and written where it lives."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import TypeVar

from facetstore.domain.buckets import Limit, Loan
from facetstore.domain.causes import Cause
from facetstore.domain.errors import Unauthenticated, Unavailable
from facetstore.domain.tenant import GRACE_DAYS, Tenant, TenantAddress, TenantSettings
from facetstore.storage.access.account_rows import SqlAttempts
from facetstore.storage.access.rate_buckets import SqlBuckets
from facetstore.storage.access.token_rows import take_notice
from facetstore.storage.engines.engine import Engine
from facetstore.storage.files.collecting import ABANDONED_SECONDS
from facetstore.storage.past.pasts import SqlPast
from facetstore.storage.pools.directory import record
from facetstore.storage.pools.pool import Pool
from facetstore.storage.pools.pooled_tenants import PooledTenants
from facetstore.storage.pools.tenant_places import TenantPlaces
from facetstore.storage.store import SqlStorage
from facetstore.storage.tenant_rows import SqlTenants
from facetstore.usecases.ports.storage import Revisions, ScheduledTenant
from facetstore.usecases.ports.transactions import Tenants, Writer
from facetstore.usecases.ports.webhook_store import DueWebhook

T = TypeVar("T")


class PooledStorage(SqlStorage):
    """The tenants of all pools. What belongs to no tenant is in the first pool."""

    def __init__(self, pools: Sequence[Pool], grace_days: int = GRACE_DAYS) -> None:
        super().__init__(pools[0].engine, grace_days)
        self.places = TenantPlaces(pools)
        self.pools = [each.name for each in pools]

    @property
    def parts(self) -> Sequence[Pool]:
        return self.places.pools

    @property
    def grace_days(self) -> int:
        """For how many days the rows of a tenant that moved are kept in its old pool."""
        return self._grace_days

    def pool_of(self, tenant: Tenant) -> str | None:
        return self.places.of(tenant.key).name

    def engine_of(self, tenant_key: int) -> Engine:
        return self.places.of(tenant_key).engine

    def engine_in(self, pool: str | None) -> Engine:
        return (self.places.main if pool is None else self.places.named(pool)).engine

    async def in_pool(self, pool: str) -> SqlStorage:
        return await self.places.named(pool).ready()

    async def revisions(self, tenant_key: int) -> Revisions | None:
        found = await self.places.of(tenant_key).storage.revisions(tenant_key)
        if found is None and await self.places.follow(tenant_key):  # it has moved
            found = await self.places.of(tenant_key).storage.revisions(tenant_key)
        return found

    async def tenant(self, address: TenantAddress) -> Tenant | None:
        return await self.places.find(address)

    async def tenants(self, *, deleted: bool = False) -> Sequence[Tenant]:
        """The tenants of all pools. Raises Unavailable if one does not answer: a list without its tenants would be wrong."""
        found = [
            self.places.put(pool, each)
            for pool in self.parts
            for each in await (await pool.ready()).tenants(deleted=deleted)
        ]
        return sorted(found, key=lambda each: each.address.folded)

    async def waiting(self) -> Sequence[ScheduledTenant]:
        found = await self._each(lambda storage: storage.waiting())
        for pool, scheduled in found:
            for each in scheduled:
                self.places.put(pool, each.tenant)
        return [each for _, scheduled in found for each in scheduled]

    async def due_webhooks(self, limit: int) -> Sequence[DueWebhook]:
        return [each for _, found in await self._each(lambda storage: storage.due_webhooks(limit)) for each in found]

    async def due_mail(self) -> Sequence[Tenant]:
        return [each for _, found in await self._each(lambda storage: storage.due_mail()) for each in found]

    async def create_tenant(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        async with self.administer() as tenants:
            return await tenants.create(address, tenant_id, settings)

    async def purge(self) -> Sequence[TenantAddress]:
        return [address for _, purged in await self._each(lambda storage: storage.purge()) for address in purged]

    async def purge_now(self, tenant: Tenant) -> None:
        await self.places.of(tenant.key).storage.purge_now(tenant)

    async def collect_files(self, abandoned_seconds: int = ABANDONED_SECONDS) -> int:
        return sum(number for _, number in await self._each(lambda storage: storage.collect_files(abandoned_seconds)))

    async def maintain(self) -> None:
        await self._each(lambda storage: storage.maintain())

    async def scrub(self, largest: int) -> bool:
        return all(done for _, done in await self._each(lambda storage: storage.scrub(largest)))

    async def past(self, tenant: Tenant, revision: int, today: Revisions) -> tuple[Tenant, SqlPast]:
        return await self.places.of(tenant.key).storage.past(tenant, revision, today)

    async def check(self) -> None:
        """Raise Unavailable if no pool answers: one that does not must not keep the tenants of others from being served."""
        await self._any(lambda storage: storage.check())

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        """What keeps all pools from working; None if one of them works."""

        async def look(storage: SqlStorage) -> None:
            if (cause := await storage.find_trouble(thorough=thorough)) is not None:
                raise Unavailable("The database does not work.", cause=cause)

        try:
            await self._any(look)
        except Unavailable as failure:
            return failure.cause
        return None

    async def newest_change(self) -> int | None:
        found = [each for _, each in await self._each(lambda storage: storage.newest_change()) if each is not None]
        return max(found, default=None)

    async def take_notice(self, day: str) -> bool:
        return await take_notice(self.places.any.engine, day)

    def attempts(self) -> SqlAttempts:
        return SqlAttempts(self.places.any.engine)

    async def close(self) -> None:
        for pool in self.parts:
            await pool.close()

    @asynccontextmanager
    async def writer(
        self,
        tenant: Tenant,
        *,
        actor: str | None,
        reason: str | None = None,
        client: str | None = None,
        tenants: bool = False,
    ) -> AsyncIterator[Writer]:
        write = partial(self._writer, tenant, actor, reason, client, tenants=tenants)
        async with AsyncExitStack() as stack:
            try:
                writer = await stack.enter_async_context(write())
            except Unauthenticated:  # it was deleted, or has moved since the caller was authenticated
                if await self.places.find(tenant.address) is None:
                    raise
                writer = await stack.enter_async_context(write())
            yield writer

    @asynccontextmanager
    async def _writer(
        self, tenant: Tenant, actor: str | None, reason: str | None, client: str | None, *, tenants: bool
    ) -> AsyncIterator[Writer]:
        home = self.places.of(tenant.key)
        if not (tenants or tenant.address.is_administration):
            async with home.storage.writer(tenant, actor=actor, reason=reason, client=client) as writer:
                yield writer
            return
        async with self._everywhere(actor, reason, client) as all_:
            opened = await (await all_.part(home)).open(tenant, acting=True)
            yield opened
            await opened.finish()

    @asynccontextmanager
    async def administer(self, *, reason: str | None = None, pool: str | None = None) -> AsyncIterator[Tenants]:
        new_in = None if pool is None else self.places.named(pool)
        async with self._everywhere(None, reason, None, new_in) as tenants:
            yield tenants

    @asynccontextmanager
    async def _everywhere(
        self, actor: str | None, reason: str | None, client: str | None, new_in: Pool | None = None
    ) -> AsyncIterator[PooledTenants]:
        async with AsyncExitStack() as stack:

            async def begin(pool: Pool) -> SqlTenants:
                engine = (await pool.ready()).engine
                session = await stack.enter_async_context(engine.change())
                return self.tenants_in(session, engine, actor, reason, client)

            tenants = PooledTenants(self.places, begin, new_in)
            await tenants.part(self.places.main)
            yield tenants
        for entry in tenants.created:
            await record(self.parts, entry)

    async def _each(self, work: Callable[[SqlStorage], Awaitable[T]]) -> list[tuple[Pool, T]]:
        """Do something in every pool. Raises the first failure, after all others were done."""
        done, failure = list[tuple[Pool, T]](), None
        for pool in self.parts:
            try:
                done.append((pool, await work(await pool.ready())))
            except Unavailable as error:
                failure = failure or error
        if failure is not None:
            raise failure
        return done

    async def _any(self, work: Callable[[SqlStorage], Awaitable[None]]) -> None:
        """Do something in the pools, up to the first in which it succeeds. Raises the first failure if it succeeds in none."""
        failure: Unavailable | None = None
        for pool in sorted(self.parts, key=lambda each: each.is_failing):
            try:
                return await work(await pool.ready())
            except Unavailable as error:
                failure = failure or pool.note(error)
        if failure is not None:
            raise failure
        return None


class PooledBuckets:
    """The rate limit buckets of all callers, in the first pool that answers: an outage of one pool must not limit the tenants of
    others."""

    def __init__(self, places: TenantPlaces) -> None:
        self._places = places
        self._buckets: dict[str, SqlBuckets] = {}

    async def lend(self, subject: str, node: str, limit: Limit) -> Loan:
        pool = self._places.any
        try:
            return await self._of(pool).lend(subject, node, limit)
        except Unavailable as failure:
            pool.note(failure)
            if self._places.any is pool:
                raise
        return await self._of(self._places.any).lend(subject, node, limit)

    def _of(self, pool: Pool) -> SqlBuckets:
        if pool.name not in self._buckets:
            self._buckets[pool.name] = SqlBuckets(pool.engine)
        return self._buckets[pool.name]
