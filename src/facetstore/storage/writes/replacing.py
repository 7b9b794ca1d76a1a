"""Replaces stored versions: their details are only written where they differ."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from facetstore.domain.element import Attributes, Version
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.query.filter_forms import has_texts, words_of
from facetstore.regional.time_zones import TimeZone
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows import words
from facetstore.storage.rows.attribute_rows import COLUMNS, AttributeRow, attribute_rows, compared_values
from facetstore.storage.rows.history_rows import Reach
from facetstore.storage.rows.version_rows import (
    DOCUMENT_COLUMNS,
    ELEMENT_COLUMNS,
    FILE_USE_COLUMNS,
    FIXED_COLUMNS,
    FLOW_COLUMNS,
    REFERENCE_COLUMNS,
    SHAPE_COLUMNS,
    VERSION_COLUMNS,
    element_row,
    file_use_rows,
    flow_rows,
    shape_rows,
)
from facetstore.storage.writes.cards import card_contexts, renew_cards
from facetstore.storage.writes.planning import Replaced
from facetstore.usecases.documents import shown_version
from facetstore.usecases.measure import Pace


def _update(columns: Iterable[str]) -> str:
    values = ", ".join(f"{column} = :{column}" for column in columns)
    return f"UPDATE version SET {values} WHERE tenant = :tenant AND key = :key"


UPDATE_VERSION = _update(column for column in VERSION_COLUMNS if column not in FIXED_COLUMNS)
# SQLite rewrites every index with a column that is set, even to the same value.
UPDATE_DOCUMENTS = _update(DOCUMENT_COLUMNS)
UPDATE_ELEMENT = """
    UPDATE element SET facet = :facet, type = :type, parent = :parent, position = :position
     WHERE tenant = :tenant AND id = :id
"""
_SELECTED = ("major", "minor", "newest", "visible", "published")
"""The columns that decide which of an element's versions is shown, and to whom."""
_LISTED = frozenset((*_SELECTED, "facet", "type", "sort_name", "released_on"))
"""The columns that decide which lists hold a version, and at which place."""
_REFERRED = frozenset((*_SELECTED, "reference"))
"""The columns that decide what references to a version show."""
_ATTRIBUTE = "tenant = :tenant AND version = :version AND name = :name AND culture = :culture"
DELETE_ATTRIBUTE = f"DELETE FROM attribute WHERE {_ATTRIBUTE}"
UPDATE_ATTRIBUTE = f"""
    UPDATE attribute SET equality = :equality, ordering = :ordering, number = :number, instant = :instant
     WHERE {_ATTRIBUTE}
"""
SWAP_REFERENCE = (
    "UPDATE reference SET target = :target WHERE tenant = :tenant AND version = :key AND context = :context"
)
DELETE_REFERENCES = "DELETE FROM reference WHERE tenant = :tenant AND version = :key AND context = :context"
DELETE_CARD = "DELETE FROM card_related WHERE tenant = :tenant AND version = :key"
DELETE_ROWS = "DELETE FROM {table} WHERE tenant = :tenant AND version = :key"


def _in_lists(change: Replaced) -> bool:
    before, after = change.before, change.after
    moved = before.parent != after.parent or before.position != after.position
    return moved or not change.different.isdisjoint(_LISTED)


def ends_span(change: Replaced) -> bool:
    """Whether a version stands elsewhere in lists and trees, or references to it show something else."""
    before, after = change.before, change.after
    named = before.stereotype == after.stereotype and before.creation_id == after.creation_id
    return not named or "state" in change.different or _in_lists(change)


def reach_of(change: Replaced) -> Reach:
    """Where the change of a version shows."""
    different, in_lists = change.different, _in_lists(change)
    # A diagram shows everything of its flow objects.
    if change.now["flow"] or not different.isdisjoint(_REFERRED):
        return Reach.EVERYWHERE if in_lists else Reach.NEAR
    return Reach.LISTS if in_lists else Reach.ITSELF


