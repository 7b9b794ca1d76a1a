"""The method as values: facets, views, types, properties, lifecycles and validation rules.

Everything here is read from YAML by the loader; nothing in the service asks for one type or state by its name.
Names are looked up ignoring letter case and answered in their canonical spelling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from facetstore.domain.callers import Role

Texts = Mapping[int, str]
"""A text per culture id."""


class Identity(StrEnum):
    """How elements of a type are identified (FACTS 10)."""

    VERSIONED = "versioned"
    CREATION_ID = "creationId"
    PLAIN = "plain"


class DataType(StrEnum):
    """What kind of value an attribute holds; the words of the reference's configuration."""

    SINGLE_LINE_TEXT = "SingleLineText"
    MULTI_LINE_TEXT = "MultiLineText"
    HTML = "Html"
    SELECTION_VALUE = "SelectionValue"
    MULTI_SELECTION = "MultiSelection"
    BOOLEAN = "Boolean"
    INTEGER = "Integer"
    DECIMAL = "Decimal"
    DATE_TIME = "DateTime"
    LINKS = "Links"


@dataclass(frozen=True, slots=True)
class SelectableValue:
    """One value a selection may take; the one without a key means "not relevant"."""

    key: str | None
    names: Texts
    descriptions: Texts
    tooltips: Texts


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a property that holds values looks like."""

    data_type: DataType
    runtime_type: str
    """The reference's runtime name of the value's type, as existing clients read it."""
    invariant: bool
    mandatory: bool = False
    """Must be filled in every mandatory culture before a release."""
    selectable_values: tuple[SelectableValue, ...] = ()
    searchable: bool = False
    derived: bool = False
    """Computed when answering or owned by the server: never taken from a body."""
    counted: str | None = None
    """It shows what is counted beside the element: the `first` or the `last` time, or the `number`."""


@dataclass(frozen=True, slots=True)
class Related:
    """What a property that refers to other elements looks like (a related context)."""

    types: tuple[str, ...]
    facet: str
    max_occurrence: int
    can_add_new: bool = False
    read_only: bool = False
    derived: bool = False
    """Computed when answering (releaseHistory) or owned by the server (changedBy): never taken from a body."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a type: exactly one of `attribute` and `related` is set."""

    key: str
    names: Texts
    descriptions: Texts
    tooltips: Texts
    attribute: Attribute | None = None
    related: Related | None = None
    readable_by: Role | None = None
    """The least role that reads it; None: everybody does. To the others it does not exist."""
    writable_by: Role | None = None
    """The least role that writes it; None: whoever may change the element."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to draw the diagram of a type."""

    key: str
    names: Texts
    direction: str = "down"
    lanes: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    """The related contexts that tell in whose lane a shape stands (the first that refers to anybody), and those written into it."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of a lifecycle. `visible` states are what viewers see; `released` ones count as isReleased;
    `was_released` ones stand in the release history; `editable` ones may be changed."""

    key: str
    names: Texts
    descriptions: Texts
    visible: bool
    released: bool
    was_released: bool
    editable: bool


@dataclass(frozen=True, slots=True)
class Transition:
    """A named step from one state to another, with everything the lifecycle engine needs to perform it.

    `rules` and `effects` stay plain data here; they are interpreted by the engine that applies transitions.
    """

    id: str
    source: str
    target: str
    names: Texts
    declaration: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ScheduledStep:
    """A change of state nobody asks for: the scheduler takes it once the date-time in the attribute `after` is past."""

    source: str
    target: str
    after: str


@dataclass(frozen=True, slots=True)
class Lifecycle:
    """The states and transitions of a type. `wire_state` tells whether answers carry a `state` field
    (lifecycles of structure elements show only the attribute state1)."""

    key: str
    initial: str
    wire_state: bool
    states: Mapping[str, State]
    transitions: tuple[Transition, ...]
    scheduled: tuple[ScheduledStep, ...] = ()
    new_version: Mapping[str, object] = field(default_factory=dict)
    """From which states (`from`) a new version is made, what it `clears` and what it `sets`; plain data."""

    def transitions_from(self, state: str) -> tuple[Transition, ...]:
        return tuple(each for each in self.transitions if each.source == state)


