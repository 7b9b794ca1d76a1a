"""What to read: which versions a read selects, which parts of each it wants, and the rows it gets.

Documents in rows are JSON bytes, ready to be joined. They hold no addresses, but marks that the response replaces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from facetstore.query.filter_tree import Tree
from facetstore.query.ordering import OrderKey

FACETS_MARK: Final = "\x01"
"""Stands for the address of the facets; control characters never occur raw in JSON."""
DETAIL_MARK: Final = "\x02"
"""Stands between facet and id for the view `detail` (or the report)."""
VIEW_MARK: Final = "\x03"
"""Stands between facet and id for the view that was asked for."""
GOTO_MARK: Final = "\x04"
"""Stands for the value of gotoUrl."""
AUTHOR_NOTE_MARK: Final = "\x05"
"""Stands for the value of authorNote."""
CONTEXT_MARK: Final = "\x07"
"""Stands for the comma between two related contexts."""
CARD_MARK: Final = "\x08"
"""Stands on both sides of what decides who may change the element of a card: its type and its authors."""


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


class ElementRow(NamedTuple):
    """One version of an element as storage returns it; parts that are not wanted are None."""

    key: int
    element: str
    version: str
    facet: str
    type: str
    state: str | None
    stereotype: str | None
    revision: int
    zone: int
    """The zone whose permissions hold for it."""
    diagrams: bytes | None
    """Of a flow object, what decides who may change it: for each diagram that shows it, the text between the marks of the
    diagram's card, and its zone; separated by marks."""
    card: bytes
    """The element as lists show it, without the closing brace: identity, a text between marks, and attributes."""
    reference: bytes | None
    attributes: bytes | None
    related: bytes | None
    history: bytes | None
    """The references of the release history."""
    children: bytes | None
    content: bytes | None
    root_path: bytes | None
    group: str | int | None
    """What the row belongs to if a selection reads for several elements at once: the parent, the source version …"""
    label: str | None
    """What ties it to its group: the related context, the shape id."""
    flow: bytes | None
    """The predecessors of a shape."""

    @property
    def head(self) -> bytes:
        """The identity fields, without the closing brace."""
        return self.card[: self.card.index(8)]

    @property
    def mark(self) -> bytes:
        """The text between the marks of the card: type and authors."""
        first = self.card.index(8) + 1
        return self.card[first : self.card.index(8, first)]

    @property
    def brief(self) -> bytes:
        """The attributes that lists show."""
        return self.card[self.card.rindex(b"\x08") + 1 :].removeprefix(b',"attributes":') or b"{}"


class NamedRow(NamedTuple):
    """One version of an element that may be named but not opened: its identity and its name, and nothing else."""

    key: int
    element: str
    version: str
    facet: str
    type: str
    state: str | None
    zone: int
    card: bytes
    """Ends with the attributes that lists show. Of these, only the name may be shown."""
    group: str | int | None
    label: str | None
    flow: bytes | None

    @property
    def head(self) -> bytes:
        """The identity fields, without the closing brace and without a stereotype."""
        return self.card[: self.card.index(8)].partition(b',"stereotype":')[0]

    @property
    def reference(self) -> bytes:
        """The reference by which others refer to it, without a stereotype."""
        return self.head + f',"expandUri":"{FACETS_MARK}{self.facet}{DETAIL_MARK}{self.version}"}}'.encode()

    @property
    def brief(self) -> bytes:
        """The attributes that lists show."""
        return self.card[self.card.rindex(b"\x08") + 1 :].removeprefix(b',"attributes":') or b"{}"


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


class Listing(NamedTuple):
    """The elements of a list, in order, and the revision of the tenant at which they were read."""

    revision: int
    elements: Sequence[str]
    places: Sequence[tuple[object, ...]] = ()
    """The place of each element in the order of the list, if places were requested."""
    counts: Counts | None = None
    """How many elements the whole list has, if counts were requested."""


class Counts(NamedTuple):
    """How many elements a list has: in all, and for each value of some fields."""

    total: int
    by: Mapping[str, Mapping[str, int]]


class ShownBy(NamedTuple):
    """What of a version whose diagram shows an element decides who may change the element."""

    mark: bytes
    """The text between the marks of its card: type and authors."""
    zone: int
    state: str | None
    holder: str | None = None
    """The principal that is editing it."""


class Standing(NamedTuple):
    """A version of an element: its id, type and state."""

    id: str
    type: str
    state: str | None


class Surroundings(NamedTuple):
    """What element info needs besides the element itself: only what the caller sees, except for ancestors, the lock and
    `shown_by`."""

    parent: str | None
    ancestors: tuple[str, ...]
    """Ids from the parent to the root."""
    versions: tuple[Standing, ...]
    shapes: tuple[str, ...]
    has_children: bool
    is_referred_to: bool
    """Whether other elements refer to it, show it in a diagram or have it as stereotype."""
    editing: str | None = None
    """The principal that has locked it."""
    shown_by: tuple[ShownBy, ...] = ()
