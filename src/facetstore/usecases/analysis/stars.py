"""The star schema of a tenant: which tables there are for a caller, out of the metamodel that this caller has.

The facts are fixed; besides them each type has a table with its attributes. What the role may not read is no column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Final

from facetstore.domain.errors import NotFound
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Attribute, DataType, ElementType, Metamodel, Property
from facetstore.query.filter_names import kind_of, made_per_answer
from facetstore.query.filter_tree import AttributeField, Kind
from facetstore.query.row_tree import ColumnType
from facetstore.usecases.analysis.dimensions import CULTURES, DAYS, STATES, TYPES, dimension_tables, said
from facetstore.usecases.analysis.star_model import (
    Navigation,
    Star,
    StarColumn,
    StarTable,
    columns_named,
    ways_named,
)
from facetstore.usecases.ports.analysis_reads import (
    GRAINS,
    KEYS,
    AttributeColumn,
    FactSource,
    Grain,
    NameColumn,
    StoredColumn,
    TargetColumn,
)
from facetstore.usecases.reading.narrowing import culture_chain
from facetstore.usecases.tenancy import Reading

ELEMENTS: Final = "Elements"
FACTS: Final = {
    "References": Grain.REFERENCE,
    "Releases": Grain.RELEASE,
    "Tasks": Grain.TASK,
    "Translations": Grain.TRANSLATION,
    "Changes": Grain.CHANGE,
}
_OF_DRAFTS: Final = (Grain.CHANGE,)
"""Facts that show drafts, as the history does: for callers who see these."""
ELEMENT_ID: Final = "elementId"
_NAME: Final = "elementName"
_COLUMN_TYPES: Final = {
    DataType.BOOLEAN: ColumnType.FLAG,
    DataType.INTEGER: ColumnType.WHOLE,
    DataType.DECIMAL: ColumnType.NUMBER,
    DataType.DATE_TIME: ColumnType.INSTANT,
}
_DAYS_OF: Final = ("createdDay", "releasedDay", "openedDay", "closedDay", "day")


def star_of(reading: Reading, lcid: int | None, *, released: bool) -> Star:
    """The star schema for a caller; without a culture in the default one of the tenant. Raises NotFound for an unknown culture."""
    settings = reading.served.settings
    chosen = settings.default_data_culture if lcid is None else lcid
    if chosen not in settings.data_cultures:
        known = ", ".join(map(str, settings.data_cultures))
        raise NotFound(f"This storage has no culture {chosen}. It has: {known}.")
    drafts, today = reading.caller.sees_drafts, datetime.now(UTC).date()
    return _star(reading.metamodel, settings, chosen, today, released=released, drafts=drafts)


@lru_cache(maxsize=64)
def _star(
    metamodel: Metamodel, settings: TenantSettings, lcid: int, today: date, *, released: bool, drafts: bool
) -> Star:
    made = _Maker(metamodel, settings, lcid, released=released)
    tables = [made.elements(), *made.facts(drafts=drafts), *dimension_tables(metamodel, settings, lcid, today)]
    fixed = {each.name for each in tables}
    tables += [made.of_type(each) for _, each in sorted(metamodel.types.items()) if each.key not in fixed]
    found = {each.name: each for each in tables}
    return Star({name: _reachable(each, found) for name, each in found.items()}, lcid, released)


def _reachable(table: StarTable, tables: Mapping[str, StarTable]) -> StarTable:
    """A table with only the ways that lead to a table which this caller has."""
    ways = {name: each for name, each in table.navigations.items() if each.table in tables}
    return StarTable(table.name, table.columns, table.key, ways, table.source, table.rows)


class _Maker:
    """Makes the tables of elements and of facts."""

    def __init__(self, metamodel: Metamodel, settings: TenantSettings, lcid: int, *, released: bool) -> None:
        self._metamodel = metamodel
        self._settings = settings
        self._lcid = lcid
        self._released = released
        self._chain = culture_chain(settings, lcid)
        self._hidden = tuple(sorted(metamodel.hidden_contexts))
        roles = metamodel.roles
        self._stamps = {roles.created_on, roles.changed_on, roles.released_on, roles.valid_from, roles.valid_until}

    def facts(self, *, drafts: bool) -> Iterable[StarTable]:
        for name, grain in FACTS.items():
            if (drafts or grain not in _OF_DRAFTS) and not self._shows_hidden(grain):
                yield self._table(name, grain, self._stored(grain), _ways_of(GRAINS[grain]))

    def _shows_hidden(self, grain: Grain) -> bool:
        """Whether a fact is about an attribute that the caller may not read."""
        return grain is Grain.RELEASE and self._metamodel.roles.released_on in self._metamodel.hidden

    def elements(self) -> StarTable:
        roles = self._metamodel.roles
        known = {key: each for of in self._metamodel.types.values() for key, each in of.properties.items()}
        times = [roles.changed_on, roles.valid_from, roles.valid_until]
        people = [*roles.authors[:1], roles.owner, roles.created_by, roles.changed_by, roles.released_by]
        columns = [*self._stored(Grain.ELEMENT), self._name()]
        columns += [self._attribute(key, attribute) for key in times if (attribute := _attribute_of(known, key))]
        columns += [self._target(key) for key in people if key in known]
        facts = [Navigation(_small(name), name, ELEMENT_ID, ELEMENT_ID, many=True) for name in FACTS]
        ways = [each for each in _ways_of(columns_named(columns)) if each.column != ELEMENT_ID]
        return self._table(ELEMENTS, Grain.ELEMENT, columns, [*ways, *facts])

    def of_type(self, element_type: ElementType) -> StarTable:
        made = made_per_answer(self._metamodel)
        columns = columns_named([*self._stored(Grain.ELEMENT), self._name()])
        own = {key: each for key, each in element_type.properties.items() if key not in made and key not in columns}
        attributes = [
            self._attribute(key, each.attribute, said(each.names, self._settings, self._lcid))
            for key, each in own.items()
            if each.attribute is not None and (key in self._stamps or _is_column(each.attribute))
        ]
        single = [key for key, each in own.items() if each.related is not None and each.related.max_occurrence == 1]
        found = [*columns.values(), *attributes, *map(self._target, single)]
        ways = _ways_of(columns_named(found))
        return self._table(element_type.key, Grain.ELEMENT, found, ways, element_type.key)

    def _table(
        self,
        name: str,
        grain: Grain,
        columns: Sequence[StarColumn],
        ways: Iterable[Navigation],
        type_: str | None = None,
    ) -> StarTable:
        named = columns_named(columns)
        sources = {key: each.source for key, each in named.items() if each.source is not None}
        types = {key: each.type for key, each in named.items()}
        others = tuple(each for each in self._settings.data_cultures if each != self._settings.default_data_culture)
        source = FactSource(grain, sources, types, self._released, type_, self._hidden, others)
        return StarTable(name, named, KEYS[grain], ways_named(list(ways), named), source)

    def _stored(self, grain: Grain) -> list[StarColumn]:
        """The columns that storage knows, without the days of what the caller may not read."""
        roles, hidden = self._metamodel.roles, self._metamodel.hidden
        days = {"createdDay": roles.created_on, "releasedDay": roles.released_on}
        shown = {key: type_ for key, type_ in GRAINS[grain].items() if days.get(key) not in hidden}
        return [StarColumn(key, type_, source=StoredColumn(key)) for key, type_ in shown.items()]

    def _name(self) -> StarColumn:
        label = self._metamodel.roles.name
        field = AttributeField(label, Kind.TEXT, (*self._chain, INVARIANT))
        others = tuple(sorted(key for key, each in self._metamodel.types.items() if each.label != (label,)))
        return StarColumn(_NAME, ColumnType.TEXT, source=NameColumn(field, others))

    def _attribute(self, key: str, attribute: Attribute, title: str = "") -> StarColumn:
        cultures = (INVARIANT,) if attribute.invariant else self._chain
        field = AttributeField(key, kind_of(attribute.data_type), cultures)
        type_ = _COLUMN_TYPES.get(attribute.data_type, ColumnType.TEXT)
        return StarColumn(key, type_, title, AttributeColumn(field), attribute.data_type)

    def _target(self, context: str) -> StarColumn:
        return StarColumn(f"{context}Id", ColumnType.TEXT, source=TargetColumn(context))


def _ways_of(columns: Mapping[str, object]) -> Sequence[Navigation]:
    """The ways that columns lead: to elements by their ids, to types, states and days."""
    to_elements = [
        Navigation(name.removesuffix("Id"), ELEMENTS, name, ELEMENT_ID)
        for name in columns
        if name.endswith("Id") and name not in ("versionId", "taskId")
    ]
    keys = {"type": TYPES, "targetType": TYPES, "state": STATES, "culture": CULTURES, **dict.fromkeys(_DAYS_OF, DAYS)}
    targets = {TYPES: "type", STATES: "state", CULTURES: "culture", DAYS: "day"}
    others = [Navigation(f"{name}Details", keys[name], name, targets[keys[name]]) for name in columns if name in keys]
    return [*to_elements, *others]


def _attribute_of(known: Mapping[str, Property], key: str) -> Attribute | None:
    declared = known.get(key)
    return declared.attribute if declared is not None else None


def _is_column(attribute: Attribute) -> bool:
    """Whether an attribute can be a column: it is stored, and it is no list of links."""
    return attribute.data_type is not DataType.LINKS and not attribute.derived and not attribute.always


def _small(name: str) -> str:
    return name[0].lower() + name[1:]
