"""Tenants as they were: put together when they are asked for, and kept in memory for the next requests."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Hashable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from facetstore.domain.access import Audience
from facetstore.domain.errors import TooCostly
from facetstore.domain.tenant import Tenant
from facetstore.metamodel.loader import load_stored
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.past.filling import fill_tenant, fill_versions, index_shown
from facetstore.storage.past.found_lists import FoundLists
from facetstore.storage.past.memory_database import MemoryDatabase
from facetstore.storage.past.nearby import MOST_LISTED, Nearby
from facetstore.storage.past.past_counts import PastCounts
from facetstore.storage.past.past_reader import PastParts, PastReader
from facetstore.storage.past.past_surroundings import PastSurroundings
from facetstore.storage.past.past_translations import PastTranslations
from facetstore.storage.past.past_versions import PastSnapshot
from facetstore.storage.past.referrers import Referrers
from facetstore.storage.past.span_lists import SpanLists, has_more
from facetstore.storage.past.states import all_versions_at, definition_at
from facetstore.storage.past.zones import beyond, read_zones
from facetstore.storage.reads.reader import SqlReader
from facetstore.usecases.ports.selections import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    LastReleasedOf,
    ListOf,
    OrphansOf,
    Parts,
    RootsOf,
    Selection,
    Slice,
    StereotypesOf,
    TargetsOf,
    TheseElements,
    TheseReleased,
    VersionsOf,
)
from facetstore.usecases.ports.writes import StoredVersion

_LARGEST: Final = 64 << 20
"""Bytes of all tenants that are kept; the last one is kept in any case."""
_LONGEST_WAIT: Final = 10
"""Seconds for which a request waits until others are made."""
MOST_VERSIONS: Final = 10_000
"""How many versions a tenant may have had: more would take too long, and too much memory."""


class _Kept:
    """A tenant as it was, in memory."""

    def __init__(self, database: MemoryDatabase, tenant: Tenant, versions: Sequence[StoredVersion], gone: int) -> None:
        self.database = database
        self.gone = gone
        """The zone of what is gone."""
        self._tenant = tenant
        self._unindexed = versions
        self._indexing = asyncio.Lock()

    async def index(self) -> None:
        """Put in what filters, orders and search compare, unless it is there."""
        async with self._indexing:
            if self._unindexed:
                await index_shown(self.database, self._tenant, _metamodel(self._tenant), self._unindexed)
                self._unindexed = ()


class Pasts:
    """The tenants as they were that are kept in memory. The least recently used are dropped first."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._kept: dict[Hashable, _Kept] = {}
        self._making: defaultdict[Hashable, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._one = asyncio.Lock()

    async def past(self, tenant: Tenant, revision: int, access: int, current: int) -> tuple[Tenant, SqlPast]:
        """A tenant with the definition it had at a revision, and what it held; `access` and `current` are today's counters."""
        found = await definition_at(self.engine.for_tenant(tenant.key).fetch, tenant.key, revision)
        was = replace(tenant, revision=revision)
        if found is not None:
            was = replace(was, settings=found.settings, additions=found.additions, definition=found.revision)
        return was, SqlPast(self, was, (access, current))

    async def database(self, tenant: Tenant, today: tuple[int, int], *, restricted: bool, indexed: bool) -> _Kept:
        """The database of a tenant as it was. What permissions hide depends on what has been deleted by today."""
        key = _key(tenant, today, restricted=restricted)
        async with self._making[key]:
            kept = self._kept.pop(key, None)
            try:
                if kept is None:
                    async with self.turn():
                        kept = await self._make(tenant, restricted=restricted)
                if indexed:
                    await kept.index()
            except TooCostly as error:
                raise TooCostly(
                    "To put this storage together as it was takes too long. Ask for less, or for a later moment."
                ) from error
            finally:
                self._making.pop(key, None)
            self._kept[key] = kept  # now the most recently used
        self._make_room()
        return kept

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """One is made at a time: many moments asked for at once must not take the memory of as many tenants. Raises TooCostly."""
        try:
            await asyncio.wait_for(self._one.acquire(), _LONGEST_WAIT)
        except TimeoutError as error:
            raise TooCostly from error
        try:
            yield
        finally:
            self._one.release()

    def has(self, tenant: Tenant, today: tuple[int, int], *, restricted: bool) -> bool:
        """Whether a tenant as it was is kept."""
        return _key(tenant, today, restricted=restricted) in self._kept

    def _make_room(self) -> None:
        while len(self._kept) > 1 and sum(each.database.bytes for each in self._kept.values()) > _LARGEST:
            del self._kept[next(iter(self._kept))]

    async def _make(self, tenant: Tenant, *, restricted: bool) -> _Kept:
        engine = self.engine.for_tenant(tenant.key)
        metamodel = _metamodel(tenant)
        if await has_more(engine, tenant, MOST_VERSIONS):  # before any of them is put together
            raise TooCostly
        states = await all_versions_at(engine, tenant.key, tenant.revision, MOST_VERSIONS)
        zones = await read_zones(engine.fetch, engine.dialect, tenant.key, restricted=restricted)
        database = MemoryDatabase()
        await fill_tenant(database, tenant, tenant.revision)
        versions = await fill_versions(database, tenant, metamodel, states, zones.of(states, metamodel))
        return _Kept(database, tenant, versions, zones.gone)


def _metamodel(tenant: Tenant) -> Metamodel:
    return load_stored(tenant.additions, tenant.address.is_administration)


def _key(tenant: Tenant, today: tuple[int, int], *, restricted: bool) -> Hashable:
    access, current = today
    return tenant.key, tenant.revision, access, restricted and current, restricted


async def _near(nearby: Nearby, spans: SpanLists, selection: Selection, parts: Parts) -> SqlReader | None:
    """A reader of the elements of a selection; None: they need the whole tenant, or there are too many."""
    match selection:
        case TheseElements(elements) | TheseReleased(elements):
            return await nearby.seen_among(elements, parts)
        case VersionsOf(elements):
            found = await nearby.listed(elements, parts)
            return await nearby.unlisted(elements[0], parts) if found is None and len(elements) == 1 else found
        case ById(id=id_):
            return await nearby.listed((id_,), parts) or await nearby.unlisted(id_, parts)
        case Children(element=element):
            return await nearby.listed(tuple(await spans.below((element,))), parts)
        case ChildrenOf(elements=elements):
            return await nearby.listed(tuple(await spans.below(elements)), parts)
        case ListOf() | RootsOf() | OrphansOf() | LastReleasedOf():
            listing = await spans.naming().listing(selection, Slice(MOST_LISTED + 1))
            return None if listing is None else await nearby.listed(listing.elements, parts)
        case StereotypesOf(facet=facet):
            listing = await spans.naming().listing(ListOf(facet), Slice(MOST_LISTED + 1))
            return None if listing is None else await nearby.listed(listing.elements, parts, indexed=True)
        case TargetsOf() | ContentOf():
            return await nearby.joined(selection, parts)
        case _:
            return None


class SqlPast:
    """What a tenant held at a revision."""

    def __init__(self, pasts: Pasts, tenant: Tenant, today: tuple[int, int]) -> None:
        self._pasts = pasts
        self._tenant = tenant
        self._today = today

    def reader(self, _tenant: Tenant, audience: Audience) -> PastReader:
        restricted, readers = audience.is_restricted, list[SqlReader]()

        async def load(*, indexed: bool = False) -> SqlReader:
            if not readers or indexed:
                kept = await self._pasts.database(self._tenant, self._today, restricted=restricted, indexed=indexed)
                seen = beyond(audience, kept.gone) if restricted else audience
                readers[:] = [SqlReader(kept.database, self._tenant.key, seen)]
            return readers[0]

        engine = self._pasts.engine.for_tenant(self._tenant.key)
        spans = SpanLists(engine, self._tenant, audience)
        nearby = Nearby(engine, self._tenant, audience, spans)

        def cut() -> SpanLists | None:
            is_there = readers or self._pasts.has(self._tenant, self._today, restricted=restricted)
            return None if is_there else spans

        async def near(selection: Selection, parts: Parts) -> SqlReader | None:
            # What is there costs nothing.
            return None if cut() is None else await _near(nearby, spans, selection, parts)

        def find(spans: SpanLists) -> FoundLists:
            return FoundLists(engine, self._tenant, _metamodel(self._tenant), spans, self._pasts.turn)

        metamodel, turn = _metamodel(self._tenant), self._pasts.turn
        around = PastParts(
            Referrers(engine, self._tenant, metamodel, spans, nearby, turn),
            PastSurroundings(engine, self._tenant, metamodel, audience, spans, nearby),
            PastCounts(engine, self._tenant, metamodel, spans, nearby, turn, drafts=audience.drafts),
            PastTranslations(engine, self._tenant, metamodel, spans, nearby),
        )
        return PastReader(load, near, cut, find, around)

    @asynccontextmanager
    async def snapshot(self, _tenant: Tenant) -> AsyncIterator[PastSnapshot]:
        async def whole(text: str, parameters: Mapping[str, object]) -> Sequence[Row]:
            kept = await self._pasts.database(self._tenant, self._today, restricted=False, indexed=True)
            return await kept.database.fetch(text, parameters)

        engine = self._pasts.engine.for_tenant(self._tenant.key)
        yield PastSnapshot(whole, engine, self._tenant, _metamodel(self._tenant))
