"""The port for writes: versions that are ready to be stored, and the parts of a transaction (`transactions.py`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from facetstore.domain.access import NO_ZONE, Audience
from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Version
from facetstore.usecases.lifecycle.task_decisions import ListedTask, Task, TasksWanted
from facetstore.usecases.ports.import_plan_store import ImportPlans
from facetstore.usecases.ports.proposal_store import Proposals
from facetstore.usecases.principals import Given, PermissionRows


class EditLock(NamedTuple):
    """The lock of a principal that is editing an element. Times are microseconds since 1970 UTC."""

    holder: str
    since: int
    expires: int


class StoredVersion(NamedTuple):
    """A version that is stored or ready to be stored, with the flags that decide which version an id selects, and for whom."""

    version: Version
    newest: bool
    visible: bool
    published: bool
    first: bool = True
    """Whether the row of the element is written with this version."""
    zone: int = NO_ZONE
    """Of a stored version: the zone whose permissions hold for it."""
    revision: int = 0
    """Of a stored version: the number that `If-Match` is compared with."""
    lock: EditLock | None = None
    """The lock of the element when this was loaded, which may have expired."""
    loaded: object = None
    """What storage remembers of a version that it loaded, so that it need not load it again to write it."""


@dataclass(frozen=True, slots=True)
class ExportedVersion:
    """A stored version without derived attributes, with facet and type of every element that it refers to or shows."""

    version: Version
    kinds: Mapping[str, tuple[str, str]]


class GivenAnswer(NamedTuple):
    """The stored response to a write with an idempotency key, which the same request gets again."""

    digest: str
    """Of the request."""
    revision: int
    """Of the one element that the response is about; -1: it has the revision of the tenant."""
    headers: str
    """JSON."""
    body: bytes


class Placed(NamedTuple):
    """An element among its siblings."""

    element: str
    position: int
    zone: int
    """The zone whose permissions hold for it."""
    facet: str


DELETIONS: Final = frozenset({"element.deleted", "version.deleted"})
"""The kinds of history rows after which their version does not exist: all others that hold a whole version leave it behind."""


class HistoryEntry(NamedTuple):
    """One row of the history of an element."""

    revision: int
    ordinal: int
    at: int
    """Microseconds since 1970 UTC."""
    actor: str | None
    kind: str
    version: str | None
    reason: str | None
    after: Version | None
    """The whole version as the change left it."""
    details: Mapping[str, str]
    """Further details of the change, by name."""
    before: Version | None = None
    """The whole version as the change before left it."""


class Deleted(NamedTuple):
    """What was deleted, as the trash shows it."""

    id: str
    """Of the deletion."""
    element: str
    version: str | None
    """The one draft that was deleted; None: the whole element."""
    type: str
    name: str
    at: int
    """Microseconds since 1970 UTC."""
    actor: str | None


class Trashed(NamedTuple):
    """Everything that the trash stores of a deletion."""

    deleted: Deleted
    versions: Sequence[StoredVersion]
    """The oldest first, as they were when they were deleted."""
    flow_objects: Sequence[StoredVersion]
    """Those that were deleted too, because no diagram showed them any more."""
    children: Sequence[str]
    """The ids of the elements that lost their parent."""


class Stereotype(NamedTuple):
    """An element of the facet of stereotypes, and the name by which other elements carry it."""

    element: str
    type: str
    name: str


class Taken(NamedTuple):
    """The element that has an id, or whose version has it."""

    element: str
    type: str
    facet: str
    zone: int


class Tasks(Protocol):
    """The tasks of one tenant."""

    async def one(self, id_: str) -> Task | None: ...

    async def of_versions(self, versions: Collection[str]) -> tuple[Task, ...]: ...

    async def listed(self, wanted: TasksWanted, limit: int | None, offset: int) -> tuple[ListedTask, ...]:
        """The wanted tasks, the oldest first. Tasks about deleted versions are left out."""
        ...


class ChangingTasks(Tasks, Protocol):
    """The tasks of one tenant, in a transaction that may change them."""

    async def add(self, tasks: Collection[Task]) -> None: ...

    async def change(self, tasks: Collection[Task]) -> None: ...


class StoredVersions(Protocol):
    """Reads whole stored versions in a transaction or snapshot, regardless of what a caller may see."""

    async def version(self, id_: str) -> StoredVersion | None: ...

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        """By the given ids: the version with this id, or the newest version of the element with this id.

        Unknown ids are left out. So are, in the versions, references to deleted elements and shapes that show them."""
        ...

    async def versions_of(self, elements: Iterable[str], *, gone: bool = False) -> Sequence[StoredVersion]:
        """All versions of elements, by element, the oldest first; with `gone` also references to deleted elements,
        and shapes that show them."""
        ...

    async def existing(self, ids: Iterable[str]) -> Mapping[str, Taken]:
        """Which of these element or version ids are taken, and by which element."""
        ...

    async def referrers(self, elements: Collection[str], *, but: Collection[str] = ()) -> Sequence[str]:
        """The elements that refer to these in any context not in `but`, show them in a diagram, or have them as stereotype.

        Storage limits how many are returned."""
        ...

    async def showing(self, elements: Collection[str]) -> Mapping[str, Sequence[str]]:
        """By element, the ids of the versions whose diagrams show it, the newest first."""
        ...

    async def stereotypes(self) -> Sequence[Stereotype]:
        """Every stereotype that is stored as an element."""
        ...

    async def of_facet(self, facet: str) -> Sequence[StoredVersion]:
        """The newest version of every element of a flat facet, by name."""
        ...

    async def carriers(self, stereotype: str, types: Collection[str]) -> Sequence[str]:
        """The elements of these types that have a stereotype of this name. Storage limits how many are returned."""
        ...

    async def carried(self, stereotypes: Collection[str]) -> Collection[tuple[str, str]]:
        """Which types have elements with which of these stereotypes: pairs of type and name."""
        ...

    async def changed_texts(self, id_: str) -> ChangedTexts:
        """When the texts of the version with this id were last changed."""
        ...

    async def having(self, name: str, keys: Collection[str]) -> Collection[tuple[str, str]]:
        """The elements whose newest version has one of these texts as the value of an attribute: pairs of text and element. Texts are
        given and returned as `equality_key` folds them, without spaces around them."""
        ...

    async def count_texts(self, culture: int, but: Collection[str]) -> int:
        """How many attributes have a text in a culture: of the versions that are shown, without elements of the types in `but`."""
        ...


class Snapshot(Protocol):
    """Stored versions, the tasks about them, plans of imports and proposals, from one state of the data."""

    @property
    def stored(self) -> StoredVersions: ...

    @property
    def imports(self) -> ImportPlans: ...

    @property
    def proposals(self) -> Proposals: ...

    @property
    def tasks(self) -> Tasks: ...


class VersionChanges(Protocol):
    """Adds, replaces and deletes versions."""

    async def add(self, versions: Sequence[StoredVersion], kind: str) -> None: ...

    async def replace(
        self, versions: Sequence[StoredVersion], kind: str, details: Mapping[str, str] | None = None
    ) -> None:
        """Replace stored versions, with these details in the history of each. Versions that are not stored yet are added."""
        ...

    async def delete(self, versions: Sequence[StoredVersion], kind: str) -> None:
        """Delete versions, and the elements that have no version left."""
        ...

    async def unsettle(self, elements: Sequence[str]) -> None:
        """Clear the flags newest and published of all versions of these elements, before they get further versions."""
        ...

    async def settle(self, elements: Sequence[str]) -> None:
        """Determine again which version of these elements is newest and which is published, after versions came or went."""
        ...

    async def settle_flow_objects(self, elements: Sequence[str]) -> None:
        """Determine again whether viewers see these flow objects: if a diagram that they see shows them, or if none does."""
        ...

    async def renew_authored(self, elements: Collection[str]) -> None:
        """Re-render what versions show of their authors, if they name these elements, which were deleted or restored."""
        ...


class Places(Protocol):
    """The places of the elements of one tenant in their hierarchy."""

    async def next_positions(self, parents: Collection[str]) -> Mapping[str, int]:
        """By parent, the position after its last child; parents without children are left out."""
        ...

    async def children(self, parent: str) -> Sequence[Placed]:
        """The children of an element, in their order."""
        ...

    async def roots(self, facet: str, types: Collection[str]) -> Sequence[Placed]:
        """The elements of these types that have no parent, in their order."""
        ...

    async def below(self, element: str, audience: Audience, limit: int) -> Sequence[str]:
        """The elements below an element, at any depth, that this audience may open; not those below what it may not open."""
        ...

    async def ancestors(self, element: str) -> Sequence[str]:
        """The ids of the elements above an element."""
        ...

    async def place(
        self, elements: Collection[str], parent: str | None, kind: str, position: int | None = None
    ) -> None:
        """Set the parent of elements, None for no parent. All get the position; without one, each keeps its own."""
        ...

    async def shift(self, elements: Sequence[str], first: int) -> None:
        """Give siblings consecutive positions, beginning with `first`, in this order."""
        ...


class History(Protocol):
    """Adds rows to history and audit, besides those that changes of versions add themselves."""

    async def note(self, kind: str, element: str | None, version: str | None, details: Mapping[str, str]) -> None:
        """Add a row to the history that holds details, not a version."""
        ...

    async def touch(self, elements: Iterable[str], kind: str, details: Mapping[str, str] | None = None) -> None:
        """Add a row to the history of each of these elements: neighbours of it were added or removed."""
        ...

    async def remark(self, kind: str, element: str, details: Mapping[str, str], version: str | None = None) -> None:
        """Add a row to the history of an element, or of its version, for what concerns it alone, and shows in no list and no other
        element."""
        ...

    async def audit(self, kind: str, subject: str | None, detail: Mapping[str, str]) -> None:
        """Add a row to the audit. Changes of users, groups, permission sets and tokens are audited without this."""
        ...


class EditLocks(Protocol):
    """The edit locks of one tenant."""

    async def find(self, elements: Collection[str]) -> Mapping[str, EditLock]:
        """The locks of these elements that have not expired, by element."""
        ...

    async def take(self, element: str, lock: EditLock) -> None: ...

    async def drop(self, element: str) -> None: ...


class DueVersions(Protocol):
    """The versions of one tenant that have a scheduled step."""

    async def take(self, today: str, limit: int) -> Sequence[str]:
        """Claim versions that are due on this day, the longest overdue first, and return their ids. No other node gets them."""
        ...


class GivenAnswers(Protocol):
    """The stored responses to writes with an idempotency key."""

    async def find(self, principal: str, key: str) -> GivenAnswer | None: ...

    async def keep(self, principal: str, key: str, answer: GivenAnswer) -> None: ...


class Zones(Protocol):
    """The permissions set on elements and facets of one tenant."""

    async def permissions(self) -> PermissionRows: ...

    async def set(self, element: str, grants: Sequence[Given], *, inherits: bool, excludes: bool) -> None: ...

    async def drop(self, element: str) -> None: ...

    async def set_facet(self, facet: str, grants: Sequence[Given]) -> None:
        """Set the permissions of a facet; without grants it has none of its own."""
        ...


class Trash(Protocol):
    """What was deleted from one tenant."""

    async def list(self, audience: Audience, limit: int, offset: int) -> tuple[int, Sequence[Deleted]]:
        """How many deletions this audience sees, and a page of them, the last first."""
        ...

    async def add(self, trashed: Trashed) -> None: ...

    async def take(self, id_: str) -> Trashed | None:
        """Remove a deletion from the trash and return it; None if there is none."""
        ...

    async def deletion_of(self, element: str) -> str | None:
        """The id of the last deletion of this element as a whole, or None."""
        ...
