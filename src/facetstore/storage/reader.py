"""Reads of one tenant for one audience."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import cast

from facetstore.storage import reading
from facetstore.storage.engine import Engine, Row, Session
from facetstore.storage.filtering import Values
from facetstore.storage.list_reader import ListReader
from facetstore.storage.searching import read_hits, search_statement
from facetstore.storage.stats import stats_statement
from facetstore.storage.usages import read_usages, usages_statement
from facetstore.usecases.finding import CONTENT, Count, Hits, Sought, Usages
from facetstore.usecases.selections import ById, Children, ElementRow, Parts, Selection, Slice, Surroundings


class SqlReader(ListReader):
    """Reads of one tenant for one audience; within a transaction, of what it has written so far."""

    def __init__(self, engine: Engine, tenant: int, drafts: bool, session: Session | None = None) -> None:
        super().__init__(engine, tenant, drafts)
        if session is not None:
            self._fetch, self._in_snapshot = session.fetch, True

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        if self._in_snapshot:
            yield
            return
        async with self._engine.snapshot() as session:
            self._fetch, self._in_snapshot = session.fetch, True
            try:
                yield
            finally:
                self._fetch, self._in_snapshot = self._engine.fetch, False
                self._looked_up.clear()

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None:
        rows = await self._select(selection, parts, None)
        row = ElementRow._make(rows[0]) if rows else None
        if row is None or (selection.facet is not None and row.facet != selection.facet):
            return None
        return row

    async def elements(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[ElementRow]:
        rows = [ElementRow._make(row) for row in await self._select(selection, parts, slice_)]
        if isinstance(selection, Children) and _share(row.group for row in rows):
            rows.sort(key=lambda row: (cast("int", row.group), row.label or ""))
        return rows

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        rows = cast("Sequence[tuple[bytes, int, str]]", await self._select(selection, parts, slice_, cards=True))
        if isinstance(selection, Children) and _share(position for _, position, _ in rows):
            rows = sorted(rows, key=lambda row: (row[1], row[2]))
        return [card for card, _, _ in rows]

    async def _select(
        self, selection: Selection, parts: Parts, slice_: Slice | None, *, cards: bool = False
    ) -> Sequence[Row]:
        text = reading.select(self._engine.dialect, selection, parts, slice_, self._drafts, cards=cards)
        return await self._fetch(text, reading.parameters(self._engine.dialect, self._tenant, selection, parts, slice_))

    async def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        text = reading.select(self._engine.dialect, selection, parts, None, self._drafts)
        values = reading.parameters(self._engine.dialect, self._tenant, selection, parts, None)
        async for chunk in self._engine.stream(text, values, size):
            yield [ElementRow._make(row) for row in chunk]

    async def search(self, sought: Sought, limit: int, offset: int) -> Hits:
        values = Values("s")
        text = search_statement(self._engine.dialect, self._tenant, self._drafts, sought, values)
        return read_hits(await self._fetch(text, {**values.bound, **self._page(limit, offset)}), sought.most)

    async def usages(self, element: str, contexts: Sequence[str] | None, limit: int, offset: int) -> Usages:
        dialect = self._engine.dialect
        values = {"element": element, "content": CONTENT, "contexts": dialect.pack(contexts or ())}
        text = usages_statement(dialect, self._drafts, contexts)
        return read_usages(await self._fetch(text, {**values, **self._page(limit, offset)}))

    def _page(self, limit: int, offset: int) -> Mapping[str, object]:
        return {"tenant": self._tenant, "limit": limit, "offset": offset}

    async def stats(self, by: Sequence[str], facets: Sequence[str] | None) -> Sequence[Count]:
        text = stats_statement(self._engine.dialect, self._drafts, by, facets)
        values = {"tenant": self._tenant, "facets": self._engine.dialect.pack(facets or ())}
        rows = cast("Sequence[tuple[object, ...]]", await self._fetch(text, values))
        return [Count(cast("tuple[str | None, ...]", tuple(row[:-1])), cast("int", row[-1])) for row in rows]

    async def surroundings(self, row: ElementRow) -> Surroundings:
        values: Mapping[str, object] = {"tenant": self._tenant, "element": row.element, "drafts": int(self._drafts)}
        rows = await self._fetch(reading.SURROUNDINGS, values)
        found: dict[object, list[str]] = {1: [], 2: [], 3: [], 4: []}
        for part, _, id_ in rows:
            found[part].append(str(id_))
        ancestors = tuple(found[1])
        return Surroundings(
            parent=ancestors[0] if ancestors else None,
            ancestors=ancestors,
            versions=tuple(found[2]),
            shapes=tuple(found[3]),
            has_children=bool(found[4]),
        )


def _share(positions: Iterable[object]) -> bool:
    """Whether any two of the children, which come by position and then by id, have one position: they are ordered by name."""
    seen = list(positions)
    return len(set(seen)) < len(seen)
