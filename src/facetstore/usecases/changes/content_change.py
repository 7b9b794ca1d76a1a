"""Content create and change (operation 11, D5.11): the items of a request applied to a diagram, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from facetstore.domain.element import Shape, Version
from facetstore.domain.errors import Finding
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.usecases.changes.body import NOTHING, Notes, shown
from facetstore.usecases.changes.content_items import MOST_ITEMS, ContentItems, Deed, Item
from facetstore.usecases.changes.content_shapes import Anchors, without
from facetstore.usecases.changes.create import Place, create
from facetstore.usecases.changes.merge import check_fields, merge, referred_ids
from facetstore.usecases.changes.new_references import NewReferences
from facetstore.usecases.changes.stamps import stamp_changed


class Existing(NamedTuple):
    """What an id refers to: an element, one of its versions, and its type."""

    element: ElementId
    version: VersionId
    type: str


@dataclass(frozen=True, slots=True)
class ItemResult:
    """The id in the response for an item: that of the version of a versioned element, else that of the element."""

    id: str
    index: int


@dataclass(frozen=True, slots=True)
class ContentChange:
    """The changes of a diagram and of what it shows. With findings there are none, and `diagram` is the same object."""

    diagram: Version
    created: tuple[Version, ...] = ()
    changed: tuple[Version, ...] = ()
    removed: tuple[Version, ...] = ()
    """Flow objects that no shape of this diagram shows any more."""
    paths: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    """Element → its path in the body, if an item creates or changes it."""
    new_references: tuple[tuple[str, Version], ...] = ()
    """The elements that references in the items create, each with its path in the body."""
    answers: tuple[ItemResult, ...] = ()
    findings: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class ContentScope:
    """What a request is checked against, and what new elements are created with."""

    metamodel: Metamodel
    """As the caller sees it."""
    settings: TenantSettings
    known: Mapping[str, Existing]
    """By element id or version id: everything in `wanted_ids` that exists and that the caller may see, and stereotypes."""
    new_ids: Iterator[str]
    now: str
    """Local date-time of the storage."""
    principal: str | None
    next_position: int = 0
    """The position after the last child of the diagram's element, for new elements that become its children."""
    stereotypes: Mapping[str, str] = field(default_factory=lambda: NOTHING)


def apply_content(
    diagram: Version, elements: Mapping[str, Version], content: ContentItems, scope: ContentScope
) -> ContentChange:
    """Apply the items of a request to a diagram. `elements` holds what it shows, by element id.

    Sets changedOn and changedBy of what changes. Does not check whether the state and the rights of the caller allow a change.
    """
    notes = Notes(findings=list(content.findings))
    diagram_type = scope.metamodel.types[diagram.type]
    if not _check_diagram(diagram_type, notes):
        return ContentChange(diagram, findings=tuple(notes.findings))
    change = _Change(diagram, diagram_type, elements, scope, notes, max(0, MOST_ITEMS - len(content.items)))
    change.create_equal_once(content.equal_once)
    if content.own:
        change.change_own(content.own)
    for item in content.items:
        change.take(item)
    if notes.findings:
        return ContentChange(diagram, findings=tuple(notes.findings), warnings=tuple(notes.warnings))
    return change.outcome(content)


def wanted_ids(diagram: Version, elements: Mapping[str, Version], content: ContentItems) -> frozenset[str]:
    """Every id that must be looked up before the items are applied: see `merge.referred_ids`."""
    anchors = Anchors(diagram, elements)
    wanted = set(content.ids)
    for item in content.items:
        if item.deed is Deed.CHANGE:
            for shape in anchors.find(item.shape or ""):
                wanted |= referred_ids(item.element, elements.get(shape.element))
    return frozenset(wanted)


def _check_diagram(element_type: ElementType, notes: Notes) -> bool:
    if element_type.content_is_children:
        error = (
            f"The diagram of a {element_type.key} shows its children: create them by POST …/elements with this parent."
        )
        notes.wrong("shows-children", error, "values")
    elif not element_type.content:
        notes.wrong("no-diagram", f"A {element_type.key} has no diagram.", "values")
    else:
        return True
    return False


