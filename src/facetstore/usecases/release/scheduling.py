"""One run of the scheduler: moves every version that is due to its next state, in every tenant, once.

Any number of nodes may run at any time, and be stopped at any time. A version is taken and moved in one transaction, and can be
taken only while it is due: a version that another node has taken is not due any more, and one that an interrupted run has taken
is due again (decision 0032).
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.callers import Caller, Role
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings
from facetstore.domain.values import ElementId, day_of
from facetstore.metamodel.schedule import due
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.lifecycle.effects import days_until_valid
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.release.releasing import advance, supersede
from facetstore.usecases.tenancy import serve
from facetstore.usecases.writing import Writing

SCHEDULER: Final = ElementId("scheduler")
"""The actor in the history for changes that no user made."""

BATCH: Final = 10
"""How many versions one transaction moves: other writers of the tenant wait for it."""

Clock = Callable[[], int]
"""Nanoseconds since 1970 UTC."""


@dataclass(slots=True)
class Moved:
    """How many versions a run moved in one tenant, and the error that stopped it there."""

    tenant: TenantAddress
    versions: int = 0
    failure: Exception | None = None


class _NothingMoved(Exception):  # not an error: it rolls back a transaction that has nothing to store
    pass


async def run_schedule(
    storage: Storage, *, pause: Callable[[], Awaitable[None]] | None = None, clock: Clock = time.time_ns
) -> Sequence[Moved] | None:
    """Move all versions that are due, a batch of each tenant in turn, with a pause after each round.

    Returns what was done in the tenants that had something due; None if another node runs the schedule and nothing was done.
    A failure in one tenant does not stop the others.
    """
    done: dict[int, Moved] = {}
    ended: set[int] = set()
    while tenants := [each for each in await _due_tenants(storage, clock) if each.key not in ended]:
        async with storage.one_scheduler() as alone:
            if not alone:
                return list(done.values()) or None
            for tenant in tenants:
                if not await _move_some(storage, tenant, done.setdefault(tenant.key, Moved(tenant.address)), clock):
                    ended.add(tenant.key)
        if pause is not None:
            await pause()
    return list(done.values())


async def _due_tenants(storage: Storage, clock: Clock) -> Sequence[Tenant]:
    """The tenants that have something due, read with one statement."""
    return [each.tenant for each in await storage.waiting() if each.first_day < _today(each.tenant.settings, clock)]


async def _move_some(storage: Storage, tenant: Tenant, moved: Moved, clock: Clock) -> bool:
    """Move a batch of versions of a tenant and record it in `moved`. Returns whether there may be more."""
    try:
        taken, count = await _move(storage, tenant, clock)
    except Exception as error:  # it concerns this tenant only, and whatever started the run reports it
        moved.failure = error
        return False
    moved.versions += count
    return taken > 0


async def _move(storage: Storage, tenant: Tenant, clock: Clock) -> tuple[int, int]:
    """Move up to one batch of versions in one transaction; returns how many were due by their date, and how many moved."""
    caller = Caller(tenant.key, SCHEDULER, Role.ADMINISTRATOR, expires=0)
    try:
        async with storage.writer(tenant, actor=SCHEDULER) as writer:
            taken, count = await _advance_due(Writing(serve(tenant), caller, writer), _today(tenant.settings, clock))
            if not taken:
                raise _NothingMoved
    except _NothingMoved:
        return 0, 0
    return taken, count


async def _advance_due(writing: Writing, today: str) -> tuple[int, int]:
    """Move versions that are due. What waits for a later version that is not valid by its date is not looked at again."""
    taken = await writing.writer.stored.load(await writing.writer.due.take(today, BATCH))
    steps = [(each, due(writing.metamodel, each.version, today)) for each in taken.values()]
    superseded = [each.version.element for each, step in steps if step is not None and step.superseded]
    others = await writing.writer.stored.versions_of(superseded) if superseded else ()
    moved = 0
    for stored, step in steps:
        if step is None:
            continue
        successor = _successor(writing, stored, others, today) if step.superseded else None
        if successor is not None:
            await supersede(writing, stored, step.target, successor)
        elif not step.superseded:
            await advance(writing, stored, step.target)
        moved += successor is not None or not step.superseded
    return len(taken), moved


def _successor(
    writing: Writing, stored: StoredVersion, others: Sequence[StoredVersion], today: str
) -> StoredVersion | None:
    """The newest later version of the same element that is released and valid today."""
    version, states = stored.version, writing.metamodel.state_of
    later = [
        each
        for each in others
        if each.version.element == version.element
        and each.version.major_minor > version.major_minor
        and (state := states.get((version.type, each.version.state))) is not None
        and state.released
        and not days_until_valid(writing.metamodel, each.version, today)
    ]
    return later[-1] if later else None


def _today(settings: TenantSettings, clock: Clock) -> str:
    """The current day in the time zone of the tenant (D10.2)."""
    return day_of(local_now(time_zone(settings.time_zone), clock=clock))
