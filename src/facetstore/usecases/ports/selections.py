"""What to read: which versions a read selects, which parts of each it wants, and the rows it gets.

Documents in rows are JSON bytes, ready to be put together. Addresses are not in them: marks stand where an answer puts its own.
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
"""Stands on both sides of what makes an element's card depend on the caller: its type, and who its authors are."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What is wanted of each element beside its identity."""

    attributes: bool = False
    brief: bool = False
    """Only the attributes that lists and trees show."""
    contexts: tuple[str, ...] | None = ()
    """The related contexts wanted; None means all of them."""
    children: bool = False
    content: bool = False
    root_path: bool = False
    reference: bool = False
    """How others refer to it."""

    @property
    def is_card(self) -> bool:
        """Whether a card holds all that is wanted: what lists show of an element, read with the fewest columns."""
        beyond = self.children or self.content or self.root_path or self.reference
        return self.attributes and self.brief and not beyond


NOTHING: Final = Parts()


class ElementRow(NamedTuple):
    """One version of an element as storage hands it over; parts that were not asked for are None."""

    key: int
    element: str
    version: str
    facet: str
    type: str
    state: str | None
    stereotype: str | None
    revision: int
    zone: int
    """Whose permissions hold for it."""
    diagrams: bytes | None
    """Of an object of a flow, what decides who may change it: for each diagram that shows it, what stands between the marks of the
    diagram's card, and its zone; marks between them."""
    card: bytes
    """Identity, a mark, and the attributes that lists show: the element as lists show it, still open."""
    reference: bytes | None
    attributes: bytes | None
    related: bytes | None
    history: bytes | None
    """The references of the release history."""
    children: bytes | None
    content: bytes | None
    root_path: bytes | None
    group: str | int | None
    """What the row belongs to when several selections were read at once: the parent, the source version …"""
    label: str | None
    """What ties it to its group: the related context, the shape id."""
    flow: bytes | None
    """The predecessors of a shape."""

    @property
    def head(self) -> bytes:
        """The identity fields, still open."""
        return self.card[: self.card.index(8)]

    @property
    def mark(self) -> bytes:
        """What stands between the marks of the card."""
        first = self.card.index(8) + 1
        return self.card[first : self.card.index(8, first)]

    @property
    def brief(self) -> bytes:
        """The attributes that lists show."""
        return self.card[self.card.rindex(b"\x08") + 1 :].removeprefix(b',"attributes":') or b"{}"


class NamedRow(NamedTuple):
    """One version of an element that may be named and not opened: its identity and its name, and nothing else of it."""

    key: int
    element: str
    version: str
    facet: str
    type: str
    state: str | None
    zone: int
    card: bytes
    """Ends with the attributes that lists show, of which only the name may be told."""
    group: str | int | None
    label: str | None
    flow: bytes | None

    @property
    def head(self) -> bytes:
        """The identity fields, still open, without a stereotype."""
        return self.card[: self.card.index(8)].partition(b',"stereotype":')[0]

    @property
    def reference(self) -> bytes:
        """How others refer to it, without a stereotype."""
        return self.head + f',"expandUri":"{FACETS_MARK}{self.facet}{DETAIL_MARK}{self.version}"}}'.encode()

    @property
    def brief(self) -> bytes:
        """The attributes that lists show."""
        return self.card[self.card.rindex(b"\x08") + 1 :].removeprefix(b',"attributes":') or b"{}"


@dataclass(frozen=True, slots=True)
class ById:
    """The version an id selects: the version of that id, else the newest one of that element the caller may see."""

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
    """Parentless elements of the given types, by name: what nobody placed."""

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
    """A part of a list: how many, after how many; or those of the page of some size that holds an element."""

    limit: int
    offset: int = 0
    around: str | None = None
    size: int = 1


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a caller wants of a list: those that fit a filter, in an order of his own, from behind some element on."""

    filter: Tree | None = None
    order: tuple[OrderKey, ...] = ()
    after: tuple[object, ...] | None = None
    """Where the element stands in the order of the list behind which to begin."""
    by_name: bool = True
    """Whether filter and order go by nothing but what may be told of an element that may not be opened."""

    @property
    def is_whole(self) -> bool:
        """Whether who stands where is a matter of the list alone."""
        return self.filter is None and not self.order


WHOLE_LIST: Final = Narrowing()


class Listing(NamedTuple):
    """Which elements a list holds, in order, and the revision of the tenant at which it holds them."""

    revision: int
    elements: Sequence[str]
    places: Sequence[tuple[object, ...]] = ()
    """Where each stands in the order of the list, as far as it was asked for."""
    counts: Counts | None = None
    """How many elements the whole list has, as far as it was asked for."""


class Counts(NamedTuple):
    """How many elements a list has: in all, and for each value of some fields."""

    total: int
    by: Mapping[str, Mapping[str, int]]


class ShownBy(NamedTuple):
    """A version whose diagram shows an element, as far as it decides who may change what it shows."""

    mark: bytes
    """What stands between the marks of its card."""
    zone: int
    state: str | None
    holder: str | None = None
    """The user who is editing it."""


class Standing(NamedTuple):
    """A version of an element, by its id, and the state in which it is."""

    id: str
    type: str
    state: str | None


class Surroundings(NamedTuple):
    """Where an element stands: what element info tells beside the element itself. Only what the caller sees, but for diagrams."""

    parent: str | None
    ancestors: tuple[str, ...]
    """Ids from the parent to the root."""
    versions: tuple[Standing, ...]
    shapes: tuple[str, ...]
    has_children: bool
    is_referred_to: bool
    """Other elements refer to it, show it in a diagram or carry it as a stereotype."""
    editing: str | None = None
    """Who has locked it."""
    shown_by: tuple[ShownBy, ...] = ()
