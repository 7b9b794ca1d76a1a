"""Explains access: the levels of a user on an element and the reasons for them, as text and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.domain.access import LEVELS, NO_ZONE, Level, Setting, judge
from facetstore.domain.callers import Caller, Role
from facetstore.domain.errors import Finding, InvalidParameter, NotFound
from facetstore.domain.rights import Denial, Facts, Rights, rights_of
from facetstore.domain.values import ElementId, parse_guid
from facetstore.metamodel.narrowed import facets_named_only
from facetstore.usecases.judging import diagrams_of, facts_of
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.writes import StoredVersion
from facetstore.usecases.principals import Permissions, Principal, resolve
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading


class Reason(NamedTuple):
    """One reason for a decision."""

    code: str
    text: str
    element: str | None = None
    """The element that the permissions are set on, if the caller sees it."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a user may do with an element, and why."""

    user: str
    element: str
    role: Role | None
    visible: bool
    levels: tuple[str, ...]
    permissions: tuple[str, ...]
    """The permissions that element info would list for this user."""
    reasons: tuple[Reason, ...]


async def explain_access(
    reading: Reading, storage: Storage, path: tuple[str, str, str], user: str | None
) -> Explanation:
    """What a user, or without one the caller, may do with an element. Raises NotFound, Forbidden, InvalidParameter."""
    facet_name, view_name, element_id = path
    facet, _ = access_view(reading.metamodel, facet_name, view_name)
    row = await access_element(reading, facet, element_id, Parts())
    principal = await _principal(reading, storage, user)
    known = resolve(await storage.permissions(reading.served.tenant))
    async with storage.snapshot(reading.served.tenant) as snapshot:
        stored = (await snapshot.stored.load([row.version])).get(row.version)
        found = await diagrams_of(
            snapshot.stored, reading.served.metamodel, [stored.version] if stored is not None else []
        )
    if stored is None:
        raise NotFound("There is no such element.")
    seen = await _seen(reading, [each.element for each in known.settings_in(stored.zone)])
    return _Explaining(reading, known, principal, seen).of(stored, found.get(stored.version.element, ()))


async def _seen(reading: Reading, elements: Sequence[str]) -> frozenset[str]:
    """The elements among these that the caller sees, by name at least."""
    rows = await reading.names.names(TheseElements(tuple(elements)))
    return frozenset(each.element for each in rows)


async def _is_open(reading: Reading, user: str) -> bool:
    """Whether the caller may open a user. It must, because an explanation shows the role and the groups of the user."""
    return bool(await reading.opened.elements(TheseElements((user,)), Parts()))


async def _principal(reading: Reading, storage: Storage, user: str | None) -> Principal:
    guid = parse_guid(user) if user is not None else str(reading.caller.principal)
    is_known = guid is not None and (guid == reading.caller.principal or await _is_open(reading, guid))
    found = await storage.principal(reading.served.tenant, guid) if guid is not None and is_known else None
    if found is None or not reading.served.metamodel.types[found.type].principal:
        error = "user takes the id of a person or a token."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "user")])
    return found


