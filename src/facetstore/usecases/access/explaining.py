"""Why somebody may or may not: his levels on an element, step by step, in words and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from facetstore.domain.access import LEVELS, NO_ZONE, Audience, Level, Setting, judge
from facetstore.domain.callers import Role, Subject, permissions
from facetstore.domain.element import Version
from facetstore.domain.errors import Finding, InvalidParameter, NotFound
from facetstore.domain.values import parse_guid
from facetstore.usecases.ports.selections import Parts
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.principals import Permissions, Principal, resolve
from facetstore.usecases.reading.catalog import access_view
from facetstore.usecases.reading.elements import access_element
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.writing import AUTHORS


class Reason(NamedTuple):
    """One step of a decision."""

    code: str
    text: str
    element: str | None = None
    """Where it is set, if it is set on an element."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What somebody may do with an element, and why."""

    user: str
    element: str
    role: Role | None
    visible: bool
    levels: tuple[str, ...]
    permissions: tuple[str, ...]
    """Those that element info would tell him."""
    reasons: tuple[Reason, ...]


async def explain_access(
    reading: Reading, storage: Storage, path: tuple[str, str, str], user: str | None
) -> Explanation:
    """Raises NotFound, InvalidParameter."""
    facet_name, view_name, element_id = path
    facet, _ = access_view(reading.metamodel, facet_name, view_name)
    row = await access_element(reading, facet, element_id, Parts())
    principal = await _principal(reading, storage, user)
    known = resolve(await storage.permissions(reading.served.tenant))
    async with storage.snapshot(reading.served.tenant) as whole:
        stored = (await whole.load([row.version])).get(row.version)
    if stored is None:
        raise NotFound("There is no such element.")
    return _Explaining(reading, known, principal).of(stored.version, row.zone, visible=stored.visible)


async def _principal(reading: Reading, storage: Storage, user: str | None) -> Principal:
    guid = parse_guid(user) if user is not None else str(reading.caller.principal)
    found = await storage.principal(reading.served.tenant, guid) if guid is not None else None
    if found is None or not reading.served.metamodel.types[found.type].principal:
        error = "user takes the id of a person or a token."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "user")])
    return found


class _Explaining:
    """Decides about one principal as requests do, and notes why."""

    def __init__(self, reading: Reading, known: Permissions, principal: Principal) -> None:
        self._types = reading.served.metamodel.types
        self._known = known
        self._principal = principal

    def of(self, version: Version, zone: int, *, visible: bool) -> Explanation:
        principal, role = self._principal, self._principal.role
        access = self._known.access_of(principal)
        levels = access.levels(zone, version.facet) if role is not None else Level.NONE
        subject = self._subject(version, levels)
        sees = role is not None and _sees(access.audience(drafts=role >= Role.EDITOR), zone, version.facet, visible)
        return Explanation(
            user=principal.element,
            element=version.element,
            role=role,
            visible=sees,
            levels=tuple(key for key, level in LEVELS.items() if levels & level),
            permissions=permissions(role, subject) if role is not None and sees else (),
            reasons=tuple(self._reasons(version, zone, subject, visible=visible)),
        )

    def _subject(self, version: Version, levels: Level) -> Subject:
        authors = {id_ for context in AUTHORS for id_ in version.related.get(context, ())}
        foreign = bool(authors) and self._principal.everyone.isdisjoint(authors)
        element_type = self._types[version.type]
        return Subject(element_type.structural, foreign, element_type.administrative, levels)

    def _reasons(self, version: Version, zone: int, subject: Subject, *, visible: bool) -> Iterator[Reason]:
        role = self._principal.role
        if role is None:
            yield Reason("inactive", "He is inactive, or has no role: he may do nothing.")
            return
        yield Reason("role", f"His role is {role.name.lower()}. Permissions narrow what it may do, and never widen it.")
        if not visible and role < Role.EDITOR:
            yield Reason("draft", "The version is not released, and viewers see only what is.")
        yield from self._by_permissions(version.facet, zone)
        if subject.administrative and role < Role.ADMINISTRATOR:
            yield Reason("administrative", "Only administrators change such elements.")
        if subject.structural and role < Role.ARCHITECT:
            yield Reason("structure", "It is part of the structure, which architects change.")
        if subject.authored_by_others and role < Role.ARCHITECT:
            yield Reason("author", "It names authors, and he is none of them.")

    def _by_permissions(self, facet: str, zone: int) -> Iterator[Reason]:
        if facet in self._known.facets:
            levels = self._known.facet_default(facet, self._principal)
            yield Reason("facet", f"The facet {facet} has permissions of its own; they leave him {_told(levels)}.")
            if not levels & Level.SHOW:
                return
        settings = self._known.settings_in(zone) if zone != NO_ZONE else ()
        default = self._known.default(self._principal)
        verdict = judge(settings, self._principal.everyone, default)
        for setting in verdict.by:
            yield self._by_setting(setting)
        ended_by_setting = bool(verdict.by) and not self._passes_on(verdict.by[-1])
        if not ended_by_setting and not (zone == NO_ZONE and facet in self._known.facets):
            given = (
                "his permission sets give him" if self._principal.sets else "he has no permission sets, which leaves"
            )
            yield Reason("default", f"Where nothing is set, {given} {_told(default)}.")

    def _passes_on(self, setting: Setting) -> bool:
        named = any(grant.principal in self._principal.everyone for grant in setting.grants)
        return setting.inherits if named else not setting.excludes

    def _by_setting(self, setting: Setting) -> Reason:
        named = [grant for grant in setting.grants if grant.principal in self._principal.everyone]
        if named:
            given = "; ".join(f"{_told(each.levels)} as {each.principal}" for each in named)
            more = " What holds above it is added." if setting.inherits else ""
            return Reason("named", f"What is set on {setting.element} gives him {given}.{more}", setting.element)
        if setting.excludes:
            return Reason(
                "excluded", f"What is set on {setting.element} names others, and shuts him out.", setting.element
            )
        return Reason(
            "not-named", f"What is set on {setting.element} names others, and leaves him as he was.", setting.element
        )


def _sees(audience: Audience, zone: int, facet: str, visible: bool) -> bool:
    return audience.sees(zone, facet) and (visible or audience.drafts)


def _told(levels: Level) -> str:
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
