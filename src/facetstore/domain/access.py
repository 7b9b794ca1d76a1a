"""What somebody may do with an element: levels, the settings that give them, and what follows for what he sees.

A setting stands on an element and holds for everything below it, down to the next one: its *zone*. It names groups and people with
the levels they get; others are shut out or, if it says so, judged as if it were not there. Outside all zones the levels count that
somebody has by default, and who has none by default has all. A role's prohibition is never lifted: all of this only narrows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntFlag
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

NO_ZONE: Final = 0
"""The zone of what no setting stands above."""


class Level(IntFlag):
    """What can be permitted, in the order of the reference."""

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
"""The levels by the keys under which permission sets name them."""


def levels_of(keys: Iterable[str]) -> Level:
    """The levels that a permission set grants, with those that each includes; a key that names none grants none."""
    found = Level.NONE
    for key in keys:
        level = LEVELS.get(key, Level.NONE)
        found |= level | _INCLUDED.get(level, Level.NONE)
    return found


class Grant(NamedTuple):
    """Levels that somebody gets: a person, a token, or all of a group."""

    principal: str
    levels: Level


@dataclass(frozen=True, slots=True)
class Setting:
    """The permissions set on one element, for it and everything below it."""

    zone: int
    element: str
    above: int
    """The zone that the element would be in without it."""
    grants: tuple[Grant, ...]
    inherits: bool = False
    """Those who are named also get what they would have without it."""
    excludes: bool = True
    """Those who are not named get nothing; otherwise what they would have without it."""


class Verdict(NamedTuple):
    """The levels somebody gets, and the settings that decided, nearest first."""

    levels: Level
    by: tuple[Setting, ...] = ()


def judge(settings: Sequence[Setting], principals: frozenset[str], otherwise: Level) -> Verdict:
    """What the settings above an element, nearest first, give to somebody who is all of these principals."""
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
    """The settings that hold in a zone, nearest first. Each is met once, so that a circle, should one be stored, ends the walk."""
    found: dict[int, Setting] = {}
    while zone in settings and zone not in found:
        found[zone] = settings[zone]
        zone = settings[zone].above
    return list(found.values())


@dataclass(frozen=True)
class Audience:
    """What somebody sees of a tenant: which versions, and what is hidden. Those with equal audiences get equal answers."""

    drafts: bool
    zones: frozenset[int] = frozenset()
    """Those that are hidden; or, where what stands outside all zones is hidden, those that are not."""
    outside: bool = True
    """Whether what stands outside all zones is seen."""
    facets: frozenset[str] = frozenset()
    """Those that are hidden."""
    own_facets: frozenset[str] = frozenset()
    """Those with defaults of their own, by which what stands outside all zones is seen."""
    fixed: frozenset[int | str] = frozenset()
    """Zones and facets in which nothing may be changed; `NO_ZONE`: what stands outside all zones."""
    named: frozenset[str] = frozenset()
    """Facets of which no more than name and type are seen, where something refers to it, whatever permissions say."""
    opened: Audience | None = None
    """What is seen with more than its name, type and state: the rest is as if it were hidden. None: all that is seen."""
    opens_all: bool = True
    """Whether all that lists show may be opened. What is in `named` facets stands in no list."""
    since: int = 0
    """The revision since which each zone holds what it holds: an answer from before tells of other zones."""

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden."""
        return self.outside and not self.zones and not self.facets

    def sees(self, zone: int, facet: str) -> bool:
        if facet in self.facets:
            return False
        if zone == NO_ZONE:
            return self.outside or facet in self.own_facets
        return (zone in self.zones) != self.outside

    @property
    def edits_alike(self) -> bool:
        """Whether permissions let everything be changed that is seen, so that it does not matter in which zone it stands."""
        return self.outside and not self.fixed

    @property
    def opening(self) -> Audience:
        """What may be opened, as an audience of its own."""
        return self if self.opened is None else self.opened

    @property
    def naming(self) -> Audience:
        """What is seen, by its name at least, as an audience of its own."""
        return self if self.opened is None else replace(self, opened=None)


VIEWERS: Final = Audience(drafts=False)
EDITORS: Final = Audience(drafts=True)
"""Those from whom nothing is hidden: they see what is released, or every version."""


@lru_cache(maxsize=1024)
def _one(audience: Audience) -> Audience:
    """One object for all that are equal: what is kept for an audience is found without comparing."""
    return audience


@dataclass(frozen=True)
class Access:
    """The levels that somebody has everywhere in a tenant, as far as they were narrowed."""

    default: Level = Level.ALL
    zones: Mapping[int, Level] = field(default_factory=dict)
    facets: Mapping[str, Level] = field(default_factory=dict)
    """Those with defaults of their own, outside all zones; without Show a facet is hidden everywhere."""
    since: int = 0
    """The revision since which each zone holds what it holds."""
    named: frozenset[str] = frozenset()
    """Facets of which no more than name and type are seen, whatever permissions say."""

    def levels(self, zone: int, facet: str) -> Level:
        return self._permitted(zone, facet) & (Level.SHOW if facet in self.named else Level.ALL)

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
        """The same where what cannot be opened is not seen at all."""

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
            # Those who see no drafts change nothing anyway: that permissions say so as well makes no other audience.
            fixed=frozenset(place for place, levels in everywhere if drafts and levels and Level.EDIT not in levels),
            since=self.since,
        )


EVERYTHING: Final = Access()
