"""A server of a few lines, over real HTTP: each request goes to a function, which may answer in any way, also a wrong one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import Final, NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit

TENANT: Final = "/pilot/works"


class Asked(NamedTuple):
    """A request: its number from 1 on, its path below `_api/`, its parameters, its headers."""

    number: int
    path: str
    parameters: Mapping[str, str]
    headers: Mapping[str, str]


class Given(NamedTuple):
    """A response. `torn` ends the connection in the middle of the body."""

    status: int = 200
    body: object = None
    headers: Mapping[str, str] = {}
    torn: bool = False


Respond = Callable[[Asked], Given]


class SmallServer:
    """Where the server is, and what it was asked."""

    def __init__(self, respond: Respond) -> None:
        self.respond = respond
        self.asked: list[Asked] = []
        self._lock = Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._http.handle_error = lambda *_: None  # type: ignore[method-assign]  # clients that were killed hang up

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}{TENANT}"

    def run(self) -> None:
        self._http.serve_forever(poll_interval=0.02)

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()

    def note(self, path: str, headers: Mapping[str, str]) -> Asked:
        parts = urlsplit(path)
        parameters = {name: values[0] for name, values in parse_qs(parts.query).items()}
        below = unquote(parts.path).partition("/_api/")[2]
        with self._lock:
            asked = Asked(
                len(self.asked) + 1, below, parameters, {name.lower(): each for name, each in headers.items()}
            )
            self.asked.append(asked)
        return asked

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                given = server.respond(server.note(self.path, dict(self.headers.items())))
                body = given.body if isinstance(given.body, bytes) else json.dumps(given.body).encode()
                self.send_response(given.status)
                for name, value in {"Content-Type": "application/json", **given.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[: len(body) // 2] if given.torn else body)
                self.close_connection = given.torn

            def log_message(self, *_: object) -> None: ...

        return Handler


@contextmanager
def small_server(respond: Respond) -> Iterator[SmallServer]:
    server = SmallServer(respond)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.close()
        thread.join()
