"""The predicate of visibility, as SQL: every statement that reads versions for a caller applies it to each of them.

Its text depends on little, so that statements can be cached; what is hidden from the caller is passed as parameters. If nothing
is hidden, it only tests the flag of the version that an element shows to callers who see drafts, or to those who do not.
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
"""How the names of parameters begin: for what may be opened, and for what may be named, if that is more."""
_MOST_FLAGS: Final = 1 << 20


class Sight(NamedTuple):
    """The part of an audience that the text of statements depends on."""

    dialect: Dialect
    drafts: bool
    zones: bool = False
    """Some zones are hidden."""
    outside: bool = True
    facets: bool = False
    far: bool = False
    """Some hidden zones have numbers of another pool (decision 0091)."""
    prefix: str = _OPENED
    named: Sight | None = None
    """What references may name, if that is more."""

    @property
    def naming(self) -> Sight:
        return self.named or self

    def current(self, version: str) -> str:
        """A test that a version is the one that its element shows to this audience, and is not hidden."""
        return f"{version}.{'newest' if self.drafts else 'published'} = 1{self.hidden(version)}"

    def published(self, version: str) -> str:
        """A test that a version is the one that its element shows to viewers, and is not hidden."""
        return f"{version}.published = 1{self.hidden(version)}"

    def any(self, version: str) -> str:
        """A test, to be appended, that a version is visible, also if it is not the one that its element shows."""
        return f"{'' if self.drafts else f' AND {version}.visible = 1'}{self.hidden(version)}"

    def facet(self, column: str) -> str:
        """A test that a facet is not hidden."""
        return f"NOT {self._among(column, _FACETS)}" if self.facets else "TRUE"

    def hidden(self, version: str) -> str:
        """A test, to be appended, that nothing hides a version."""
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
        """A test whether a column is in a list. SQLite would make a table of a list, at each place in a statement where it is
        used: that costs more than to search a text, or to look at one byte of many."""
        bound = f"{self.prefix}_{parameter}"
        if self.dialect.name != "sqlite":
            return f"({self.dialect.among(column, bound, 'bigint' if parameter == _ZONES else 'text')})"
        if parameter == _ZONES and not self.far:
            return f"(substr(:{bound}, {column} + 1, 1) = x'01')"
        return f"(instr(:{bound}, ',' || {column} || ',') > 0)"

    @property
    def sees_people(self) -> bool:
        """Whether this audience sees all targets of stored references (`cards.py`), which are outside all zones."""
        return self.outside and not self.facets


def sight_of(audience: Audience, dialect: Dialect) -> Sight:
    """What an audience may open, which is what is read for it; in `named` what references may name, if that is more."""
    if audience.opened is None:
        return _sight(audience, dialect)
    return _sight(audience.opened, dialect)._replace(named=_sight(audience.naming, dialect)._replace(prefix=_NAMED))


def _sight(audience: Audience, dialect: Dialect) -> Sight:
    return Sight(
        dialect,
        audience.drafts,
        bool(audience.zones),
        audience.outside,
        bool(audience.facets),
        _are_far(audience.zones),
    )


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
        far = _are_far(audience.zones)
        values[_ZONES] = f",{','.join(map(str, audience.zones))}," if far else _flags(audience.zones)
    return {f"{prefix}_{name}": value for name, value in values.items()}


def _are_far(zones: Collection[int]) -> bool:
    """Whether a byte for each number up to the highest of these is too much: pools begin theirs at multiples of 2⁴⁰."""
    return max(zones, default=0) > _MOST_FLAGS


def _flags(numbers: Collection[int]) -> bytes:
    """A byte for each number up to the highest of these: 1 for these, 0 for the others."""
    flags = bytearray(max(numbers, default=0) + 1)
    for number in numbers:
        flags[number] = 1
    return bytes(flags)


def whole_sight(dialect: Dialect) -> Sight:
    """The sight of the service itself, from which nothing is hidden."""
    return sight_of(EDITORS, dialect)
