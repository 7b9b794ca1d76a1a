"""What an exported table holds: its columns, by the options of the list and by what the table is for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.metamodel.model import Attribute, DataType, Metamodel, Property
from facetstore.query.options import ReadOptions
from facetstore.regional import culture
from facetstore.usecases.changes.body import is_owned
from facetstore.usecases.labels import text_for
from facetstore.usecases.ports.selections import LastReleasedOf
from facetstore.usecases.ports.table_formats import TableColumn, TableKind
from facetstore.usecases.reading.lists import ElementList, plan_list
from facetstore.usecases.tables.cells import choice_texts
from facetstore.usecases.tables.columns import Column, ColumnKind, columns_of
from facetstore.usecases.tenancy import Reading

_IDENTITY: Final = (ColumnKind.ELEMENT, ColumnKind.TYPE, ColumnKind.STATE)
_NUMBERS: Final = (DataType.INTEGER, DataType.DECIMAL)


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table before it is read."""

    wanted: ElementList
    kind: TableKind
    columns: Sequence[tuple[Column, TableColumn]]
    choices: Mapping[str, Mapping[str, str]]
    """By attribute, the names for people of its values, if cells show these."""


def plan_table(
    reading: Reading, facet: str, view: str, options: ReadOptions, kind: TableKind, *, names_choices: bool
) -> TablePlan:
    """A table of the elements in a view. Raises NotFound, UnknownName, InvalidParameter."""
    wanted = plan_list(reading, facet, view, options)
    if kind is not TableKind.LIST and isinstance(wanted.selection, LastReleasedOf):
        error = "This view shows released versions, which cannot be changed: take another view."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "sheet")])
    declared = list(_declared(reading.metamodel, wanted, kind))
    settings = reading.served.settings
    language = options.culture or settings.default_data_culture
    choices = {
        each.key: choice_texts(each.attribute, language)
        for each in declared
        if names_choices and each.attribute is not None and each.attribute.selectable_values
    }
    columns = [(Column(each), TableColumn(each.value, each.value, locked=True)) for each in _IDENTITY]
    for each in declared:
        found = columns_of(each, _cultures(reading, options, kind))
        columns += [(column, _described(each, column, reading, choices)) for column in found]
    return TablePlan(wanted, kind, columns, choices)


def _cultures(reading: Reading, options: ReadOptions, kind: TableKind) -> Sequence[int]:
    """The cultures that have columns: one, if the caller asks for one; translations also have the source."""
    settings = reading.served.settings
    source = settings.default_data_culture
    if options.culture is None:
        return (source, *(each for each in settings.data_cultures if each != source))
    with_source = (source,) if kind is TableKind.TRANSLATIONS and options.culture != source else ()
    return (*with_source, options.culture)


def _declared(metamodel: Metamodel, wanted: ElementList, kind: TableKind) -> Iterator[Property]:
    """The properties that have columns: those in $select in its order, else those of the view."""
    found: dict[str, Property] = {}
    for element_type in metamodel.types_of(wanted.facet):
        for key, each in element_type.properties.items():
            found.setdefault(key, each)
    shown = wanted.presentation
    names = [each for each in found if _is_shown(shown.attributes, each) or _is_shown(shown.contexts, each)]
    if wanted.options.select is not None:
        chosen = {each.casefold(): place for place, each in enumerate(wanted.options.select)}
        names.sort(key=lambda each: chosen.get(each.casefold(), len(chosen)))
    for name in names:
        each = found[name]
        shows = _is_shown(shown.attributes if each.attribute is not None else shown.contexts, name)
        if shows and each.key not in metamodel.hidden and _fits(each, kind):
            yield each


def _is_shown(names: frozenset[str] | None, name: str) -> bool:
    return names is None or name in names


def _fits(declared: Property, kind: TableKind) -> bool:
    attribute = declared.attribute
    match kind:
        case TableKind.EDIT:
            return not is_owned(declared)
        case TableKind.TRANSLATIONS:
            return attribute is not None and not attribute.invariant and not attribute.derived and _is_text(attribute)
        case _:
            return attribute is None or not attribute.always


def _is_text(attribute: Attribute) -> bool:
    return attribute.data_type in (DataType.SINGLE_LINE_TEXT, DataType.MULTI_LINE_TEXT, DataType.HTML)


def _described(
    declared: Property, column: Column, reading: Reading, choices: Mapping[str, Mapping[str, str]]
) -> TableColumn:
    settings, attribute = reading.served.settings, declared.attribute
    label = text_for(declared.names, settings)
    known = culture(column.culture) if column.culture in settings.data_cultures else None
    if known is not None:
        label = f"{label} ({known.name})"
    if attribute is None:
        return TableColumn(column.header, label, locked=is_owned(declared))
    named = tuple(choices.get(declared.key, {}).values()) if attribute.data_type is DataType.SELECTION_VALUE else ()
    return TableColumn(
        column.header,
        label,
        locked=is_owned(declared),
        choices=("true", "false") if attribute.data_type is DataType.BOOLEAN else named,
        is_number=attribute.data_type in _NUMBERS,
        key=declared.key,
        culture=column.culture,
        is_html=attribute.data_type is DataType.HTML,
    )
