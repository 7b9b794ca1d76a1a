"""Clients that hold a connection without using it: they send slowly, or not at all."""

import select
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

HEAD: Final = b"GET /_health/live HTTP/1.1\r\nhost: localhost\r\n"
_TICK: Final = 1.0


@dataclass
class Slow:
    """One connection: what it sends at once, what it sends each second, and when it was closed."""

    kind: str
    socket: socket.socket
    drip: bytes
    began: float
    ended: float | None = None
    received: bytes = b""

    @property
    def seconds(self) -> float:
        assert self.ended is not None, f"{self.kind}: still open"
        return self.ended - self.began


def post(path: str, headers: Mapping[str, str], sent: bytes = b"", length: int = 100_000) -> bytes:
    """The beginning of a request whose body is longer than what is sent of it."""
    lines = [f"POST {path} HTTP/1.1", "host: localhost", "content-type: application/json", f"content-length: {length}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + sent


def kinds(path: str, headers: Mapping[str, str]) -> dict[str, tuple[bytes, bytes]]:
    """What each kind sends at once and each second. `path` and `headers` are those of a request whose body is read."""
    return {
        "nothing": (b"", b""),
        "empty lines": (b"", b"\r\n"),
        "half a header": (HEAD, b""),
        "a header by bytes": (HEAD + b"x-slow: ", b"a"),
        "no body": (post(path, headers), b""),
        "a body by bytes": (post(path, headers, b"["), b" "),
        "no body of a request that is refused": (post(path, {}), b""),
    }


def open_all(port: int, wanted: Mapping[str, tuple[bytes, bytes]], each: int) -> list[Slow]:
    opened = []
    for kind, (first, drip) in wanted.items():
        for _ in range(each):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.sendall(first)
            opened.append(Slow(kind, connection, drip, time.monotonic()))
    return opened


def watch(clients: Sequence[Slow], seconds: float, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Let the clients drip until all are closed, or for some seconds; call `meanwhile` again and again."""
    until, dripped = time.monotonic() + seconds, time.monotonic()
    while (waiting := [each for each in clients if each.ended is None]) and time.monotonic() < until:
        by_socket = {each.socket: each for each in waiting}
        for connection in select.select(list(by_socket), [], [], 0.02)[0]:
            _read(by_socket[connection])
        if time.monotonic() >= dripped + _TICK:
            dripped = time.monotonic()
            for each in waiting:
                _drip(each)
        meanwhile()
    for each in clients:
        each.socket.close()


def _read(client: Slow) -> None:
    try:
        data = client.socket.recv(65536)
    except ConnectionError:
        data = b""
    client.received += data
    if not data:
        client.ended = time.monotonic()


def _drip(client: Slow) -> None:
    try:
        client.socket.sendall(client.drip)
    except ConnectionError:
        client.ended = time.monotonic()
