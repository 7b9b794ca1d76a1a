"""A receiver of webhooks on this machine: keeps what it gets, and answers as it is asked to."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import msgspec
from standardwebhooks import Webhook


class Received(NamedTuple):
    """A request that has come."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def event(self) -> Any:
        return msgspec.json.decode(self.body)

    def verified(self, secret: str) -> Any:
        """The body, if it is signed with this secret, as the library of the standard says."""
        return Webhook(secret).verify(self.body, dict(self.headers))


Answering = Callable[[Received], tuple[int, bytes]]


def good(_: Received) -> tuple[int, bytes]:
    return 200, b"thanks"


@dataclass
class Receiver:
    """Where it is, what it got, and how it answers."""

    port: int
    received: list[Received] = field(default_factory=list)
    answer: Answering = good
    headers: Mapping[str, str] = field(default_factory=dict)

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    @property
    def ids(self) -> list[str]:
        return [each.id for each in self.received]


@contextmanager
def receiving(answer: Answering = good) -> Iterator[Receiver]:
    """A receiver in threads of its own."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = Received(self.command, self.path, headers, body)
            receiver.received.append(request)
            status, text = receiver.answer(request)
            self.send_response(status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        do_GET = do_POST

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(server.server_address[1], answer=answer)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
