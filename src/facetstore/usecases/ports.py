"""What the use cases need from storage: values that say what to read or write, and the protocols that do it.

A read names a *selection* (which versions, for which audience) and the *parts* wanted of each; storage answers with rows
whose documents are JSON bytes, ready to be put together. Addresses are not in them: `markers` below stand where an answer
puts its own.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantAddress, TenantSettings
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
"""Stands on both sides of what makes an element's card depend on the caller: its type, and whether it names an author."""


@dataclass(frozen=True, slots=True)
class Tenant:
    """A tenant as stored. `definition` and `access` tell when settings and tokens last changed."""

    key: int
    id: str
    address: TenantAddress
    settings: TenantSettings
    additions: str
    """The tenant's own metamodel as JSON text."""
    revision: int
    definition: int
    access: int


class Revisions(NamedTuple):
    """How far a tenant has come: what every request asks first, so that nothing kept is older than the last commit."""

    revision: int
    definition: int
    access: int


@dataclass(frozen=True, slots=True)
class Credential:
    """A stored token: who acts with it, in which role, until when (microseconds since 1970 UTC)."""

    element: str
    role: int
    expires: int


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


class ElementRow(NamedTuple):
    """One version of an element as storage hands it over; parts that were not asked for are None."""

    key: int
    element: str
    version: str
    facet: str
    type: str
    state: str | None
    stereotype: str | None
    authored: int
    revision: int
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
    """The stereotype elements of these names (their attribute `id`, else their own id); `label` is the name."""

    names: tuple[str, ...]


Selection = (
    ById
    | TheseElements
    | TheseReleased
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


WHOLE_LIST: Final = Narrowing()


class Listing(NamedTuple):
    """Which elements a list holds, in order, and the revision of the tenant at which it holds them."""

    revision: int
    elements: Sequence[str]
    places: Sequence[tuple[object, ...]] = ()
    """Where each stands in the order of the list, as far as it was asked for."""


class Counts(NamedTuple):
    """How many elements a list has: in all, and for each value of some fields."""

    total: int
    by: Mapping[str, Mapping[str, int]]


class Affected(NamedTuple):
    """The elements whose answers a change can touch, and their facets; None: it may be any facet."""

    elements: frozenset[str]
    facets: frozenset[str] | None


class Surroundings(NamedTuple):
    """Where an element stands: what element info tells beside the element itself."""

    parent: str | None
    ancestors: tuple[str, ...]
    """Ids from the parent to the root."""
    versions: tuple[str, ...]
    shapes: tuple[str, ...]
    has_children: bool


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A version ready to be written: the version, its order among its siblings, and who may see it."""

    version: Version
    newest: bool
    visible: bool
    published: bool
    first: bool = True
    """The element's own row is written with this version."""


@dataclass(frozen=True, slots=True)
class ExportedVersion:
    """A stored version as it was given, with facet and type of every element it refers to or shows."""

    version: Version
    kinds: Mapping[str, tuple[str, str]]


class Taken(NamedTuple):
    """The element that an id stands for, or a version of which it stands for."""

    element: str
    type: str


class Reader(Protocol):
    """Reads of one tenant for one audience. Everything inside `snapshot` sees one state of the data."""

    def snapshot(self) -> AbstractAsyncContextManager[None]: ...

    async def element(self, selection: ById, parts: Parts) -> ElementRow | None: ...

    async def elements(
        self, selection: Selection, parts: Parts, slice_: Slice | None = None
    ) -> Sequence[ElementRow]: ...

    async def listing(
        self,
        selection: ListedSelection,
        slice_: Slice | None = None,
        narrowing: Narrowing = WHOLE_LIST,
        *,
        places: bool = False,
    ) -> Listing:
        """The ids of the elements of a list, and the revision at which the list holds them."""
        ...

    async def matching(self, elements: Sequence[str], tree: Tree) -> frozenset[str]:
        """Those of some elements that fit a filter."""
        ...

    async def counts(
        self, selection: PagedSelection, narrowing: Narrowing = WHOLE_LIST, by: Sequence[str] = ()
    ) -> Counts:
        """How many elements a list has, also for each type, state, or target of a related context."""
        ...

    def stream(self, selection: Selection, parts: Parts, size: int) -> AsyncIterator[Sequence[ElementRow]]:
        """All rows of a selection in one statement, handed over in chunks."""
        ...

    async def cards(self, selection: Selection, parts: Parts, slice_: Slice | None = None) -> Sequence[bytes]:
        """The same elements as lists show them, whole but for the marks; `parts` must be those of a card."""
        ...

    async def surroundings(self, row: ElementRow) -> Surroundings: ...


class Writer(Protocol):
    """One transaction on one tenant; its rows share the next revision of the tenant."""

    async def existing(self, ids: Iterable[str]) -> Mapping[str, Taken]:
        """Which of these element or version ids are taken, and by which element."""
        ...

    async def version(self, id_: str) -> StoredVersion | None:
        """A stored version, whole, as it stands in this transaction."""
        ...

    async def add_versions(self, versions: Sequence[StoredVersion], kind: str) -> None: ...

    async def unsettle_versions(self, elements: Sequence[str]) -> None:
        """Let no version of these elements be newest or published: they are about to get further ones."""
        ...

    async def settle_versions(self, elements: Sequence[str]) -> None:
        """Set anew which version is newest and published for elements that got versions beside stored ones."""
        ...

    async def settle_flow_objects(self, elements: Sequence[str]) -> None:
        """Set anew whether viewers see these flow objects: only where a diagram they see shows them, or none does."""
        ...

    async def replace_version(self, version: StoredVersion, kind: str) -> None: ...

    async def set_token(self, element: str, digest: str, role: int, expires: int) -> None: ...

    async def set_definition(self, settings: TenantSettings, additions: str) -> None:
        """Store settings and additions, and render anew what depends on them."""
        ...


class Storage(Protocol):
    """A database with all its tenants."""

    def reader(self, tenant: Tenant, *, drafts: bool) -> Reader: ...

    def writer(
        self, tenant: Tenant, *, actor: str | None, reason: str | None = None
    ) -> AbstractAsyncContextManager[Writer]: ...

    async def revisions(self, tenant_key: int) -> Revisions | None: ...

    async def tenant(self, address: TenantAddress) -> Tenant | None: ...

    async def tenants(self) -> Sequence[Tenant]: ...

    async def create_tenant(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        """Raises Conflict when the address is taken."""
        ...

    async def population(self, tenant_key: int) -> Mapping[str, int]:
        """How many elements of each type a tenant has."""
        ...

    def export(self, tenant: Tenant) -> AsyncIterator[Sequence[ExportedVersion]]:
        """Every version of one state of the tenant, in chunks: elements by id, versions oldest first."""
        ...

    async def credential(self, tenant_key: int, digest: str) -> Credential | None: ...

    async def affected_since(self, tenant_key: int, revision: int) -> Affected | None:
        """The elements whose answers may differ from those of a revision: changed, or next to what changed.
        None when that may be any."""
        ...

    async def check(self) -> None:
        """Raise Unavailable when the database does not answer."""
        ...

    async def close(self) -> None: ...
