"""The rows of a table as elements for operation 5: each row finds its element, and only cells that differ from it go along."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from facetstore.domain.errors import Finding
from facetstore.domain.values import equality_key, parse_guid
from facetstore.metamodel.model import ElementType, Property
from facetstore.usecases.changes.body import is_owned
from facetstore.usecases.importing.import_settings import KEEP, ImportSettings
from facetstore.usecases.ports.import_formats import TableRow, WantedElement
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.tables.cells import NamedReference, is_same_cell, parse_cell, parse_references, stands_for_more
from facetstore.usecases.tables.columns import Column, ColumnKind
from facetstore.usecases.writing import Writing

_SHOWN: Final = 60
AMBIGUOUS: Final = "ambiguous"
UNKNOWN: Final = "not-found"
SOURCE_CHANGED: Final = "source-changed"


class RowFinding(NamedTuple):
    """What is wrong with a row."""

    place: int
    finding: Finding


@dataclass(slots=True)
class RowElements:
    """The elements that the rows of one slice want, and what is wrong with the other rows."""

    wanted: list[WantedElement] = field(default_factory=list)
    findings: list[RowFinding] = field(default_factory=list)

    def wrong(self, row: TableRow, error: str, code: str, column: str) -> None:
        self.findings.append(RowFinding(row.number, Finding(error, code, column)))


class TableReading(NamedTuple):
    """How the rows of a table are read."""

    facet: str
    columns: Sequence[Column | None]
    match: Column | None
    settings: ImportSettings
    sources: Mapping[int, int] = {}
    """Of translations: by the place of a column, that of the texts they were made from."""


async def row_elements(writing: Writing, table: TableReading, rows: Sequence[TableRow]) -> RowElements:
    """The elements of a slice of rows, in two statements for matching and two for references by name."""
    reading = _RowSlice(writing, table, RowElements())
    await reading.find(rows)
    for row in rows:
        reading.take(row)
    return reading.found


@dataclass(slots=True)
class _RowSlice:
    writing: Writing
    table: TableReading
    found: RowElements
    stored: Mapping[str, StoredVersion] = field(default_factory=dict)
    """By the ids in the rows, what the caller may open."""
    matching: Mapping[str, Collection[str]] = field(default_factory=dict)
    """By the folded text of a natural key, the ids of the elements that have it."""
    named: Mapping[str, Sequence[tuple[str, str]]] = field(default_factory=dict)
    """By folded name, the elements of that name that the caller sees: id and type."""

    async def find(self, rows: Sequence[TableRow]) -> None:
        """Read what the rows name."""
        match = self.table.match
        if match is None:
            pass
        elif match.kind is ColumnKind.ATTRIBUTE:
            await self._find_by_key(match, rows)
        else:
            ids = {id_ for row in rows if (id_ := parse_guid(self._cell(row, match).strip()))}
            self.stored = self._opened(await self.writing.load(sorted(ids)) if ids else {})
        await self._find_names(rows)

    async def _find_by_key(self, match: Column, rows: Sequence[TableRow]) -> None:
        keys = {_folded(cell) for row in rows if (cell := self._cell(row, match)).strip()}
        pairs = await self.writing.writer.stored.having(match.key, keys) if keys else ()
        seen = await self.writing.load(sorted({element for _, element in pairs})) if pairs else {}
        self.stored = self._opened({id_: each for id_, each in seen.items() if self._has_key(match, each)})
        matching: dict[str, list[str]] = {}
        for key, element in sorted(pairs):
            if element in self.stored and key == _folded(self._value(match, self.stored[element])):
                matching.setdefault(key, []).append(element)
        self.matching = matching

    def _has_key(self, match: Column, stored: StoredVersion) -> bool:
        return stored.version.facet == self.table.facet and bool(self._value(match, stored))

    def _value(self, match: Column, stored: StoredVersion) -> str:
        value = stored.version.attributes.get(match.key, {}).get(match.culture)
        return value if isinstance(value, str) else ""

    def _opened(self, seen: Mapping[str, StoredVersion]) -> Mapping[str, StoredVersion]:
        """Without what the caller may only name: no cell is compared with it."""
        return {id_: each for id_, each in seen.items() if self.writing.rights(each).open is None}

    async def _find_names(self, rows: Sequence[TableRow]) -> None:
        columns = [each for each in self.table.columns if each is not None and each.kind is ColumnKind.RELATED]
        names = {
            _folded(each)
            for row in rows
            for column in columns
            for each in parse_references(self._cell(row, column))
            if isinstance(each, NamedReference)
        }
        if not names:
            return
        stored = self.writing.writer.stored
        pairs = await stored.having(self.writing.metamodel.roles.name, names)
        known = await self.writing.existing([element for _, element in pairs])
        found: dict[str, list[tuple[str, str]]] = {}
        for name, element in sorted(pairs):
            if element in known:
                found.setdefault(name, []).append((element, known[element].type))
        self.named = found

    def _cell(self, row: TableRow, column: Column) -> str:
        place = self.table.columns.index(column) if column in self.table.columns else len(row.cells)
        return row.cells[place] if place < len(row.cells) else ""

    def take(self, row: TableRow) -> None:
        before = len(self.found.findings)
        element, stored = self._identity(row)
        if element is None or len(self.found.findings) > before:
            return
        element_type = self._type(element, stored)
        attributes, related = dict[str, dict[str, Any]](), dict[str, Any]()
        compared = self.table.sources.values()
        for place, column in enumerate(self.table.columns):
            cell = row.cells[place] if place < len(row.cells) else ""
            if column is None or place in compared or (not cell and self.table.settings.empty_cells == KEEP):
                continue
            if place in self.table.sources and not self._is_translated(row, place, column, stored):
                continue
            if column.kind is ColumnKind.ATTRIBUTE:
                self._attribute(column, cell, element_type, stored, attributes)
            elif column.kind is ColumnKind.RELATED:
                self._related(row, column, cell, element_type, stored, related)
        if len(self.found.findings) > before:
            return
        if "type" in element and not attributes:
            self.found.wrong(row, "A new element needs a value, but no cell of this row has one.", "no-values", "")
        elif stored is None or attributes or related:
            found = {**element, "attributes": attributes, "related": related}
            self.found.wanted.append(WantedElement(row.number, found))

    def _identity(self, row: TableRow) -> tuple[dict[str, Any] | None, StoredVersion | None]:
        """What names the element of a row, or describes a new one."""
        match = self.table.match
        cell = self._cell(row, match).strip() if match is not None else ""
        if match is None or not cell:
            return self._new(row), None
        if match.kind is ColumnKind.ATTRIBUTE:
            return self._by_key(row, match, cell)
        id_ = parse_guid(cell)
        if id_ is None:
            self.found.wrong(row, f"{cell[:_SHOWN]!r} is no id of an element.", "wrong-form", match.header)
            return None, None
        return {"id" if match.kind is ColumnKind.ELEMENT else "versionId": id_}, self.stored.get(id_)

    def _by_key(self, row: TableRow, match: Column, cell: str) -> tuple[dict[str, Any] | None, StoredVersion | None]:
        found = self.matching.get(_folded(cell), ())
        if len(found) > 1:
            error = f"{len(found)} elements have {cell[:_SHOWN]!r} as their {match.key}. Match by elementId instead."
            self.found.wrong(row, error, AMBIGUOUS, match.header)
            return None, None
        for id_ in found:
            return {"id": id_}, self.stored[id_]
        return self._new(row), None

    def _new(self, row: TableRow) -> dict[str, Any] | None:
        settings = self.table.settings
        type_ = self._cell(row, Column(ColumnKind.TYPE)).strip() or settings.type
        if type_ is None:
            types = [each for each in self.writing.offered.types_of(self.table.facet) if not each.flow]
            if len(types) != 1:
                known = ", ".join(sorted(each.key for each in types))
                error = f"A new element needs a type: fill elementType, or set type. There are: {known}."
                self.found.wrong(row, error, "no-type", ColumnKind.TYPE.value)
                return None
            type_ = types[0].key
        parent = self._cell(row, Column(ColumnKind.PARENT)).strip() or settings.parent
        return {"type": type_, **({"parent": parent} if parent else {})}

    def _is_translated(self, row: TableRow, place: int, column: Column, stored: StoredVersion | None) -> bool:
        """Whether a cell has another translation than what is stored; with a finding if that is one of another source."""
        source = self.table.columns[self.table.sources[place]]
        if stored is None or source is None:
            return True
        attributes = stored.version.attributes
        if is_same_cell(row.cells[place], attributes.get(column.key, {}).get(column.culture)):
            return False
        if is_same_cell(self._cell(row, source), attributes.get(source.key, {}).get(source.culture)):
            return True
        error = f"The {source.header} of this translation was changed since the file was made. Export it again and translate the new text."
        self.found.wrong(row, error, SOURCE_CHANGED, column.header)
        return False

    def _type(self, element: Mapping[str, Any], stored: StoredVersion | None) -> ElementType | None:
        if stored is not None:
            return self.writing.offered.types.get(stored.version.type)
        return self.writing.offered.type(str(element.get("type", "")))

    def _attribute(
        self,
        column: Column,
        cell: str,
        element_type: ElementType | None,
        stored: StoredVersion | None,
        attributes: dict[str, dict[str, Any]],
    ) -> None:
        declared = _declared(element_type, column)
        if (declared is None and not cell) or (declared is not None and is_owned(declared)):
            return
        before = stored.version.attributes.get(column.key, {}).get(column.culture) if stored is not None else None
        if is_same_cell(cell, before) or stands_for_more(cell):
            return
        known = declared.attribute if declared is not None else None
        value = parse_cell(cell, known) if known is not None else cell or None
        if value == before:  # written differently, such as by its name for people
            return
        attributes.setdefault(column.key, {})[str(column.culture)] = value

    def _related(
        self,
        row: TableRow,
        column: Column,
        cell: str,
        element_type: ElementType | None,
        stored: StoredVersion | None,
        related: dict[str, Any],
    ) -> None:
        declared = _declared(element_type, column)
        if (declared is None and not cell) or (declared is not None and is_owned(declared)):
            return
        given = parse_references(cell)
        before = stored.version.related.get(column.key, ()) if stored is not None else ()
        if not given and not before:
            return
        ids = [
            each if not isinstance(each, NamedReference) else self._target(row, column, each, declared)
            for each in given
        ]
        if None not in ids:
            related[column.key] = [{"id": each} for each in ids]

    def _target(self, row: TableRow, column: Column, name: str, declared: Property | None) -> str | None:
        """The id of the one element of this name that the context can refer to; None with a finding."""
        types = declared.related.types if declared is not None and declared.related is not None else ()
        found = [id_ for id_, type_ in self.named.get(_folded(name), ()) if not types or type_ in types]
        if len(found) == 1:
            return found[0]
        if found:
            error = (
                f"{len(found)} elements are called {name[:_SHOWN]!r}: give the id of the one that {column.key} means."
            )
            self.found.wrong(row, error, AMBIGUOUS, column.header)
        else:
            error = (
                f"{column.key} can refer to nothing that is called {name[:_SHOWN]!r}. Give an id, or create it first."
            )
            self.found.wrong(row, error, UNKNOWN, column.header)
        return None


def _declared(element_type: ElementType | None, column: Column) -> Property | None:
    return element_type.properties.get(column.key) if element_type is not None else None


def _folded(text: str) -> str:
    return equality_key(text).strip()