class Replacing:
    """Brings the rows of versions up to date, in one open transaction of one tenant."""

    def __init__(
        self,
        session: Session,
        dialect: Dialect,
        tenant: int,
        metamodel: Metamodel,
        zone: TimeZone,
        removed: Collection[int],
    ) -> None:
        self._session = session
        self._dialect = dialect
        self._tenant = tenant
        self._metamodel = metamodel
        self._zone = zone
        self._removed = removed

    async def replace(self, changes: Sequence[Replaced]) -> None:
        """Write what differs of each version. The number of statements does not grow with the number of versions."""
        if documents := [each.now for each in changes if not each.different]:
            await self._session.run_for_each(UPDATE_DOCUMENTS, documents)
        if whole := [each.now for each in changes if each.different]:
            await self._session.run_for_each(UPDATE_VERSION, whole)
        await self._place(changes)
        if worded := await self._index(changes):
            await self._words(worded)
        if referring := [each for each in changes if each.before.related != each.after.related]:
            await self._references(referring)
        if drawn := [each for each in changes if each.before.content != each.after.content]:
            await self._draw(drawn)
        if filed := [each for each in changes if each.before.files != each.after.files]:
            await self._file(filed)

    async def _place(self, changes: Sequence[Replaced]) -> None:
        places = [(element_row(self._tenant, each.before), element_row(self._tenant, each.after)) for each in changes]
        if moved := [dict(zip(ELEMENT_COLUMNS, after, strict=True)) for before, after in places if before != after]:
            await self._session.run_for_each(UPDATE_ELEMENT, moved)

    async def _index(self, changes: Sequence[Replaced]) -> Sequence[Replaced]:
        """Write the attribute rows that differ. Returns the changes after which the words have to be written, too."""
        gone: list[Mapping[str, object]] = []
        altered: list[AttributeRow] = []
        fresh: list[AttributeRow] = []
        worded, pace = [], Pace()
        for change in changes:
            await pace.step()
            before, after = self._different(change)
            rows = attribute_rows(self._tenant, change.key, after, self._type_of(change.after), self._zone)
            if (
                change.otherwise_indexed
                or any(equality for *_, equality, _, _, _ in rows)
                or self._had_texts(change, before)
            ):
                worded.append(change)
            left = {(name, culture) for name, values in before.items() for culture in values}
            for row in rows:
                _, _, name, culture, *_ = row
                place = name, culture
                (altered if place in left else fresh).append(row)
                left.discard(place)
            key = {"tenant": self._tenant, "version": change.key}
            gone += [{**key, "name": name, "culture": culture} for name, culture in sorted(left)]
        if gone:
            await self._session.run_for_each(DELETE_ATTRIBUTE, gone)
        if altered:
            await self._session.run_for_each(
                UPDATE_ATTRIBUTE, [dict(zip(COLUMNS, row, strict=True)) for row in altered]
            )
        if fresh:
            await self._session.insert("attribute", COLUMNS, fresh)
        return worded

    def _had_texts(self, change: Replaced, some: Attributes) -> bool:
        return has_texts(some, self._type_of(change.before), self._zone)

    def _type_of(self, version: Version) -> ElementType:
        return self._metamodel.types[version.type]

    def _different(self, change: Replaced) -> tuple[Attributes, Attributes]:
        """The compared values of a version, before and after, without those that are the same."""
        before, after = change.before, change.after
        if change.otherwise_indexed:
            return (
                self._compared(before) if change.was_indexed else {},
                self._compared(after) if change.is_indexed else {},
            )
        if not change.is_indexed:
            return {}, {}
        if _derives_from(before) != _derives_from(after):
            return _unlike(self._compared(before), self._compared(after))
        return _unlike(self._shown(before).attributes, self._shown(after).attributes)

    def _compared(self, version: Version) -> Attributes:
        return compared_values(self._shown(version), self._metamodel)

    def _shown(self, version: Version) -> Version:
        return shown_version(version, self._removed) if self._removed else version

    async def _words(self, changes: Sequence[Replaced]) -> None:
        if stale := [each.key for each in changes if each.was_indexed and not each.is_indexed]:
            await words.delete_words(self._session, self._dialect, self._tenant, stale)
        if fresh := [(each.key, *self._words_of(each)) for each in changes if each.is_indexed]:
            await words.replace_words(self._session, self._dialect, self._tenant, fresh)

    def _words_of(self, change: Replaced) -> tuple[str, str, str, str]:
        return words_of(self._compared(change.after), self._type_of(change.after), self._zone)

    async def _references(self, changes: Sequence[Replaced]) -> None:
        """Write the contexts that differ. In the others, references to deleted elements stay: these may be restored."""
        different = [
            (each, context)
            for each in changes
            for context in sorted(each.before.related.keys() | each.after.related.keys())
            if each.before.related.get(context) != each.after.related.get(context)
        ]
        swapped: list[tuple[Replaced, str]] = []
        others: list[tuple[Replaced, str]] = []
        for each, context in different:
            (swapped if each.swaps(context) else others).append((each, context))
        if swapped:
            targets = [{**self._key(each, name), "target": each.after.related[name][0]} for each, name in swapped]
            await self._session.run_for_each(SWAP_REFERENCE, targets)
        if others:
            await self._write_contexts(others)
        await self._renew_cards(different)

    async def _write_contexts(self, contexts: Sequence[tuple[Replaced, str]]) -> None:
        await self._session.run_for_each(DELETE_REFERENCES, [self._key(each, name) for each, name in contexts])
        fresh = [
            (self._tenant, each.key, name, position, target)
            for each, name in contexts
            for position, target in enumerate(each.after.related.get(name, ()))
        ]
        if fresh:
            await self._session.insert("reference", REFERENCE_COLUMNS, fresh)

    def _key(self, change: Replaced, context: str) -> dict[str, object]:
        return {"tenant": self._tenant, "key": change.key, "context": context}

    async def _renew_cards(self, different: Sequence[tuple[Replaced, str]]) -> None:
        """Write the card references of versions again, if lists show a context that changed."""
        facets = self._metamodel.facets
        keys = {
            each.key: each.after.facet
            for each, context in different
            if context in card_contexts(self._metamodel, facets[each.after.facet])
        }
        if keys:
            await self._session.run_for_each(DELETE_CARD, [{"tenant": self._tenant, "key": key} for key in keys])
            await renew_cards(self._session, self._dialect, self._tenant, self._metamodel, keys)

    async def _draw(self, changes: Sequence[Replaced]) -> None:
        keys = [{"tenant": self._tenant, "key": each.key} for each in changes]
        for table, columns, rows_of in (("flow", FLOW_COLUMNS, flow_rows), ("shape", SHAPE_COLUMNS, shape_rows)):
            await self._session.run_for_each(DELETE_ROWS.format(table=table), keys)
            if rows := [row for each in changes for row in rows_of(self._tenant, each.key, each.after)]:
                await self._session.insert(table, columns, rows)

    async def _file(self, changes: Sequence[Replaced]) -> None:
        """Write which contents the files of versions use."""
        keys = [{"tenant": self._tenant, "key": each.key} for each in changes]
        await self._session.run_for_each(DELETE_ROWS.format(table="file_use"), keys)
        if rows := [row for each in changes for row in file_use_rows(self._tenant, each.key, each.after)]:
            await self._session.insert("file_use", FILE_USE_COLUMNS, rows)


def _derives_from(version: Version) -> tuple[str | None, ...]:
    """The parts of a version that are compared like attributes."""
    return version.state, version.number, version.stereotype


def _unlike(old: Attributes, new: Attributes) -> tuple[Attributes, Attributes]:
    """Of both, the values by attribute and culture that the other does not have."""
    before, after = {}, {}
    for name in {**old, **new}:
        was, is_ = old.get(name, {}), new.get(name, {})
        if was != is_:
            before[name] = {
                culture: each for culture, each in was.items() if culture not in is_ or is_[culture] != each
            }
            after[name] = {culture: each for culture, each in is_.items() if culture not in was or was[culture] != each}
    return before, after
