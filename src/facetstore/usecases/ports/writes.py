"""What the use cases need from storage to write: versions ready to be stored, and the parts of a transaction (`writer.py`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from facetstore.domain.access import NO_ZONE, Audience
from facetstore.domain.element import Version
from facetstore.usecases.lifecycle.tasks import ListedTask, Task, TasksWanted
from facetstore.usecases.principals import Given, PermissionRows


class EditLock(NamedTuple):
    """Somebody is editing an element. Times are microseconds since 1970 UTC."""

    holder: str
    since: int
    expires: int


class StoredVersion(NamedTuple):
    """A version ready to be written: the version, its order among its siblings, and who may see it."""

    version: Version
    newest: bool
    visible: bool
    published: bool
    first: bool = True
    """The element's own row is written with this version."""
    zone: int = NO_ZONE
    """Of a version that is stored: whose permissions hold for it."""
    revision: int = 0
    """Of a version that is stored: what `If-Match` compares."""
    lock: EditLock | None = None
    """Who was editing the element when this was loaded."""
    loaded: object = None
    """What storage keeps of a version that it loaded, so as not to load it again when it is written."""


@dataclass(frozen=True, slots=True)
class ExportedVersion:
    """A stored version as it was given, with facet and type of every element it refers to or shows."""

    version: Version
    kinds: Mapping[str, tuple[str, str]]


class GivenAnswer(NamedTuple):
    """What was answered to a write: given again to the same request."""

    digest: str
    """Of the request."""
    revision: int
    """Of the one element the answer is about; -1: of the tenant."""
    headers: str
    """JSON."""
    body: bytes


class Placed(NamedTuple):
    """An element among its siblings."""

    element: str
    position: int
    zone: int
    """Whose permissions hold for it."""
    facet: str


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
    told: Mapping[str, str]
    """What else there was to tell."""
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
    """All that is kept of what was deleted."""

    deleted: Deleted
    versions: Sequence[StoredVersion]
    """From the oldest on, as they were when they were deleted."""
    flow_objects: Sequence[StoredVersion]
    """Those that went because no diagram showed them any more."""
    children: Sequence[str]
    """Those that were left without a parent."""


class Stereotype(NamedTuple):
    """An element of the facet of stereotypes, and the name by which other elements carry it."""

    element: str
    type: str
    name: str


class Taken(NamedTuple):
    """The element that an id stands for, or a version of which it stands for."""

    element: str
    type: str
    facet: str
    zone: int


class Tasks(Protocol):
    """The tasks of one tenant."""

    async def one(self, id_: str) -> Task | None: ...

    async def of_versions(self, versions: Collection[str]) -> tuple[Task, ...]: ...

    async def listed(self, wanted: TasksWanted, limit: int | None, offset: int) -> tuple[ListedTask, ...]:
        """The tasks about stored versions that are wanted, the oldest first."""
        ...


class ChangingTasks(Tasks, Protocol):
    """The same in a transaction that changes them."""

    async def add(self, tasks: Collection[Task]) -> None: ...

    async def change(self, tasks: Collection[Task]) -> None: ...


class StoredVersions(Protocol):
    """Reads what is stored, whole and for no caller, as a transaction sees it."""

    async def version(self, id_: str) -> StoredVersion | None: ...

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        """By the ids given: those of versions, or of elements, which stand for their newest version.

        What they refer to or show and what is gone is left out."""
        ...

    async def versions_of(self, elements: Iterable[str], *, gone: bool = False) -> Sequence[StoredVersion]:
        """All versions of elements, by element and from the oldest on; with `gone` also their references to what is gone."""
        ...

    async def existing(self, ids: Iterable[str]) -> Mapping[str, Taken]:
        """Which of these element or version ids are taken, and by which element."""
        ...

    async def referrers(self, elements: Collection[str], *, but: Collection[str] = ()) -> Sequence[str]:
        """The elements that refer to these by any context but some, show them in a diagram, or carry them as stereotypes."""
        ...

    async def showing(self, elements: Collection[str]) -> Mapping[str, Sequence[str]]:
        """By element the versions whose diagrams show it, the newest first."""
        ...

    async def stereotypes(self) -> Sequence[Stereotype]:
        """Every stereotype that is kept as an element."""
        ...


class Snapshot(Protocol):
    """Stored versions and the tasks about them, as they were at one moment."""

    @property
    def stored(self) -> StoredVersions: ...

    @property
    def tasks(self) -> Tasks: ...


