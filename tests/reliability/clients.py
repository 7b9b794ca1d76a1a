"""One caller on one kept connection: a request can be sent now and its answer be taken later."""

import http.client
import json
from dataclasses import dataclass
from typing import Any, Final, Self
from urllib.parse import quote

ANSWER_SECONDS: Final = 30

Json = dict[str, Any]


class NoAnswer(Exception):
    """The server is gone, or went before it answered: whether it did what was asked is not known."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    body: bytes
    etag: str | None

    def json(self) -> Json:
        found: Json = json.loads(self.body)
        return found


@dataclass(frozen=True, slots=True)
class Caller:
    """A tenant by its address, and the secret of a token of it."""

    tenant: str
    token: str


class Client:
    """Sends to a node as one caller. Paths are those after `_api/`."""

    def __init__(self, port: int, caller: Caller, patience: float = ANSWER_SECONDS) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience)
        self._caller = caller

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def send(self, method: str, path: str, body: object = None, **headers: str) -> None:
        """Send a request. Names of headers are written with underscores."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        content = None if body is None else json.dumps(body).encode()
        kind = {} if content is None else {"content-type": "application/json"}
        named = {"symbio-auth-token": self._caller.token, **kind, **given}
        try:
            self._connection.request(method, f"/{self._caller.tenant}/_api/{path}", content, named)
        except OSError as error:
            raise NoAnswer from error

    def receive(self) -> Answer:
        try:
            response = self._connection.getresponse()
            return Answer(response.status, response.read(), response.headers["etag"])
        except (OSError, http.client.HTTPException) as error:
            raise NoAnswer from error

    def post(self, path: str, body: object = None, **headers: str) -> Answer:
        self.send("POST", path, body, **headers)
        return self.receive()

    def get(self, path: str) -> Answer:
        self.send("GET", path)
        return self.receive()

    def process(self) -> str:
        """Which process answers on this connection."""
        self._connection.request("GET", "/_health/live")
        response = self._connection.getresponse()
        response.read()
        return response.headers["x-request-id"].partition("-")[0]

    def read(self, path: str, **options: str) -> Json:
        """The JSON of a read that must succeed. Options are those with a dollar sign."""
        query = "&".join(f"${name}={quote(value)}" for name, value in options.items())
        answer = self.get(f"{path}{'&' if '?' in path else '?'}{query}" if query else path)
        assert answer.status == 200, answer.body
        return answer.json()
