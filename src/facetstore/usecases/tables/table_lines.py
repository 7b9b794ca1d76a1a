"""The rows of an exported table, in slices: what they refer to is read first, then the elements by one statement, as one state.

Elements that the caller may only name are left out: a row without values would clear them when it is imported.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Attributes
from facetstore.metamodel.model import DataType
from facetstore.regional import culture
from facetstore.usecases.changes.linked_files import FILE_MARK
from facetstore.usecases.changes.text_states import TextState, translations_of
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.measure import current_count
from facetstore.usecases.ports.rows import CONTEXT_MARK, ElementRow
from facetstore.usecases.ports.selections import LastReleasedOf, Parts, TheseElements, TheseReleased
from facetstore.usecases.ports.table_formats import ElementTable, TableKind, TableLine
from facetstore.usecases.reading.lists import CHUNK
from facetstore.usecases.tables.cells import render_cell, render_chosen, render_references
from facetstore.usecases.tables.columns import Column, ColumnKind
from facetstore.usecases.tables.table_plans import TablePlan
from facetstore.usecases.tenancy import Reading

_NAMED: Final = 2000
"""How many names of targets are read at once."""
_MARKS: Final = bytes(range(0x20))
_Related = dict[str, list[dict[str, Any]]]
_related: Final = msgspec.json.Decoder(_Related)


async def read_table(reading: Reading, plan: TablePlan, *, byte_order_mark: bool) -> ElementTable:
    """A table, whose rows are read while they are taken. Raises NotFound, TooCostly."""
    settings = reading.served.settings
    these = await _elements(reading, plan)
    names = await _names(reading, plan, these)
    changed: Mapping[int, ChangedTexts] = {}
    if plan.kind is TableKind.TRANSLATIONS and these.elements:
        changed = await reading.opened.translations.changed_texts_of(these.elements)
    lines = _Lines(reading, plan, names, changed)
    columns = [each for _, each in plan.columns]
    return ElementTable(
        plan.wanted.facet,
        plan.kind,
        columns,
        len(these.elements),
        _slices(reading, these, lines),
        settings.default_data_culture,
        byte_order_mark,
        {lcid: known.name for lcid in settings.data_cultures if (known := culture(lcid)) is not None},
    )


async def _elements(reading: Reading, plan: TablePlan) -> TheseElements | TheseReleased:
    wanted = plan.wanted
    listing = await reading.opened.lists.listing(wanted.selection, None, wanted.narrowing)
    these = TheseReleased if isinstance(wanted.selection, LastReleasedOf) else TheseElements
    return these(tuple(listing.elements))


async def _names(reading: Reading, plan: TablePlan, these: TheseElements | TheseReleased) -> Mapping[str, str]:
    """The names of all elements that the table refers to, by id: before the rows, so that these need one connection alone."""
    contexts = tuple(column.key for column, _ in plan.columns if column.kind is ColumnKind.RELATED)
    if not contexts or not these.elements:
        return {}
    found: dict[str, str] = {}
    async for rows in reading.opened.stream(these, Parts(contexts=contexts), CHUNK):
        for row in rows:
            found.update((each["id"], "") for targets in _references(row).values() for each in targets)
        current_count().renew()
    ids = list(found)
    for start in range(0, len(ids), _NAMED):
        await _name(reading, ids[start : start + _NAMED], found)
    return found


async def _name(reading: Reading, ids: Sequence[str], found: dict[str, str]) -> None:
    types, default = reading.served.metamodel.types, reading.served.settings.default_data_culture
    for row in await reading.names.names(TheseElements(tuple(ids))):
        names = names_of(stored_attributes(row.brief), types[row.type])
        found[row.element] = first_name(names, (default, *names)) or ""
    current_count().renew()


def _references(row: ElementRow) -> _Related:
    if not row.related:
        return {}
    # Marks that stand for addresses: these are not shown.
    bare = row.related.replace(CONTEXT_MARK.encode(), b",").translate(None, _MARKS)
    return _related.decode(b"{" + bare + b"}")


async def _slices(
    reading: Reading, these: TheseElements | TheseReleased, lines: _Lines
) -> AsyncIterator[Sequence[TableLine]]:
    if not these.elements:
        return
    contexts = tuple(column.key for column, _ in lines.plan.columns if column.kind is ColumnKind.RELATED)
    async for rows in reading.opened.stream(these, Parts(attributes=True, contexts=contexts), CHUNK):
        yield [lines.line(row) for row in rows]
        current_count().renew()


class _Lines:
    """Makes rows of elements."""

    def __init__(
        self, reading: Reading, plan: TablePlan, names: Mapping[str, str], changed: Mapping[int, ChangedTexts]
    ) -> None:
        self.plan = plan
        self._settings = reading.served.settings
        self._types = reading.metamodel.types
        self._names = names
        self._changed = changed

    def line(self, row: ElementRow) -> TableLine:
        attributes, related = stored_attributes(row.attributes or b"{}"), _references(row)
        cells = [self._cell(row, column, attributes, related) for column, _ in self.plan.columns]
        if self.plan.kind is not TableKind.TRANSLATIONS:
            return TableLine(cells)
        return TableLine(cells, self._states(row, attributes))

    def _cell(self, row: ElementRow, column: Column, attributes: Attributes, related: _Related) -> str:
        match column.kind:
            case ColumnKind.ELEMENT:
                return row.element
            case ColumnKind.TYPE:
                return row.type
            case ColumnKind.STATE:
                return row.state or ""
            case ColumnKind.RELATED:
                return self._targets(related.get(column.key, ()))
            case _:
                return self._value(row, column, attributes)

    def _targets(self, targets: Iterable[Mapping[str, Any]]) -> str:
        return render_references((self._names.get(each["id"], ""), each["id"]) for each in targets)

    def _value(self, row: ElementRow, column: Column, attributes: Attributes) -> str:
        declared = self._types[row.type].properties.get(column.key)
        if declared is None or declared.attribute is None:
            return ""
        value = attributes.get(column.key, {}).get(column.culture)
        if column.key in self.plan.choices:
            return render_chosen(value, self.plan.choices[column.key])
        if declared.attribute.data_type is DataType.LINKS:
            value = _links(value)
        return render_cell(value)

    def _states(self, row: ElementRow, attributes: Attributes) -> Mapping[int, TextState]:
        texts = self._types[row.type].translated
        changed = self._changed.get(row.key, ChangedTexts(0))
        states = {
            (each.attribute, each.culture): each.state
            for each in translations_of(attributes, texts, changed, self._settings)
        }
        found = enumerate(states.get((column.key, column.culture)) for column, _ in self.plan.columns)
        return {place: state for place, state in found if state is not None}


def _links(value: object) -> object:
    """Links as they are stored: without the addresses of files, which are made for each answer."""
    if not isinstance(value, list):
        return value
    return [
        {name: part for name, part in each.items() if not (isinstance(part, str) and part.startswith(FILE_MARK))}
        if isinstance(each, dict)
        else each
        for each in value
    ]
