"""What a principal may do with an element: levels, the settings that grant them, and what the principal sees as a result.

A setting is attached to an element. It applies to that element and everything below it, down to the next setting: its *zone*.
A setting names groups and people and the levels they get. All others are shut out or, if the setting says so, get what they
would have without it. Outside all zones a principal has its default levels; without defaults it has all levels. Permissions
only narrow what the role allows: they never grant more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntFlag
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

NO_ZONE: Final = 0
"""The zone of elements that have no setting above them."""


class Level(IntFlag):
    """The levels that can be granted, in the order of the reference."""

    NONE = 0
    SHOW = 1
    OPEN = 2
    EDIT = 4
    NEW = 8
    DELETE = 16
    APPROVE = 32
    ALL = 63


_INCLUDED: Final = {
    Level.OPEN: Level.SHOW,
    Level.EDIT: Level.SHOW | Level.OPEN,
    Level.NEW: Level.SHOW | Level.OPEN | Level.EDIT,
    Level.DELETE: Level.SHOW | Level.OPEN,
    Level.APPROVE: Level.SHOW | Level.OPEN,
}

LEVELS: Final = {
    level.name.lower(): level
    for level in (Level.SHOW, Level.OPEN, Level.EDIT, Level.NEW, Level.DELETE, Level.APPROVE)
    if level.name
}
"""The levels, by the key that permission sets use for them."""


def levels_of(keys: Iterable[str]) -> Level:
    """The levels that a permission set grants, including the levels that each implies; unknown keys are ignored."""
    found = Level.NONE
    for key in keys:
        level = LEVELS.get(key, Level.NONE)
        found |= level | _INCLUDED.get(level, Level.NONE)
    return found


class Grant(NamedTuple):
    """The levels granted to one principal: a person, a token, or all members of a group."""

    principal: str
    levels: Level


@dataclass(frozen=True, slots=True)
class Setting:
    """The permissions set on one element, for it and everything below it."""

    zone: int
    element: str
    above: int
    """The zone that the element would be in without this setting."""
    grants: tuple[Grant, ...]
    inherits: bool = False
    """Named principals also keep the levels they would have without this setting."""
    excludes: bool = True
    """Principals that are not named get no levels; otherwise they get those they would have without this setting."""


class Verdict(NamedTuple):
    """The levels of a principal, and the settings that decided them, nearest first."""

    levels: Level
    by: tuple[Setting, ...] = ()


def judge(settings: Sequence[Setting], principals: frozenset[str], otherwise: Level) -> Verdict:
    """The levels that the settings above an element, nearest first, grant to a caller with these principals."""
    if not settings:
        return Verdict(otherwise)
    nearest, above = settings[0], settings[1:]
    named = [grant.levels for grant in nearest.grants if grant.principal in principals]
    own = Level.NONE
    for levels in named:
        own |= levels
    passes_on = nearest.inherits if named else not nearest.excludes
    if not passes_on:
        return Verdict(own, (nearest,))
    further = judge(above, principals, otherwise)
    return Verdict(own | further.levels, (nearest, *further.by))


def chain(settings: Mapping[int, Setting], zone: int) -> Sequence[Setting]:
    """The settings of a zone and of the zones around it, nearest first. Each is visited once, so a stored cycle cannot loop."""
    found: dict[int, Setting] = {}
    while zone in settings and zone not in found:
        found[zone] = settings[zone]
        zone = settings[zone].above
    return list(found.values())


@dataclass(frozen=True)
class Audience:
    """What a caller sees of a tenant: which versions, and what is hidden. Callers with equal audiences get equal responses."""

    drafts: bool
    zones: frozenset[int] = frozenset()
    """The hidden zones; or, if elements outside all zones are hidden, the visible zones."""
    outside: bool = True
    """Whether elements outside all zones are visible."""
    facets: frozenset[str] = frozenset()
    """The hidden facets."""
    own_facets: frozenset[str] = frozenset()
    """Facets with default levels of their own, which decide for elements outside all zones."""
    fixed: frozenset[int | str] = frozenset()
    """Zones and facets in which nothing may be changed; `NO_ZONE`: elements outside all zones."""
    named: frozenset[str] = frozenset()
    """Facets of which only name and type are visible, and only in references, whatever permissions say."""
    opened: Audience | None = None
    """What is visible in full; anything else shows only name, type and state. None: all that is visible."""
    opens_all: bool = True
    """Whether every element in lists may be opened. Elements of `named` facets are in no list."""
    since: int = 0
    """The revision of the last change of zones: older cached responses used other zones."""

    @cached_property
    def sees_all(self) -> bool:
        """Whether nothing is hidden."""
        return self.outside and not self.zones and not self.facets

    @cached_property
    def is_restricted(self) -> bool:
        """Whether permissions hide anything, besides what the role hides."""
        return any(
            not each.outside or each.zones or each.own_facets or each.facets - self.named
            for each in (self.naming, self.opening)
        )

    def sees(self, zone: int, facet: str) -> bool:
        if facet in self.facets:
            return False
        if zone == NO_ZONE:
            return self.outside or facet in self.own_facets
        return (zone in self.zones) != self.outside

    @cached_property
    def edits_alike(self) -> bool:
        """Whether permissions allow every visible element to be changed, so that its zone does not matter."""
        return self.outside and not self.fixed

    @property
    def opening(self) -> Audience:
        """What may be opened, as an audience."""
        return self if self.opened is None else self.opened

    @property
    def naming(self) -> Audience:
        """What is visible at least by name, as an audience."""
        return self if self.opened is None else replace(self, opened=None)


VIEWERS: Final = Audience(drafts=False)
EDITORS: Final = Audience(drafts=True)
"""The audiences from which nothing is hidden: released versions only, or every version."""


@lru_cache(maxsize=1024)
def _one(audience: Audience) -> Audience:
    """One shared object for all equal audiences, so that cache lookups need no comparison."""
    return audience


@dataclass(frozen=True)
class Access:
    """The levels of a caller everywhere in a tenant, as far as they were narrowed."""

    default: Level = Level.ALL
    zones: Mapping[int, Level] = field(default_factory=dict)
    facets: Mapping[str, Level] = field(default_factory=dict)
    """Facets with default levels of their own, outside all zones; without Show a facet is hidden everywhere."""
    since: int = 0
    """The revision of the last change of zones."""
    named: frozenset[str] = frozenset()
    """Facets of which only name and type are visible, whatever permissions say."""

    def levels(self, zone: int, facet: str) -> Level:
        permitted = self._permitted(zone, facet)
        return permitted & Level.SHOW if facet in self.named else permitted

    def _permitted(self, zone: int, facet: str) -> Level:
        own = self.facets.get(facet)
        if own is not None and not own & Level.SHOW:
            return Level.NONE
        if zone != NO_ZONE:
            return self.zones.get(zone, Level.NONE)
        return self.default if own is None else own

    def audience(self, *, drafts: bool) -> Audience:
        return self._audiences[drafts]

    @cached_property
    def _audiences(self) -> tuple[Audience, Audience]:
        return _one(self._audience(drafts=False)), _one(self._audience(drafts=True))

    def _audience(self, *, drafts: bool) -> Audience:
        seen, opened = self._seeing(drafts=drafts), self._opened._seeing(drafts=drafts)
        if seen == opened and not self.named:
            return seen
        narrowed = replace(opened, facets=opened.facets | self.named)
        return replace(seen, named=self.named, opened=narrowed, opens_all=seen == opened)

    @cached_property
    def _opened(self) -> Access:
        """The same access, except that elements that cannot be opened are hidden."""

        def narrowed(levels: Level) -> Level:
            return levels if levels & Level.OPEN else Level.NONE

        zones = {zone: narrowed(levels) for zone, levels in self.zones.items()}
        facets = {facet: narrowed(levels) for facet, levels in self.facets.items()}
        return Access(narrowed(self.default), zones, facets, self.since)

    def _seeing(self, *, drafts: bool) -> Audience:
        outside = bool(self.default & Level.SHOW)
        shown = {zone for zone, levels in self.zones.items() if levels & Level.SHOW}
        own = {facet for facet, levels in self.facets.items() if levels & Level.SHOW}
        everywhere: tuple[tuple[int | str, Level], ...] = (
            *self.zones.items(),
            *self.facets.items(),
            (NO_ZONE, self.default),
        )
        return Audience(
            drafts,
            zones=frozenset(self.zones.keys() - shown if outside else shown),
            outside=outside,
            facets=frozenset(self.facets.keys() - own),
            own_facets=frozenset(own),
            # Callers who see no drafts cannot change anything, so a read-only permission must not split their audience.
            fixed=frozenset(place for place, levels in everywhere if drafts and levels and Level.EDIT not in levels),
            since=self.since,
        )


EVERYTHING: Final = Access()
