"""What to read: which versions a read selects, and which parts of each it wants. `rows.py` has what it returns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetstore.query.filter_tree import Tree
from facetstore.query.ordering import OrderKey


@dataclass(frozen=True, slots=True)
class Parts:
    """What is wanted of each element besides its identity."""

    attributes: bool = False
    brief: bool = False
    """Only the attributes that lists and trees show."""
    contexts: tuple[str, ...] | None = ()
    """The related contexts wanted; None means all of them."""
    children: bool = False
    content: bool = False
    root_path: bool = False
    reference: bool = False
    """The reference by which others refer to it."""

    @property
    def is_card(self) -> bool:
        """Whether a card holds everything that is wanted: what lists show of an element, read with the fewest columns."""
        beyond = self.children or self.content or self.root_path or self.reference
        return self.attributes and self.brief and not beyond


NOTHING: Final = Parts()


@dataclass(frozen=True, slots=True)
class ById:
    """The version that an id selects: the one with this id, else the newest of this element that the caller may see."""

    id: str
    facet: str | None = None


@dataclass(frozen=True, slots=True)
class TheseElements:
    """These elements, in this order, as far as the caller may see them."""

    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TheseReleased:
    """These elements, in this order, each in the version that viewers see."""

    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TheseVersions:
    """These versions, in this order."""

    versions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    """Every element of a facet except flow objects, by name."""

    facet: str


@dataclass(frozen=True, slots=True)
class RootsOf:
    """Parentless elements of the given types, by position: the roots of a hierarchical view."""

    facet: str
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OrphansOf:
    """Parentless elements of the given types, by name: those that have no place in a hierarchy."""

    facet: str
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastReleasedOf:
    """Released elements of a facet, the last released first."""

    facet: str


@dataclass(frozen=True, slots=True)
class ChildrenOf:
    """The children of elements; `group` is the parent."""

    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Children:
    """The children of one element."""

    element: str


@dataclass(frozen=True, slots=True)
class VersionsOf:
    """All versions of elements, oldest first; `group` is the element."""

    elements: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ContentOf:
    """The elements shown by the shapes of versions; `group` is the version's key, `label` the shape id."""

    versions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TargetsOf:
    """The elements that versions refer to in some contexts; `group` is the version's key, `label` the context."""

    versions: tuple[int, ...]
    contexts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StereotypesOf:
    """The stereotype elements of these names (the attribute `key`, else their own id) in a facet; `label` is the name."""

    names: tuple[str, ...]
    facet: str
    key: str


Selection = (
    ById
    | TheseElements
    | TheseReleased
    | TheseVersions
    | ListOf
    | RootsOf
    | OrphansOf
    | LastReleasedOf
    | ChildrenOf
    | Children
    | VersionsOf
    | ContentOf
    | TargetsOf
    | StereotypesOf
)
PagedSelection = ListOf | RootsOf | OrphansOf | LastReleasedOf
ListedSelection = PagedSelection | Children


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a list: `limit` elements after `offset`, or from the start of the page of `size` elements with `around`."""

    limit: int
    offset: int = 0
    around: str | None = None
    size: int = 1


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a caller wants of a list: the elements that match a filter, in another order, after some element."""

    filter: Tree | None = None
    order: tuple[OrderKey, ...] = ()
    after: tuple[object, ...] | None = None
    """The place, in the order of the list, of the element after which to begin."""
    by_name: bool = True
    """Whether filter and order use only what may be shown of an element that may not be opened."""

    @property
    def is_whole(self) -> bool:
        """Whether there is no filter and no order: the list alone decides which elements it has, and where."""
        return self.filter is None and not self.order


WHOLE_LIST: Final = Narrowing()
