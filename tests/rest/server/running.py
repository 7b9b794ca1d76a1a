"""The server in a thread, with an application of the test's own and limits that are reached soon."""

import contextlib
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any

import uvicorn

from bench.load import loopback
from facetstore.bootstrap.serve import server_config
from facetstore.rest.server.connection_limits import ConnectionLimits
from facetstore.rest.server.gate import Gate
from facetstore.rest.server.protocol import ServerProtocol
from tests.support.postgres import free_port

Send = Callable[[dict[str, Any]], Awaitable[None]]
Handler = Callable[[dict[str, Any], Callable[[], Awaitable[dict[str, Any]]], Send], Awaitable[None]]


@dataclass
class Application:
    """An application that a handler answers for; with a gate where the test has one."""

    handler: Handler
    gate: Gate | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        if scope["type"] == "http":
            await self.handler(scope, receive, send)
            return
        while (await receive())["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        await send({"type": "lifespan.shutdown.complete"})


@contextlib.contextmanager
def running(handler: Handler, limits: ConnectionLimits | None = None, gate: Gate | None = None) -> Iterator[int]:
    """The port of a server, for the time of a block."""
    config = server_config(Application(handler, gate))
    config.http = type("Impatient", (ServerProtocol,), {"limits": limits or ConnectionLimits()})
    server, port = uvicorn.Server(config), free_port()
    with loopback(port) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield port
        finally:
            server.should_exit = True
            thread.join(60)


async def answer(send: Send, body: bytes = b"ok", status: int = 200) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


async def echo(_: dict[str, Any], receive: Any, send: Send) -> None:
    """Read the body and send it back."""
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        body, more = body + message.get("body", b""), message.get("more_body", False)
    await answer(send, body)


@contextlib.contextmanager
def connected(port: int, source: str = "127.0.0.1") -> Iterator[socket.socket]:
    with contextlib.closing(socket.create_connection(("127.0.0.1", port), 60, (source, 0))) as connection:
        yield connection


def until_closed(connection: socket.socket) -> tuple[bytes, float]:
    """All that comes until the server closes the connection, and the seconds until then."""
    began, received = time.monotonic(), b""
    with contextlib.suppress(ConnectionError):
        while data := connection.recv(65536):
            received += data
    return received, time.monotonic() - began


def one_answer(connection: socket.socket) -> bytes:
    """The next answer, whose headers say how long its body is."""
    received = b""
    while b"\r\n\r\n" not in received:
        received += _more(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.startswith(b"content-length"))
    while len(body) < length:
        body += _more(connection)
    return head + b"\r\n\r\n" + body


def _more(connection: socket.socket) -> bytes:
    data = connection.recv(65536)
    assert data, "The connection was closed."
    return data
