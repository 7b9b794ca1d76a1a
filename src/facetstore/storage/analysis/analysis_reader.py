"""Reads of the facts of one tenant for one audience: a page of rows is one statement, and so is a count."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Final, cast

from facetstore.domain.access import Audience
from facetstore.query.row_tree import EVERY_ROW, RowOrder, RowTree
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.analysis.fact_tables import ELEMENTS, FactTable, FactTables
from facetstore.storage.analysis.row_texts import RowTexts, bound_parameters
from facetstore.storage.engines.engine import Fetch, ReadEngine
from facetstore.storage.finding.filtering import Values
from facetstore.usecases.ports.analysis_reads import (
    KEYS,
    AttributeColumn,
    FactRow,
    FactSource,
    Grain,
    NameColumn,
    RowsWanted,
)

_FIRST: Final = "first_element"


class SqlAnalysis:
    """Reads of the facts of one tenant for one audience."""

    def __init__(self, engine: ReadEngine, tenant: int, audience: Audience) -> None:
        self._engine = engine
        self._dialect = engine.dialect
        self._sight = sight_of(audience, engine.dialect)
        self._base = {"tenant": tenant, **sight_values(audience, engine.dialect)}
        self._fetch: Fetch = engine.fetch

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[None]:
        async with self._engine.snapshot() as session:
            self._fetch = session.fetch
            try:
                yield
            finally:
                self._fetch = self._engine.fetch

    async def rows(self, source: FactSource, wanted: RowsWanted) -> Sequence[FactRow]:
        statement = _FactStatement(self, source, wanted.elements is not None, _follows(source, wanted))
        text = statement.rows(wanted)
        values = {**statement.parameters(), **self._base, "limit": wanted.limit, "offset": wanted.offset}
        if wanted.elements is not None:
            values[ELEMENTS] = self._dialect.pack(wanted.elements)
        if statement.follows and wanted.after is not None:
            values[_FIRST] = wanted.after[0]
        width = len(wanted.columns)
        return [
            FactRow(tuple(row[:width]), tuple(row[width:-2]), str(row[-2]), cast("bytes | None", row[-1]))
            for row in await self._fetch(text, values)
        ]

    async def count(self, source: FactSource, filter_: RowTree = EVERY_ROW) -> int:
        statement = _FactStatement(self, source, only=False, follows=False)
        text = statement.count(filter_)
        rows = await self._fetch(text, {**statement.parameters(), **self._base})
        return cast("int", rows[0][0])

    def tables(self, source: FactSource, *, only: bool, follows: bool) -> FactTables:
        return FactTables(self._dialect, self._sight, source, only=only, follows=follows)

    def texts(self, source: FactSource, tables: FactTables, table: FactTable, values: Values) -> RowTexts:
        return RowTexts(self._dialect, self._sight, source, tables, table, values)

    def bound(self, source: FactSource) -> Mapping[str, object]:
        return bound_parameters(source, self._dialect)


class _FactStatement:
    """One statement about a fact, and its parameters."""

    def __init__(self, reader: SqlAnalysis, source: FactSource, only: bool, follows: bool) -> None:
        self.follows = follows
        self._source = source
        self._values = Values("w")
        tables = reader.tables(source, only=only, follows=follows)
        self._table = tables.table()
        self._texts = reader.texts(source, tables, self._table, self._values)
        self._bound = reader.bound(source)

    def parameters(self) -> dict[str, object]:
        return {**self._bound, **self._values.bound}

    def count(self, filter_: RowTree) -> str:
        return f"SELECT count(*) FROM {self._from(filter_)}"

    def rows(self, wanted: RowsWanted) -> str:
        """The rows of a page: the wanted cells, the place of each row, its type and its stored attributes."""
        keys = KEYS[self._source.grain]
        orders = [*wanted.order, *map(RowOrder, keys)]
        places = [
            *(self._texts.order(each.column) for each in wanted.order),
            *(self._table.columns[each] for each in keys),
        ]
        cells = [f"{self._texts.cell(name)} AS c{n}" for n, name in enumerate(wanted.columns)]
        ordered = [f"{place} AS o{n}" for n, place in enumerate(places)]
        document = self._table.document if self._needs_document(wanted.columns) else "NULL"
        columns = ", ".join([*cells, *ordered, f"{self._table.type} AS type", f"{document} AS document"])
        limit = " LIMIT :limit OFFSET :offset"
        if not wanted.order:
            behind = self._behind_key(places, wanted.after)
            by = ", ".join(places)
            return f"SELECT {columns} FROM {self._from(wanted.filter)}{behind} ORDER BY {by}{limit}"
        inner = f"SELECT {columns} FROM {self._from(wanted.filter)}"
        by = ", ".join(_ordered(each, f"o{n}", n < len(wanted.order)) for n, each in enumerate(orders))
        return f"SELECT * FROM ({inner}) listed{self._behind(orders, wanted.after)} ORDER BY {by}{limit}"

    def _from(self, filter_: RowTree) -> str:
        test = "" if filter_ == EVERY_ROW else f" AND {self._texts.test(filter_)}"
        return f"{self._table.source}{test}"

    def _needs_document(self, columns: Sequence[str]) -> bool:
        sources = [self._source.columns[name] for name in columns]
        return any(isinstance(each, AttributeColumn | NameColumn) for each in sources)

    def _behind_key(self, places: Sequence[str], after: Sequence[object] | None) -> str:
        if after is None:
            return ""
        bound = ", ".join(self._values.bind(value) for value in after)
        return f" AND ({', '.join(places)}) > ({bound})"

    def _behind(self, orders: Sequence[RowOrder], after: Sequence[object] | None) -> str:
        """The condition that a row comes behind a place: equal in the terms before one, and behind in this one."""
        if after is None:
            return ""
        steps, equal = [], ""
        for number, (order, value) in enumerate(zip(orders, after, strict=True)):
            column = f"o{number}"
            place = None if value is None else self._values.bind(value)
            further = _further(column, place, order)
            if further:
                steps.append(f"({equal}{further})")
            equal += f"{column} IS NULL AND " if place is None else f"{column} = {place} AND "
        return f" WHERE ({' OR '.join(steps)})"


def _further(column: str, place: str | None, order: RowOrder) -> str:
    if order.descending:
        return "" if place is None else f"({column} < {place} OR {column} IS NULL)"
    return f"{column} IS NOT NULL" if place is None else f"{column} > {place}"


def _ordered(order: RowOrder, column: str, may_be_missing: bool) -> str:
    """Missing values come first, or last where the order descends."""
    direction = " DESC" if order.descending else ""
    if not may_be_missing:
        return column
    return f"{column} IS {'' if order.descending else 'NOT '}NULL, {column}{direction}"


def _follows(source: FactSource, wanted: RowsWanted) -> bool:
    by_element = KEYS[source.grain][0] == KEYS[Grain.ELEMENT][0]
    return by_element and wanted.after is not None and not wanted.order
