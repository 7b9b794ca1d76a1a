"""The port for mail: who wants it at which pace, and what waits to be sent."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

NOTICES: Final = "notices"
CONFIRM: Final = "confirm"
PASSWORD: Final = "password"  # noqa: S105  # a kind, no password
"""The kinds of mail: notices, the question whether an address belongs to the person, and a link to choose a new password."""
WAITING: Final = "waiting"
SENT: Final = "sent"
DROPPED: Final = "dropped"
"""The states of mail."""


class MailPace(StrEnum):
    """When a person gets mail."""

    NEVER = "never"
    AT_ONCE = "atOnce"
    DAILY = "daily"


class MailChoice(NamedTuple):
    """What a person has chosen. Times are microseconds since 1970 UTC."""

    person: str
    pace: MailPace
    address: str
    """The address that the person has confirmed; empty: none."""
    leave: str
    """The secret of the link that ends mail, without signing in."""
    proof: str
    """The digest of the secret that confirms an address; empty: none is asked for."""
    asked: str
    """The address that it confirms."""
    proof_until: int


class QueuedMail(NamedTuple):
    """A mail that waits. It is sent at least once, and has the same id each time."""

    id: str
    person: str
    kind: str
    notices: Sequence[str]
    """The ids of the notices that it is about."""
    address: str
    """Of a question for an address: that address."""
    secret: str
    """Of a question for an address: what its link confirms with. Removed when it is sent."""
    created: int
    attempts: int = 0


class MailChoices(Protocol):
    """Who wants mail, to be read."""

    async def choice(self, person: str) -> MailChoice | None: ...


class MailChanges(MailChoices, Protocol):
    """Who wants mail, in an open transaction."""

    async def choose(self, choice: MailChoice) -> None:
        """Store what a person has chosen. What was noticed before is not sent any more."""
        ...

    async def queue(self, mail: QueuedMail) -> None: ...

    async def number_since(self, person: str, kind: str, since: int) -> int:
        """How many mails of a kind were queued for a person."""
        ...

    async def confirm(self, proof: str, now: int) -> str | None:
        """Take the address that this digest confirms as confirmed; returns the person. None: it is unknown or over."""
        ...

    async def leave(self, secret: str) -> str | None:
        """Send no more mail to the person with this secret; returns the person."""
        ...


class MailWork(MailChoices, Protocol):
    """The mail of one tenant, for processes that send."""

    async def wanting(self, since: int, day: int, limit: int) -> Sequence[tuple[str, MailPace]]:
        """Who has notices that are to be sent now. `day` is since when there must have been no daily mail; 0: none is due."""
        ...

    async def gather(self, mail: QueuedMail, since: int) -> bool:
        """Queue a mail about all notices of its person that are in none yet. False: there are none, or it is queued already."""
        ...

    async def take(self, holder: str, seconds: float) -> QueuedMail | None:
        """A mail that waits and that no living process holds; it is held for some seconds from now on."""
        ...

    async def finish(self, id_: str, holder: str, state: str) -> None:
        """Note that a mail was sent or dropped."""
        ...

    async def postpone(self, id_: str, holder: str, seconds: float) -> None:
        """Let a mail wait before the next attempt."""
        ...

    async def trim(self, before: int) -> None:
        """Forget mail that was sent or dropped before a time."""
        ...