@dataclass(frozen=True, slots=True)
class ValidationRule:
    """A check before a release: what it looks at, and whether it is an error or a warning."""

    key: str
    types: tuple[str, ...]
    severity: str
    messages: Texts
    check: Mapping[str, object]


@dataclass(frozen=True)
class ElementType:
    """A type of element."""

    key: str
    facet: str
    names: Texts
    descriptions: Texts
    identity: Identity
    root: bool
    flow: bool
    """Lives only inside a diagram (events, tasks, rules, conditions, placeholders)."""
    color: str
    drawn_as: str
    icon: str
    """The figure that stands for it in a diagram, and the sign on it."""
    element_type_name: str
    entity_type_name: str
    lifecycle: str | None
    children: tuple[str, ...]
    """Types that may stand below an element of this type."""
    content: tuple[str, ...]
    """Types that may stand in the diagram of an element of this type; none: it has no diagram."""
    content_is_children: bool
    """The diagram shows the children (process house, category, view) instead of shapes of its own."""
    layouts: tuple[Layout, ...]
    stereotype_type: str | None
    """The type of the stereotype elements made for this type, if it has stereotypes."""
    label: tuple[str, ...]
    """The attributes that make up the name people read: ("name",) for nearly every type."""
    properties: Mapping[str, Property]
    structural: bool = False
    """Only architects and administrators create, move or delete it."""
    administrative: bool = False
    """Only administrators change it: people, groups, permission sets, tokens."""
    principal: bool = False
    """Somebody who acts, or a group of such: permissions can name it."""
    stands_for: str | None = None
    """An element of it stands for a tenant: a collection's administration, or a storage."""
    direct_release: bool = True
    """Whether transitions declared as direct are offered."""
    approvals: Mapping[str, int] = field(default_factory=dict)
    """Acceptances needed per kind of task, where the type differs from its lifecycle."""

    @cached_property
    def attributes(self) -> Mapping[str, Property]:
        return {key: each for key, each in self.properties.items() if each.attribute is not None}

    @cached_property
    def contexts(self) -> Mapping[str, Property]:
        return {key: each for key, each in self.properties.items() if each.related is not None}

    @cached_property
    def data_types(self) -> Mapping[str, DataType]:
        return {key: each.attribute.data_type for key, each in self.properties.items() if each.attribute is not None}

    @cached_property
    def searched(self) -> frozenset[str]:
        """The attributes beside the name that searches look at: they ask for no role, so only what everybody reads."""
        return frozenset(
            key
            for key, each in self.attributes.items()
            if each.attribute is not None and each.attribute.searchable and each.readable_by is None
        )

    @cached_property
    def counted(self) -> Mapping[str, str]:
        """The attributes that show what is counted beside an element."""
        attributes = {key: each.attribute for key, each in self.properties.items()}
        return {key: each.counted for key, each in attributes.items() if each is not None and each.counted}

    @cached_property
    def translated_label(self) -> Mapping[str, Attribute]:
        """The attributes of the name that are told in each culture."""
        return {key: each for key, each in self._translated.items() if key in self.label}

    @cached_property
    def translated_mandatory(self) -> Mapping[str, Attribute]:
        """The attributes that must be filled in each mandatory culture."""
        return {key: each for key, each in self._translated.items() if each.mandatory and not each.derived}

    @cached_property
    def _translated(self) -> Mapping[str, Attribute]:
        attributes = {key: each.attribute for key, each in self.properties.items() if each.attribute is not None}
        return {key: each for key, each in attributes.items() if not each.invariant}

    @cached_property
    def versioned(self) -> bool:
        return self.identity is Identity.VERSIONED


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A way to look at a facet. `shows` names the properties it shows by default, None meaning all of the type."""

    name: str
    key: str
    """The internal name element info prints as facetViewKey."""
    names: Texts
    hierarchical: bool
    shows: frozenset[str] | None
    layouts: bool
    """Whether the configuration of this view lists layouts (only tree does)."""
    selects: str
    """Which elements its list holds: roots | all | orphaned | lastReleased."""


@dataclass(frozen=True, slots=True, eq=False)
class Facet:
    """A group of element types with its views, by view name."""

    name: str
    title: str
    """The internal title-case name, printed as facetTypeName and inside gotoUrl."""
    names: Texts
    goto_view: str
    """The view segment of a gotoUrl, e.g. `treeanddiagram`."""
    hierarchical: bool
    administration: bool
    """Exists only in administration tenants (collections, storages)."""
    views: Mapping[str, View]
    opened_by: Role | None = None  # the least role that opens what it holds; others see references to it


@dataclass(frozen=True, eq=False)
class Metamodel:
    """The whole method of one tenant, compared by identity. `digest` changes whenever any of it does."""

    digest: str
    facets: Mapping[str, Facet]
    types: Mapping[str, ElementType]
    lifecycles: Mapping[str, Lifecycle]
    rules: tuple[ValidationRule, ...]
    readers: Mapping[str, Role] = field(default_factory=dict)
    """By property, also by such as no type has any more, the least role that reads it; what everybody reads is not among them."""
    writers: Mapping[str, Role] = field(default_factory=dict)
    """The same of those who write it."""
    hidden: frozenset[str] = frozenset()
    """The properties left out of it, where it was narrowed for somebody who may not read them."""
    fixed: frozenset[str] = frozenset()
    """Those that he may read, but not write."""
    narrowed_from: Metamodel | None = None

    @property
    def whole(self) -> Metamodel:
        """It, as it is to those from whom nothing is hidden."""
        return self.narrowed_from or self

    @cached_property
    def hidden_contexts(self) -> frozenset[str]:
        """Those of what is hidden that may be related contexts: they are attributes of no type."""
        return self.hidden - {name for each in self.whole.types.values() for name in each.attributes}

    @cached_property
    def _facets_folded(self) -> Mapping[str, Facet]:
        return {name.casefold(): each for name, each in self.facets.items()}

    @cached_property
    def _types_folded(self) -> Mapping[str, ElementType]:
        return {name.casefold(): each for name, each in self.types.items()}

    @cached_property
    def _types_by_facet(self) -> Mapping[str, tuple[ElementType, ...]]:
        return {name: tuple(t for t in self.types.values() if t.facet == name) for name in self.facets}

    @cached_property
    def _lifecycles_by_type(self) -> Mapping[str, Lifecycle]:
        return {key: self.lifecycles[each.lifecycle] for key, each in self.types.items() if each.lifecycle is not None}

    @cached_property
    def states(self) -> Mapping[str, State]:
        """Every state there is; the first lifecycle that has it tells what it means."""
        found: dict[str, State] = {}
        for lifecycle in self.lifecycles.values():
            found = {**lifecycle.states, **found}
        return found

    @cached_property
    def counted(self) -> Mapping[str, Mapping[str, str]]:
        """By type the attributes that show what is counted beside an element, each with which count."""
        return {key: each.counted for key, each in self.types.items() if each.counted}

    @cached_property
    def _names_by_facet(self) -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
        return {
            facet: (
                frozenset(name for each in types for name in each.attributes),
                frozenset(name for each in types for name in each.contexts),
            )
            for facet, types in self._types_by_facet.items()
        }

    def attribute_names(self, facet: str) -> frozenset[str]:
        """The attributes that any type of a facet has."""
        return self._names_by_facet[facet][0]

    def context_names(self, facet: str) -> frozenset[str]:
        """The related contexts that any type of a facet has."""
        return self._names_by_facet[facet][1]

    def facet(self, name: str) -> Facet | None:
        return self.facets.get(name) or self._facets_folded.get(name.casefold())

    def view(self, facet: Facet, name: str) -> View | None:
        known = facet.views.get(name)
        if known is not None:
            return known
        folded = name.casefold()
        return next((each for each in facet.views.values() if each.name.casefold() == folded), None)

    def type(self, name: str) -> ElementType | None:
        return self._types_folded.get(name.casefold())

    def types_of(self, facet: str) -> tuple[ElementType, ...]:
        return self._types_by_facet.get(facet, ())

    def state(self, type_key: str, state: str) -> State | None:
        """What a state means for a type. One its lifecycle lacks (imported data may hold it) means what it means elsewhere."""
        lifecycle = self._lifecycles_by_type.get(type_key)
        return (lifecycle.states.get(state) or self.states.get(state)) if lifecycle else None

    def lifecycle_of(self, type_key: str) -> Lifecycle | None:
        return self._lifecycles_by_type.get(type_key)
