"""Sends mail by SMTP. Encrypted, except to a server on this machine."""

from __future__ import annotations

import asyncio
import re
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, localtime
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote, urlsplit

from facetstore.domain.errors import InvalidValues
from facetstore.domain.hosts import parse_ip
from facetstore.usecases.ports.postman import SECONDS, MailDelayed, MailRefused, OutgoingMail

if TYPE_CHECKING:
    from aiosmtplib import SMTP as Client

_PORTS: Final = {"smtp": 587, "smtps": 465}
_UNPRINTABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_LONGEST_SUBJECT: Final = 150


class SmtpPostman:
    """Hands mail to one server, over a connection of its own for each."""

    is_there: Final = True

    def __init__(self, address: str, sender: str, seconds: float = SECONDS) -> None:
        """`address` is smtp://user:password@host:587 or smtps://…; `sender` what mail comes from. Raises InvalidValues, which shows no
        password."""
        try:
            parts = urlsplit(address)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in _PORTS or not parts.hostname or parts.path not in ("", "/") or parts.query:
            raise InvalidValues("FACETSTORE_SMTP takes an address such as smtp://user:password@mail.example.com:587.")
        self._host, self._port = parts.hostname, port or _PORTS[parts.scheme]
        self._encrypted = parts.scheme == "smtps"
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender = sender_of(sender)
        self._seconds = seconds

    async def send(self, mail: OutgoingMail) -> None:
        # Imported here: most processes send no mail, and start without it.
        import aiosmtplib

        message = render_mail(mail, self._sender)
        try:
            async with asyncio.timeout(self._seconds):
                async with self._client() as client:
                    if self._user:
                        await client.login(self._user, self._password)
                    await client.send_message(message, sender=self._sender.addr_spec, recipients=[mail.to])
        except aiosmtplib.SMTPRecipientsRefused as error:
            raise self._failure(min(each.code for each in error.recipients)) from None
        except aiosmtplib.SMTPAuthenticationError as error:
            raise MailDelayed(f"The mail server refuses the user of FACETSTORE_SMTP with {error.code}.") from None
        except aiosmtplib.SMTPResponseException as error:
            raise self._failure(error.code) from None
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            raise MailDelayed(f"The mail server cannot be reached: {type(error).__name__}.") from None

    def _client(self) -> Client:
        import aiosmtplib

        address = parse_ip(self._host)
        is_here = self._host == "localhost" or (address is not None and address.is_loopback)
        # None: encrypted where the server offers it.
        start = False if self._encrypted else None if is_here else True
        return aiosmtplib.SMTP(
            hostname=self._host, port=self._port, use_tls=self._encrypted, start_tls=start, timeout=self._seconds
        )

    def _failure(self, code: int) -> Exception:
        """What a status of the server means. What it says is left out: it names the address."""
        text = f"The mail server answered {code}."
        return MailRefused(text) if 500 <= code < 600 else MailDelayed(text)


def sender_of(text: str) -> Address:
    """The address in `Name <name@example.com>` or `name@example.com`. Raises InvalidValues."""
    name, _, rest = text.strip().rpartition("<")
    spec = rest.removesuffix(">").strip()
    try:
        if _UNPRINTABLE.search(text):
            raise ValueError(text)
        found = Address(name.strip().strip('"'), addr_spec=spec)
    except (ValueError, IndexError):
        found = Address()
    if not found.username or not found.domain:
        raise InvalidValues("FACETSTORE_MAIL_FROM takes an address such as Facetstore <facetstore@example.com>.")
    return found


def render_mail(mail: OutgoingMail, sender: Address) -> EmailMessage:
    """The message. No text can begin another header: control characters are taken out, and the library refuses line ends."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = Address(addr_spec=mail.to)
    message["Subject"] = _UNPRINTABLE.sub(" ", mail.subject)[:_LONGEST_SUBJECT]
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = f"<{mail.id}@{sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"
    if mail.leave is not None:
        message["List-Unsubscribe"] = f"<{mail.leave}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(mail.text)
    return message
