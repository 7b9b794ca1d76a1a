"""One caller changing one tenant: the caller, the time, and the checks of every change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple
from uuid import uuid4

from facetstore.domain.access import NO_ZONE
from facetstore.domain.callers import Caller
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, PreconditionFailed
from facetstore.domain.rights import Denial, Facts, Rights, rights_of
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId
from facetstore.metamodel.lifecycle_model import State
from facetstore.metamodel.loader import load_standard
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.stamps import stamp_changed
from facetstore.usecases.judging import diagrams_of, facts_of, holder_of, is_fixed
from facetstore.usecases.lifecycle.effects import Acting
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.template_store import NO_TEMPLATES, Templates
from facetstore.usecases.ports.transactions import Writer
from facetstore.usecases.ports.writes import StoredVersion, Taken
from facetstore.usecases.principals import changed_roles
from facetstore.usecases.tenancy import ServedTenant


def new_id() -> str:
    return str(uuid4())


def new_ids() -> Iterator[str]:
    return iter(new_id, "")


class Touched(NamedTuple):
    """A change of an element that configures the tenant; None: it was created, or deleted."""

    before: Version | None
    after: Version | None

    @property
    def element(self) -> str:
        return next(each.element for each in self if each is not None)

    @property
    def type(self) -> str:
        return next(each.type for each in self if each is not None)


@dataclass
class Writing:
    """An open transaction of a caller. `changed` is whether it has anything to store."""

    served: ServedTenant
    caller: Caller
    writer: Writer
    if_match: int | None = None
    """The revision that the one version to change must have."""
    changed: bool = False
    templates: Templates = NO_TEMPLATES
    """The templates for new tenants."""
    paths: Mapping[str, str] = field(default_factory=dict)
    """Where elements are in the body, by id."""
    touched: list[Touched] = field(default_factory=list)
    """The changes of languages, stereotypes and the like: `settle_configuration` looks at them."""
    metamodel: Metamodel = field(init=False)
    offered: Metamodel = field(init=False)
    """The metamodel without what is hidden from the caller."""
    settings: TenantSettings = field(init=False)

    def __post_init__(self) -> None:
        self.metamodel = self.served.metamodel
        self.offered = self.served.metamodel_for(self.caller)
        self.settings = self.served.settings

    @cached_property
    def now(self) -> str:
        """The local date-time of the tenant, the same for all changes of one request."""
        return local_now(time_zone(self.settings.time_zone))

    def acting_on(self, stored: StoredVersion) -> Acting:
        return Acting(self.caller, self.caller.principals, self.now, new_id, stored.zone)

    def rights(self, stored: StoredVersion, diagrams: Sequence[StoredVersion] = ()) -> Rights:
        """What the caller may do with a version; for a flow object, `diagrams` are the versions whose diagrams show it."""
        return rights_of(self.caller, facts_of(self.metamodel, stored, diagrams))

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        """The stored versions that the caller sees, by the ids given."""
        found = await self.writer.stored.load(ids)
        return self.seen(found, found)

    def seen(self, found: Mapping[str, StoredVersion], ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        """The versions under these ids that the caller sees."""
        known = ((id_, found.get(id_)) for id_ in ids)
        return {id_: each for id_, each in known if each is not None and self.rights(each).see is None}

    def check_revision(self, stored: StoredVersion) -> None:
        """Raise PreconditionFailed if `if_match` is given and is not the revision of the version."""
        if self.if_match is not None and self.if_match != stored.revision:
            raise PreconditionFailed(
                f"The element was changed meanwhile: it has revision {stored.revision}, not {self.if_match}. "
                "Read it again, and repeat your change if it still fits."
            )

    async def rights_on(self, stored: StoredVersion) -> Rights:
        """The same as `rights`, with the diagrams looked up."""
        diagrams = await diagrams_of(self.writer.stored, self.metamodel, [stored.version])
        return self.rights(stored, diagrams.get(stored.version.element, ()))

    def check_creatable(self, created: Sequence[tuple[str, Version]], zones: Mapping[str, int]) -> None:
        """Raise Forbidden if this caller may not create these elements, each with its path in the body, where they are to be.

        `zones` are the zones of their parents.
        """
        wrong = [
            Finding(f"You may not create a {version.type} here.", Forbidden.code, path)
            for path, version in created
            if self._may_not_create(version, zones.get(version.parent or "", NO_ZONE))
        ]
        if wrong:
            raise Forbidden(wrong[0].error, wrong)

    def _may_not_create(self, version: Version, zone: int) -> bool:
        element_type = self.metamodel.types[version.type]
        place = Facts(version.facet, zone, element_type.structural, element_type.for_administrators)
        denied = rights_of(self.caller, place).new
        # The permissions of its diagram decide whether a flow object may be drawn.
        return denied is not None and not (element_type.flow and denied is Denial.PERMISSION)

    async def check_editable(self, stored: Sequence[tuple[str, StoredVersion]]) -> None:
        """Raise Forbidden or Conflict for versions, each with its path in the body, that this caller may not change now.

        A flow object can be changed if one of the diagrams that show it can (0028).
        """
        diagrams = await diagrams_of(self.writer.stored, self.metamodel, [each.version for _, each in stored])
        forbidden, stopped, pace = list[Finding](), list[Finding](), Pace()
        for path, each in stored:
            drawn_in = diagrams.get(each.version.element, ())
            rights = self.rights(each, drawn_in)
            if rights.edit is not None:
                forbidden.append(Finding(f"You may not change {name_of(each.version)}.", Forbidden.code, path))
            else:
                stopped += [replace(finding, path=path) for finding in self._stopped(each, rights, drawn_in)]
            await pace.step()
        if forbidden:
            raise Forbidden(forbidden[0].error, forbidden)
        if stopped:
            raise Conflict(stopped[0].error, stopped)

    def _stopped(self, stored: StoredVersion, rights: Rights, diagrams: Sequence[StoredVersion]) -> Sequence[Finding]:
        """What prevents a change of a version now, or, for a flow object, of every diagram of it that the caller may edit."""
        stops = self._stops(stored, self.rights(stored) if diagrams else rights)
        if stops or not diagrams:
            return stops
        by_diagram = [self._stops(each, own) for each in diagrams if (own := self.rights(each)).edit is None]
        if not all(by_diagram):
            return []
        name = name_of(stored.version)
        return [replace(each, error=f"{name} belongs to a diagram: {each.error}") for each in by_diagram[0]]

    def _stops(self, stored: StoredVersion, rights: Rights) -> list[Finding]:
        """What prevents a change of a version itself; `rights` are those on it, whichever diagrams show it."""
        findings, version = [], stored.version
        if is_fixed(self.metamodel, version.type, version.state):
            drafts = ", ".join(each.key for each in self._editable_states(version))
            error = f"{name_of(version)} is {version.state}; only what is {drafts} can be changed. Create a new version first."
            findings.append(Finding(error, "not-editable"))
        if rights.move is Denial.LOCK:
            holder = self.called(holder_of(stored.lock))
            findings.append(Finding(f"{name_of(version)} is being edited by {holder}.", "locked"))
        return findings

    def called(self, principal: str | None) -> str:
        """How an error names another user. The user may be hidden, so only callers that see everything get the id."""
        return principal if principal is not None and self.caller.audience.sees_all else "another user"

    def _editable_states(self, version: Version) -> list[State]:
        lifecycle = self.metamodel.lifecycle_of.get(version.type)
        return [each for each in lifecycle.states.values() if each.editable] if lifecycle is not None else []

    async def store(
        self,
        before: StoredVersion,
        after: Version,
        kind: str,
        *,
        stamped: bool = True,
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Store a changed version; if `stamped`, with the principal and the time of the change."""
        await self.store_all([(before, after)], kind, stamped=stamped, details=details)

    async def store_all(
        self,
        changes: Sequence[tuple[StoredVersion, Version]],
        kind: str,
        *,
        stamped: bool = True,
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Batch version of `store`."""
        pairs = [(before, self.changed_to(before, after, stamped=stamped)) for before, after in changes]
        await self.replace(pairs, kind, details)

    async def replace(
        self,
        changes: Sequence[tuple[StoredVersion, StoredVersion]],
        kind: str,
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Store changed versions, each given before and after, as they are; nothing is stamped here."""
        if not changes:
            return
        self.changed = True
        for before, after in changes:
            self.touch(before.version, after.version)
        changed = [after for _, after in changes]
        await self.writer.versions.replace(changed, kind, details)
        inactive = self.metamodel.roles.inactive
        if shut_out := [each.version for each in changed if each.version.invariant(inactive) is True]:
            await self.sign_out(shut_out)
        users = [(old.version, new.version) for old, new in changes if new.version.type == self.metamodel.roles.user]
        if users and (people := changed_roles(self.metamodel, users)):  # links were made for the role of that time
            await self.writer.accounts.end_links(people)
        if shown_otherwise := [after.version for before, after in changes if before.visible != after.visible]:
            await self.writer.versions.settle([each.element for each in shown_otherwise])
            flow = dict.fromkeys(element for each in shown_otherwise for element in shown_in(each))
            await self.writer.versions.settle_flow_objects(list(flow))

    def touch(self, before: Version | None, after: Version | None) -> None:
        """Note a change if the element configures the tenant."""
        touched = Touched(before, after)
        if self.metamodel.types[touched.type].configuration:
            self.touched.append(touched)

    async def sign_out(self, versions: Iterable[Version]) -> None:
        """End the sessions of the users among these versions, so that they must sign in again."""
        types = self.metamodel.types
        if people := [each.element for each in versions if types[each.type].administrative]:
            await self.writer.accounts.end_sessions(people)

    def changed_to(self, before: StoredVersion, after: Version, *, stamped: bool = True) -> StoredVersion:
        """The version to store after a change of the caller."""
        version = stamp_changed(after, self.metamodel, self.now, self.caller.principal) if stamped else after
        # Diagrams decide who sees a flow object, so a change of the object itself does not.
        visible = before.visible if self.metamodel.types[version.type].flow else self.is_visible(version)
        return before._replace(version=version, visible=visible)

    async def add(
        self, versions: Sequence[Version], kind: str, *, first: bool = True, diagram: Version | None = None
    ) -> None:
        """Store versions of new elements or, if not `first`, new versions of stored ones. `diagram` is what shows them."""
        if not versions:
            return
        if not first:
            await self.writer.versions.unsettle([each.element for each in versions])
        self.changed = True
        for each in versions:
            self.touch(None, each)
        await self.writer.versions.add([self._made(each, first, diagram) for each in versions], kind)
        if not first:
            await self.writer.versions.settle([each.element for each in versions])

    def _made(self, version: Version, first: bool, diagram: Version | None) -> StoredVersion:
        seen = self.is_visible(version, diagram)
        return StoredVersion(version, newest=True, visible=seen, published=seen, first=first)

    def is_visible(self, version: Version, diagram: Version | None = None) -> bool:
        """Whether viewers see a version: by its state, and always without one. A flow object is seen if its `diagram` is."""
        if diagram is not None and self.metamodel.types[version.type].flow:
            return self.is_visible(diagram)
        state = self.metamodel.state_of.get((version.type, version.state))
        return state is None or state.visible

    async def existing(self, ids: Collection[str]) -> Mapping[str, Taken]:
        """The elements that these ids stand for, if the caller sees them."""
        found = await self.writer.stored.existing(ids) if ids else {}
        return {id_: each for id_, each in found.items() if self.may_name(each.zone, each.facet)}

    def may_name(self, zone: int, facet: str) -> bool:
        """Whether the caller sees elements of this zone and facet, by name at least."""
        return rights_of(self.caller, Facts(facet, zone)).see is None


def shown_in(version: Version) -> list[ElementId]:
    return list(dict.fromkeys(shape.element for shape in version.content))


def name_of(version: Version) -> str:
    """How messages name a version."""
    names = version.attributes.get(load_standard().roles.name, {})  # no tenant gives it another name
    label = next((str(each) for each in names.values() if each), "")
    return f"the {version.type} {label!r}" if label else f"the {version.type} {version.element}"
