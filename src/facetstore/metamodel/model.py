"""The method as values: facets, views, types, properties, lifecycles and validation rules.

The loader reads everything here from YAML; no part of the service asks for a type or state by its name.
Lookups ignore letter case and return the canonical spelling.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from facetstore.domain.callers import Role
from facetstore.metamodel.lifecycle_model import Lifecycle, State, ValidationRule
from facetstore.metamodel.review_rule import ReviewRule
from facetstore.metamodel.roles import MethodRoles
from facetstore.metamodel.script_grammar import Grammar

Texts = Mapping[int, str]
"""A text per culture id."""


class Identity(StrEnum):
    """How elements of a type are identified (D3.1)."""

    VERSIONED = "versioned"
    CREATION_ID = "creationId"
    PLAIN = "plain"


class DataType(StrEnum):
    """The kind of value that an attribute holds; the words of the reference's configuration."""

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
    """One value of a selection; the one without a key means "not relevant"."""

    key: str | None
    names: Texts
    descriptions: Texts
    tooltips: Texts
    icon: str | None = None
    """The icon on the figure of an element with this value; None: that of the type."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """The definition of a property that holds values."""

    data_type: DataType
    runtime_type: str
    """The runtime name of the value's type in the reference; existing clients read it."""
    invariant: bool
    mandatory: bool = False  # must be filled in every mandatory culture before a release
    selectable_values: tuple[SelectableValue, ...] = ()
    searchable: bool = False
    derived: bool = False
    """Computed for each response or owned by the server: never taken from a body."""
    counted: str | None = None
    """It shows a count that is stored beside the element: the `first` or the `last` time, or the `number`."""
    always: Texts = field(default_factory=dict)  # its text in every element, if it has the same in all
    personal: bool = False
    """It says something about the person that an element stands for, and goes when that person is erased."""
    for_programs: bool = False
    """Its text is for programs: forms and pages for readers leave it out."""


@dataclass(frozen=True, slots=True)
class Related:
    """The definition of a property that refers to other elements (a related context)."""

    types: tuple[str, ...]
    facet: str
    max_occurrence: int
    can_add_new: bool = False
    read_only: bool = False
    derived: bool = False
    """Computed for each response (releaseHistory) or owned by the server (changedBy): never taken from a body."""


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
    """The lowest role that may read it; None: all roles. For lower roles it does not exist."""
    writable_by: Role | None = None
    """The lowest role that may write it; None: every caller who may change the element."""


