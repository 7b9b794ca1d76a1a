"""The one predicate of visibility, as SQL: every statement that reads versions for a caller asks it about each of them.

Its text depends on little, so that statements can be kept; who the caller is enters as parameters. Where nothing is hidden from a
caller, it is no more than the flag of the version that an element shows to those who see drafts, or to those who do not.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from facetstore.domain.access import EDITORS, NO_ZONE, Audience
from facetstore.storage.engines.dialect import Dialect

_ZONES: Final = "sight_zones"
_FACETS: Final = "sight_facets"
_OWN_FACETS: Final = "sight_own_facets"


class Sight(NamedTuple):
    """What of an audience enters the text of statements."""

    dialect: Dialect
    drafts: bool
    zones: bool = False
    """Some zones are hidden."""
    outside: bool = True
    facets: bool = False

    def current(self, version: str) -> str:
        """A test that a version is the one its element stands for, and seen."""
        return f"{version}.{'newest' if self.drafts else 'published'} = 1{self.hidden(version)}"

    def published(self, version: str) -> str:
        """A test that a version is the one its element stands for to viewers, and seen."""
        return f"{version}.published = 1{self.hidden(version)}"

    def any(self, version: str) -> str:
        """A further test that any version of an element, also an earlier one, is seen."""
        return f"{'' if self.drafts else f' AND {version}.visible = 1'}{self.hidden(version)}"

    def hidden(self, version: str) -> str:
        """A further test that nothing hides a version."""
        tests = ""
        if self.facets:
            tests += f" AND NOT {self._among(f'{version}.facet', _FACETS)}"
        zone = f"{version}.zone"
        if not self.outside:
            own = self._among(f"{version}.facet", _OWN_FACETS)
            tests += f" AND ({self._among(zone, _ZONES)} OR ({zone} = {NO_ZONE} AND {own}))"
        elif self.zones:
            tests += f" AND ({zone} = {NO_ZONE} OR NOT {self._among(zone, _ZONES)})"
        return tests

    def _among(self, column: str, parameter: str) -> str:
        """A test whether a column is in a list. SQLite would make a table of a list, for each place where it stands in a statement:
        that costs more than looking through a text, or at one byte of many."""
        if self.dialect.name != "sqlite":
            return f"({self.dialect.among(column, parameter, 'bigint' if parameter == _ZONES else 'text')})"
        if parameter == _ZONES:
            return f"(substr(:{parameter}, {column} + 1, 1) = x'01')"
        return f"(instr(:{parameter}, ',' || {column} || ',') > 0)"

    @property
    def sees_people(self) -> bool:
        """Whether what is kept of references to what everybody sees holds: such stand outside all zones."""
        return self.outside and not self.facets


def sight_of(audience: Audience, dialect: Dialect) -> Sight:
    return Sight(dialect, audience.drafts, bool(audience.zones), audience.outside, bool(audience.facets))


def sight_values(audience: Audience, dialect: Dialect) -> Mapping[str, object]:
    """The parameters of the predicate."""
    return {} if audience.sees_all else _hiding_values(audience, dialect)


@lru_cache(maxsize=64)
def _hiding_values(audience: Audience, dialect: Dialect) -> Mapping[str, object]:
    facets = {_FACETS: sorted(audience.facets), _OWN_FACETS: sorted(audience.own_facets)}
    if dialect.name == "sqlite":
        texts = {name: f",{','.join(each)}," for name, each in facets.items()}
        return {_ZONES: _flags(audience.zones), **texts}
    return {_ZONES: sorted(audience.zones), **facets}


def _flags(numbers: Collection[int]) -> bytes:
    """A byte for each number up to the highest of some: 1 for those."""
    flags = bytearray(max(numbers, default=0) + 1)
    for number in numbers:
        flags[number] = 1
    return bytes(flags)


def whole_sight(dialect: Dialect) -> Sight:
    """That of the service itself, from which nothing is hidden."""
    return sight_of(EDITORS, dialect)
