"""What stands where a provider of OpenID Connect should, and answers as none does. For what a real one cannot be made to do."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

DISCOVERY = "/.well-known/openid-configuration"


class Said(NamedTuple):
    """An answer: its status, its body (texts as they are, all else as JSON), and where it leads."""

    status: int = 200
    body: Any = b""
    location: str = ""


@contextmanager
def bad_provider(answers: Mapping[str, Said]) -> Iterator[str]:
    """The address of a server that answers by path. `{issuer}` in what it says is its own address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = answers.get(self.path, Said(404))
            issuer = f"http://127.0.0.1:{server.server_port}"
            text = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
            body = text.replace(b"{issuer}", issuer.encode())
            self.send_response(said.status)
            self.send_header("content-length", str(len(body)))
            if said.location:
                self.send_header("location", said.location.replace("{issuer}", issuer))
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
