"""The port for comments on elements and shapes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol


class StoredComment(NamedTuple):
    """A comment. Times are microseconds since 1970 UTC."""

    id: str
    thread: str
    """The first comment of its thread: of that, its own id."""
    element: str
    version: str
    """The version of the element about which it was written."""
    shape: str | None
    """The shape of the diagram of the element that it is about; None: it is about the element."""
    public: bool
    """Of the first comment of a thread: whether viewers see the version about which it was begun, and so the thread."""
    author: str
    text: str
    """Empty: it was deleted, but there are replies to it."""
    mentions: Sequence[str]
    created: int
    resolved: int = 0
    """Of the first comment of a thread: since when it is resolved; 0: it is open."""
    resolver: str | None = None

    @property
    def begins(self) -> bool:
        """Whether it is the first one of its thread."""
        return self.id == self.thread


class Comments(Protocol):
    """The comments of one tenant, to be read."""

    async def about(self, element: str) -> Sequence[StoredComment]:
        """All comments on an element and its shapes, the oldest first."""
        ...

    async def of_threads(self, threads: Collection[str]) -> Sequence[StoredComment]:
        """All comments of these threads, the oldest first."""
        ...

    async def one(self, id_: str) -> StoredComment | None: ...


class CommentChanges(Comments, Protocol):
    """The comments of one tenant, in an open transaction."""

    async def add(self, comment: StoredComment) -> None: ...

    async def resolve(self, thread: str, at: int, by: str | None) -> None:
        """Resolve a thread, or with 0 open it again."""
        ...

    async def blank(self, id_: str) -> None:
        """Remove the text and the mentions of a comment."""
        ...

    async def drop(self, id_: str) -> None: ...
