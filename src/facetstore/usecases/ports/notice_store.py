"""The port for notices: what persons follow, what they are to know, and how far the history was read for that."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple, Protocol

from facetstore.usecases.changes.text_states import Counts
from facetstore.usecases.ports.comment_store import Comments

HISTORY: Final = "history"
"""The source of notices whose progress is a revision."""
DAYS: Final = "days"
"""The source of notices whose progress is a day since 1970."""


class Subscription(NamedTuple):
    """That a person follows an element."""

    element: str
    person: str
    below: bool
    """Also everything below it."""
    created: int = 0


class StoredNotice(NamedTuple):
    """Something that a person is to know. Times are microseconds since 1970 UTC."""

    person: str
    id: str
    """Made from what it is about, so that it is stored once, however often it is derived."""
    kind: str
    element: str
    version: str | None
    actor: str | None
    detail: str
    """Such as the days that are left."""
    public: bool
    """Whether viewers may see what it is about; otherwise it is about a draft."""
    created: int
    seen: int = 0
    """When it was marked as read; 0: not yet."""


class Expiring(NamedTuple):
    """A version that viewers see, and when it ends (microseconds since 1970 UTC)."""

    key: int
    element: str
    version: str
    type: str
    ends: int


class StaleTexts(NamedTuple):
    """The newest version of an element with texts whose source was changed later."""

    key: int
    element: str
    version: str
    type: str
    counts: Counts


class Notices(Protocol):
    """The notices of one tenant, to be read."""

    async def of(self, person: str, limit: int, before: StoredNotice | None = None) -> Sequence[StoredNotice]:
        """The newest notices of a person, or the newest of those before one; the newest first."""
        ...

    async def these(self, person: str, ids: Collection[str]) -> Sequence[StoredNotice]:
        """Some notices of a person, the newest first."""
        ...

    async def followed(self, person: str) -> Sequence[Subscription]: ...

    async def following(self, element: str) -> Sequence[Subscription]:
        """Those who follow this element itself."""
        ...

    async def followers(self, elements: Collection[str]) -> Sequence[tuple[str, str]]:
        """Who follows which of these elements, or what it stands below: pairs of element and person."""
        ...

    async def members(self, groups: Collection[str], context: str) -> Sequence[tuple[str, str]]:
        """Which users refer to which of these groups in this context: pairs of group and user."""
        ...

    async def expiring(self, attribute: str, after: int, until: int) -> Sequence[Expiring]:
        """The published versions whose end, by this attribute, lies in a time."""
        ...

    async def stale(self, cultures: Collection[int], limit: int) -> Sequence[StaleTexts]:
        """The newest versions with stale texts in some of these cultures."""
        ...

    async def responsible(self, keys: Collection[int], contexts: Collection[str]) -> Sequence[tuple[int, str]]:
        """The targets of versions, by their keys, in these contexts: pairs of key and target."""
        ...

    async def concerns_anyone(self) -> bool:
        """Whether there is anything from which notices can come: a subscription, a task, a comment or people who are asked to read."""
        ...


class NoticeChanges(Notices, Protocol):
    """The notices of one tenant, in an open transaction."""

    async def follow(self, subscription: Subscription) -> None: ...

    async def unfollow(self, element: str, person: str) -> None: ...

    async def mark(self, person: str, ids: Collection[str] | None, at: int) -> None:
        """Mark notices of a person as read; None: all."""
        ...


class NoticeWork(Notices, Protocol):
    """The notices of one tenant for the background work that derives them, and the comments from which some come."""

    @property
    def comments(self) -> Comments: ...

    async def progress(self, source: str) -> int: ...

    async def add(self, notices: Collection[StoredNotice]) -> None:
        """Store notices that are not stored yet."""
        ...

    async def trim(self, read_before: int, before: int) -> None:
        """Forget notices that came before a time, and those that are marked as read and came before another."""
        ...

    async def store(self, source: str, before: int, after: int, notices: Collection[StoredNotice]) -> bool:
        """Move on the progress of a source, and store notices that are not stored yet, all or nothing. False: another node has
        moved it on meanwhile, and nothing is stored."""
        ...
