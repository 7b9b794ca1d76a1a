"""Writing a stored version anew: only the rows that differ are touched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from facetstore.domain.element import Attributes, Version
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import TimeZone
from facetstore.storage import words
from facetstore.storage.attribute_rows import COLUMNS, AttributeRow, attribute_rows, compared_values, words_of
from facetstore.storage.cards import card_contexts, renew_cards
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
    shape_rows,
)

_FIXED = ("key", "tenant", "id", "element")
"""What never changes of a version, or tells which one it is."""
_NOT_INDEXED = ("was_released", "authored", "revision", "card", "attributes", "creation_id", "stereotype")
_INDEXED = tuple(column for column in VERSION_COLUMNS if column not in (*_FIXED, *_NOT_INDEXED, "flow"))
"""What stands in indexes, and may change."""


def _update(columns: Iterable[str]) -> str:
    values = ", ".join(f"{column} = :{column}" for column in columns)
    return f"UPDATE version SET {values} WHERE tenant = :tenant AND key = :key"


UPDATE_VERSION = _update(column for column in VERSION_COLUMNS if column not in _FIXED)
# SQLite writes every index anew that has a column which is set, also to what it was.
UPDATE_DOCUMENTS = _update(_NOT_INDEXED)
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
DELETE_REFERENCES = "DELETE FROM reference WHERE tenant = :tenant AND version = :key AND context = :context"
DELETE_CARD = "DELETE FROM card_related WHERE tenant = :tenant AND version = :key"
DELETE_ROWS = "DELETE FROM {table} WHERE tenant = :tenant AND version = :key"


class Replaced(NamedTuple):
    """A version before and after, with what is known of its row."""

    row: WholeRow
    before: Version
    after: Version
    was_indexed: bool
    is_indexed: bool

    @property
    def key(self) -> int:
        return self.row.key

    @property
    def stands_elsewhere(self) -> bool:
        """Whether it stands below another element than before, or shows other elements."""
        return self.before.parent != self.after.parent or self.before.content != self.after.content

    @property
    def otherwise_indexed(self) -> bool:
        """Whether all of it counts: what was not to be found before, or no longer is, or is of another type now."""
        return self.was_indexed != self.is_indexed or self.before.type != self.after.type

    def different(self, columns: Iterable[str], now: Mapping[str, object]) -> set[str]:
        """Those columns of its row that are not what they were."""
        return {column for column in columns if getattr(self.row, column) != now[column]}


def reach_of(change: Replaced, now: Mapping[str, object]) -> Reach:
    """Where the change of a version is seen, whose row is now this one."""
    different = change.different((*_LISTED, *_REFERRED), now)
    before, after = change.before, change.after
    moved = (before.parent, before.position) != (after.parent, after.position)
    lists = Reach.LISTS if moved or different & set(_LISTED) else Reach.ITSELF
    # A diagram shows its flow objects with all they have.
    return lists | (Reach.NEAR if now["flow"] or different & set(_REFERRED) else Reach.ITSELF)


Rows = Mapping[tuple[str, int], AttributeRow]
"""Attribute rows by attribute and culture."""


def _placed(rows: Iterable[AttributeRow]) -> Rows:
    return {(row.name, row.culture): row for row in rows}


def _texts(rows: Rows) -> Mapping[tuple[str, int], str]:
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

    async def replace(self, changes: Sequence[Replaced], version_rows: Sequence[Mapping[str, object]]) -> None:
        """Write what differs of each, in as many statements for many as for one."""
        documents, whole = list[Mapping[str, object]](), list[Mapping[str, object]]()
        for change, now in zip(changes, version_rows, strict=True):
            (whole if change.different(_INDEXED, now) else documents).append(now)
        await self._run(UPDATE_DOCUMENTS, documents)
        await self._run(UPDATE_VERSION, whole)
        await self._place(changes)
        await self._words(await self._index(changes))
        await self._references([each for each in changes if each.before.related != each.after.related])
        await self._draw([each for each in changes if each.before.content != each.after.content])

    async def _run(self, text: str, parameters: Sequence[Mapping[str, object]]) -> None:
        if parameters:
            await self._session.run_for_each(text, parameters)

    async def _insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        if rows:
            await self._session.insert(table, columns, rows)

    async def _place(self, changes: Sequence[Replaced]) -> None:
        moved = [each.after for each in changes if _place_of(each.before) != _place_of(each.after)]
        await self._run(
            UPDATE_ELEMENT, [{"tenant": self._tenant, "id": each.element, **_place_of(each)} for each in moved]
        )

    async def _index(self, changes: Sequence[Replaced]) -> Sequence[Replaced]:
        """Attribute rows, as far as they differ; returns those of which other texts are found by search."""
        gone, altered, fresh = list[AttributeRow](), list[AttributeRow](), list[AttributeRow]()
        worded = []
        for change in changes:
            old, new = self._different(change)
            before = _placed(self._rows(change.key, change.before.type, old))
            after = _placed(self._rows(change.key, change.after.type, new))
            if change.otherwise_indexed or _texts(before) != _texts(after):
                worded.append(change)
            gone += [before[place] for place in before.keys() - after.keys()]
            altered += [after[place] for place in before.keys() & after.keys() if before[place] != after[place]]
            fresh += [row for place, row in after.items() if place not in before]
        await self._run(DELETE_ATTRIBUTE, [row._asdict() for row in gone])
        await self._run(UPDATE_ATTRIBUTE, [row._asdict() for row in altered])
        await self._insert("attribute", COLUMNS, fresh)
        return worded

    def _different(self, change: Replaced) -> tuple[Attributes, Attributes]:
        """What is compared of a version, before and after, without what is the same."""
        old = compared_values(change.before, self._metamodel) if change.was_indexed else {}
        new = compared_values(change.after, self._metamodel) if change.is_indexed else {}
        if change.otherwise_indexed:
            return old, new
        return (
            {name: values for name, values in old.items() if new.get(name) != values},
            {name: values for name, values in new.items() if old.get(name) != values},
        )

    def _rows(self, key: int, type_: str, compared: Attributes) -> Sequence[AttributeRow]:
        return attribute_rows(self._tenant, key, compared, self._metamodel.types[type_], self._zone)

    async def _words(self, changes: Sequence[Replaced]) -> None:
        if stale := [each.key for each in changes if each.was_indexed and not each.is_indexed]:
            await words.delete_words(self._session, self._dialect, self._tenant, stale)
        if fresh := [(each.key, *self._words_of(each)) for each in changes if each.is_indexed]:
            await words.replace_words(self._session, self._dialect, self._tenant, fresh)

    def _words_of(self, change: Replaced) -> tuple[str, str, str, str]:
        rows = self._rows(change.key, change.after.type, compared_values(change.after, self._metamodel))
        return words_of(rows, self._metamodel.types[change.after.type])

    async def _references(self, changes: Sequence[Replaced]) -> None:
        """The contexts that differ. In the others references to what is gone stay: it may come back out of the trash."""
        different = [
            (each, context)
            for each in changes
            for context in sorted(each.before.related.keys() | each.after.related.keys())
            if each.before.related.get(context) != each.after.related.get(context)
        ]
        key = {"tenant": self._tenant}
        await self._run(DELETE_REFERENCES, [{**key, "key": each.key, "context": name} for each, name in different])
        fresh = [
            (self._tenant, each.key, name, position, target)
            for each, name in different
            for position, target in enumerate(each.after.related.get(name, ()))
        ]
        await self._insert("reference", REFERENCE_COLUMNS, fresh)
        await self._renew_cards(different)

    async def _renew_cards(self, different: Sequence[tuple[Replaced, str]]) -> None:
        """What lists show of references, where it was any of these that changed."""
        facets = self._metamodel.facets
        keys = {
            each.key: each.after.facet
            for each, context in different
            if context in card_contexts(self._metamodel, facets[each.after.facet])
        }
        await self._run(DELETE_CARD, [{"tenant": self._tenant, "key": key} for key in keys])
        if keys:
            await renew_cards(self._session, self._dialect, self._tenant, self._metamodel, keys)

    async def _draw(self, changes: Sequence[Replaced]) -> None:
        keys = [{"tenant": self._tenant, "key": each.key} for each in changes]
        for table, columns, rows_of in (("flow", FLOW_COLUMNS, flow_rows), ("shape", SHAPE_COLUMNS, shape_rows)):
            await self._run(DELETE_ROWS.format(table=table), keys)
            rows = [row for each in changes for row in rows_of(self._tenant, each.key, each.after)]
            await self._insert(table, columns, rows)


def _place_of(version: Version) -> dict[str, object]:
    return {"facet": version.facet, "type": version.type, "parent": version.parent, "position": version.position}
