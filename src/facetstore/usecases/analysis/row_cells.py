"""The cells of rows: what storage returned and what stands in the stored attributes of an element, as values of the columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from facetstore.domain.element import Attributes
from facetstore.metamodel.model import DataType, ElementType
from facetstore.query.filter_forms import plain_text
from facetstore.query.filter_values import is_blank
from facetstore.query.row_tree import Cell, ColumnType, Row
from facetstore.regional.time_zones import TimeZone, to_instant
from facetstore.usecases.analysis.star_model import StarColumn
from facetstore.usecases.labels import first_name, names_of, stored_attributes
from facetstore.usecases.ports.analysis_reads import AttributeColumn, FactRow, NameColumn

_EPOCH: Final = date(1970, 1, 1)


class RowCells:
    """Makes rows of some columns of a fact."""

    def __init__(self, columns: Sequence[StarColumn], types: Mapping[str, ElementType], zone: TimeZone) -> None:
        self._columns = columns
        self._types = types
        self._zone = zone

    def row(self, found: FactRow) -> Row:
        attributes = stored_attributes(found.document) if found.document else {}
        return {
            each.name: self._cell(each, cell, found.type, attributes)
            for each, cell in zip(self._columns, found.cells, strict=True)
        }

    def _cell(self, column: StarColumn, cell: object, type_: str, attributes: Attributes) -> Cell:
        match column.source:
            case AttributeColumn(field):
                return self._value(column, attributes.get(field.name, {}), field.cultures or ())
            case NameColumn(field):
                return self._name(type_, attributes, field.cultures or ())
            case _:
                return _stored(column.type, cell)

    def _name(self, type_: str, attributes: Attributes, cultures: Sequence[int]) -> Cell:
        element_type = self._types.get(type_)
        return first_name(names_of(attributes, element_type), cultures) if element_type is not None else None

    def _value(self, column: StarColumn, values: Mapping[int, object], cultures: Sequence[int]) -> Cell:
        """The first value that is not blank, as filters choose it."""
        for culture in cultures:
            value = values.get(culture)
            if value is not None and (cell := self._as_cell(column, value)) is not None:
                return cell
        return None

    def _as_cell(self, column: StarColumn, value: object) -> Cell:
        match column.type:
            case ColumnType.INSTANT:
                return instant_of(value, self._zone) if isinstance(value, str) else None
            case ColumnType.FLAG:
                return bool(value) if isinstance(value, bool | int | float) else None
            case ColumnType.WHOLE | ColumnType.NUMBER:
                return _number(column.type, value)
            case _:
                return _text(value, column.data_type)


def _stored(type_: ColumnType, cell: object) -> Cell:
    if cell is None:
        return None
    if type_ is ColumnType.DAY:
        return (_EPOCH + timedelta(days=cell)).isoformat() if isinstance(cell, int) else str(cell)
    if type_ is ColumnType.FLAG:
        return bool(cell)
    return cell if isinstance(cell, int | float) else str(cell) or None


def _number(type_: ColumnType, value: object) -> Cell:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if type_ is ColumnType.NUMBER else int(value)


def _text(value: object, data_type: DataType | None) -> Cell:
    """The words of a text: html without markup, several values one a line."""
    text = value if isinstance(value, str) and data_type is not DataType.HTML else plain_text(value, data_type)
    return None if is_blank(text) else text


@lru_cache(maxsize=4096)
def instant_of(local: str, zone: TimeZone) -> int | None:
    """Microseconds of a local date-time; None if it is none."""
    try:
        return to_instant(local, zone)
    except ValueError:
        return None
