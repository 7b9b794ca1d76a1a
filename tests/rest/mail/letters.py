"""A mail server on this machine that keeps what it gets, and people of an archive who want mail."""

import re
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from typing import Any, Final

from aiosmtpd.controller import Controller

from facetstore.outgoing.smtp_postman import SmtpPostman
from facetstore.storage.store import SqlStorage
from facetstore.usecases.mailing.delivering_mail import MailOffice, send_mail
from facetstore.usecases.noticing.deriving import derive_notices
from facetstore.usecases.ports.postman import OutgoingMail, Postman
from facetstore.usecases.tenancy import Tenancy
from tests.rest.editing.archive import IDS, Archive
from tests.support.api import Database
from tests.support.patience import START_SECONDS

SENDER: Final = "Facetstore <facetstore@example.com>"


class MailServer:
    """What a real SMTP server on loopback was handed. `answer` is what it says to the next mail."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.answer = "250 OK"
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # aiosmtpd names it
        if self.answer.startswith("250"):
            self.got.append(BytesParser(policy=default).parsebytes(envelope.content))
        return self.answer

    @property
    def address(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    @property
    def settings(self) -> dict[str, str]:
        """The settings of a service that sends by it."""
        return {"FACETSTORE_SMTP": self.address, "FACETSTORE_MAIL_FROM": SENDER}

    def wait_for(self, find: Callable[[EmailMessage], re.Match[str] | None]) -> re.Match[str]:
        """What is found in a mail that came or comes."""
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            for mail in self.got:
                if (found := find(mail)) is not None:
                    return found
            time.sleep(0.1)
        raise AssertionError(f"no such mail among {len(self.got)}")

    def take(self) -> list[EmailMessage]:
        taken, self.got = self.got, []
        return taken


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = MailServer()
    with socket.create_server(("127.0.0.1", 0)) as free:  # the controller wants to know its port before
        server.port = free.getsockname()[1]
    controller = Controller(
        server, hostname="127.0.0.1", port=server.port, server_hostname="localhost", ready_timeout=60
    )
    controller.start()
    try:
        yield server
    finally:
        controller.stop()


class Dying(Exception):
    """What ends a process after it has sent, before it can note that."""


class DyingPostman:
    """Sends, and dies at once."""

    is_there = True

    def __init__(self, postman: Postman) -> None:
        self._postman = postman

    async def send(self, mail: OutgoingMail) -> None:
        await self._postman.send(mail)
        raise Dying


class Letters:
    """Mail of an archive: people who want it, and nodes that send it."""

    def __init__(self, archive: Archive, database: Database, server: MailServer) -> None:
        self.archive, self.database, self.server = archive, database, server
        self.postman = SmtpPostman(server.address, SENDER, seconds=60)

    def office(self, holder: str = "node", clock: Callable[[], int] | None = None, *, dies: bool = False) -> MailOffice:
        storage = SqlStorage(self.database.storage.engine)
        postman = DyingPostman(self.postman) if dies else self.postman
        office = MailOffice(storage, Tenancy(storage), postman, "http://test", holder)
        return office if clock is None else MailOffice(storage, Tenancy(storage), postman, "http://test", holder, clock)

    def address(self, who: str, address: str) -> None:
        self.archive.change("users", "adam", {"id": IDS[who], "attributes": {"email": {"127": address}}})

    def reads_german(self, who: str) -> None:
        found = self.archive.get("rest/facets/cultures/views/list/elements?$select=lcid&$resources=attributes", "adam")[
            "elements"
        ]
        german = next(each["id"] for each in found if str(each["attributes"]["lcid"]["127"]) == "1031")
        self.archive.change("users", "adam", {"id": IDS[who], "related": {"hasCulture": [{"id": german}]}})

    def wants(self, who: str, pace: str = "atOnce") -> None:
        """A person asks for mail and confirms the address."""
        self.address(who, f"{who}@example.com")
        self.archive.post("rest/mail", who, {"pace": pace})
        (question,) = self.send()
        self.open(self.link(question), "POST")

    def send(self, **office: Any) -> list[EmailMessage]:
        """What the server gets in a round of one node."""
        self.database.run(send_mail(self.office(**office), self.database.tenant(self.archive.tenant)))
        return self.server.take()

    def derive(self) -> None:
        self.database.run(derive_notices(self.database.storage, self.database.tenant(self.archive.tenant)))

    def link(self, mail: EmailMessage) -> str:
        """The path of the one link of ours in a mail."""
        (found,) = {word for word in mail.get_content().split() if "/_api/rest/mail/" in word}
        return str(found).partition("/_api/")[2]

    def open(self, path: str, method: str = "GET") -> str:
        answer = self.archive.send(method, path, None)
        assert answer.status_code == 200, answer.text
        return answer.text
