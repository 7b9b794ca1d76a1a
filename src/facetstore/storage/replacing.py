"""Writing a stored version anew: only the rows that differ are touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import TimeZone
from facetstore.storage import words
from facetstore.storage.attribute_rows import COLUMNS, AttributeRow, attribute_rows, words_of
from facetstore.storage.cards import card_contexts, fill_cards
from facetstore.storage.dialect import Dialect
from facetstore.storage.engine import Session
from facetstore.storage.version_rows import (
    FLOW_COLUMNS,
    REFERENCE_COLUMNS,
    SHAPE_COLUMNS,
    VERSION_COLUMNS,
    flow_rows,
    reference_rows,
    shape_rows,
)

_FIXED = ("key", "tenant", "id", "element")
"""What never changes of a version, or tells which one it is."""
_SET = ", ".join(f"{column} = :{column}" for column in VERSION_COLUMNS if column not in _FIXED)
UPDATE_VERSION = f"UPDATE version SET {_SET} WHERE tenant = :tenant AND key = :key"
UPDATE_ELEMENT = """
    UPDATE element SET facet = :facet, type = :type, parent = :parent, position = :position
     WHERE tenant = :tenant AND id = :id
"""
DELETE_ATTRIBUTE = (
    "DELETE FROM attribute WHERE tenant = :tenant AND version = :key AND name = :name AND culture = :culture"
)
DELETE_ROWS = "DELETE FROM {table} WHERE tenant = :tenant AND version = :key"


class Replaced(NamedTuple):
    """A version before and after, with what is known of its row."""

    key: int
    before: Version
    after: Version
    was_indexed: bool
    is_indexed: bool


class Replacing:
    """Brings the rows of versions up to date, in one open transaction of one tenant."""

    def __init__(self, session: Session, dialect: Dialect, tenant: int, metamodel: Metamodel, zone: TimeZone) -> None:
        self._session = session
        self._dialect = dialect
        self._tenant = tenant
        self._metamodel = metamodel
        self._zone = zone

    async def replace(self, change: Replaced, version_row: Sequence[object]) -> None:
        values = dict(zip(VERSION_COLUMNS, version_row, strict=True))
        await self._session.fetch(UPDATE_VERSION, values)
        await self._place(change)
        await self._index(change)
        await self._details(change)

    async def _place(self, change: Replaced) -> None:
        before, after = change.before, change.after
        if (before.facet, before.type, before.parent, before.position) != (
            after.facet,
            after.type,
            after.parent,
            after.position,
        ):
            place = {"facet": after.facet, "type": after.type, "parent": after.parent, "position": after.position}
            await self._session.fetch(UPDATE_ELEMENT, {"tenant": self._tenant, "id": after.element, **place})

    async def _index(self, change: Replaced) -> None:
        """Attribute rows and words, as far as they differ."""
        before = self._rows(change.key, change.before) if change.was_indexed else {}
        after = self._rows(change.key, change.after) if change.is_indexed else {}
        for (name, culture), row in before.items():
            if after.get((name, culture)) != row:
                values = {"tenant": self._tenant, "key": change.key, "name": name, "culture": culture}
                await self._session.fetch(DELETE_ATTRIBUTE, values)
        if fresh := [row for place, row in after.items() if before.get(place) != row]:
            await self._session.insert("attribute", COLUMNS, fresh)
        await self._words(change, list(before.values()), list(after.values()))

    def _rows(self, key: int, version: Version) -> Mapping[tuple[str, int], AttributeRow]:
        rows = attribute_rows(self._tenant, key, version, self._metamodel, self._zone)
        return {(row.name, row.culture): row for row in rows}

    async def _words(self, change: Replaced, before: list[AttributeRow], after: list[AttributeRow]) -> None:
        old = words_of(before, self._metamodel.types[change.before.type]) if change.was_indexed else None
        new = words_of(after, self._metamodel.types[change.after.type]) if change.is_indexed else None
        if old == new:
            return
        if old is not None:
            values = {"tenant": self._tenant, "keys": self._dialect.pack([change.key])}
            await self._session.fetch(words.DELETE[self._dialect.name], values)
        if new is not None:
            await words.insert_words(self._session, self._dialect, self._tenant, [(change.key, *new)])

    async def _details(self, change: Replaced) -> None:
        tenant, key, before, after = self._tenant, change.key, change.before, change.after
        if before.related != after.related:
            await self._rewrite("reference", REFERENCE_COLUMNS, key, list(reference_rows(tenant, key, after)))
            await self._renew_card(change)
        if before.content != after.content:
            await self._rewrite("flow", FLOW_COLUMNS, key, list(flow_rows(tenant, key, after)))
            await self._rewrite("shape", SHAPE_COLUMNS, key, list(shape_rows(tenant, key, after)))

    async def _rewrite(self, table: str, columns: Sequence[str], key: int, rows: Sequence[Sequence[object]]) -> None:
        await self._session.fetch(DELETE_ROWS.format(table=table), {"tenant": self._tenant, "key": key})
        if rows:
            await self._session.insert(table, columns, rows)

    async def _renew_card(self, change: Replaced) -> None:
        """What lists show of references, where it was any of these that changed."""
        contexts = card_contexts(self._metamodel, self._metamodel.facets[change.after.facet])
        if any(change.before.related.get(each) != change.after.related.get(each) for each in contexts):
            await self._session.fetch(
                DELETE_ROWS.format(table="card_related"), {"tenant": self._tenant, "key": change.key}
            )
            keys = range(change.key, change.key + 1)
            await fill_cards(
                self._session, self._dialect, self._tenant, self._metamodel, keys, facet=change.after.facet
            )
