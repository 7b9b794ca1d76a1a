"""What the star schema needs from storage: rows of its facts, for one audience, found by conditions on their columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from facetstore.query.filter_tree import AttributeField
from facetstore.query.row_tree import EVERY_ROW, ColumnType, RowOrder, RowTree


class Grain(StrEnum):
    """What one row of a fact is about. Every row belongs to an element that the audience may open."""

    ELEMENT = "element"
    REFERENCE = "reference"
    RELEASE = "release"
    TASK = "task"
    TRANSLATION = "translation"
    """An element in a culture."""
    CHANGE = "change"
    """The changes of one kind of an element on one day (UTC)."""


GRAINS: Final[Mapping[Grain, Mapping[str, ColumnType]]] = {
    Grain.ELEMENT: {
        "elementId": ColumnType.TEXT,
        "versionId": ColumnType.TEXT,
        "facet": ColumnType.TEXT,
        "type": ColumnType.TEXT,
        "state": ColumnType.TEXT,
        "stereotype": ColumnType.TEXT,
        "major": ColumnType.WHOLE,
        "minor": ColumnType.WHOLE,
        "createdDay": ColumnType.DAY,
        "releasedDay": ColumnType.DAY,
        "parentId": ColumnType.TEXT,
    },
    Grain.REFERENCE: {
        "elementId": ColumnType.TEXT,
        "context": ColumnType.TEXT,
        "targetId": ColumnType.TEXT,
        "type": ColumnType.TEXT,
        "targetType": ColumnType.TEXT,
    },
    Grain.RELEASE: {
        "elementId": ColumnType.TEXT,
        "versionId": ColumnType.TEXT,
        "type": ColumnType.TEXT,
        "state": ColumnType.TEXT,
        "major": ColumnType.WHOLE,
        "minor": ColumnType.WHOLE,
        "releasedDay": ColumnType.DAY,
        "isCurrent": ColumnType.FLAG,
    },
    Grain.TASK: {
        "taskId": ColumnType.TEXT,
        "elementId": ColumnType.TEXT,
        "versionId": ColumnType.TEXT,
        "type": ColumnType.TEXT,
        "kind": ColumnType.TEXT,
        "state": ColumnType.TEXT,
        "openedDay": ColumnType.DAY,
        "closedDay": ColumnType.DAY,
        "assigneeId": ColumnType.TEXT,
    },
    Grain.TRANSLATION: {
        "elementId": ColumnType.TEXT,
        "culture": ColumnType.WHOLE,
        "type": ColumnType.TEXT,
        "current": ColumnType.WHOLE,
        "stale": ColumnType.WHOLE,
        "fallback": ColumnType.WHOLE,
        "missing": ColumnType.WHOLE,
    },
    Grain.CHANGE: {
        "elementId": ColumnType.TEXT,
        "day": ColumnType.DAY,
        "kind": ColumnType.TEXT,
        "type": ColumnType.TEXT,
        "changes": ColumnType.WHOLE,
    },
}
"""The columns that storage knows of each grain."""

KEYS: Final[Mapping[Grain, tuple[str, ...]]] = {
    Grain.ELEMENT: ("elementId",),
    Grain.REFERENCE: ("elementId", "context", "targetId"),
    Grain.RELEASE: ("elementId", "versionId"),
    Grain.TASK: ("taskId",),
    Grain.TRANSLATION: ("elementId", "culture"),
    Grain.CHANGE: ("elementId", "day", "kind"),
}
"""The columns that make a row unique; rows are ordered by them unless a request wants another order."""


@dataclass(frozen=True, slots=True)
class StoredColumn:
    """A column that storage knows of the grain."""

    name: str


@dataclass(frozen=True, slots=True)
class AttributeColumn:
    """A value of an attribute of the element."""

    field: AttributeField


@dataclass(frozen=True, slots=True)
class NameColumn:
    """The name of an element: an attribute; of some types several ones, by which their elements are sorted."""

    field: AttributeField
    sorted_types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TargetColumn:
    """The first element that a related context refers to and the audience may open."""

    context: str


ColumnSource = StoredColumn | AttributeColumn | NameColumn | TargetColumn


@dataclass(frozen=True, slots=True)
class FactSource:
    """The rows of a fact before any condition."""

    grain: Grain
    columns: Mapping[str, ColumnSource]
    types: Mapping[str, ColumnType]
    """By column, what its cells hold."""
    released: bool = False
    """Only what viewers see: released versions."""
    element_type: str | None = None
    """Only elements of this type."""
    hidden_contexts: tuple[str, ...] = ()
    """Related contexts that the caller may not read."""
    cultures: tuple[int, ...] = ()
    """The cultures that texts are translated into."""


@dataclass(frozen=True, slots=True)
class RowsWanted:
    """Which rows of a fact, and which of their columns."""

    columns: tuple[str, ...]
    limit: int
    filter: RowTree = EVERY_ROW
    order: tuple[RowOrder, ...] = ()
    after: tuple[object, ...] | None = None
    """The place of the row behind which to begin."""
    offset: int = 0
    elements: tuple[str, ...] | None = None
    """Only rows of these elements."""


class FactRow(NamedTuple):
    """A row: the cells of the wanted columns that storage knows, the place in the order, and the stored attributes of the element."""

    cells: tuple[object, ...]
    place: tuple[object, ...]
    type: str
    document: bytes | None


class AnalysisReads(Protocol):
    """Reads of the facts of one tenant for one audience."""

    def snapshot(self) -> AbstractAsyncContextManager[None]:
        """All reads inside it see one state of the data."""
        ...

    async def rows(self, source: FactSource, wanted: RowsWanted) -> Sequence[FactRow]: ...

    async def count(self, source: FactSource, filter_: RowTree = EVERY_ROW) -> int: ...
