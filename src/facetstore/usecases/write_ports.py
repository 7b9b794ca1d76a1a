"""What the use cases need from storage to write: versions ready to be stored, and one transaction on one tenant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.usecases.lifecycle.tasks import Task
from facetstore.usecases.ports import Reader


@dataclass(frozen=True, slots=True)
class StoredVersion:
    """A version ready to be written: the version, its order among its siblings, and who may see it."""

    version: Version
    newest: bool
    visible: bool
    published: bool
    first: bool = True
    """The element's own row is written with this version."""
    revision: int = field(default=0, compare=False)
    """Of a version that is stored: what `If-Match` compares."""


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


class Neighbours(NamedTuple):
    """The children of an element, and the elements that refer to it or show it in their diagrams."""

    children: Sequence[str]
    referrers: Sequence[str]


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


class EditLock(NamedTuple):
    """Somebody is editing an element. Times are microseconds since 1970 UTC."""

    holder: str
    since: int
    expires: int


class Deleted(NamedTuple):
    """An element that was deleted, as the trash shows it."""

    id: str
    """Of the deletion."""
    element: str
    type: str
    name: str
    at: int
    """Microseconds since 1970 UTC."""
    actor: str | None


class Taken(NamedTuple):
    """The element that an id stands for, or a version of which it stands for."""

    element: str
    type: str


class Tasks(Protocol):
    """The tasks of one tenant."""

    async def one(self, id_: str) -> Task | None: ...

    async def of_versions(self, versions: Collection[str]) -> tuple[Task, ...]: ...

    async def mine(
        self, principals: Collection[str], role: Role, *, closed: bool, limit: int, offset: int
    ) -> tuple[Task, ...]:
        """The tasks of somebody, and of those who have his role or a lower one; with `closed` also those that are decided."""
        ...

    async def add(self, tasks: Collection[Task]) -> None: ...

    async def change(self, tasks: Collection[Task]) -> None: ...


class EditLocks(Protocol):
    """Who is editing which element of one tenant."""

    async def find(self, element: str) -> EditLock | None: ...

    async def take(self, element: str, lock: EditLock) -> None: ...

    async def drop(self, element: str) -> None: ...


class GivenAnswers(Protocol):
    """What was answered to writes that named a key."""

    async def find(self, principal: str, key: str) -> GivenAnswer | None: ...

    async def keep(self, principal: str, key: str, answer: GivenAnswer) -> None: ...


class Trash(Protocol):
    """What was deleted from one tenant."""

    async def list(self, limit: int, offset: int) -> tuple[int, Sequence[Deleted]]: ...

    async def add(self, deleted: Deleted, versions: Sequence[Version], children: Sequence[str]) -> None: ...

    async def take(self, id_: str) -> tuple[Sequence[Version], Sequence[str]] | None: ...


class Writer(Protocol):
    """One transaction on one tenant; its rows share the next revision of the tenant."""

    @property
    def tasks(self) -> Tasks: ...

    @property
    def locks(self) -> EditLocks: ...

    @property
    def answers(self) -> GivenAnswers: ...

    @property
    def trash(self) -> Trash: ...

    def reader(self, *, drafts: bool) -> Reader:
        """Reads that see what this transaction has written so far."""
        ...

    async def existing(self, ids: Iterable[str]) -> Mapping[str, Taken]:
        """Which of these element or version ids are taken, and by which element."""
        ...

    async def version(self, id_: str) -> StoredVersion | None:
        """A stored version, whole, as it stands in this transaction."""
        ...

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        """Stored versions, whole, by the ids given: those of versions, or of elements, which stand for their newest version."""
        ...

    async def versions_of(self, elements: Iterable[str]) -> Sequence[StoredVersion]:
        """All versions of elements, whole, by element and from the oldest on."""
        ...

    async def next_position(self, parent: str) -> int:
        """The position behind the last child of an element."""
        ...

    async def neighbours(self, element: str) -> Neighbours:
        """Who would miss an element."""
        ...

    async def delete_versions(self, versions: Sequence[StoredVersion], kind: str) -> None:
        """Delete versions; an element whose last version goes, goes with it."""
        ...

    async def note(self, kind: str, element: str, version: str | None, told: Mapping[str, str]) -> None:
        """Leave a row in the history that tells more than what a version looks like."""
        ...

    async def touch(self, elements: Iterable[str], kind: str) -> None:
        """Note that the neighbours of elements were added or taken away."""
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
