"""What a star schema is made of: tables with columns, and how the rows of one lead to those of another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from facetstore.metamodel.model import DataType
from facetstore.query.row_tree import ColumnType, Row
from facetstore.usecases.ports.analysis_reads import ColumnSource, FactSource


@dataclass(frozen=True, slots=True)
class StarColumn:
    """A column of a table."""

    name: str
    type: ColumnType
    title: str = ""
    """Its name for people."""
    source: ColumnSource | None = None
    """Where a fact has its cells from."""
    data_type: DataType | None = None
    """Of an attribute."""


@dataclass(frozen=True, slots=True)
class Navigation:
    """The way from the rows of a table to those of another one: by a column of each with the same values."""

    name: str
    table: str
    column: str
    target: str
    many: bool = False


@dataclass(frozen=True, eq=False)
class StarTable:
    """A fact, or a dimension whose few rows are made of the metamodel and the settings."""

    name: str
    columns: Mapping[str, StarColumn]
    key: tuple[str, ...]
    navigations: Mapping[str, Navigation]
    source: FactSource | None = None
    rows: Sequence[Row] = field(default=())
    """Of a dimension."""

    @property
    def types(self) -> Mapping[str, ColumnType]:
        return {name: each.type for name, each in self.columns.items()}


@dataclass(frozen=True, eq=False)
class Star:
    """All tables for one caller, in one culture."""

    tables: Mapping[str, StarTable]
    culture: int
    released: bool


def columns_named(columns: Sequence[StarColumn]) -> Mapping[str, StarColumn]:
    return {each.name: each for each in columns}


def ways_named(ways: Sequence[Navigation], columns: Mapping[str, StarColumn]) -> Mapping[str, Navigation]:
    """The ways whose columns there are. A column keeps its name where a way would have the same."""
    return {each.name: each for each in ways if each.column in columns and each.name not in columns}
