"""Names by what they mean: learned in the background, for the tenants that are searched, and forgotten when the process ends.

What is learned comes from names that every user of the tenant may read, so no answer is made of what its caller may not see. Where an
element lies depends on its own names and on that. Which of the nearest a caller sees is decided by the search, as for all hits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.callers import Role
from facetstore.domain.errors import Failure, TooCostly, Unavailable
from facetstore.domain.tenant import TenantAddress
from facetstore.likeness.space import Space, joined, learn, nearest, place
from facetstore.query.filter_forms import BETWEEN
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.storage import Revisions
from facetstore.usecases.tenancy import Reading, Tenancy

if TYPE_CHECKING:
    from facetstore.likeness.space import Matrix

LEAST: Final = 0.4
"""From this nearness on a name is a hit; 1 is the same."""
MOST_NAMES: Final = 100_000
"""Of a tenant with more, no names are learned."""
_MOST_BYTES: Final = 256 << 20
"""So much of what was learned is kept, of the tenants that were searched last."""
_OF_KEY, _OF_GRAM = 40, 300
"""Bytes of an entry."""
_AGAIN: Final = 300.0
"""Seconds after which the names of a tenant that has changed are learned again."""
_AT_ONCE: Final = 10_000
"""Names that one job places."""


class Learned(NamedTuple):
    """What is known of a tenant at a revision; without a space, there was nothing to learn."""

    revisions: Revisions
    at: float
    space: Space | None
    keys: Sequence[int]
    places: Matrix | None

    @property
    def bytes(self) -> int:
        """How much memory it takes, about: the two matrices, a key for each name, and each gram with its weight."""
        matrices = sum(each.nbytes for each in (self.places, self.space and self.space.basis) if each is not None)
        return matrices + _OF_KEY * len(self.keys) + (_OF_GRAM * len(self.space.weights) if self.space else 0)


class LikeNames:
    """The names of the tenants of this process. They are learned one tenant at a time, by `keep`."""

    def __init__(self, tenancy: Tenancy, jobs: Jobs, clock: Callable[[], float] = time.monotonic) -> None:
        self._tenancy = tenancy
        self._jobs = jobs
        self._clock = clock
        self._known: dict[int, Learned] = {}
        self._asked: dict[int, TenantAddress] = {}
        self._wake = asyncio.Event()

    async def nearest(self, tenant: int, address: TenantAddress, revisions: Revisions, text: str) -> Sequence[int]:
        learned = self._known.pop(tenant, None)
        if learned is not None:
            self._known[tenant] = learned  # as the last one that was searched
        if learned is None or self._is_old(learned, revisions):
            self._asked[tenant] = address
            self._wake.set()
        # What was open to all when it was learned may be hidden since.
        if learned is None or learned.revisions.access != revisions.access:
            return ()
        if learned.space is None or learned.places is None:
            return ()
        rows = await asyncio.to_thread(nearest, learned.space, learned.places, text, LEAST)
        return [learned.keys[each] for each in rows]

    def _is_old(self, learned: Learned, revisions: Revisions) -> bool:
        if learned.revisions.access != revisions.access:
            return True
        return learned.revisions.revision != revisions.revision and self._clock() - learned.at >= _AGAIN

    async def keep(self, note: Callable[[Exception], None]) -> None:
        """Learn for ever. What fails is noted, and tried again when it is asked for after a while."""
        while True:
            await self._wake.wait()
            await self.catch_up(note)

    async def catch_up(self, note: Callable[[Exception], None]) -> None:
        """Learn the names of the tenants that were asked for."""
        self._wake.clear()
        while self._asked:
            tenant, address = self._asked.popitem()
            try:
                with suppress(Failure):  # deleted meanwhile
                    self._keep(tenant, await self._learn(tenant, address))
            except Exception as error:
                note(error)

    def _keep(self, tenant: int, learned: Learned) -> None:
        self._known.pop(tenant, None)
        self._known[tenant] = learned
        while len(self._known) > 1 and sum(each.bytes for each in self._known.values()) > _MOST_BYTES:
            del self._known[next(iter(self._known))]

    async def _learn(self, tenant: int, address: TenantAddress) -> Learned:
        at, shared = self._clock(), await self._tenancy.act_in_role(address, Role.VIEWER)
        every = await _every_name(shared)
        try:
            space, places = await self._placed(tenant, shared, [*every.values()])
        except (TooCostly, Unavailable):  # tried again after the next change, not at each search
            space, places = None, None
        return Learned(shared.revisions, at, space, [*every], places)

    async def _placed(
        self, tenant: int, shared: Reading, names: Sequence[str]
    ) -> tuple[Space, Matrix] | tuple[None, None]:
        if len(names) > MOST_NAMES:
            return None, None
        translated = [each for _, each in await shared.opened.called(MOST_NAMES) if _is_translated(each)]
        run = self._jobs.slow.run
        space = await run(tenant, learn, translated)
        if space is None:
            return None, None
        firsts = range(0, len(names), _AT_ONCE)
        return space, joined([await run(tenant, place, space, names[each : each + _AT_ONCE]) for each in firsts])


def _is_translated(names: str) -> bool:
    """Whether an element has different names in two cultures: others would teach that languages differ."""
    return len({text for each in names.split(BETWEEN) if (text := each.strip())}) > 1


async def _every_name(shared: Reading) -> dict[int, str]:
    """The names of all versions that lists show to viewers or to editors, by their keys."""
    storage, tenant = shared.storage, shared.served.tenant
    readers = [storage.reader(tenant, audience) for audience in (EDITORS, VIEWERS)]
    return dict([row for reader in readers for row in await reader.called(MOST_NAMES + 1)])