class VersionChanges(Protocol):
    """Adds, replaces and deletes versions."""

    async def add(self, versions: Sequence[StoredVersion], kind: str) -> None: ...

    async def replace(
        self, versions: Sequence[StoredVersion], kind: str, told: Mapping[str, str] | None = None
    ) -> None:
        """Write versions over those that are stored; the history keeps `told` with each. New ones are added."""
        ...

    async def delete(self, versions: Sequence[StoredVersion], kind: str) -> None:
        """Delete versions; an element whose last version goes, goes with it."""
        ...

    async def unsettle(self, elements: Sequence[str]) -> None:
        """Let no version of these elements be newest or published: they are about to get further ones."""
        ...

    async def settle(self, elements: Sequence[str]) -> None:
        """Set anew which version is newest and published for elements that got versions beside stored ones."""
        ...

    async def settle_flow_objects(self, elements: Sequence[str]) -> None:
        """Set anew whether viewers see these flow objects: only where a diagram they see shows them, or none does."""
        ...

    async def renew_authored(self, elements: Collection[str]) -> None:
        """Render anew the authors of what names these elements as authors: they are gone, or back."""
        ...


class Places(Protocol):
    """Where the elements of one tenant stand."""

    async def next_positions(self, parents: Collection[str]) -> Mapping[str, int]:
        """The positions behind the last children of those elements that have any."""
        ...

    async def children(self, parent: str) -> Sequence[Placed]:
        """The children of an element, in their order."""
        ...

    async def roots(self, facet: str, types: Collection[str]) -> Sequence[Placed]:
        """The elements of these types that stand below nothing, in their order."""
        ...

    async def ancestors(self, element: str) -> Sequence[str]:
        """The elements above an element."""
        ...

    async def place(
        self, elements: Collection[str], parent: str | None, kind: str, position: int | None = None
    ) -> None:
        """Put elements below another one or nowhere, all at one position or each at its own."""
        ...

    async def shift(self, elements: Sequence[str], first: int) -> None:
        """Give siblings the positions from one on, in this order."""
        ...


class History(Protocol):
    """Rows of history and audit beyond those that changes of versions leave by themselves."""

    async def note(self, kind: str, element: str | None, version: str | None, told: Mapping[str, str]) -> None:
        """Add a row to the history that says more than what a version looks like."""
        ...

    async def touch(self, elements: Iterable[str], kind: str, told: Mapping[str, str] | None = None) -> None:
        """Note that the neighbours of elements were added or taken away."""
        ...

    async def audit(self, kind: str, subject: str | None, detail: Mapping[str, str]) -> None:
        """Add a row to the audit. Changes of users, groups, permission sets and tokens are audited without this."""
        ...


class EditLocks(Protocol):
    """Who is editing which element of one tenant."""

    async def find(self, elements: Collection[str]) -> Mapping[str, EditLock]:
        """The locks that hold now, by element."""
        ...

    async def take(self, element: str, lock: EditLock) -> None: ...

    async def drop(self, element: str) -> None: ...


class DueVersions(Protocol):
    """The versions of one tenant that time moves on."""

    async def take(self, today: str, limit: int) -> Sequence[str]:
        """Take versions that are due on this day, the longest overdue first, and return their ids; nobody else gets them."""
        ...


class GivenAnswers(Protocol):
    """What was answered to writes that named a key."""

    async def find(self, principal: str, key: str) -> GivenAnswer | None: ...

    async def keep(self, principal: str, key: str, answer: GivenAnswer) -> None: ...


class Zones(Protocol):
    """The permissions set on elements and facets of one tenant."""

    async def permissions(self) -> PermissionRows: ...

    async def set(self, element: str, grants: Sequence[Given], *, inherits: bool, excludes: bool) -> None: ...

    async def drop(self, element: str) -> None: ...

    async def set_facet(self, facet: str, grants: Sequence[Given]) -> None:
        """Without grants the facet has no permissions of its own."""
        ...


class Trash(Protocol):
    """What was deleted from one tenant."""

    async def list(self, audience: Audience, limit: int, offset: int) -> tuple[int, Sequence[Deleted]]:
        """How many there are that somebody sees, and some of them."""
        ...

    async def add(self, trashed: Trashed) -> None: ...

    async def take(self, id_: str) -> Trashed | None:
        """What was deleted, taken out of the trash."""
        ...

    async def deletion_of(self, element: str) -> str | None:
        """The last deletion of a whole element."""
        ...