@dataclass(frozen=True, slots=True)
class Layout:
    """A way to draw the diagram of a type."""

    key: str
    names: Texts
    direction: str = "down"
    lanes: tuple[str, ...] = ()
    details: tuple[str, ...] = ()
    """The contexts that decide the lane of a shape (the first that refers to an element), and those written into the shape."""
    positions: str | None = None
    """The attribute that has the place of each shape; None: shapes are laid out."""


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
    """Exists only inside a diagram (events, tasks, rules, conditions, placeholders)."""
    color: str
    drawn_as: str
    icon: str
    """Its figure in a diagram, and the icon on it."""
    element_type_name: str
    entity_type_name: str
    lifecycle: str | None
    children: tuple[str, ...]
    """Types allowed below an element of this type."""
    content: tuple[str, ...]
    """Types allowed in the diagram of an element of this type; none: it has no diagram."""
    content_is_children: bool
    """The diagram shows the children (process house, category, view) instead of shapes of its own."""
    layouts: tuple[Layout, ...]
    stereotype_type: str | None
    """The type of the stereotype elements for this type, if it has stereotypes."""
    label: tuple[str, ...]
    """The attributes that make up the displayed name: ("name",) for nearly every type."""
    properties: Mapping[str, Property]
    structural: bool = False
    """Only architects and administrators may create, change, move or delete it."""
    administrative: bool = False
    """Only administrators may change it: people, groups, permission sets, tokens."""
    configuration: bool = False
    """It is in a facet that configures the tenant, as languages, stereotypes and tags are."""
    for_administrators: bool = False
    """Only administrators may create, change or delete it: it is administrative, or configuration."""
    principal: bool = False
    """A principal or a group of principals: permissions can name it."""
    stands_for: str | None = None  # each represents a tenant: the administration of a collection, or a storage
    direct_release: bool = True
    """Whether direct transitions are offered."""
    approvals: Mapping[str, int] = field(default_factory=dict)
    """Acceptances needed by kind of task, if the type differs from its lifecycle."""
    review: ReviewRule | None = None
    """How often what is released must be confirmed as still right; None: never."""

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
    def html(self) -> frozenset[str]:
        """The attributes whose values are html."""
        return frozenset(key for key, each in self.data_types.items() if each is DataType.HTML)

    @cached_property
    def searched(self) -> frozenset[str]:
        """The attributes besides the name that searches use: only those that all roles may read; a search checks no role."""
        return frozenset(
            key
            for key, each in self.attributes.items()
            if each.attribute is not None and each.attribute.searchable and each.readable_by is None
        )

    @cached_property
    def counted(self) -> Mapping[str, str]:
        """The attributes that show a count stored beside the element."""
        attributes = {key: each.attribute for key, each in self.properties.items()}
        return {key: each.counted for key, each in attributes.items() if each is not None and each.counted}

    @cached_property
    def value_icons(self) -> Mapping[tuple[str, str], str]:
        """The icons of selected values, by attribute and value."""
        attributes = {key: each.attribute for key, each in self.properties.items()}
        return {
            (key, value.key): value.icon
            for key, each in attributes.items()
            for value in (each.selectable_values if each is not None else ())
            if value.key is not None and value.icon is not None
        }

    @cached_property
    def personal(self) -> frozenset[str]:
        """The attributes that go when the person whom an element of this type stands for is erased."""
        return frozenset(key for key, each in self.attributes.items() if each.attribute and each.attribute.personal)

    @cached_property
    def always(self) -> Mapping[str, Texts]:
        """The attributes that have the same text in every element."""
        found = {key: each.attribute for key, each in self.attributes.items()}
        return {key: each.always for key, each in found.items() if each and each.always}

    @cached_property
    def translated_label(self) -> Mapping[str, Attribute]:
        """The attributes of the name that have a value for each culture."""
        return {key: each for key, each in self._translated.items() if key in self.label}

    @cached_property
    def translated_mandatory(self) -> Mapping[str, Attribute]:
        """The attributes that must be filled in each mandatory culture."""
        return {key: each for key, each in self._translated.items() if each.mandatory and not each.derived}

    @cached_property
    def translated(self) -> Mapping[str, Attribute]:
        """The attributes to translate: those that have a value for each culture, except derived ones."""
        return {key: each for key, each in self._translated.items() if not each.derived and not each.always}

    @cached_property
    def translated_for_all(self) -> Mapping[str, Attribute]:
        """The attributes to translate that all roles may read."""
        return {key: each for key, each in self.translated.items() if self.properties[key].readable_by is None}

    @cached_property
    def _translated(self) -> Mapping[str, Attribute]:
        attributes = {key: each.attribute for key, each in self.properties.items() if each.attribute is not None}
        return {key: each for key, each in attributes.items() if not each.invariant}

    @cached_property
    def versioned(self) -> bool:
        return self.identity is Identity.VERSIONED


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A view of a facet. `shows` names the properties it shows by default; None: all of the type."""

    name: str
    key: str
    """The internal name that element info returns as facetViewKey."""
    names: Texts
    hierarchical: bool
    shows: frozenset[str] | None
    layouts: bool  # whether its configuration lists layouts (only that of tree does)
    configures: frozenset[str]  # what its configuration lists besides `shows`
    selects: str
    """Which elements its list holds: roots | all | orphaned | lastReleased."""


@dataclass(frozen=True, slots=True, eq=False)
class Facet:
    """A group of element types with its views, by view name."""

    name: str
    title: str
    """The internal title-case name, returned as facetTypeName and used in gotoUrl."""
    names: Texts
    goto_view: str
    """The view segment of a gotoUrl, e.g. `treeanddiagram`."""
    hierarchical: bool
    administration: bool
    """Exists only in administration tenants (collections, storages)."""
    views: Mapping[str, View]
    opened_by: Role | None = None  # the lowest role that may open its elements; lower roles only see references to them
    group: str = ""
    """The group of menus that shows it; empty: none."""


@dataclass(frozen=True, eq=False)
class Metamodel:
    """The whole method of one tenant, compared by identity. `digest` changes whenever any of it does."""

    digest: str
    facets: Mapping[str, Facet]
    types: Mapping[str, ElementType]
    lifecycles: Mapping[str, Lifecycle]
    rules: tuple[ValidationRule, ...]
    roles: MethodRoles
    grammar: Grammar
    """How its flows are written as scripts."""
    readers: Mapping[str, Role] = field(default_factory=dict)
    """The lowest role that may read each restricted property, including properties that no type has any more."""
    writers: Mapping[str, Role] = field(default_factory=dict)
    """The lowest role that may write each restricted property."""
    facet_groups: Mapping[str, Texts] = field(default_factory=dict)
    """The names of the groups of facets, in the order of menus."""
    hidden: frozenset[str] = frozenset()
    """The properties left out, if the metamodel was narrowed for a role that may not read them."""
    fixed: frozenset[str] = frozenset()
    """The properties that this role may read, but not write."""
    narrowed_from: Metamodel | None = None

    @property
    def whole(self) -> Metamodel:
        """The full metamodel, with nothing hidden."""
        return self.narrowed_from or self

    @cached_property
    def hidden_contexts(self) -> frozenset[str]:
        """The hidden names that may be related contexts: no type has an attribute of that name."""
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
    def lifecycle_of(self) -> Mapping[str, Lifecycle]:
        """The lifecycle of each type that has one."""
        return {key: self.lifecycles[each.lifecycle] for key, each in self.types.items() if each.lifecycle is not None}

    @cached_property
    def states(self) -> Mapping[str, State]:
        """Every state; the first lifecycle that has it decides its meaning."""
        last_first = reversed(tuple(self.lifecycles.values()))
        return {key: state for each in last_first for key, state in each.states.items()}

    @cached_property
    def state_of(self) -> Mapping[tuple[str, str | None], State]:
        """By type and state, what the state means. A state that the lifecycle lacks (from an import) means what it means elsewhere."""
        return {
            (key, name): state
            for key, lifecycle in self.lifecycle_of.items()
            for name, state in {**self.states, **lifecycle.states}.items()
        }

    @cached_property
    def counted(self) -> Mapping[str, Mapping[str, str]]:
        """The attributes that show a count stored beside the element, by type, each with its count."""
        return {key: each.counted for key, each in self.types.items() if each.counted}

    @cached_property
    def attribute_names(self) -> Mapping[str, frozenset[str]]:
        """By facet, the attributes that any of its types has."""
        types = self._types_by_facet.items()
        return {facet: frozenset(name for each in found for name in each.attributes) for facet, found in types}

    @cached_property
    def context_names(self) -> Mapping[str, frozenset[str]]:
        """By facet, the related contexts that any of its types has."""
        types = self._types_by_facet.items()
        return {facet: frozenset(name for each in found for name in each.contexts) for facet, found in types}

    def facet(self, name: str) -> Facet | None:
        """The facet of this name, in upper or lower case."""
        return self._facets_folded.get(name.casefold())

    def view(self, facet: Facet, name: str) -> View | None:
        """The view of this name, in upper or lower case."""
        folded = name.casefold()
        return next((each for each in facet.views.values() if each.name.casefold() == folded), None)

    def type(self, name: str) -> ElementType | None:
        return self._types_folded.get(name.casefold())

    def types_of(self, facet: str) -> tuple[ElementType, ...]:
        return self._types_by_facet.get(facet, ())
