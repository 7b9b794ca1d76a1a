"""What reads return: rows with documents, lists and counts.

Documents in rows are JSON bytes, ready to be joined. They hold no addresses, but marks that the response replaces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from facetstore.domain.access import NO_ZONE

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
    place: str | None
    """The place that users have given a shape, as JSON."""

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


class FlowRow(NamedTuple):
    """A connection of a diagram from or to something that is not released; `out` and `into`: which of both ends it is."""

    source: str
    target: str
    out: bool
    into: bool


def _brief_of(card: bytes) -> bytes:
    return card[card.rindex(b"\x08") + 1 :].removeprefix(b',"attributes":') or b"{}"


class CardRow(NamedTuple):
    """A version by what lists show of it, without what it refers to."""

    key: int
    type: str
    card: bytes

    @property
    def brief(self) -> bytes:
        """The attributes that lists show."""
        return _brief_of(self.card)


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
    place: str | None

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
        return _brief_of(self.card)


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
    parent_zone: int = NO_ZONE
    """The zone whose permissions hold for the parent."""
