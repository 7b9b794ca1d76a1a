"""PostgreSQL for work on one tenant: every connection is in the role that reaches no row of another tenant."""

from __future__ import annotations

from asyncio import Semaphore
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from contextvars import ContextVar
from typing import Protocol

from facetstore.domain.causes import Cause
from facetstore.storage.engines.dialect import POSTGRES
from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.storage.engines.postgres_session import (
    BEGIN_SNAPSHOT,
    BEGIN_STREAM,
    Connection,
    PostgresSession,
    sent,
    stream,
)
from facetstore.storage.engines.row_security import OWNER, Wall
from facetstore.storage.engines.shares import Shares
from facetstore.usecases.measure import allow_change

_holds_share: ContextVar[bool] = ContextVar("holds_share", default=False)


class WholeDatabase(Engine, Protocol):
    """The engine of all tenants, as far as the engine of one is made of it."""

    shares: Shares
    changes: Shares
    streams: Shares
    all_streams: Semaphore

    async def wall(self) -> Wall | None: ...

    async def fetch(self, text: str, parameters: Mapping[str, object], binding: str = OWNER) -> Sequence[Row]: ...

    def begun(self, begin: str, binding: str = OWNER) -> AbstractAsyncContextManager[Connection]: ...


class TenantEngine:
    """A PostgreSQL database restricted to one tenant; unrestricted if there is no second wall (`row_security.py`)."""

    dialect = POSTGRES

    def __init__(self, whole: WholeDatabase, tenant: int) -> None:
        self.whole = whole
        self._tenant = tenant

    def for_tenant(self, tenant: int) -> TenantEngine:
        return TenantEngine(self.whole, tenant)

    async def fetch(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        binding = self._binding(await self.whole.wall())
        async with self._share():
            return await self.whole.fetch(text, parameters, binding)

    async def fetch_passing(self, text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
        return await self.fetch(text, parameters)

    def _binding(self, wall: Wall | None) -> str:
        return OWNER if wall is None else wall.binding(self._tenant)

    @asynccontextmanager
    async def _share(self) -> AsyncIterator[None]:
        """The right to a connection, of which a tenant has a limited number. A request that holds one gets another at once:
        two requests that wait for each other would wait for ever. A change needs none: a tenant has one at a time."""
        if _holds_share.get():
            yield
            return
        async with self.whole.shares.take(self._tenant):
            before = _holds_share.set(True)
            try:
                yield
            finally:
                _holds_share.reset(before)

    def reads_at_once(self, text: str) -> Callable[[object], Row | None] | None:
        return self.whole.reads_at_once(text)

    def session(self) -> AbstractAsyncContextManager[Session]:
        """A transaction: here every statement is in one."""
        return self.transaction()

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Session]:
        async with self._share(), self._begun(BEGIN_SNAPSHOT) as session:
            yield session

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session]:
        allow_change()
        async with self._begun("BEGIN") as begun, sent(begun) as session:
            yield session

    @asynccontextmanager
    async def change(self) -> AsyncIterator[Session]:
        async with self.whole.changes.take(self._tenant), self.transaction() as session:
            yield session

    @asynccontextmanager
    async def _begun(self, begin: str) -> AsyncIterator[PostgresSession]:
        wall = await self.whole.wall()
        async with self.whole.begun(begin, self._binding(wall)) as connection:
            yield TenantSession(connection, wall) if wall else PostgresSession(connection)

    async def stream(
        self, text: str, parameters: Mapping[str, object], size: int, *, in_order: bool = False
    ) -> AsyncGenerator[Sequence[Row], None]:
        binding = self._binding(await self.whole.wall())
        streams = self.whole.streams.take(self._tenant)
        async with streams, self.whole.all_streams, self.whole.begun(BEGIN_STREAM[in_order], binding) as connection:
            async for chunk in stream(connection, text, parameters, size):
                yield chunk

    async def check(self) -> None:
        await self.whole.check()

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        return await self.whole.find_trouble(thorough=thorough)

    def turn(self) -> AbstractAsyncContextManager[None]:
        return self.whole.turn()

    async def maintain(self) -> None:
        await self.whole.maintain()

    async def scrub(self, largest: int) -> bool:
        return await self.whole.scrub(largest)

    async def diagnose(self) -> Mapping[str, str]:
        return await self.whole.diagnose()

    def announce(self, address: str) -> None:
        self.whole.announce(address)

    async def served_at(self) -> str | None:
        return await self.whole.served_at()

    async def close(self) -> None:
        await self.whole.close()


class TenantSession(PostgresSession):
    """Statements on a connection that is in the restricted role."""

    def __init__(self, connection: Connection, wall: Wall) -> None:
        super().__init__(connection)
        self._wall = wall

    async def _insert_many(self, table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
        """PostgreSQL refuses COPY into tables with policies, so this is one INSERT."""
        text, values = await self._inserting(table, columns, rows)
        await self._connection.fetch(text, *values)

    async def execute_script(self, text: str) -> None:
        """Run a script in the role of the login: only the owner of tables may update their statistics."""
        await self.send()
        await self._connection.execute("SET LOCAL ROLE NONE")
        await super().execute_script(text)
        await self._connection.execute(f"SET LOCAL ROLE {self._wall.quoted}")
