"""Connections to receivers: kept for one name, opened again when the receiver closed them, and read no further than is kept."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from facetstore.outgoing.http_receivers import HttpReceivers
from facetstore.usecases.ports.receivers import OutgoingRequest, ReceiverAnswer

HOST: Final = "one.example.com"
SECONDS: Final = 20.0
GOOD: Final = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


@dataclass
class Script:
    """A receiver that answers bytes as they are, and ends the connection after each answer or not."""

    answer: bytes = GOOD
    ends: bool = False
    port: int = 0
    connections: int = 0
    requests: list[bytes] = field(default_factory=list)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
                self.requests.append(head + await reader.readexactly(length))
                writer.write(self.answer)
                await writer.drain()
                if self.ends:
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def scripted(
    answer: bytes = GOOD, *, ends: bool = False, context: ssl.SSLContext | None = None
) -> AsyncIterator[Script]:
    script = Script(answer, ends)
    server = await asyncio.start_server(script.serve, "127.0.0.1", 0, ssl=context)
    script.port = server.sockets[0].getsockname()[1]
    async with server:
        yield script


@asynccontextmanager
async def sending(seconds: float = SECONDS) -> AsyncIterator[HttpReceivers]:
    async def look(host: str) -> Sequence[str]:
        return ["127.0.0.1"]

    receivers = HttpReceivers(loopback=True, lookup=look, seconds=seconds)
    try:
        yield receivers
    finally:
        await receivers.close()


async def sent(
    to: HttpReceivers, script: Script, host: str = HOST, *, scheme: str = "http", **headers: str
) -> ReceiverAnswer:
    url = f"{scheme}://{host}:{script.port}/a?b=[c]"
    return await to.send(OutgoingRequest("POST", url, headers, b"{}"))


def answered(answer: bytes, *, ends: bool = False, seconds: float = SECONDS) -> ReceiverAnswer:
    async def ask() -> ReceiverAnswer:
        async with scripted(answer, ends=ends) as script, sending(seconds) as to:
            return await sent(to, script)

    return asyncio.run(ask())


def test_one_request_after_another_takes_the_same_connection() -> None:
    async def run() -> None:
        async with scripted() as script, sending() as to:
            for _ in range(3):
                assert (await sent(to, script))[:2] == (200, "ok")
            assert (script.connections, len(script.requests)) == (1, 3)
            assert script.requests[0].startswith(b"POST /a?b=[c] HTTP/1.1\r\n")
            assert f"host: one.example.com:{script.port}\r\n".encode() in script.requests[0]

    asyncio.run(run())


def test_names_with_the_same_address_share_no_connection() -> None:
    async def run() -> None:
        async with scripted() as script, sending() as to:
            await sent(to, script)
            await sent(to, script, "two.example.com")
            assert script.connections == 2

    asyncio.run(run())


def test_requests_at_the_same_time_take_one_connection_each() -> None:
    async def run() -> None:
        async with scripted() as script, sending() as to:
            answers = await asyncio.gather(*(sent(to, script) for _ in range(5)))
            assert {each.text for each in answers} == {"ok"}
            assert script.connections == 5

    asyncio.run(run())


def test_a_connection_that_the_receiver_closed_is_opened_again() -> None:
    async def run() -> None:
        async with scripted(ends=True) as script, sending() as to:
            for number in range(1, 4):
                assert (await sent(to, script))[:2] == (200, "ok")
                assert len(script.requests) == number, "it was sent once"

    asyncio.run(run())


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n", (200, "abc")),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + GOOD, (200, "ok")),
        (b"HTTP/1.1 204 No Content\r\n\r\n", (204, "")),
        (b"HTTP/1.0 200 OK\r\ncontent-length: 1\r\n\r\na", (200, "a")),
        (b"HTTP/1.1 302 Found\r\nlocation: http://10.0.0.1/\r\ncontent-length: 0\r\n\r\n", (302, "")),
        (b"HTTP/1.1 200 OK\r\ncontent-length: 4000000\r\n\r\n" + b"a" * 50_000, (200, "a" * 1000)),
        (GOOD + GOOD, (200, "ok")),
    ],
)
def test_answers_are_read_as_they_end(answer: bytes, expected: tuple[int, str]) -> None:
    assert answered(answer)[:2] == expected


def test_an_answer_may_end_with_its_connection() -> None:
    assert answered(b"HTTP/1.1 200 OK\r\n\r\nall", ends=True)[:2] == (200, "all")


@pytest.mark.parametrize(
    "answer",
    [
        b"no HTTP at all\r\n\r\n",
        b"HTTP/1.1 200 OK\r\n" + b"x-long: " + b"a" * 200_000,
        b"HTTP/1.1 100 Continue\r\n\r\n" * 5000,
        b"HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab",
        b"",
    ],
)
def test_what_is_no_answer_is_a_failure(answer: bytes) -> None:
    found = answered(answer, ends=True)
    assert (found.status, "The connection failed" in found.text) == (None, True)


def test_an_answer_that_never_ends_takes_no_longer_than_allowed() -> None:
    found = answered(b"HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab", seconds=0.3)
    assert (found.status, found.text) == (None, "No answer within 0.3 seconds.")


@pytest.mark.parametrize("value", ["a\r\nx-other: b", "a\nb", "a\0"])
def test_a_header_cannot_begin_another(value: str) -> None:
    async def run() -> None:
        async with scripted() as script, sending() as to:
            found = await sent(to, script, name=value)
            assert (found.status, "characters" in found.text) == (None, True)
            assert script.requests == []

    asyncio.run(run())


def certificate(folder: Path) -> Path:
    """A file with a certificate for one.example.com, which signs itself, and its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8
    key_bytes = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    path = folder / "one.pem"
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + key_bytes)
    return path


def test_certificates_are_checked_for_the_name_of_the_receiver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(path)

    async def run() -> None:
        async with scripted(context=context) as script, sending() as to:
            unknown = await sent(to, script, scheme="https")
            assert (unknown.status, "certificate" in unknown.text) == (None, True)
        monkeypatch.setenv("SSL_CERT_FILE", str(path))
        async with scripted(context=context) as script, sending() as to:
            for _ in range(2):
                assert (await sent(to, script, scheme="https"))[:2] == (200, "ok")
            other = await sent(to, script, "two.example.com", scheme="https")
            assert (other.status, "two.example.com" in other.text) == (None, True)
            assert len(script.requests) == 2
            assert script.connections == 1

    asyncio.run(run())
