"""Counts the uses of tokens: how often, when and from which address. Counts are stored in the background.

They are not part of the history or the revision. An address from which a token was not used before becomes a host below the
token, which is a change like any other.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from facetstore.domain.callers import Caller
from facetstore.domain.element import Version
from facetstore.domain.hosts import MOST_HOSTS, Host
from facetstore.domain.tenant import Tenant, parse_address
from facetstore.domain.values import INVARIANT, ElementId
from facetstore.regional.time_zones import local_now, time_zone, to_local
from facetstore.usecases.changes.body import check_findings
from facetstore.usecases.changes.create import Place, create
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.token_store import Used
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.principals import hosts_of
from facetstore.usecases.tenancy import ServedTenant, serve
from facetstore.usecases.writing import new_ids

PERIOD: Final = 30.0
"""Seconds after which counts are stored."""
_GATHERING: Final = 0.5
"""Seconds to wait for more after a token was used from a new address."""

Hosts = Mapping[str, Host]


class Use(NamedTuple):
    """The key of a count: the tenant, the token, and the address that it is used from, or empty if that is unknown."""

    tenant: str
    token: str
    place: str


@dataclass(slots=True)
class _UseCount:
    """The uses since the last time they were stored; times are microseconds since 1970 UTC."""

    first: int
    last: int
    number: int = 1

    def add(self, other: _UseCount) -> None:
        self.first, self.last = min(self.first, other.first), max(self.last, other.last)
        self.number += other.number


class Uses:
    """The uses that this process has counted."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._counts: dict[Use, _UseCount] = {}
        self._news = asyncio.Event()

    def meet(self, tenant: str, caller: Caller, place: str) -> Use | None:
        """Count a request of an authenticated caller. None if the caller is not a token: then nothing is counted."""
        if caller.hosts is None:
            return None
        use = Use(tenant, caller.principal, place)
        self.add(use, time.time_ns() // 1000)
        if place and place not in caller.hosts and len(caller.hosts) < MOST_HOSTS:
            self._news.set()
        return use

    def add(self, use: Use, now: int) -> None:
        count = self._counts.get(use)
        if count is None:
            self._counts[use] = _UseCount(now, now)
        else:
            count.number += 1
            count.last = now

    async def keep(self, report: Callable[[Exception], None]) -> None:
        """Store the counts in a loop: soon after a use from a new address, else after PERIOD, and when cancelled."""
        storing: asyncio.Task[None] | None = None
        try:
            while True:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), PERIOD)
                    await asyncio.sleep(_GATHERING)
                storing = asyncio.create_task(self._try(report))
                # Whether a cancelled commit took effect would be unknown; to repeat it could count the same uses twice.
                await asyncio.shield(storing)
        finally:
            if storing is not None:
                await storing
            await self._try(report)

    async def _try(self, report: Callable[[Exception], None]) -> None:
        try:
            await self.store()
        except Exception as error:  # the counts stay in memory, and are stored the next time
            report(error)

    async def store(self) -> None:
        """Store the counts of each tenant. Counts that cannot be stored stay in memory; then the last error is raised."""
        self._news.clear()
        counts, self._counts = self._counts, {}
        failure: Exception | None = None
        for tenant, group in groupby(sorted(counts), key=lambda use: use.tenant):
            uses = {use: counts[use] for use in group}
            try:
                await self._store(tenant, uses)
            except Exception as error:  # one tenant must not keep the counts of others from being stored
                failure = error
                self._count_on(uses)
        if failure is not None:
            raise failure

    def _count_on(self, counts: Mapping[Use, _UseCount]) -> None:
        for use, count in counts.items():
            if (known := self._counts.setdefault(use, count)) is not count:
                known.add(count)

    async def _store(self, address: str, counts: Mapping[Use, _UseCount]) -> None:
        where = parse_address(address)
        tenant = await self._storage.tenant(where) if where is not None else None
        if tenant is None:
            return
        totals: dict[str, _UseCount] = {}
        for token, uses in groupby(counts, key=lambda use: use.token):
            places = {use.place: counts[use] for use in uses}
            hosts = await self._hosts(tenant, token, [place for place in places if place])
            for place, count in places.items():
                for element in (token, *([hosts[place].element] if place in hosts else ())):
                    totals.setdefault(element, _UseCount(count.first, count.last, 0)).add(count)
        await self._storage.tokens(tenant).count(_used(tenant, totals))

    async def _hosts(self, tenant: Tenant, token: str, places: Collection[str]) -> Hosts:
        """The hosts of a token by address. New addresses among `places` become hosts, up to MOST_HOSTS."""
        principal = await self._storage.principal(tenant, token)
        if principal is None or principal.hosts is None:
            return {}
        if all(place in principal.hosts for place in places) or len(principal.hosts) >= MOST_HOSTS:
            return principal.hosts
        return await add_hosts(self._storage, serve(tenant), token, places)


class _NothingNew(Exception):  # not an error: it leaves a transaction that has nothing to store
    pass


async def add_hosts(storage: Storage, served: ServedTenant, token: str, places: Collection[str]) -> Hosts:
    """Create hosts for addresses from which a token was not used before, up to MOST_HOSTS, and return all its hosts."""
    known: Hosts = {}
    reason = "used from a new address"
    with suppress(_NothingNew):
        async with storage.writer(served.tenant, actor=token, reason=reason) as writer:
            # No other change of this tenant runs now, so no second host with the same address can be created.
            known = await _known(served, writer, token)
            missing = sorted(set(places) - known.keys())[: max(0, MOST_HOSTS - len(known))]
            if not missing or await writer.stored.version(token) is None:
                raise _NothingNew
            position = (await writer.places.next_positions([token])).get(token, 0)
            made = [_host(served, token, each, place) for each, place in enumerate(missing, position)]
            stored = [StoredVersion(each, newest=True, visible=True, published=True) for each in made]
            await writer.versions.add(stored, "host.created")
            new = hosts_of(served.metamodel.roles, ((each.element, each.attributes) for each in made))
            known = {**known, **new}
    return known


async def _known(served: ServedTenant, writer: Writer, token: str) -> Hosts:
    roles = served.metamodel.roles
    children = await writer.stored.load([each.element for each in await writer.places.children(token)])
    versions = [each.version for each in children.values() if each.version.type == roles.host]
    return hosts_of(roles, ((each.element, each.attributes) for each in versions))


def _host(served: ServedTenant, token: str, position: int, place: str) -> Version:
    """A new host, created like an element from a body of operation 5."""
    names = {str(culture): place for culture in served.settings.data_cultures}
    roles = served.metamodel.roles
    values: dict[str, object] = {roles.host_address: place, roles.host_active: True}
    attributes = {name: {str(INVARIANT): value} for name, value in values.items()}
    made = create(
        {"type": roles.host, "attributes": {roles.name: names, **attributes}},
        served.metamodel,
        served.settings,
        {},
        new_ids(),
        now=local_now(time_zone(served.settings.time_zone)),
        principal=token,
        place=Place(parent=ElementId(token), position=position),
    )
    check_findings(made.findings)
    assert made.version is not None, "there are no findings"
    return made.version


def _used(tenant: Tenant, totals: Mapping[str, _UseCount]) -> Sequence[Used]:
    zone = time_zone(tenant.settings.time_zone)
    return [
        Used(element, to_local(count.first, zone), to_local(count.last, zone), count.number)
        for element, count in totals.items()
    ]
