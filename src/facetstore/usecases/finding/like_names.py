"""Names by what they mean: placed in the background, for the tenants that are searched, and forgotten when the process ends.

Where an element lies depends on its own names, and on what is learned from names that every user of the tenant may read, or on what an
embedding service says. So no answer is made of what its caller may not see. Which of the nearest a caller sees is decided by the search,
as for all hits.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.callers import Role
from facetstore.domain.errors import Failure
from facetstore.domain.tenant import TenantAddress
from facetstore.metamodel.model import ElementType
from facetstore.query.filter_forms import BETWEEN
from facetstore.query.search_text import SearchText
from facetstore.usecases.finding.name_places import MOST_NAMES, NamePlaces, NamePlacing
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.embedding import NotEmbedded
from facetstore.usecases.ports.finding import FindingReader
from facetstore.usecases.ports.rows import CardRow
from facetstore.usecases.ports.storage import Revisions
from facetstore.usecases.tenancy import Reading, Tenancy

_MOST_BYTES: Final = 256 << 20
"""So much of what was learned is kept, of the tenants that were searched last."""
_AGAIN: Final = 300.0
"""Seconds after which the names of a tenant that has changed are learned again."""
_AT_ONCE: Final = 2_000
"""Names that are read at a time."""
_AFTER_FAULT: Final = 60.0
"""Seconds after which names that are missing are tried again."""


class Learned(NamedTuple):
    """What is known of a tenant at a revision; without places, there was nothing to learn."""

    revisions: Revisions
    at: float
    places: NamePlaces | None

    @property
    def bytes(self) -> int:
        return self.places.bytes if self.places is not None else 0

    @property
    def lacks_some(self) -> bool:
        return self.places is not None and self.places.fault is not None


class LikeNames:
    """The names of the tenants of this process. They are learned one tenant at a time, by `keep`."""

    def __init__(self, tenancy: Tenancy, placing: NamePlacing, clock: Callable[[], float] = time.monotonic) -> None:
        self._tenancy = tenancy
        self._placing = placing
        self._clock = clock
        self._known: dict[int, Learned] = {}
        self._asked: dict[int, TenantAddress] = {}
        self._faults: list[Exception] = []
        self._wake = asyncio.Event()

    async def nearest(
        self, tenant: int, address: TenantAddress, revisions: Revisions, text: SearchText
    ) -> Sequence[int]:
        learned = self._known.pop(tenant, None)
        if learned is not None:
            self._known[tenant] = learned  # as the last one that was searched
        if learned is None or self._is_old(learned, revisions):
            self._asked[tenant] = address
            self._wake.set()
        # What was open to all when it was learned may be hidden since.
        if learned is None or learned.places is None or learned.revisions.access != revisions.access:
            return ()
        try:
            return await learned.places.nearest(text)
        except NotEmbedded as fault:
            self._faults = [fault]
            self._wake.set()
            return ()

    def _is_old(self, learned: Learned, revisions: Revisions) -> bool:
        if learned.revisions.access != revisions.access:
            return True
        age = self._clock() - learned.at
        if learned.lacks_some and age >= _AFTER_FAULT:
            return True
        return learned.revisions.revision != revisions.revision and age >= _AGAIN

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
        while self._faults:
            note(self._faults.pop())

    def _keep(self, tenant: int, learned: Learned) -> None:
        if learned.places is not None and learned.places.fault is not None:
            self._faults = [learned.places.fault]
        self._known.pop(tenant, None)
        self._known[tenant] = learned
        while len(self._known) > 1 and sum(each.bytes for each in self._known.values()) > _MOST_BYTES:
            del self._known[next(iter(self._known))]

    async def _learn(self, tenant: int, address: TenantAddress) -> Learned:
        at, shared = self._clock(), await self._tenancy.act_in_role(address, Role.VIEWER)
        names = await (_written_names(shared) if self._placing.is_outside else _every_name(shared))
        before = self._known.get(tenant)
        places = await self._placing.place(tenant, shared, names, before.places if before else None)
        return Learned(shared.revisions, at, places)


def _private(shared: Reading) -> Sequence[str]:
    """The types whose names leave this machine for no search: of users, and of what a storage is administered by."""
    roles = shared.metamodel.whole.roles
    places = (roles.host, roles.collection, roles.storage)
    return (roles.user, roles.user_group, roles.permission_set, roles.token, *places)


async def _every_name(shared: Reading) -> dict[int, str]:
    """The words of the names of all versions that lists show to viewers or to editors, by their keys."""
    return dict([row for reader in _readers(shared) for row in await reader.called(MOST_NAMES + 1)])


async def _written_names(shared: Reading) -> dict[int, str]:
    """The same names as they are written, without those that leave this machine for no search."""
    found, but = dict[int, str](), _private(shared)
    types = shared.metamodel.whole.types
    for reader in _readers(shared):
        after, first = -1, len(found)
        while len(found) - first <= MOST_NAMES and (rows := await reader.named_after(after, _AT_ONCE, but)):
            found.update(await asyncio.to_thread(_written, rows, types))
            after = rows[-1].key
    return found


def _readers(shared: Reading) -> Sequence[FindingReader]:
    return [shared.storage.reader(shared.served.tenant, audience) for audience in (EDITORS, VIEWERS)]


def _written(rows: Sequence[CardRow], types: Mapping[str, ElementType]) -> dict[int, str]:
    names = {row.key: names_of(stored_attributes(row.brief), types[row.type]) for row in rows if row.type in types}
    return {key: BETWEEN.join(dict.fromkeys(each.values())) for key, each in names.items()}
