"""Spans: from which revision until which an element stood where in lists and trees, worked out from its history.

Lists and trees of an earlier moment are cut from them (`storage/past/span_lists.py`). Writes keep them up to date (`storage/writes/spanning.py`).
Flow objects have none: they are in no list and in no tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final, NamedTuple

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel
from facetstore.storage.rows.followed_changes import States
from facetstore.usecases.documents import shown_version, sort_name
from facetstore.usecases.ports.writes import DELETIONS

COLUMNS: Final = (
    "tenant", "element", "version", "since", "until", "facet", "type", "state", "parent", "position", "sort_name", "released_on",
    "newest", "published", "stereotype", "creation_id",
)  # fmt: skip
OPEN: Final = 1 << 62
"""The end of a span that has not ended: behind all revisions."""


class SpanDefinition(NamedTuple):
    """What decides where elements stand, from a revision on."""

    since: int
    metamodel: Metamodel
    settings: TenantSettings


class RecordedChange(NamedTuple):
    """A row of the history about a version."""

    revision: int
    kind: str
    element: str
    version: str
    change: str


class SpanPlace(NamedTuple):
    """Where a version stands in lists and trees: the last columns of a span."""

    facet: str
    type: str
    state: str | None
    parent: str | None
    position: int
    sort_name: str
    released_on: object
    newest: int
    published: int
    stereotype: str | None
    """This and the next are what a reference shows besides."""
    creation_id: str | None


class ElementSpan(NamedTuple):
    """A row without its tenant."""

    element: str
    version: str
    since: int
    until: int
    place: SpanPlace

    def row(self, tenant: int) -> tuple[object, ...]:
        """The values of `COLUMNS`."""
        return tenant, self.element, self.version, self.since, self.until, *self.place


def spans_of(
    element: str, changes: Iterable[RecordedChange], definitions: Sequence[SpanDefinition]
) -> Sequence[ElementSpan]:
    """The spans of an element by all rows of its history, in their order, and all definitions of its tenant, the first of which
    holds from the beginning."""
    following = _ElementFollowing(element, definitions[0])
    later = list(definitions[1:])
    for revision, rows in groupby(changes, attrgetter("revision")):
        while later and later[0].since < revision:
            following.define(later.pop(0))
        if later and later[0].since == revision:
            following.definition = later.pop(0)
        for row in rows:
            following.follow(row)
        following.settle(revision)
    for each in later:
        following.define(each)
    return following.ended()


class _ElementFollowing:
    """Follows the history of one element."""

    def __init__(self, element: str, definition: SpanDefinition) -> None:
        self._element = element
        self.definition = definition
        self._states = States()
        self._alive: dict[str, Version] = {}
        """Its versions by id; the one that was written last is the last."""
        self._open: dict[str, tuple[int, SpanPlace]] = {}
        self._ended: list[ElementSpan] = []

    def follow(self, row: RecordedChange) -> None:
        after = self._states.follow(row.element, row.version, row.change).after
        if after is None:
            return
        self._alive.pop(row.version, None)
        if row.kind not in DELETIONS:
            self._alive[row.version] = after

    def define(self, definition: SpanDefinition) -> None:
        self.definition = definition
        self.settle(definition.since)

    def settle(self, revision: int) -> None:
        """Begin and end spans, by what there is after a revision."""
        now = places_of(list(self._alive.values()), self.definition)
        for version, (since, place) in list(self._open.items()):
            if now.get(version) != place:
                self._ended.append(ElementSpan(self._element, version, since, revision, place))
                del self._open[version]
        for version, place in now.items():
            self._open.setdefault(version, (revision, place))

    def ended(self) -> Sequence[ElementSpan]:
        lasting = (
            ElementSpan(self._element, version, since, OPEN, place) for version, (since, place) in self._open.items()
        )
        return [*self._ended, *lasting]


def places_of(versions: Sequence[Version], definition: SpanDefinition) -> Mapping[str, SpanPlace]:
    """Where an element with these versions, the last written one last, stands: by version, of those that it shows."""
    metamodel, roles = definition.metamodel, definition.metamodel.roles
    known = [each for each in versions if each.type in metamodel.types and not metamodel.types[each.type].flow]
    if not known:
        return {}
    last = known[-1]
    ordered = sorted(known, key=lambda each: (*each.major_minor, str(each.invariant(roles.created_on) or ""), each.id))
    visible = [each for each in ordered if _is_visible(each, metamodel)]
    newest, published = ordered[-1].id, visible[-1].id if visible else None
    return {
        each.id: SpanPlace(
            each.facet,
            each.type,
            each.state,
            last.parent,
            last.position,
            _sort_name(each, definition),
            _released_on(each, metamodel),
            int(each.id == newest),
            int(each.id == published),
            each.stereotype,
            each.creation_id,
        )
        for each in ordered
        if each.id in (newest, published)
    }


def _is_visible(version: Version, metamodel: Metamodel) -> bool:
    state = metamodel.state_of.get((version.type, version.state))
    return state is None or state.visible


def _sort_name(version: Version, definition: SpanDefinition) -> str:
    _, metamodel, settings = definition
    shown = shown_version(version, settings.removed_cultures) if settings.removed_cultures else version
    return sort_name(shown, metamodel.types[version.type], settings)


def _released_on(version: Version, metamodel: Metamodel) -> object:
    state = metamodel.state_of.get((version.type, version.state))
    return version.invariant(metamodel.roles.released_on) if state is not None and state.was_released else None
