"""The port for requests to receivers of webhooks."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final, NamedTuple, Protocol

SECONDS: Final = 10.0
"""Seconds that a receiver has for one answer, from the lookup of its name on."""
LONGEST_ANSWER: Final = 1000
"""Characters of an answer that are kept."""


class OutgoingRequest(NamedTuple):
    """A request as it goes out."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: bytes


class ReceiverAnswer(NamedTuple):
    """What a receiver answered; without a status, why there was no answer."""

    status: int | None
    text: str
    milliseconds: int

    @property
    def is_good(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """Whether the receiver says that it wants nothing more, ever."""
        return self.status == HTTPStatus.GONE


class Receivers(Protocol):
    """Sends requests to receivers, to none that is inside. Connections are kept for a while."""

    async def refusal(self, url: str) -> str | None:
        """Why nothing may be sent to this address now; None: it may."""
        ...

    async def send(self, request: OutgoingRequest) -> ReceiverAnswer:
        """The answer. Whether something may be sent there is checked again."""
        ...

    async def close(self) -> None:
        """Keep no connection any longer."""
        ...


class _NoReceivers:
    async def refusal(self, url: str) -> str | None:
        return "This process sends nothing."

    async def send(self, request: OutgoingRequest) -> ReceiverAnswer:
        return ReceiverAnswer(None, "This process sends nothing.", 0)

    async def close(self) -> None:
        pass


NO_RECEIVERS: Final[Receivers] = _NoReceivers()
"""For processes that send nothing."""
