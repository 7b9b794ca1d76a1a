"""One caller changing one tenant: who acts, when it is, and what every change has to respect."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import uuid4

from facetstore.domain.access import NO_ZONE, Level
from facetstore.domain.callers import Caller, Subject, may_edit
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, PreconditionFailed
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId
from facetstore.metamodel.model import Metamodel, State
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.stamps import stamp_changed
from facetstore.usecases.lifecycle.effects import Acting
from facetstore.usecases.ports.tenants import NO_TEMPLATES, Templates
from facetstore.usecases.ports.writes import StoredVersion, Taken, Writer
from facetstore.usecases.tenancy import ServedTenant

AUTHORS = ("author", "secondaryAuthors")


def new_id() -> str:
    return str(uuid4())


def new_ids() -> Iterator[str]:
    while True:
        yield new_id()


@dataclass(slots=True)
class Writing:
    """An open transaction of a caller. `changed` tells whether anything is to be stored at all."""

    served: ServedTenant
    caller: Caller
    writer: Writer
    if_match: int | None = None
    """The revision that the one version to change must have."""
    changed: bool = False
    began: str | None = None
    templates: Templates = NO_TEMPLATES
    """What new tenants can be made from."""
    metamodel: Metamodel = field(init=False)
    offered: Metamodel = field(init=False)
    """What of the metamodel there is to the caller."""
    settings: TenantSettings = field(init=False)

    def __post_init__(self) -> None:
        self.metamodel = self.served.metamodel
        self.offered = self.served.metamodel_for(self.caller)
        self.settings = self.served.settings

    @property
    def now(self) -> str:
        """The local date-time of the tenant at which this began: all that one request changes, changes at one time."""
        if self.began is None:
            self.began = local_now(time_zone(self.settings.time_zone))
        return self.began

    def acting_on(self, stored: StoredVersion) -> Acting:
        return Acting(
            self.caller, self.caller.principals, self.now, new_id, self.levels(stored.zone, stored.version.facet)
        )

    def levels(self, zone: int, facet: str) -> Level:
        """What permissions leave of what the caller's role may do in a zone, or outside all."""
        return self.caller.access.levels(zone, facet)

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        """Stored versions by the ids given, as far as the caller sees them."""
        found = await self.writer.load(ids)
        return self.seen(found, found)

    def seen(self, found: Mapping[str, StoredVersion], ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        """Those of versions found by these ids that the caller sees."""
        audience = self.caller.audience
        return {
            id_: each
            for id_ in ids
            if (each := found.get(id_)) is not None and audience.sees(each.zone, each.version.facet)
        }

    def check_revision(self, stored: StoredVersion) -> None:
        """Raise PreconditionFailed when somebody changed the version since the caller read it."""
        if self.if_match is not None and self.if_match != stored.revision:
            raise PreconditionFailed(
                f"The element was changed meanwhile: it has revision {stored.revision}, not {self.if_match}. "
                "Read it again, and repeat your change if it still fits."
            )

    def may(self, stored: StoredVersion, level: Level = Level.EDIT) -> bool:
        """Whether the caller may change a version, or do something else with it that takes as much."""
        version = stored.version
        authors = [id_ for context in AUTHORS for id_ in version.related.get(context, ())]
        element_type = self.metamodel.types[version.type]
        foreign = bool(authors) and self.caller.principals.isdisjoint(authors)
        by_role = may_edit(self.caller.role, Subject(element_type.structural, foreign, element_type.administrative))
        return by_role and level in self.levels(stored.zone, version.facet)

    def check_creatable(self, created: Sequence[tuple[str, Version]], zones: Mapping[str, int]) -> None:
        """Raise Forbidden for new elements, each with its place in the body, of types this caller may not create, or not there.
        `zones` are those of their parents."""
        types, role = self.metamodel.types, self.caller.role
        wrong = [
            Finding(f"Your role does not allow to create a {version.type}.", Forbidden.code, path)
            for path, version in created
            if not may_edit(role, Subject(types[version.type].structural, False, types[version.type].administrative))
            or not (types[version.type].flow or Level.NEW in self._levels_below(version, zones))
        ]
        if wrong:
            raise Forbidden(wrong[0].error, wrong)

    def _levels_below(self, version: Version, zones: Mapping[str, int]) -> Level:
        return self.levels(zones.get(version.parent or "", NO_ZONE), version.facet)

    async def check_editable(self, stored: Sequence[tuple[str, StoredVersion]]) -> None:
        """Raise Forbidden or Conflict for versions, each with its place in the body, that this caller may not change now.

        A flow object can be changed where one of the diagrams that show it can (0028).
        """
        diagrams = await self._diagrams([each.version for _, each in stored])
        forbidden = [
            Finding(f"You may not change {name_of(each.version)}.", Forbidden.code, path)
            for path, each in stored
            if not any(map(self.may, diagrams.get(each.version.element, [each])))
        ]
        if forbidden:
            raise Forbidden(forbidden[0].error, forbidden)
        stopped = [
            replace(finding, path=path)
            for path, each in stored
            for finding in self._stopped(each, diagrams.get(each.version.element, []))
        ]
        if stopped:
            raise Conflict(stopped[0].error, stopped)

    async def _diagrams(self, versions: Sequence[Version]) -> Mapping[str, list[StoredVersion]]:
        """By flow object the versions whose diagrams show it, the newest first; nothing of those that no diagram shows."""
        flow = [version.element for version in versions if self.metamodel.types[version.type].flow]
        if not flow:
            return {}
        showing = await self.writer.showing(flow)
        loaded = await self.writer.load({id_ for ids in showing.values() for id_ in ids}) if showing else {}
        return {element: [loaded[id_] for id_ in ids] for element, ids in showing.items()}

    def _stopped(self, stored: StoredVersion, diagrams: Sequence[StoredVersion]) -> Sequence[Finding]:
        """What keeps a version from being changed now; of a flow object, what keeps all of its diagrams."""
        stops = self._stops(stored)
        if stops or not diagrams:
            return stops
        by_diagram = [self._stops(each) for each in diagrams if self.may(each)]
        if not all(by_diagram):
            return []
        name = name_of(stored.version)
        return [replace(each, error=f"{name} belongs to a diagram: {each.error}") for each in by_diagram[0]]

    def _stops(self, stored: StoredVersion) -> list[Finding]:
        findings, version = [], stored.version
        state = self.metamodel.state(version.type, version.state) if version.state else None
        if state is not None and self.metamodel.types[version.type].versioned and not state.editable:
            drafts = ", ".join(each.key for each in self._editable_states(version))
            error = (
                f"{name_of(version)} is {state.key}; only what is {drafts} can be changed. Create a new version first."
            )
            findings.append(Finding(error, "not-editable"))
        lock = stored.lock
        if lock is not None and lock.holder != self.caller.principal and lock.expires > time.time_ns() // 1000:
            findings.append(Finding(f"{name_of(version)} is being edited by {lock.holder}.", "locked"))
        return findings

    def _editable_states(self, version: Version) -> list[State]:
        lifecycle = self.metamodel.lifecycle_of(version.type)
        return [each for each in lifecycle.states.values() if each.editable] if lifecycle is not None else []

    async def store(
        self,
        before: StoredVersion,
        after: Version,
        kind: str,
        *,
        stamped: bool = True,
        told: Mapping[str, str] | None = None,
    ) -> None:
        """Store a version that differs from what is stored, stamped with who changed it and when."""
        await self.store_all([(before, after)], kind, stamped=stamped, told=told)

    async def store_all(
        self,
        changes: Sequence[tuple[StoredVersion, Version]],
        kind: str,
        *,
        stamped: bool = True,
        told: Mapping[str, str] | None = None,
    ) -> None:
        """The same of many."""
        pairs = [(before, self.changed_to(before, after, stamped=stamped)) for before, after in changes]
        await self.replace(pairs, kind, told)

    async def replace(
        self, changes: Sequence[tuple[StoredVersion, StoredVersion]], kind: str, told: Mapping[str, str] | None = None
    ) -> None:
        """Store versions, each before and after, as they are to be stored; whoever it was that changed them."""
        if not changes:
            return
        self.changed = True
        changed = [after for _, after in changes]
        await self.writer.replace_versions(changed, kind, told)
        if shut_out := [each.version for each in changed if each.version.invariant("roleInactive") is True]:
            await self.sign_out(shut_out)
        if shown_otherwise := [after.version for before, after in changes if before.visible != after.visible]:
            await self.writer.settle_versions([each.element for each in shown_otherwise])
            flow = dict.fromkeys(element for each in shown_otherwise for element in shown_in(each))
            await self.writer.settle_flow_objects(list(flow))

    async def sign_out(self, versions: Iterable[Version]) -> None:
        """End the sessions of those who are shut out or gone: should they come back, they sign in again."""
        types = self.metamodel.types
        if people := [each.element for each in versions if types[each.type].administrative]:
            await self.writer.accounts.end_sessions(people)

    def changed_to(self, before: StoredVersion, after: Version, *, stamped: bool = True) -> StoredVersion:
        """A version as the caller changes it."""
        version = stamp_changed(after, self.metamodel, self.now, self.caller.principal) if stamped else after
        # Flow objects are seen where their diagrams are, whatever changes in them.
        visible = before.visible if self.metamodel.types[version.type].flow else self.is_visible(version)
        return before._replace(version=version, visible=visible, by=self.caller.principal)

    async def add(
        self, versions: Sequence[Version], kind: str, *, first: bool = True, diagram: Version | None = None
    ) -> None:
        """Store new versions: of new elements, or of elements that have versions already. `diagram` is what shows them."""
        if not versions:
            return
        if not first:
            await self.writer.unsettle_versions([each.element for each in versions])
        await self.add_made([self.made(each, first=first, diagram=diagram) for each in versions], kind)
        if not first:
            await self.writer.settle_versions([each.element for each in versions])

    async def add_made(self, versions: Sequence[StoredVersion], kind: str) -> None:
        """Store new versions as they are to be stored; whoever it was that made them."""
        if versions:
            self.changed = True
            await self.writer.add_versions(versions, kind)

    def made(self, version: Version, *, first: bool = True, diagram: Version | None = None) -> StoredVersion:
        """A new version as the caller makes it."""
        seen = self.is_visible(version, diagram)
        by = self.caller.principal
        return StoredVersion(version, newest=True, visible=seen, published=seen, first=first, by=by)

    def is_visible(self, version: Version, diagram: Version | None = None) -> bool:
        """Whether viewers see a version; what has no lifecycle everybody sees, flow objects where their diagram is seen."""
        if diagram is not None and self.metamodel.types[version.type].flow:
            return self.is_visible(diagram)
        state = self.metamodel.state(version.type, version.state) if version.state else None
        return state is None or state.visible

    async def existing(self, ids: Collection[str]) -> Mapping[str, Taken]:
        """What ids stand for, as far as the caller sees it."""
        found, audience = await self.writer.existing(ids) if ids else {}, self.caller.audience
        return {id_: each for id_, each in found.items() if audience.sees(each.zone, each.facet)}


def shown_in(version: Version) -> list[ElementId]:
    return list(dict.fromkeys(shape.element for shape in version.content))


def name_of(version: Version) -> str:
    """How a sentence speaks of a version."""
    names = version.attributes.get("name", {})
    label = next((str(each) for each in names.values() if each), "")
    return f"the {version.type} {label!r}" if label else f"the {version.type} {version.element}"
