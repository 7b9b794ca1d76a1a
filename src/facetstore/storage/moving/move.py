"""One move of a tenant to another pool: copy, catch up, and a switch in one commit where it lives.

Before that commit the tenant lives in the old pool, after it in the new one. A run that is killed leaves rows that no reader finds: the
next run deletes them, or opens the tenant where it is.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.domain.errors import Conflict, Failure, Unavailable
from facetstore.storage.capture.tenant_tables import TenantTable, tenant_tables
from facetstore.storage.capture.triggers import Capture, end_captures
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.engines.number_ranges import LAST_VERSION, LAST_ZONE
from facetstore.storage.migrate import schema_version
from facetstore.storage.moving.arrival import ArrivingTenant, tenant_row
from facetstore.storage.moving.catching_up import CatchUp
from facetstore.storage.moving.copied_rows import Progress, RowCopy, counts
from facetstore.storage.pools.landing import open_arrived
from facetstore.storage.pools.pool import Pool
from facetstore.storage.verifying.chains import broken_at

LEAVE: Final = "UPDATE tenant SET deleted_at = :now, purge_at = NULL, moved_to = :pool WHERE key = :tenant"
PURGE_LATER: Final = (
    "UPDATE tenant SET purge_at = :purge_at WHERE key = :tenant AND moved_to IS NOT NULL AND purge_at IS NULL"
)
# In SQLite the numbers of rows that are purged later would be given again.
TAKEN: Final = f"UPDATE pool SET versions = {LAST_VERSION}, zones = {LAST_ZONE} WHERE here = 1"
DAY: Final = 86_400_000_000
_PATIENCE: Final = "SET LOCAL lock_timeout = '10s'"
_FEW: Final = 300
"""So many changed rows are followed in the moment in which the tenant cannot be written."""
_ROUNDS: Final = 40
_ATTEMPTS: Final = 5


class MoveResult(NamedTuple):
    """What a move has done: rows that were copied, and for how many seconds the tenant could not be written."""

    rows: int
    seconds: float


@dataclass(slots=True)
class Move:
    """A tenant on its way from one pool to another."""

    tenant: int
    source: Pool
    target: Pool
    grace_days: int
    progress: Progress

    async def run(self) -> MoveResult:
        """Move the tenant. Raises Conflict if it cannot be moved, and Unavailable if a pool does not answer."""
        old, new = (await self.source.ready()).engine, (await self.target.ready()).engine
        arrival = ArrivingTenant(new, self.tenant)
        await self._begin(old, arrival)
        tables = await self._tables(old, new)
        capture = Capture(old, self.tenant, tables)
        try:
            await capture.start()
            copy = RowCopy(old, arrival, self.tenant, tables)
            rows = await self._copy(old, copy)
            following = CatchUp(old, arrival, self.tenant, copy, capture.notes)
            await self._catch_up(old, new, following)
            await self._verify(old, new, following, tables)
            await self._catch_up(old, new, following)
            seconds = await self._switch(old, new, arrival, capture, following)
        except BaseException:
            await self._give_up(old, arrival, capture)
            raise
        await settle(self.source, self.target, self.tenant, self.grace_days)
        return MoveResult(rows, seconds)

    async def _begin(self, old: Engine, arrival: ArrivingTenant) -> None:
        """Stop earlier runs, and delete what they left. The order of the locks is that of the switch."""
        if await schema_version(old) != await schema_version(arrival.engine):
            raise Conflict("The pools have different schemas. Update them first: facetstore migrate")
        async with old.transaction() as session:
            columns = await tenant_row(session, old.dialect.name, self.tenant, lock=True)
            is_there = await arrival.claim(_now())
        if is_there:
            self.progress("deleting old rows", 0, None)
            await arrival.clear()
        await end_captures(old, self.tenant)
        await arrival.begin(columns, _now())

    async def _tables(self, old: Engine, new: Engine) -> Sequence[TenantTable]:
        """The tables as the source has them, with the primary keys of the target: the engines do not have the same."""
        derived = old.dialect.name == new.dialect.name == "postgres"
        async with old.snapshot() as session, new.snapshot() as there:
            tables = await tenant_tables(session, old.dialect.name, derived=derived)
            targets = {each.name: each for each in await tenant_tables(there, new.dialect.name, derived=derived)}
        return [each._replace(primary=targets[each.name].primary) for each in tables]

    async def _copy(self, old: Engine, copy: RowCopy) -> int:
        """Copy one state of the tenant. Everything that is written later is noted by the triggers."""
        async with old.snapshot() as session:
            columns = await tenant_row(session, old.dialect.name, self.tenant, lock=False)
            rows = await copy.copy(session, self.progress)
        await copy.index(columns, self.progress)
        # PostgreSQL would plan for nearly empty tables until it updates its statistics by itself.
        await (await self.target.ready()).maintain()
        return rows

    async def _catch_up(self, old: Engine, new: Engine, following: CatchUp) -> None:
        """Follow the changes until there are few, or until it gets no better."""
        for number in range(_ROUNDS):
            async with old.snapshot() as session:
                numbers = await following.notes.numbers(session)
                self.progress("catching up", number + 1, None)
                async with new.transaction() as there:
                    await following.catch_up(session, there)
            async with old.transaction() as session:
                await following.notes.forget(session, numbers)
            if len(numbers) <= _FEW:
                return

    async def _verify(self, old: Engine, new: Engine, following: CatchUp, tables: Sequence[TenantTable]) -> None:
        """Compare the numbers of rows at one state of both sides, and check every row of the history that arrived."""
        self.progress("verifying", 0, 2)
        async with old.snapshot() as session:
            async with new.transaction() as there:
                await following.catch_up(session, there)
            expected = await counts(session, tables, self.tenant)
        found = await counts(new, tables, self.tenant)
        if wrong := [f"{name}: {found[name]} of {rows}" for name, rows in expected.items() if found[name] != rows]:
            raise Conflict(f"Rows are missing where they arrived ({', '.join(wrong)}). Nothing was moved.")
        self.progress("verifying", 1, 2)
        if (place := await broken_at(new, self.tenant)) is not None:
            raise Conflict(f"The history that arrived is broken at {place}. Nothing was moved.")
        self.progress("verifying", 2, 2)

    async def _switch(
        self, old: Engine, new: Engine, arrival: ArrivingTenant, capture: Capture, following: CatchUp
    ) -> float:
        """Let nothing be written any more, follow the last changes, and say that the tenant lives in the new pool."""
        for attempt in range(_ATTEMPTS):
            began = time.monotonic()
            try:
                await self._switch_once(old, new, arrival, capture, following)
            except Unavailable:  # a lock was not to be had
                if attempt + 1 == _ATTEMPTS or await self._has_left(old):
                    raise
            else:
                return time.monotonic() - began
        raise AssertionError("the last attempt returns or raises")

    async def _switch_once(
        self, old: Engine, new: Engine, arrival: ArrivingTenant, capture: Capture, following: CatchUp
    ) -> None:
        async with old.transaction() as session:
            if old.dialect.name == "postgres":
                await session.execute_script(_PATIENCE)
            columns = await tenant_row(session, old.dialect.name, self.tenant, lock=True)
            await capture.check(session)
            async with new.transaction() as there:
                await following.catch_up(session, there)
                await arrival.complete(there, str(columns["head"]))
            await self._leave(session, old.dialect.name)

    async def _leave(self, session: Session, engine: str) -> None:
        """Say where the tenant lives now. When this is committed, it has moved."""
        if engine == "sqlite":
            await session.fetch(TAKEN, {})
        await session.fetch(LEAVE, {"tenant": self.tenant, "pool": self.target.name, "now": _now()})

    async def _has_left(self, old: Engine) -> bool:
        rows = await old.fetch("SELECT moved_to FROM tenant WHERE key = :tenant", {"tenant": self.tenant})
        return bool(rows) and rows[0][0] is not None

    async def _give_up(self, old: Engine, arrival: ArrivingTenant, capture: Capture) -> None:
        """Take back what this run has done, as far as the databases answer. What is left, the next run deletes."""
        with suppress(Failure):
            if not await self._has_left(old):
                await arrival.give_up(_now())
                await capture.end()


async def settle(source: Pool, target: Pool, tenant: int, grace_days: int) -> None:
    """Open a tenant that has left a pool where it lives now, and let its old rows be purged after the days of grace."""
    await open_arrived(target, tenant)
    async with source.engine.transaction() as session:
        await session.fetch(PURGE_LATER, {"tenant": tenant, "purge_at": _now() + grace_days * DAY})


def _now() -> int:
    return time.time_ns() // 1000
