"""The result of the first pass over a bundle: its elements and versions, and what they refer to.

It stores only ids, types and what decides visibility, so that the file itself never has to fit into memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from facetstore.domain.element import Version
from facetstore.domain.element_files import ElementFile
from facetstore.domain.folded_names import Name
from facetstore.domain.values import ElementId
from facetstore.exchange.bundle_record import BundleRecord
from facetstore.exchange.bundle_references import Target
from facetstore.exchange.bundle_report import BundleReport
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.editing.unique_logins import login_in
from facetstore.usecases.ports.writes import StoredVersion

Order = tuple[int, int, str, str]
"""The order of an element's versions: major, minor, createdOn, id."""


@dataclass(slots=True)
class SurveyedElement:
    """An element of the file: what follows from all its versions together."""

    type: str
    line: int
    newest: Order
    published: Order | None
    parent: ElementId | None
    position: int
    was_stored: bool = False
    """Whether it was stored before the import."""
    is_stored: bool = False
    """Whether its row is stored: from before, or since its first version was written."""


@dataclass(slots=True)
class Survey:
    """The facts of the whole file that connect its lines."""

    metamodel: Metamodel
    report: BundleReport
    elements: dict[str, SurveyedElement] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)
    """The ids of versions, each with its line."""
    wanted: dict[str, Target] = field(default_factory=dict)
    """References to ids that no line has held yet; after the pass, ids that no line holds."""
    shown: dict[str, bool] = field(default_factory=dict)
    """The elements in diagrams: whether a version that viewers see shows them."""
    files: list[tuple[ElementFile, int]] = field(default_factory=list)
    """The files of all versions, each with its line."""

    logins: dict[Name, tuple[str, int]] = field(default_factory=dict)
    """The logins of users, each with its user and line."""

    def add(self, record: BundleRecord) -> None:
        """Add a line."""
        version, line = record.version, self.report.line
        if version.id in self.versions:
            self.report.wrong(f"The version {version.id} is in line {self.versions[version.id]} already.")
            return
        visible = self.is_visible(version)
        self.versions[version.id] = line
        self._add_version(version, line, visible=visible)
        self.files += [(each, line) for each in version.files]
        if (login := login_in(self.metamodel.roles, version)) is not None:
            self._add_login(login, version.element, line)
        for target in record.targets:
            if target.id not in self.elements:
                self._want(target)
        for shape in version.content:
            self.shown[shape.element] = visible or self.shown.get(shape.element, False)

    def _add_login(self, login: Name, user: str, line: int) -> None:
        known, there = self.logins.setdefault(login, (user, line))
        if known != user:
            self.report.wrong(f"The user in line {there} signs in as {login.spelled!r} already.")

    def _want(self, target: Target) -> None:
        """Record a reference, preferably one that names its type."""
        known = self.wanted.get(target.id)
        if known is None or known.text("type") is None:
            self.wanted[target.id] = target

    def _add_version(self, version: Version, line: int, *, visible: bool) -> None:
        order = order_of(self.metamodel, version)
        published = order if visible else None
        known = self.elements.get(version.element)
        if known is None:
            place = version.parent, version.position
            self.elements[version.element] = SurveyedElement(version.type, line, order, published, *place)
            return
        if known.type != version.type:
            self.report.wrong(f"The element {version.element} is of the type {known.type} in line {known.line}.")
        if (known.parent, known.position) != (version.parent, version.position):
            self.report.warn("moved", "Versions of one element name different places; that of the newest holds.")
        if order > known.newest:
            known.newest, known.parent, known.position = order, version.parent, version.position
        if published is not None and (known.published is None or published > known.published):
            known.published = published

    def close(self) -> None:
        """Check what depends on the whole file."""
        self.wanted = {id_: target for id_, target in self.wanted.items() if id_ not in self.elements}
        for id_, line in self.versions.items():
            element = self.elements.get(id_)
            if element is not None and self.metamodel.types[element.type].versioned:
                self.report.wrong(f"The version id {id_} is also the id of the element in line {element.line}.", line)
        for id_ in self._in_cycles():
            self.report.wrong(f"The element {id_} is below itself.", self.elements[id_].line)

    def is_visible(self, version: Version) -> bool:
        """Whether viewers see a version by its state; without a lifecycle they always do."""
        state = self.metamodel.state_of.get((version.type, version.state))
        return state is None or state.visible

    def is_shown(self, flow_object: Version) -> bool:
        """Whether viewers see a flow object: if a diagram they see shows it, or no diagram does."""
        return self.shown.get(flow_object.element, True)

    def is_newest(self, version: Version) -> bool:
        """Whether the bundle has no later version of its element."""
        return self.elements[version.element].newest == order_of(self.metamodel, version)

    def stored(self, version: Version) -> StoredVersion:
        """A version ready to be written, with what follows from its siblings and the diagrams."""
        element = self.elements[version.element]
        order = order_of(self.metamodel, version)
        visible = self.is_visible(version)
        published = element.published == order
        if self.metamodel.types[version.type].flow:
            # They exist only inside a diagram: a caller who may not see it must not find them by id either.
            visible = published = self.is_shown(version)
        first, element.is_stored = not element.is_stored, True
        return StoredVersion(version, self.is_newest(version), visible, published, first)

    def _in_cycles(self) -> Iterator[str]:
        """The elements that are in a cycle of parents."""
        ends: set[str] = set()
        for id_ in self.elements:
            way: dict[str, None] = {}
            here: str | None = id_
            while here is not None and here in self.elements and here not in ends and here not in way:
                way[here] = None
                here = self.elements[here].parent
            if here is not None and here in way:
                yield from list(way)[list(way).index(here) :]
            ends.update(way)


def order_of(metamodel: Metamodel, version: Version) -> Order:
    created_on = version.invariant(metamodel.roles.created_on)
    return (*version.major_minor, str(created_on or ""), version.id)