@dataclass(slots=True)
class _Change:
    """A diagram while the items of a request are applied."""

    diagram: Version
    diagram_type: ElementType
    elements: Mapping[str, Version]
    scope: ContentScope
    notes: Notes
    most_new: int
    """How many elements the references of the items may create."""
    placed: dict[int, str] = field(default_factory=dict)
    """Index of an item → id of its shape."""
    answers: dict[int, str] = field(default_factory=dict)
    new_shapes: dict[str, ElementId] = field(default_factory=dict)
    created: list[Version] = field(default_factory=list)
    children: int = 0
    """How many of `created` are children of the diagram's element."""
    paths: dict[str, str] = field(default_factory=dict)
    _merged: dict[str, Version] = field(default_factory=dict)
    _named: dict[str, str] = field(default_factory=dict)
    """Id of a shape → path of the item that names it."""
    _anchors: Anchors = field(init=False)
    _types: dict[str, str] = field(init=False)
    _aliases: dict[str, str] = field(init=False)
    _new: NewReferences = field(init=False)

    def __post_init__(self) -> None:
        known = self.scope.known
        self._anchors = Anchors(self.diagram, self.elements)
        self._types = {each.element: each.type for each in known.values()}
        self._aliases = {id_: each.element for id_, each in known.items() if id_ != each.element}
        self._new = NewReferences(
            self.scope.metamodel,
            self.scope.settings,
            self._types,
            self.scope.new_ids,
            self.scope.now,
            self.scope.principal,
            self.most_new,
            self._aliases,
            self.scope.stereotypes,
        )

    def create_equal_once(self, wanted: bool) -> None:
        self._new.equal_once = wanted

    def take(self, item: Item) -> None:
        match item.deed:
            case Deed.ANCHOR | Deed.DELETE:
                self._anchor(item)
            case Deed.CHANGE:
                if (shape := self._anchor(item)) is not None:
                    self._change(item, shape)
            case Deed.SHOW:
                self._show(item)
            case Deed.MAKE:
                self._make(item)

    def _anchor(self, item: Item) -> Shape | None:
        path = f"{item.path}.shapeInfo.id"
        id_ = item.shape or ""
        found = self._anchors.find(id_)
        if not found:
            self.notes.wrong(
                "unknown-anchor", f"The diagram has no shape {id_}, and none that shows such an element.", path
            )
            return None
        if len(found) > 1:
            shapes = ", ".join(each.id for each in found)
            error = f"Several shapes show the element {id_}: name one of them, {shapes}."
            self.notes.wrong("ambiguous-anchor", error, path)
            return None
        shape = found[0]
        first = self._named.setdefault(shape.id, item.path)
        if first != item.path:
            self.notes.wrong("anchored-twice", f"The shape {shape.id} is named by {first} already.", path)
            return None
        self._settle(item, shape.id, self._answer(shape.element))
        return shape

    def _change(self, item: Item, shape: Shape) -> None:
        path = f"{item.path}.element"
        version = self._current(shape.element)
        if version is None or version.type not in self.scope.metamodel.types:
            self.notes.wrong("unknown-element", f"The element {shape.element} cannot be changed here.", path)
            return
        merged = merge(
            version,
            item.element,
            self.scope.metamodel,
            self.scope.settings,
            self._types,
            path=path,
            aliases=self._aliases,
            stereotypes=self.scope.stereotypes,
            create_reference=self._new.create,
        )
        self._note(merged.findings, merged.warnings)
        if merged.version is not version:
            self._merged[shape.element] = merged.version
            self.paths[shape.element] = path

    def change_own(self, given: Mapping[str, object]) -> None:
        """Change the element that has the diagram."""
        merged = merge(self.diagram, given, self.scope.metamodel, self.scope.settings, self._types, path="diagram")
        self._note(merged.findings, merged.warnings)
        if merged.version is not self.diagram:
            self._merged[self.diagram.element] = merged.version

    def _show(self, item: Item) -> None:
        path = f"{item.path}.element"
        existing = self._existing(item.shown or "")
        if existing is None:
            self.notes.wrong("unknown-element", f"There is no element {item.shown} to show.", f"{path}.id")
            return
        check_fields(self.notes, path, item.element)
        type_name = item.element.get("type")
        if type_name is not None and (
            not isinstance(type_name, str) or type_name.casefold() != existing.type.casefold()
        ):
            error = f"The element {item.shown} is of the type {existing.type}, not {shown(type_name)}."
            self.notes.wrong("identity-fixed", error, f"{path}.type")
        if not self._is_allowed(existing.type, path):
            return
        if self._type(existing.type).flow and not self._anchors.showing(existing.element):
            error = f"The {existing.type} {existing.element} belongs to another diagram: create a new one here."
            self.notes.wrong("in-another-diagram", error, f"{path}.id")
            return
        for name in ("attributes", "related", "stereotype"):
            if item.element.get(name):
                warning = f"The element {existing.element} is shown as it is: the field {name} was ignored."
                self.notes.warn("shown-as-it-is", warning, f"{path}.{name}")
        versioned = self._type(existing.type).versioned
        self._add_shape(item, existing.element, existing.version if versioned else existing.element)

    def _make(self, item: Item) -> None:
        path = f"{item.path}.element"
        type_name = item.element.get("type")
        element_type = self.scope.metamodel.type(type_name) if isinstance(type_name, str) else None
        if element_type is not None and not self._is_allowed(element_type.key, path):
            return
        below = element_type is not None and element_type.key in self.diagram_type.children
        place = Place(
            parent=self.diagram.element if below else None,
            position=self.scope.next_position + self.children if below else 0,
            in_diagram=True,
        )
        made = create(
            item.element,
            self.scope.metamodel,
            self.scope.settings,
            self._types,
            self.scope.new_ids,
            now=self.scope.now,
            principal=self.scope.principal,
            place=place,
            path=path,
            aliases=self._aliases,
            stereotypes=self.scope.stereotypes,
            create_reference=self._new.create,
        )
        self._note(made.findings, made.warnings)
        if made.version is not None:
            self.created.append(made.version)
            self.paths[made.version.element] = path
            self.children += below
            self._add_shape(item, made.version.element, made.version.id)

    def _is_allowed(self, type_key: str, path: str) -> bool:
        if type_key in self.diagram_type.content:
            return True
        possible = ", ".join(self.diagram_type.content)
        error = f"A {type_key} cannot stand in the diagram of a {self.diagram_type.key}. Possible are: {possible}."
        self.notes.wrong("not-in-diagram", error, f"{path}.type")
        return False

    def _existing(self, id_: str) -> Existing | None:
        """What an id refers to: the diagram, an element that it shows, or else what was looked up; None if it is unknown."""
        showing = self._anchors.showing(id_)
        version = self._current(showing[0].element) if showing else None
        if id_ in (self.diagram.element, self.diagram.id):
            version = self.diagram
        if version is not None:
            return Existing(version.element, version.id, version.type)
        return self.scope.known.get(id_)

    def _current(self, element: str) -> Version | None:
        """The version of an element after the items so far; None if it is unknown. A diagram may show itself."""
        if element == self.diagram.element:
            return self._merged.get(element, self.diagram)
        return self._merged.get(element) or self.elements.get(element)

    def _answer(self, element: ElementId) -> str:
        """The id in the response. If an element is not versioned, its version has the same id."""
        version = self._current(element)
        return version.id if version is not None else element

    def _add_shape(self, item: Item, element: ElementId, answer: str) -> None:
        shape = next(self.scope.new_ids)
        self.new_shapes[shape] = element
        self._settle(item, shape, answer)

    def _settle(self, item: Item, shape: str, answer: str) -> None:
        self.placed[item.index] = shape
        self.answers[item.index] = answer

    def _note(self, findings: tuple[Finding, ...], warnings: tuple[Finding, ...]) -> None:
        self.notes.findings += findings
        self.notes.warnings += warnings

    def outcome(self, given: ContentItems) -> ContentChange:
        """The whole change; called only if there are no findings."""
        items = given.items
        content = self._content(items, self._ordered(items) if given.in_order else ())
        diagram = self._merged.pop(self.diagram.element, self.diagram)
        if content != self.diagram.content:
            diagram = diagram._replace(content=content)
        still_shown = {each.element for each in content}
        return ContentChange(
            diagram=self._stamped(diagram) if diagram is not self.diagram else diagram,
            created=tuple(self.created),
            changed=tuple(self._stamped(each) for id_, each in self._merged.items() if each != self.elements[id_]),
            removed=tuple(each for each in self._flow_objects() if each.element not in still_shown),
            paths=self.paths,
            new_references=tuple(self._new.created),
            answers=tuple(ItemResult(self.answers[each.index], each.index) for each in items),
            warnings=tuple(self.notes.warnings),
        )

    def _ordered(self, items: tuple[Item, ...]) -> tuple[str, ...]:
        return tuple(self.placed[each.index] for each in items)

    def _content(self, items: tuple[Item, ...], first: tuple[str, ...]) -> tuple[Shape, ...]:
        """The shapes after the change: those in `first` before all others, and new ones last."""
        shapes = {each.id: each for each in self.diagram.content}
        shapes |= {id_: Shape(id_, element) for id_, element in self.new_shapes.items()}
        shapes = {**{id_: shapes[id_] for id_ in first}, **shapes}
        for item in items:
            if item.predecessors is not None:
                before = tuple(self.placed[index] for index in item.predecessors)
                id_ = self.placed[item.index]
                shapes[id_] = replace(shapes[id_], predecessors=before)
            if item.is_placed and item.deed is not Deed.DELETE:
                id_ = self.placed[item.index]
                shapes[id_] = replace(shapes[id_], place=item.place)
        gone = {self.placed[each.index]: each.reconnect for each in items if each.deed is Deed.DELETE}
        return without(shapes.values(), gone)

    def _flow_objects(self) -> Iterator[Version]:
        for id_ in dict.fromkeys(each.element for each in self.diagram.content):
            version = self.elements.get(id_)
            if version is not None and self._type(version.type).flow:
                yield version

    def _type(self, key: str) -> ElementType:
        """The type of an element in a diagram, also one that is hidden from the caller."""
        return self.scope.metamodel.whole.types[key]

    def _stamped(self, version: Version) -> Version:
        return stamp_changed(version, self.scope.metamodel.whole, self.scope.now, self.scope.principal)
