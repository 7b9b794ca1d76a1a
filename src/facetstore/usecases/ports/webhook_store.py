"""The port for webhooks: what is sent where, how far each has come, who works on it, and what came of its deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

from facetstore.domain.tenant import TenantAddress

ACTIVE: Final = "active"
PAUSED: Final = "paused"

DELIVERED: Final = "delivered"
WAITING: Final = "waiting"
DEAD: Final = "dead"
TEST: Final = "test"
STATES: Final = (DELIVERED, WAITING, DEAD, TEST)
"""What may have become of an event. Dead ones were given up; a test was no event."""


class StoredSecrets(NamedTuple):
    """What only the sender and the receiver know."""

    secret: str
    previous: str | None = None
    previous_until: int = 0
    headers: str = "{}"
    """JSON: the values of further headers by name."""


class Webhook(NamedTuple):
    """A webhook. Times are microseconds since 1970 UTC."""

    id: str
    principal: str | None
    settings: str
    state: str
    trouble: str | None
    """Why the service itself paused it."""
    created: int
    changed: int
    revision: int
    """Of the cursor."""
    cursor: str
    numbered: int = 0
    """The number of its last delivery."""
    failures: int = 0
    """Attempts in a row that failed."""
    failing_since: int | None = None
    next_at: int = 0
    """Before that nothing is sent."""
    generation: int = 0
    """Counts changes of it: what was read of an earlier one is out of date."""


class Delivery(NamedTuple):
    """An event, or a test, on its way to a receiver, or what came of it."""

    number: int
    """Counts the deliveries of a webhook; 0: it has none yet."""
    event: str
    revision: int
    element: str | None
    kind: str
    state: str
    attempts: int = 0
    at: int = 0
    """When it was tried last."""
    next_at: int = 0
    request: str = ""
    status: int | None = None
    answer: str = ""
    milliseconds: int = 0


class DueWebhook(NamedTuple):
    """A webhook that has something to do, and that no living process works on."""

    tenant: int
    address: TenantAddress
    id: str


class Progress(NamedTuple):
    """How far a webhook has come."""

    revision: int
    cursor: str
    failures: int
    failing_since: int | None
    next_at: int
    pause_for: str | None = None
    """Why it is to be paused; None: it goes on."""


class Webhooks(Protocol):
    """The webhooks of one tenant, to be read, and what processes note that work on them."""

    async def all(self) -> Sequence[Webhook]:
        """By the time at which they were made."""
        ...

    async def find(self, id_: str) -> Webhook | None: ...

    async def secrets(self, id_: str) -> StoredSecrets | None:
        """None in a restored storage, because secrets are in no backup."""
        ...

    async def with_secret(self) -> frozenset[str]:
        """Those that have their secrets."""
        ...

    async def counts(self) -> Sequence[tuple[str, str, int]]:
        """How many deliveries are in which state: id, state, number."""
        ...

    async def deliveries(self, id_: str, states: Sequence[str], limit: int, before: int | None) -> Sequence[Delivery]:
        """The newest first; `before`: those with lower numbers."""
        ...

    async def waiting(self, id_: str, limit: int) -> Sequence[Delivery]:
        """Those that wait for another attempt, the oldest first."""
        ...

    async def take(self, id_: str, holder: str, seconds: float) -> Webhook | None:
        """Hold a webhook for some time; None if another process holds it, or it is paused."""
        ...

    async def keep(self, id_: str, holder: str, seconds: float, generation: int) -> bool:
        """Hold it for longer. False: it was changed or lost, and must be left at once."""
        ...

    async def release(self, id_: str, holder: str, progress: Progress, generation: int) -> None: ...

    async def let_go(self, id_: str, holder: str) -> None:
        """Let others have it at once; what was not noted is done again."""
        ...

    async def mark(
        self, id_: str, holder: str, generation: int, progress: Progress, deliveries: Sequence[Delivery]
    ) -> bool:
        """Note what came of deliveries, in one transaction. False: it was changed or lost, and nothing was noted."""
        ...

    async def log(self, id_: str, delivery: Delivery) -> None:
        """Add a test to the deliveries."""
        ...


class WebhookChanges(Protocol):
    """The webhooks of one tenant, in an open transaction."""

    async def find(self, id_: str) -> Webhook | None: ...

    async def count(self) -> int: ...

    async def secrets(self, id_: str) -> StoredSecrets | None: ...

    async def put(self, webhook: Webhook) -> None:
        """Store a webhook; one with this id is replaced. Who works on it must begin again."""
        ...

    async def set_secrets(self, id_: str, secrets: StoredSecrets) -> None: ...

    async def forget_from(self, id_: str, revision: int) -> None:
        """Forget what waits or was given up of later revisions: it will be read again."""
        ...

    async def revive(self, id_: str) -> None:
        """Let all that was given up wait for another attempt."""
        ...

    async def drop(self, id_: str) -> None: ...


class DueWebhooks(Protocol):
    """The webhooks of all tenants of a database."""

    async def __call__(self, limit: int) -> Sequence[DueWebhook]:
        """Some of those that have something to do, in random order."""
        ...
