"""The dimensions: types, states and cultures out of the metamodel and the settings, and the days of the calendar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Final

from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel, Texts
from facetstore.query.row_tree import ColumnType, Row
from facetstore.regional import culture
from facetstore.usecases.analysis.star_model import StarColumn, StarTable, columns_named
from facetstore.usecases.labels import text_for

TYPES: Final = "Types"
STATES: Final = "States"
CULTURES: Final = "Cultures"
DAYS: Final = "Days"
_BEFORE: Final = 20
_BEHIND: Final = 5
"""The years before and behind the current one that the calendar has."""

_TYPE_COLUMNS: Final = {
    "type": ColumnType.TEXT,
    "typeName": ColumnType.TEXT,
    "facet": ColumnType.TEXT,
    "facetName": ColumnType.TEXT,
    "isVersioned": ColumnType.FLAG,
    "isInDiagrams": ColumnType.FLAG,
}
_STATE_COLUMNS: Final = {
    "state": ColumnType.TEXT,
    "stateName": ColumnType.TEXT,
    "isVisible": ColumnType.FLAG,
    "isReleased": ColumnType.FLAG,
    "wasReleased": ColumnType.FLAG,
    "isEditable": ColumnType.FLAG,
}
_CULTURE_COLUMNS: Final = {
    "culture": ColumnType.WHOLE,
    "cultureName": ColumnType.TEXT,
    "isDefault": ColumnType.FLAG,
}
_DAY_COLUMNS: Final = {
    "day": ColumnType.DAY,
    "year": ColumnType.WHOLE,
    "quarter": ColumnType.WHOLE,
    "month": ColumnType.WHOLE,
    "dayOfMonth": ColumnType.WHOLE,
    "isoYear": ColumnType.WHOLE,
    "isoWeek": ColumnType.WHOLE,
    "weekday": ColumnType.WHOLE,
}


def dimension_tables(metamodel: Metamodel, settings: TenantSettings, lcid: int, today: date) -> Sequence[StarTable]:
    return [
        _table(TYPES, _TYPE_COLUMNS, _types(metamodel, settings, lcid)),
        _table(STATES, _STATE_COLUMNS, _states(metamodel, settings, lcid)),
        _table(CULTURES, _CULTURE_COLUMNS, _cultures(settings)),
        _table(DAYS, _DAY_COLUMNS, _days(today.year - _BEFORE, today.year + _BEHIND)),
    ]


def _table(name: str, columns: dict[str, ColumnType], rows: Iterable[Row]) -> StarTable:
    key = next(iter(columns))
    return StarTable(name, columns_named([StarColumn(*each) for each in columns.items()]), (key,), {}, rows=tuple(rows))


def said(texts: Texts, settings: TenantSettings, lcid: int) -> str:
    """A text of the metamodel in a culture, or else as the tenant falls back."""
    return texts.get(lcid) or text_for(texts, settings)


def _types(metamodel: Metamodel, settings: TenantSettings, lcid: int) -> Iterable[Row]:
    for key, each in sorted(metamodel.types.items()):
        facet = metamodel.facets.get(each.facet)
        if facet is not None:
            names = said(each.names, settings, lcid), each.facet, said(facet.names, settings, lcid)
            yield dict(zip(_TYPE_COLUMNS, (key, *names, each.versioned, each.flow), strict=True))


def _states(metamodel: Metamodel, settings: TenantSettings, lcid: int) -> Iterable[Row]:
    for key, each in sorted(metamodel.states.items()):
        flags = each.visible, each.released, each.was_released, each.editable
        yield dict(zip(_STATE_COLUMNS, (key, said(each.names, settings, lcid), *flags), strict=True))


def _cultures(settings: TenantSettings) -> Iterable[Row]:
    for lcid in sorted(settings.data_cultures):
        known = culture(lcid)
        name = known.name if known is not None else str(lcid)
        yield dict(zip(_CULTURE_COLUMNS, (lcid, name, lcid == settings.default_data_culture), strict=True))


@lru_cache(maxsize=2)
def _days(first: int, last: int) -> Sequence[Row]:
    day, found = date(first, 1, 1), list[Row]()
    while day.year <= last:
        year, week, weekday = day.isocalendar()
        cells = (day.isoformat(), day.year, (day.month + 2) // 3, day.month, day.day, year, week, weekday)
        found.append(dict(zip(_DAY_COLUMNS, cells, strict=True)))
        day += timedelta(days=1)
    return found
