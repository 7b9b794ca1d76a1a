"""Reads of a tenant as it was at a revision: by the ordinary statements, in a database in memory that holds what there was.

So the past is read by the same statements, and shown in the same bytes, as it was when it was the present.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import NamedTuple, Protocol

from facetstore.query.filter_tree import Tree
from facetstore.storage.past.found_lists import FoundLists
from facetstore.storage.past.past_counts import PastCounts
from facetstore.storage.past.past_surroundings import PastSurroundings
from facetstore.storage.past.past_translations import PastTranslations
from facetstore.storage.past.referrers import Referrers
from facetstore.storage.past.span_lists import SpanLists
from facetstore.storage.reads.reader import SqlReader
from facetstore.usecases.ports.finding import Among, Count, CulturesCount, Hits, Seen, Sought, TargetCount, Usages
from facetstore.usecases.ports.rows import CardRow, Counts, ElementRow, FlowRow, Listing, NamedRow, Surroundings
from facetstore.usecases.ports.selections import (
    NOTHING,
    WHOLE_LIST,
    ById,
    ContentOf,
    ListedSelection,
    Narrowing,
    PagedSelection,
    Parts,
    Selection,
    Slice,
    StereotypesOf,
    TheseElements,
    TheseReleased,
)


class Load(Protocol):
    """The reader of the whole tenant, which is put together when it is asked for; filters, orders and search need it `indexed`."""

    async def __call__(self, *, indexed: bool = False) -> SqlReader: ...


Near = Callable[[Selection, Parts], Awaitable[SqlReader | None]]
"""The reader of what is near some elements; None: a selection needs the whole tenant."""


Cut = Callable[[], SpanLists | None]
"""The lists that are cut from spans; None: the whole tenant is there, which costs less."""


Find = Callable[[SpanLists], FoundLists]
"""The lists that are narrowed without the whole tenant."""


class PastParts(NamedTuple):
    """Readers of what is around elements, and of counts, without the whole tenant."""

    referrers: Referrers
    surroundings: PastSurroundings
    counts: PastCounts
    translations: PastTranslations


class PastLists:
    """Reads of lists as they were."""

    def __init__(self, load: Load, cut: Cut, find: Find) -> None:
        self._load = load
        self._cut = cut
        self._find = find

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
        by: Sequence[str] | None = None,
    ) -> Listing:
        if (spans := self._cut()) is not None:
            found = await spans.listing(selection, slice_, narrowing, places=places, by=by)
            if found is None:
                found = await self._find(spans).listing(selection, slice_, narrowing, by)
            if found is not None:
                return found
        return await (await self._load(indexed=not narrowing.is_whole)).lists.listing(
            selection, slice_, narrowing, places=places, by=by
        )

    async def counts(
        self, selection: PagedSelection, narrowing: Narrowing = WHOLE_LIST, by: Sequence[str] = ()
    ) -> Counts:
        listing = await self.listing(selection, Slice(0), Narrowing(narrowing.filter, narrowing.order), by=by)
        assert listing.counts is not None, "they were asked for"
        return listing.counts

    async def matching(self, elements: Sequence[str], tree: Tree) -> frozenset[str]:
        if (spans := self._cut()) is not None:
            found = await self._find(spans).matching(elements, tree)
            if found is not None:
                return found
        return await (await self._load(indexed=True)).lists.matching(elements, tree)


class PastReader:
    """Reads of one tenant as it was, for one audience. Counts, such as of sign-ins, are no part of the history."""

    has_counts = False

    def __init__(self, load: Load, near: Near, cut: Cut, find: Find, around: PastParts) -> None:
        self._load = load
        self._near = near
        self._cut = cut
        self._find = find
        self._around = around
        self._lists = PastLists(load, cut, find)

    async def _for(self, selection: Selection, parts: Parts) -> SqlReader:
        near = await self._near(selection, parts)
        return near or await self._load(indexed=isinstance(selection, StereotypesOf))

    @property
    def lists(self) -> PastLists:
        return self._lists

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        yield  # the past does not change

    def naming(self) -> PastReader:
        async def load(*, indexed: bool = False) -> SqlReader:
            return (await self._load(indexed=indexed)).naming()

        async def near(selection: Selection, parts: Parts) -> SqlReader | None:
            found = await self._near(selection, parts)
            return found and found.naming()

        def cut() -> SpanLists | None:
            spans = self._cut()
            return spans and spans.naming()

        return PastReader(load, near, cut, self._find, self._around)

    @property
    def translations(self) -> PastTranslations:
        return self._around.translations

    async def name(self, selection: ById) -> NamedRow | None:
        return await (await self._for(selection, NOTHING)).name(selection)

    async def names(self, selection: Selection) -> Sequence[NamedRow]:
        return await (await self._for(selection, NOTHING)).names(selection)

    async def unreleased_flow(self, diagram: int) -> Sequence[FlowRow]:
        near = await self._near(ContentOf((diagram,)), NOTHING)
        return await (near or await self._load()).unreleased_flow(diagram)

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None:
        found = await (await self._for(selection, parts)).element(selection, parts)
        if found is not None:
            self._around.translations.note(found)
        return found

    async def elements(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[ElementRow]:
        return await (await self._for(selection, parts)).elements(selection, parts, slice_)

    async def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        if isinstance(selection, TheseElements | TheseReleased):
            for start in range(0, len(selection.elements), size):
                some = type(selection)(selection.elements[start : start + size])
                reader = await self._near(some, parts) or await self._load()
                yield await reader.elements(some, parts)
            return
        async for rows in (await self._load()).stream(selection, parts, size):
            yield rows

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        return await (await self._for(selection, parts)).cards(selection, parts, slice_)

    async def surroundings(self, element: str, hidden_contexts: Collection[str] = ()) -> Surroundings:
        if self._cut() is not None:
            found = await self._around.surroundings.of(element, hidden_contexts)
            if found is not None:
                return found
        return await (await self._load()).surroundings(element, hidden_contexts)

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits:
        sought = replace(sought, is_past=True)
        if (spans := self._cut()) is not None:
            found = await self._find(spans).search(sought, limit, offset)
            if found is not None:
                return found
        return await (await self._load(indexed=True)).search(sought, limit, offset)

    async def names_like(self, sought: Sought) -> Sequence[str]:
        """None: to read the names of the past would cost more than a slip of the pen is worth."""
        return ()

    async def called(self, most: int, but: Sequence[str] = ()) -> Sequence[tuple[int, str]]:
        return ()

    async def named_after(self, after: int, most: int, but: Sequence[str]) -> Sequence[CardRow]:
        return ()

    async def seen_among(self, keys: Sequence[int], sought: Sought) -> Sequence[Seen]:
        """None: names of the past are not searched by what they mean."""
        return ()

    async def usages(self, element: str, contexts: Sequence[str] | None, limit: int, offset: int) -> Usages:
        if self._cut() is not None:
            found = await self._around.referrers.usages(element, contexts, limit, offset)
            if found is not None:
                return found
        return await (await self._load()).usages(element, contexts, limit, offset)

    async def stats(self, by: Sequence[str], among: Among) -> Sequence[Count]:
        if self._cut() is not None:
            return await self._around.counts.stats(by, among)
        return await (await self._load()).stats(by, among)

    async def target_counts(self, context: str, among: Among) -> Sequence[TargetCount]:
        if self._cut() is not None:
            found = await self._around.counts.target_counts(context, among)
            if found is not None:
                return found
        return await (await self._load()).target_counts(context, among)

    async def release_counts(self, among: Among) -> Mapping[str, int]:
        if self._cut() is not None:
            return await self._around.counts.release_counts(among)
        return await (await self._load()).release_counts(among)

    async def culture_counts(self, among: Among) -> Sequence[CulturesCount]:
        if self._cut() is not None:
            return await self._around.counts.culture_counts(among)
        return await (await self._load()).culture_counts(among)