class _Explaining:
    """Decides about one principal as requests do, and collects the reasons."""

    def __init__(self, reading: Reading, known: Permissions, principal: Principal, seen: frozenset[str]) -> None:
        self._metamodel = reading.served.metamodel
        self._known = known
        self._principal = principal
        self._seen = seen

    def of(self, stored: StoredVersion, diagrams: Sequence[StoredVersion]) -> Explanation:
        version, caller = stored.version, self._caller()
        facts = facts_of(self._metamodel, stored, diagrams)
        rights = rights_of(caller, facts) if caller is not None else None
        levels = caller.access.levels(facts.zone, facts.facet) if caller is not None else Level.NONE
        sees = rights is not None and rights.see is None
        return Explanation(
            user=self._principal.element,
            element=version.element,
            role=self._principal.role,
            visible=sees,
            levels=tuple(key for key, level in LEVELS.items() if levels & level),
            permissions=rights.permissions if rights is not None and sees else (),
            reasons=tuple(self._reasons(facts, rights)),
        )

    def _caller(self) -> Caller | None:
        """The caller that the principal would be; None if it has no role or is inactive."""
        principal, role = self._principal, self._principal.role
        if role is None:
            return None
        groups = frozenset(map(ElementId, principal.groups))
        access = self._known.access_of(principal, facets_named_only(self._metamodel, role))
        return Caller(0, ElementId(principal.element), role, expires=0, groups=groups, access=access)

    def _reasons(self, facts: Facts, rights: Rights | None) -> Iterator[Reason]:
        role = self._principal.role
        if role is None or rights is None:
            yield Reason("inactive", "This user is inactive, or has no role, and may do nothing.")
            return
        yield Reason("role", f"The role is {role.name.lower()}. Permissions narrow what it may do, and never widen it.")
        if rights.draft:
            yield Reason("draft", "The version is not released, and viewers see only released versions.")
        yield from self._by_permissions(facts.facet, facts.zone)
        if reason := _BY_ROLE.get(rights.by_role):
            yield reason

    def _by_permissions(self, facet: str, zone: int) -> Iterator[Reason]:
        if facet in self._known.facets:
            levels = self._known.facet_default(facet, self._principal)
            yield Reason("facet", f"The facet {facet} has permissions of its own; they leave {_level_names(levels)}.")
            if not levels & Level.SHOW:
                return
        settings = self._known.settings_in(zone) if zone != NO_ZONE else ()
        default = self._known.default(self._principal)
        verdict = judge(settings, self._principal.everyone, default)
        for setting in verdict.by:
            yield self._by_setting(setting)
        ended_by_setting = bool(verdict.by) and not self._passes_on(verdict.by[-1])
        if not ended_by_setting and not (zone == NO_ZONE and facet in self._known.facets):
            given = "permission sets give" if self._principal.sets else "no permission set means"
            yield Reason("default", f"Where nothing is set, {given} {_level_names(default)}.")

    def _passes_on(self, setting: Setting) -> bool:
        named = any(grant.principal in self._principal.everyone for grant in setting.grants)
        return setting.inherits if named else not setting.excludes

    def _by_setting(self, setting: Setting) -> Reason:
        """The reason for a setting. It does not name the element of the setting if that is hidden from the caller."""
        place = setting.element if setting.element in self._seen else None
        what = f"What is set on {place or 'an element above it'}"
        named = [grant for grant in setting.grants if grant.principal in self._principal.everyone]
        if named:
            given = "; ".join(f"{_level_names(each.levels)} as {each.principal}" for each in named)
            more = " What holds above it is added." if setting.inherits else ""
            return Reason("named", f"{what} gives {given}.{more}", place)
        if setting.excludes:
            return Reason("excluded", f"{what} names others, and shuts out all who are not named.", place)
        return Reason("not-named", f"{what} names others, and changes nothing for this user.", place)


_BY_ROLE: Final[Mapping[Denial | None, Reason]] = {
    Denial.ADMINISTRATIVE: Reason("administrative", "Only administrators may change such elements."),
    Denial.STRUCTURE: Reason(
        "structure", "It is part of the structure, which only architects and administrators may change."
    ),
    Denial.AUTHOR: Reason("author", "It names authors, and this user is not one of them."),
}


def _level_names(levels: Level) -> str:
    return ", ".join(key for key, level in LEVELS.items() if levels & level) or "nothing"


def as_json(found: Explanation) -> Mapping[str, object]:
    return {
        "user": found.user,
        "element": found.element,
        "role": None if found.role is None else found.role.name.lower(),
        "visible": found.visible,
        "levels": found.levels,
        "permissions": found.permissions,
        "because": [{name: value for name, value in each._asdict().items() if value} for each in found.reasons],
    }
