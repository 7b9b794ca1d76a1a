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

_ZONES: Final = "zones"
_FACETS: Final = "facets"
_OWN_FACETS: Final = "own_facets"
_OPENED: Final = "sight"
_NAMED: Final = "named"
"""What the names of parameters begin with: of what is read, and of what it only names, where that is more."""


class Sight(NamedTuple):
    """What of an audience enters the text of statements."""

    dialect: Dialect
    drafts: bool
    zones: bool = False
    """Some zones are hidden."""
    outside: bool = True
    facets: bool = False
    prefix: str = _OPENED
    named: Sight | None = None
    """What may be named where something refers to it, if that is more."""

    @property
    def naming(self) -> Sight:
        return self.named or self

    def current(self, version: str) -> str:
        """A test that a version is the one its element stands for, and seen."""
        return f"{version}.{'newest' if self.drafts else 'published'} = 1{self.hidden(version)}"

    def published(self, version: str) -> str:
        """A test that a version is the one its element stands for to viewers, and seen."""
        return f"{version}.published = 1{self.hidden(version)}"

    def any(self, version: str) -> str:
        """A further test that any version of an element, also an earlier one, is seen."""
        return f"{'' if self.drafts else f' AND {version}.visible = 1'}{self.hidden(version)}"

    def facet(self, column: str) -> str:
        """A test that a facet is seen."""
        return f"NOT {self._among(column, _FACETS)}" if self.facets else "TRUE"

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
        bound = f"{self.prefix}_{parameter}"
        if self.dialect.name != "sqlite":
            return f"({self.dialect.among(column, bound, 'bigint' if parameter == _ZONES else 'text')})"
        if parameter == _ZONES:
            return f"(substr(:{bound}, {column} + 1, 1) = x'01')"
        return f"(instr(:{bound}, ',' || {column} || ',') > 0)"

    @property
    def sees_people(self) -> bool:
        """Whether what is kept of references to what everybody sees holds: such stand outside all zones."""
        return self.outside and not self.facets


def sight_of(audience: Audience, dialect: Dialect) -> Sight:
    """What an audience may open, which is what is read for it; what that names may be more."""
    opened = _sight(audience.opening, dialect)
    if audience.opened is None:
        return opened
    return opened._replace(named=_sight(audience.naming, dialect)._replace(prefix=_NAMED))


def _sight(audience: Audience, dialect: Dialect) -> Sight:
    return Sight(dialect, audience.drafts, bool(audience.zones), audience.outside, bool(audience.facets))


def sight_values(audience: Audience, dialect: Dialect) -> Mapping[str, object]:
    """The parameters of the predicate."""
    if audience.opened is None:
        return {} if audience.sees_all else _hiding_values(audience, dialect, _OPENED)
    return {
        **_hiding_values(audience.opening, dialect, _OPENED),
        **_hiding_values(audience.naming, dialect, _NAMED),
    }


@lru_cache(maxsize=64)
def _hiding_values(audience: Audience, dialect: Dialect, prefix: str) -> Mapping[str, object]:
    facets = {_FACETS: sorted(audience.facets), _OWN_FACETS: sorted(audience.own_facets)}
    values: dict[str, object] = {_ZONES: sorted(audience.zones), **facets}
    if dialect.name == "sqlite":
        values = {name: f",{','.join(each)}," for name, each in facets.items()}
        values[_ZONES] = _flags(audience.zones)
    return {f"{prefix}_{name}": value for name, value in values.items()}


def _flags(numbers: Collection[int]) -> bytes:
    """A byte for each number up to the highest of some: 1 for those."""
    flags = bytearray(max(numbers, default=0) + 1)
    for number in numbers:
        flags[number] = 1
    return bytes(flags)


def whole_sight(dialect: Dialect) -> Sight:
    """That of the service itself, from which nothing is hidden."""
    return sight_of(EDITORS, dialect)
