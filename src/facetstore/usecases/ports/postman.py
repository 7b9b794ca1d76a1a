"""The port for sending mail."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

SECONDS: Final = 30.0
"""Seconds that sending one mail may take."""


class OutgoingMail(NamedTuple):
    """A mail as it goes out: plain text."""

    id: str
    """The same whenever it is sent again, so that receivers can recognise it."""
    to: str
    subject: str
    text: str
    leave: str | None = None
    """The address that ends mail by one request; None: there is none in it."""


class MailRefused(Exception):
    """The server will never take this mail. Its text names no address."""


class MailDelayed(Exception):
    """The server did not take this mail now. Its text names no address."""


class Postman(Protocol):
    """Sends mail."""

    @property
    def is_there(self) -> bool:
        """Whether mail can be sent at all."""
        ...

    async def send(self, mail: OutgoingMail) -> None:
        """Hand a mail to the server. Raises MailRefused, MailDelayed."""
        ...


class _NoPostman:
    is_there: Final = False

    async def send(self, mail: OutgoingMail) -> None:
        raise MailDelayed("This process sends no mail.")


NO_POSTMAN: Final[Postman] = _NoPostman()
"""For processes that send nothing."""
