"""Load from plain sockets, and the CPU time the server spent under it."""

from __future__ import annotations

import select
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path

CONNECTIONS = 8


def loopback(port: int) -> socket.socket:
    """A socket to serve on."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen()
    return listener


@dataclass(frozen=True, slots=True)
class Response:
    """A response as it came over the wire."""

    status: int
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes


def request_bytes(path: str, headers: Mapping[str, str], port: int, body: bytes | None = None) -> bytes:
    """A request: GET, or POST where there is a body, which is JSON."""
    method, sent = "GET", dict(headers)
    if body is not None:
        method, sent = "POST", {**sent, "content-type": "application/json", "content-length": str(len(body))}
    lines = [
        f"{method} {path} HTTP/1.1",
        f"host: 127.0.0.1:{port}",
        *(f"{name}: {value}" for name, value in sent.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode() + (body or b"")


def check(response: Response) -> Response:
    """A figure of refusals would be worth nothing."""
    if response.status >= 400:
        raise RuntimeError(f"Refused with {response.status}: {response.body[:500]!r}")
    return response


class Client:
    """A few keep-alive connections, used in turn.

    The service closes connections that nothing comes over. One that waits while another server is measured is opened again.
    """

    def __init__(self, port: int, connections: int = CONNECTIONS) -> None:
        self._port = port
        self._sockets = [self._opened() for _ in range(connections)]

    def one(self, request: bytes) -> Response:
        self._open_again()
        self._sockets[0].sendall(request)
        return _read(self._sockets[0])

    def many(self, requests: Sequence[bytes], count: int) -> None:
        """Send `count` requests, a batch of one for each connection at a time."""
        self._open_again()
        pending, at_once = cycle(requests), len(self._sockets)
        for _ in range(count // at_once):
            for connection, request in zip(self._sockets, islice(pending, at_once), strict=True):
                connection.sendall(request)
            for connection in self._sockets:
                check(_read(connection))

    def close(self) -> None:
        for connection in self._sockets:
            connection.close()

    def _open_again(self) -> None:
        for number, connection in enumerate(self._sockets):
            if select.select([connection], (), (), 0)[0]:  # nothing is asked, so this is its end
                connection.close()
                self._sockets[number] = self._opened()

    def _opened(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self._port))


def _read(connection: socket.socket) -> Response:
    received = bytearray()
    while (end := received.find(b"\r\n\r\n")) < 0:
        received += _receive(connection)
    status, headers = _parse_head(bytes(received[:end]))
    length = next((int(value) for name, value in headers if name == b"content-length"), 0)
    if status in (204, 304):
        length = 0
    while len(received) < end + 4 + length:
        received += _receive(connection)
    return Response(status, headers, bytes(received[end + 4 :]))


def _receive(connection: socket.socket) -> bytes:
    data = connection.recv(1 << 20)
    if not data:
        raise ConnectionError("The server closed the connection.")
    return data


def _parse_head(head: bytes) -> tuple[int, list[tuple[bytes, bytes]]]:
    first, *lines = head.split(b"\r\n")
    pairs = (line.partition(b":") for line in lines)
    return int(first.split(b" ")[1]), [(name.strip().lower(), value.strip()) for name, _, value in pairs]


def cpu_seconds(pid: int) -> float:
    """The time a process ran on a processor, to the nanosecond, all its threads together."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e9
