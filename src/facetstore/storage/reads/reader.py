"""Reads of one tenant for one audience."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import cast

from facetstore.domain.access import Audience
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.engines.engine import Fetch, ReadEngine, Row, Session
from facetstore.storage.finding.filtering import Values
from facetstore.storage.finding.searching import (
    called_statement,
    named_statement,
    names_statement,
    read_hits,
    search_statement,
    searched_by,
    seen_statement,
)
from facetstore.storage.reads import reading
from facetstore.storage.reads.counts import Counted, read_counts, with_counts
from facetstore.storage.reads.list_reader import ListReader
from facetstore.storage.reads.stats_statements import (
    cultures_statement,
    months_statement,
    stats_statement,
    targets_statement,
)
from facetstore.storage.reads.surroundings import flow_statement, read_flow, read_surroundings, surroundings_statement
from facetstore.storage.reads.translation_reader import SqlTranslationReader
from facetstore.storage.reads.usage_statement import read_usages, usages_statement
from facetstore.usecases.ports.finding import (
    CONTENT,
    Among,
    Count,
    CulturesCount,
    Hits,
    Seen,
    Sought,
    TargetCount,
    Usages,
)
from facetstore.usecases.ports.rows import CARD_MARK, CardRow, ElementRow, FlowRow, NamedRow, Surroundings
from facetstore.usecases.ports.selections import NOTHING, ById, Children, Parts, Selection, Slice, TargetsOf


class SqlReader:
    """Reads of one tenant for one audience; within a transaction, of what it has written so far."""

    def __init__(
        self,
        engine: ReadEngine,
        tenant: int,
        audience: Audience,
        session: Session | None = None,
        counted: Counted | None = None,
    ) -> None:
        self._engine = engine
        self._tenant = tenant
        self._audience = audience
        self._sight = sight_of(audience, engine.dialect)
        self._base = {"tenant": tenant, **sight_values(audience, engine.dialect)}
        """Parameters of every statement: the tenant, and what is hidden."""
        self._counted = counted or {}
        self.has_counts = False
        self._together = [self]
        self._read_in(session)

    def _read_in(self, session: Session | None) -> None:
        """Read in the snapshot of a session from here on; None: each statement by itself."""
        self._fetch: Fetch = session.fetch if session is not None else self._engine.fetch
        self._in_snapshot = session is not None
        self._lists: ListReader | None = None

    @property
    def lists(self) -> ListReader:
        """Reads of lists. There is another reader for each snapshot: it caches what the indexes found in it."""
        if self._lists is None:
            self._lists = ListReader(self._fetch, self._tenant, self._sight, self._base, in_snapshot=self._in_snapshot)
        return self._lists

    @property
    def translations(self) -> SqlTranslationReader:
        return SqlTranslationReader(self._fetch, self._engine.dialect, self._sight, self._base)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        if self._in_snapshot:
            yield
            return
        async with self._engine.snapshot() as session:
            for each in self._together:
                each._read_in(session)
            try:
                yield
            finally:
                for each in self._together:
                    each._read_in(None)

    def naming(self) -> SqlReader:
        """Reads of what may be named. A snapshot that either reader opens is one of both, on one connection."""
        if self._audience.opened is None:
            return self
        other = SqlReader(self._engine, self._tenant, self._audience.naming, counted=self._counted)
        other._together = self._together
        self._together.append(other)
        return other

    async def name(self, selection: ById) -> NamedRow | None:
        found = await self.names(selection)
        return found[0] if found and selection.facet in (None, found[0].facet) else None

    async def names(self, selection: Selection) -> Sequence[NamedRow]:
        rows = (ElementRow._make(row) for row in await self._select(selection, NOTHING, None))
        return [_named(row) for row in rows]

    async def unreleased_flow(self, diagram: int) -> Sequence[FlowRow]:
        if self._audience.drafts:
            return ()
        return read_flow(await self._fetch(flow_statement(self._sight), {**self._base, "diagram": diagram}))

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None:
        rows = await self._select(selection, parts, None)
        row = ElementRow._make(rows[0]) if rows else None
        if row is None or (selection.facet is not None and row.facet != selection.facet):
            return None
        return (await self._with_counts([row], parts))[0]

    async def elements(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[ElementRow]:
        rows = [ElementRow._make(row) for row in await self._select(selection, parts, slice_)]
        if isinstance(selection, Children) and _share(row.group for row in rows):
            rows.sort(key=lambda row: (cast("int", row.group), row.label or ""))
        # Targets of references are shown without counts.
        return rows if isinstance(selection, TargetsOf) else await self._with_counts(rows, parts)

    async def _with_counts(self, rows: Sequence[ElementRow], parts: Parts) -> Sequence[ElementRow]:
        counted = [row.element for row in rows if row.type in self._counted] if parts.attributes else []
        if not counted:
            return rows
        self.has_counts = True
        found = await read_counts(self._fetch, self._engine.dialect, self._tenant, counted)
        return with_counts(rows, self._counted, found)

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        rows = cast("Sequence[tuple[bytes, int, str]]", await self._select(selection, parts, slice_, cards=True))
        if isinstance(selection, Children) and _share(position for _, position, _ in rows):
            rows = sorted(rows, key=lambda row: (row[1], row[2]))
        return [card for card, _, _ in rows]

    async def _select(
        self, selection: Selection, parts: Parts, slice_: Slice | None, *, cards: bool = False
    ) -> Sequence[Row]:
        text = reading.select(self._engine.dialect, selection, parts, slice_, self._sight, cards=cards)
        return await self._fetch(text, self._parts_of(selection, parts, slice_))

    def _parts_of(self, selection: Selection, parts: Parts, slice_: Slice | None) -> dict[str, object]:
        return {**self._base, **reading.parameters(self._engine.dialect, selection, parts, slice_)}

    async def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        text = reading.select(self._engine.dialect, selection, parts, None, self._sight)
        values = self._parts_of(selection, parts, None)
        found = None
        async for chunk in self._engine.stream(text, values, size):
            rows = [ElementRow._make(row) for row in chunk]
            if found is None and parts.attributes and any(row.type in self._counted for row in rows):
                # For all elements at once, so that the chunks that follow need no further read.
                found = await read_counts(self._engine.fetch, self._engine.dialect, self._tenant)
            yield with_counts(rows, self._counted, found) if found else rows

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits:
        values = Values("s")
        sight, sought = searched_by(self._audience, self._sight, sought)
        text = search_statement(self._engine.dialect, self._tenant, sight, sought, values)
        return read_hits(await self._fetch(text, {**values.bound, **self._page(limit, offset)}), sought.most)

    async def names_like(self, sought: Sought) -> Sequence[str]:
        values = Values("s")
        sight, sought = searched_by(self._audience, self._sight, sought)
        text = names_statement(self._engine.dialect, self._tenant, sight, sought, values)
        return [str(names) for (names,) in await self._fetch(text, {**self._base, **values.bound})]

    async def called(self, most: int, but: Sequence[str] = ()) -> Sequence[tuple[int, str]]:
        values = Values("t")
        text = called_statement(self._engine.dialect, self._sight, but, values)
        rows = await self._fetch(text, {**self._base, **values.bound, "most": most})
        return [(cast("int", key), str(names)) for key, names in rows]

    async def named_after(self, after: int, most: int, but: Sequence[str]) -> Sequence[CardRow]:
        values = Values("t")
        text = named_statement(self._engine.dialect, self._sight, but, values)
        rows = await self._fetch(text, {**self._base, **values.bound, "after": after, "most": most})
        return [CardRow._make(row) for row in rows]

    async def seen_among(self, keys: Sequence[int], sought: Sought) -> Sequence[Seen]:
        values, dialect = Values("s"), self._engine.dialect
        sight, sought = searched_by(self._audience, self._sight, sought)
        text = seen_statement(dialect, sight, sought, values)
        rows = await self._fetch(text, {**self._base, **values.bound, "keys": dialect.pack(keys)})
        return [Seen._make(row) for row in rows]

    async def usages(self, element: str, contexts: Sequence[str] | None, limit: int, offset: int) -> Usages:
        dialect = self._engine.dialect
        values = {"element": element, "content": CONTENT, "contexts": dialect.pack(contexts or ())}
        text = usages_statement(dialect, self._sight, contexts)
        return read_usages(await self._fetch(text, {**values, **self._page(limit, offset)}))

    def _page(self, limit: int, offset: int) -> Mapping[str, object]:
        return {**self._base, "limit": limit, "offset": offset}

    async def stats(self, by: Sequence[str], among: Among) -> Sequence[Count]:
        rows = await self._count(stats_statement(self._engine.dialect, self._sight, by, among), among)
        return [Count(cast("tuple[str | None, ...]", tuple(row[:-1])), cast("int", row[-1])) for row in rows]

    async def target_counts(self, context: str, among: Among) -> Sequence[TargetCount]:
        text = targets_statement(self._engine.dialect, self._sight, among)
        return [TargetCount._make(row) for row in await self._count(text, among, context=context)]

    async def release_counts(self, among: Among) -> Mapping[str, int]:
        rows = await self._count(months_statement(self._engine.dialect, self._sight, among), among)
        return {str(month): cast("int", number) for month, number in rows}

    async def culture_counts(self, among: Among) -> Sequence[CulturesCount]:
        rows = await self._count(cultures_statement(self._engine.dialect, self._sight, among), among)
        return [
            CulturesCount(str(facet), _cultures(named), _cultures(complete), cast("int", number))
            for facet, named, complete, number in rows
        ]

    async def _count(self, text: str, among: Among, **values: object) -> Sequence[Row]:
        narrowed = {name: self._engine.dialect.pack(names or ()) for name, names in among._asdict().items()}
        return await self._fetch(text, {**self._base, **narrowed, **values})

    async def surroundings(self, element: str, hidden_contexts: Collection[str] = ()) -> Surroundings:
        hidden = self._engine.dialect.pack(sorted(hidden_contexts))
        values = {**self._base, "element": element, "card_mark": CARD_MARK, "hidden_contexts": hidden}
        values["now"] = time.time_ns() // 1000
        return read_surroundings(await self._fetch(surroundings_statement(self._sight), values))


def _named(row: ElementRow) -> NamedRow:
    identity = (row.key, row.element, row.version, row.facet, row.type, row.state, row.zone)
    return NamedRow(*identity, row.card, row.group, row.label, row.flow, row.place)


def _cultures(listed: object) -> frozenset[int] | None:
    """The cultures in a column of a version, separated by commas; None for NULL."""
    return None if listed is None else frozenset(int(each) for each in str(listed).split(",") if each)


def _share(positions: Iterable[object]) -> bool:
    """Whether any two children have the same position. They are read by position and id, but such ones are ordered by name."""
    seen = list(positions)
    return len(set(seen)) < len(seen)
