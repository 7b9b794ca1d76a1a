"""Writing a stored version anew: only the rows that differ are touched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import TimeZone
from facetstore.storage import words
from facetstore.storage.attribute_rows import COLUMNS, AttributeRow, attribute_rows, compared_values, words_of
from facetstore.storage.cards import card_contexts, fill_cards
from facetstore.storage.dialect import Dialect
from facetstore.storage.engine import Session
from facetstore.storage.export_rows import WholeRow
from facetstore.storage.history import Reach
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
_SELECTED = ("major", "minor", "newest", "visible", "published")
"""What decides which of an element's versions is shown, and to whom."""
_LISTED = (*_SELECTED, "facet", "type", "sort_name", "released_on")
"""What decides in which lists a version stands, and where."""
_REFERRED = (*_SELECTED, "reference")
"""What others show of a version that they refer to."""
_ATTRIBUTE = "tenant = :tenant AND version = :version AND name = :name AND culture = :culture"
DELETE_ATTRIBUTE = f"DELETE FROM attribute WHERE {_ATTRIBUTE}"
UPDATE_ATTRIBUTE = f"""
    UPDATE attribute SET equality = :equality, ordering = :ordering, number = :number, instant = :instant
     WHERE {_ATTRIBUTE}
"""
DELETE_REFERENCES = "DELETE FROM reference WHERE tenant = :tenant AND version = :key AND {among}"
DELETE_ROWS = "DELETE FROM {table} WHERE tenant = :tenant AND version = :key"


class Replaced(NamedTuple):
    """A version before and after, with what is known of its row."""

    key: int
    before: Version
    after: Version
    was_indexed: bool
    is_indexed: bool


def reach_of(row: WholeRow, change: Replaced, version_row: Sequence[object]) -> Reach:
    """Where the change of a version is seen."""
    now = dict(zip(VERSION_COLUMNS, version_row, strict=True))
    different = {column for column in (*_LISTED, *_REFERRED) if getattr(row, column) != now[column]}
    before, after = change.before, change.after
    moved = (before.parent, before.position) != (after.parent, after.position)
    lists = Reach.LISTS if moved or different & set(_LISTED) else Reach.ITSELF
    # A diagram shows its flow objects with all they have.
    return lists | (Reach.NEAR if now["flow"] or different & set(_REFERRED) else Reach.ITSELF)


def _texts(rows: Mapping[tuple[str, int], AttributeRow]) -> Mapping[tuple[str, int], str]:
    """The texts among some rows, which are what is searched."""
    return {place: row.equality for place, row in rows.items() if row.equality}


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
        names = self._different(change)
        before = self._rows(change.key, change.before, names) if change.was_indexed else {}
        after = self._rows(change.key, change.after, names) if change.is_indexed else {}
        for place in before.keys() - after.keys():
            await self._session.fetch(DELETE_ATTRIBUTE, before[place]._asdict())
        for place in before.keys() & after.keys():
            if before[place] != after[place]:
                await self._session.fetch(UPDATE_ATTRIBUTE, after[place]._asdict())
        if fresh := [row for place, row in after.items() if place not in before]:
            await self._session.insert("attribute", COLUMNS, fresh)
        if names is None or _texts(before) != _texts(after):
            await self._words(change)

    def _different(self, change: Replaced) -> frozenset[str] | None:
        """The attributes that differ; None where all count, because others than before are indexed, or otherwise."""
        before, after = change.before, change.after
        if change.was_indexed != change.is_indexed or before.type != after.type:
            return None
        old, new = (compared_values(each, self._metamodel) for each in (before, after))
        return frozenset(name for name in old.keys() | new.keys() if old.get(name) != new.get(name))

    def _rows(
        self, key: int, version: Version, names: frozenset[str] | None = None
    ) -> Mapping[tuple[str, int], AttributeRow]:
        rows = attribute_rows(self._tenant, key, version, self._metamodel, self._zone, names)
        return {(row.name, row.culture): row for row in rows}

    async def _words(self, change: Replaced) -> None:
        if change.was_indexed:
            values = {"tenant": self._tenant, "keys": self._dialect.pack([change.key])}
            await self._session.fetch(words.DELETE[self._dialect.name], values)
        if change.is_indexed:
            rows = list(self._rows(change.key, change.after).values())
            found = words_of(rows, self._metamodel.types[change.after.type])
            await words.insert_words(self._session, self._dialect, self._tenant, [(change.key, *found)])

    async def _details(self, change: Replaced) -> None:
        tenant, key, before, after = self._tenant, change.key, change.before, change.after
        if before.related != after.related:
            await self._rewrite_references(change)
            await self._renew_card(change)
        if before.content != after.content:
            await self._rewrite("flow", FLOW_COLUMNS, key, list(flow_rows(tenant, key, after)))
            await self._rewrite("shape", SHAPE_COLUMNS, key, list(shape_rows(tenant, key, after)))

    async def _rewrite_references(self, change: Replaced) -> None:
        """The contexts that differ. In the others references to what is gone stay: it may come back out of the trash."""
        before, after = change.before.related, change.after.related
        contexts = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
        text = DELETE_REFERENCES.format(among=self._dialect.among("context", "contexts"))
        values = {"tenant": self._tenant, "key": change.key, "contexts": self._dialect.pack(contexts)}
        await self._session.fetch(text, values)
        fresh = replace(change.after, related={name: after[name] for name in contexts if name in after})
        if rows := list(reference_rows(self._tenant, change.key, fresh)):
            await self._session.insert("reference", REFERENCE_COLUMNS, rows)

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
