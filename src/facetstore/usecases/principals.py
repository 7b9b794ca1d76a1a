"""Principals as stored: the role from the flags of the element, and the access from the permissions of the tenant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from facetstore.domain.access import NO_ZONE, Access, Grant, Level, Setting, chain, judge, levels_of
from facetstore.domain.callers import Role
from facetstore.domain.element import Attributes, Version
from facetstore.domain.hosts import Host, place_of
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.roles import MethodRoles
from facetstore.regional.time_zones import TimeZone, to_instant


class Given(NamedTuple):
    """The permission sets that are granted to a principal."""

    principal: str
    sets: tuple[str, ...]


class Permission(NamedTuple):
    """A setting on an element, as stored."""

    zone: int
    element: str
    above: int
    inherits: bool
    excludes: bool
    grants: tuple[Given, ...]


class FacetPermission(NamedTuple):
    """A setting on a facet, as stored."""

    facet: str
    grants: tuple[Given, ...]


class PermissionRows(NamedTuple):
    """All stored permissions of a tenant."""

    settings: Sequence[Permission]
    facets: Sequence[FacetPermission]
    sets: Mapping[str, tuple[str, ...]]
    """The keys of the levels that each permission set grants, by its id."""
    zoned: int
    """The revision of the last change of zones."""


class Principal(NamedTuple):
    """A person or a token, as stored."""

    element: str
    type: str
    attributes: Attributes
    groups: frozenset[str]
    sets: frozenset[str]
    """The permission sets that hold by default: its own and those of its groups."""
    roles: MethodRoles
    """What the tenant's metamodel calls the flags of roles."""
    hosts: Mapping[str, Host] | None = None
    """The hosts that a token is used from, by address; None: this is not a token."""

    @property
    def everyone(self) -> frozenset[str]:
        """The ids by which permissions may name this principal: its own and those of its groups."""
        return self.groups | {self.element}

    @property
    def is_inactive(self) -> bool:
        return self._value(self.roles.inactive) is True

    @property
    def role(self) -> Role | None:
        """The highest role whose flag is set; None if it is inactive or no flag is set."""
        if self.is_inactive:
            return None
        return self.roles.role_of(self.attributes)

    def _value(self, name: str) -> object:
        return self.attributes.get(name, {}).get(INVARIANT)

    def valid(self, name: str, zone: TimeZone) -> int | None:
        """The time in an attribute, in microseconds since 1970 UTC; None if it has no value."""
        value = self._value(name)
        return to_instant(value, zone) if isinstance(value, str) and value else None


def principal_of(metamodel: Metamodel, element: str, type_: str, attributes: Attributes) -> Principal:
    """A person or a token without its groups and permission sets."""
    return Principal(element, type_, attributes, frozenset(), frozenset(), metamodel.roles)


def changed_roles(metamodel: Metamodel, changes: Iterable[tuple[Version, Version]]) -> Sequence[str]:
    """The users who have another role after these changes, each given before and after."""

    def role(version: Version) -> Role | None:
        return principal_of(metamodel, version.element, version.type, version.attributes).role

    return [after.element for before, after in changes if role(before) is not role(after)]


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions of a tenant, with permission sets resolved to levels."""

    settings: Mapping[int, Setting]
    facets: Mapping[str, tuple[Grant, ...]]
    sets: Mapping[str, Level]
    zoned: int

    def default(self, principal: Principal) -> Level:
        """The levels of a principal outside all zones: those of its permission sets, or all levels if it has none."""
        return self._granted(principal) if principal.sets else Level.ALL

    def _granted(self, principal: Principal) -> Level:
        found = Level.NONE
        for each in principal.sets:
            found |= self.sets.get(each, Level.NONE)
        return found

    def facet_default(self, facet: str, principal: Principal) -> Level:
        """The levels in a facet that has permissions: those granted there and those of the principal's permission sets."""
        found = self._granted(principal)
        for grant in self.facets[facet]:
            if grant.principal in principal.everyone:
                found |= grant.levels
        return found

    def access_of(self, principal: Principal, named: frozenset[str]) -> Access:
        """The access of a principal; `named` are the facets whose elements its role may only see by name."""
        otherwise, everyone = self.default(principal), principal.everyone
        zones = {zone: judge(chain(self.settings, zone), everyone, otherwise).levels for zone in self.settings}
        facets = {facet: self.facet_default(facet, principal) for facet in self.facets}
        return Access(otherwise, zones, facets, self.zoned, named)

    def settings_in(self, zone: int) -> Sequence[Setting]:
        return chain(self.settings, zone) if zone != NO_ZONE else ()


def resolve(rows: PermissionRows) -> Permissions:
    """The permissions in stored rows. A permission set that was deleted grants nothing."""
    sets = {element: levels_of(keys) for element, keys in rows.sets.items()}
    settings = {
        each.zone: Setting(
            each.zone, each.element, each.above, _grants(each.grants, sets), each.inherits, each.excludes
        )
        for each in rows.settings
    }
    facets = {each.facet: _grants(each.grants, sets) for each in rows.facets}
    return Permissions(settings, facets, sets, rows.zoned)


def hosts_of(roles: MethodRoles, stored: Iterable[tuple[str, Attributes]]) -> Mapping[str, Host]:
    """The hosts in these elements, by address. If two have the same address, the inactive one counts."""
    found: dict[str, Host] = {}
    for element, attributes in stored:
        place = place_of(str(attributes.get(roles.host_address, {}).get(INVARIANT) or ""))
        active = attributes.get(roles.host_active, {}).get(INVARIANT) is not False
        if place and (place not in found or not active):
            found[place] = Host(element, active)
    return found


def _grants(given: Sequence[Given], sets: Mapping[str, Level]) -> tuple[Grant, ...]:
    found = []
    for principal, named in given:
        levels = Level.NONE
        for each in named:
            levels |= sets.get(each, Level.NONE)
        found.append(Grant(principal, levels))
    return tuple(found)
