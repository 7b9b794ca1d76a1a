"""What the columns of a table stand for: the identity of an element, a value of an attribute in a culture, or a related context.

Every column has one name, which is written into exports and understood by imports: `elementId`, `description.1033`, `owner`. Imports
also understand the display names of properties and the names of cultures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import ElementType, Metamodel, Property
from facetstore.regional import culture

_WITH_CULTURE: Final = re.compile(r"(.+?)\s*(?:\.|\[|\()\s*([\w-]+)\s*[\])]?", re.DOTALL)


class ColumnKind(StrEnum):
    """What kind of thing a column stands for."""

    ELEMENT = "elementId"
    VERSION = "versionId"
    TYPE = "elementType"
    STATE = "elementState"
    PARENT = "parentId"
    ATTRIBUTE = "attribute"
    RELATED = "related"


IDENTITY: Final = (
    ColumnKind.ELEMENT,
    ColumnKind.VERSION,
    ColumnKind.TYPE,
    ColumnKind.STATE,
    ColumnKind.PARENT,
)
_SHORT: Final = {
    "id": ColumnKind.ELEMENT,
    "type": ColumnKind.TYPE,
    "state": ColumnKind.STATE,
    "parent": ColumnKind.PARENT,
}
"""What foreign files call the columns of the identity, if no property has such a name."""


class Column(NamedTuple):
    """A column. `key` and `culture` are for attributes, `key` also for related contexts: the name of the property."""

    kind: ColumnKind
    key: str = ""
    culture: int = INVARIANT

    @property
    def header(self) -> str:
        """Its one name."""
        if self.kind is ColumnKind.ATTRIBUTE and self.culture != INVARIANT:
            return f"{self.key}.{self.culture}"
        return self.key or self.kind.value


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """The columns that tables of a facet can have, found by the names that people write above them."""

    types: Sequence[ElementType]
    cultures: Sequence[int]
    default: int
    _properties: Mapping[str, Property]
    """By casefolded key, and by casefolded display name."""
    _cultures: Mapping[str, int]

    def find(self, name: str) -> Column | None:
        """The column of a name; None if there is none."""
        folded = name.strip().casefold()
        for kind in IDENTITY:
            if folded == kind.value.casefold():
                return Column(kind)
        if (found := self._properties.get(folded)) is not None:
            return self._column(found, None)
        if folded in _SHORT:
            return Column(_SHORT[folded])
        parts = _WITH_CULTURE.fullmatch(folded)
        if parts is None or (found := self._properties.get(parts[1])) is None:
            return None
        lcid = self._cultures.get(parts[2])
        return self._column(found, lcid) if lcid is not None else None

    def _column(self, declared: Property, lcid: int | None) -> Column | None:
        if declared.related is not None:
            return Column(ColumnKind.RELATED, declared.key) if lcid is None else None
        assert declared.attribute is not None
        if declared.attribute.invariant:
            return Column(ColumnKind.ATTRIBUTE, declared.key) if lcid in (None, INVARIANT) else None
        if lcid == INVARIANT:
            return None
        return Column(ColumnKind.ATTRIBUTE, declared.key, self.default if lcid is None else lcid)

    @property
    def headers(self) -> Sequence[str]:
        """The names of all columns."""
        found = [kind.value for kind in IDENTITY]
        for each in {each.key: each for each in self._properties.values()}.values():
            found += [column.header for column in columns_of(each, self.cultures)]
        return found


def column_names(metamodel: Metamodel, facet: str, settings: TenantSettings) -> ColumnNames:
    """The columns of a facet, for a caller whose metamodel this is."""
    types = metamodel.types_of(facet)
    properties = [each for element_type in types for each in element_type.properties.values()]
    named = {name.casefold(): each for each in reversed(properties) for name in each.names.values()}
    keyed = {each.key.casefold(): each for each in reversed(properties)}
    cultures = settings.data_cultures
    return ColumnNames(
        types, cultures, settings.default_data_culture, {**named, **keyed}, dict(_culture_names(cultures))
    )


def _culture_names(cultures: Iterable[int]) -> Iterable[tuple[str, int]]:
    """The numbers of cultures, their names such as de-DE, and their languages, if only one of them has it."""
    known = {lcid: culture(lcid) for lcid in cultures}
    for lcid, each in known.items():
        if each is not None:
            yield each.language.casefold(), lcid
    for lcid, each in known.items():
        if each is not None:
            yield each.name.casefold(), lcid
    for lcid in (*cultures, INVARIANT):
        yield str(lcid), lcid


def columns_of(declared: Property, cultures: Sequence[int]) -> Sequence[Column]:
    """The columns of a property: of an attribute that depends on the culture, one for each."""
    if declared.attribute is None:
        return [Column(ColumnKind.RELATED, declared.key)]
    if declared.attribute.invariant:
        return [Column(ColumnKind.ATTRIBUTE, declared.key)]
    return [Column(ColumnKind.ATTRIBUTE, declared.key, lcid) for lcid in cultures]
