"""What a response shows of each element: what the view shows, narrowed by the options of the request."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from facetstore.metamodel.model import Facet, Metamodel, View
from facetstore.query.options import ReadOptions, canonical_names
from facetstore.usecases.ports.rows import Counts, ElementRow, NamedRow
from facetstore.usecases.ports.selections import Parts


@dataclass(frozen=True, eq=False)
class Presentation:
    """The parts to read and the names to show. `attributes` and `contexts` None mean all of them.

    Presentations are compared by identity: `present` caches them, and so returns the same object for the same options.
    """

    facet: str
    view: View
    parts: Parts
    attributes: frozenset[str] | None
    contexts: frozenset[str] | None
    resources: frozenset[str]
    expand: tuple[str, ...] = ()
    selected: frozenset[str] | None = None
    """The names in $select. They narrow expanded targets, too, which otherwise show everything."""
    report: bool = False
    hidden: frozenset[str] = frozenset()
    """Names that the caller may not read. They are not shown in expanded or inlined elements either."""
    chain: tuple[int, ...] = ()
    """The cultures to look up the one value of each attribute in; empty: all cultures are shown."""

    @property
    def shows_cards(self) -> bool:
        return self.parts.is_card and not self.expand and not self.chain and "stereotype" not in self.resources

    @cached_property
    def is_near(self) -> bool:
        """Whether nothing is shown that can change without a change of the element or its neighbours."""
        return not self.expand and not self.resources & {"rootPath", "stereotype"}


@lru_cache(maxsize=1024)
def present(
    metamodel: Metamodel, facet: Facet, view: View, options: ReadOptions, *, report: bool = False
) -> Presentation:
    """The presentation of elements of a facet in a view. Raises UnknownName for unknown names in the options."""
    expand = canonical_names("$expandRelated", options.expand, metamodel.context_names[facet.name])
    attributes, contexts, selected = _shown(metamodel, facet, view, options, expand)
    resources = options.resources
    listed = facet.views["list"].shows or frozenset()
    brief = (
        options.select is None
        # Cards hold all that lists show, also what this caller may not read.
        and metamodel.hidden.isdisjoint(listed)
        and attributes == listed & metamodel.attribute_names[facet.name]
        and contexts == listed & metamodel.context_names[facet.name]
    )
    shows_contexts = "related" in resources and (contexts is None or bool(contexts))
    parts = Parts(
        attributes="attributes" in resources and (attributes is None or bool(attributes)),
        brief=brief,
        contexts=(None if contexts is None else tuple(sorted(contexts))) if shows_contexts else (),
        children="children" in resources or "content" in resources,
        content="content" in resources,
        root_path="rootPath" in resources,
    )
    return Presentation(
        facet=facet.name,
        view=view,
        parts=parts,
        attributes=attributes,
        contexts=contexts,
        resources=resources,
        expand=expand if shows_contexts else (),
        selected=selected,
        report=report,
        hidden=metamodel.hidden,
        chain=options.chain,
    )


def _shown(
    metamodel: Metamodel, facet: Facet, view: View, options: ReadOptions, expand: tuple[str, ...]
) -> tuple[frozenset[str] | None, frozenset[str] | None, frozenset[str] | None]:
    """The attributes and contexts to show, and the names in $select, which may also be names of expanded targets."""
    attributes, contexts = metamodel.attribute_names[facet.name], metamodel.context_names[facet.name]
    if options.select is not None:
        known = attributes | contexts | _names_of_targets(metamodel, facet, expand)
        chosen = frozenset(canonical_names("$select", options.select, known))
        return chosen & attributes, chosen & contexts, chosen
    if view.shows is not None:
        return view.shows & attributes, view.shows & contexts, None
    return None, None, None


def _names_of_targets(metamodel: Metamodel, facet: Facet, expand: tuple[str, ...]) -> frozenset[str]:
    declared = (each.contexts.get(name) for each in metamodel.types_of(facet.name) for name in expand)
    types = {key for each in declared if each is not None and each.related for key in each.related.types}
    return frozenset(name for key in types if key in metamodel.types for name in metamodel.types[key].properties)


Shown = ElementRow | NamedRow
"""An element that the caller may open, or may only see by name."""

Expanded = Mapping[tuple[int, str], Sequence[Shown]]
"""The targets of expanded contexts, by key of the referring version and context."""


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements to show, how to show them, and what was read beside them."""

    rows: Sequence[ElementRow]
    """The elements that the caller may open, unless `cards` holds them."""
    presentation: Presentation
    expanded: Expanded = field(default_factory=dict)
    stereotypes: Mapping[tuple[str, str], Shown] = field(default_factory=dict)
    """By type and name, the stereotype elements."""
    rest: AsyncIterator[Elements] | None = None
    """The elements in chunks, if they are too many to hold in memory."""
    container: ElementRow | None = None
    """The element whose content this is."""
    cards: Sequence[bytes] = ()
    counts: Counts | None = None
    """How many elements the whole list has, if that was requested."""
    next_cursor: str | None = None
    mixed: Sequence[Shown] | None = None
    """All elements in their order, if the caller may see some of them only by name."""
    within: Mapping[str, ElementRow] = field(default_factory=dict)
    """By id, what the targets of expanded contexts refer to, if its attributes are shown as well."""

    @property
    def shown(self) -> Sequence[Shown]:
        """The elements in their order."""
        return self.rows if self.mixed is None else self.mixed

    @property
    def count(self) -> int:
        return len(self.shown) or len(self.cards)
