"""One parsed request: its address, its credentials, its parameters and its body."""

from __future__ import annotations

import itertools
import re
import secrets
from collections.abc import AsyncIterator, Hashable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final, NamedTuple
from urllib.parse import parse_qs, unquote

from facetstore.domain.errors import InvalidParameter
from facetstore.domain.hosts import Network
from facetstore.query.options import spelled
from facetstore.rest.wire.bounded_caches import cached_if_short
from facetstore.rest.wire.error_responses import UnsupportedMedia
from facetstore.rest.wire.proxies import client_of, is_trusted, nearest_word, sender_of
from facetstore.rest.wire.request_body import (
    Hold,
    Receive,
    check_length,
    decompress,
    has_body,
    receive_body,
    receive_pieces,
    says_nothing,
)
from facetstore.usecases.ports.storage import Revisions
from facetstore.usecases.tokens.uses import Use

Scope = MutableMapping[str, Any]

VERSIONS: Final = ("1.0", "2.0", "3.0", "4.0")
LONGEST_QUERY: Final = 32 << 10
LARGEST_BODY: Final = 10 << 20
LARGEST_PUBLIC_BODY: Final = 64 << 10
"""For requests without authentication. Larger bodies on many connections would fill the memory, or the room for all bodies."""
MOST_PARAMETERS: Final = 200
TOKEN_NAME: Final = "symbio-auth-token"  # noqa: S105  # the name of the header, not a token
VERSION_NAME: Final = "api-version"
_OF_EVERY_CALL: Final = (TOKEN_NAME, VERSION_NAME)
COOKIE_NAME: Final = "facetstore-session"
HOLD: Final = "hold"
"""In the state that the server passes with a request: what counts the memory of its body."""
LEAVE: Final = "leave"
"""In the same place: what gives the slot of a request to others, for responses that go on until the client leaves."""
_NO_STATE: Final[Mapping[str, Any]] = {}

_HOST = re.compile(r"[A-Za-z0-9.\-_]{1,253}(:\d{1,5})?\Z|\[[0-9A-Fa-f:.]{2,45}\](:\d{1,5})?\Z")
_PREFIX = re.compile(r"(/[A-Za-z0-9._~-]+)*\Z")
_LONGEST_PREFIX: Final = 255
"""Addresses in responses and cache keys begin with the prefix, so its length is limited."""

_process = secrets.token_hex(4)
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Origin:
    """How the service is reached: at a fixed base address, or at that of the request, through trusted proxies."""

    base_url: str | None = None
    trusted: tuple[Network, ...] = ()
    """The proxies whose forwarded headers count."""

    @property
    def prefix(self) -> str:
        """The path of the fixed base address, which every other path begins with; empty where there is none."""
        return "/" + self.base_url.split("/", 3)[3] if self.base_url and self.base_url.count("/") > 2 else ""


class Recognition(NamedTuple):
    """The cache key of the response to a request, and until when it is valid for this request."""

    tenant: int
    address: str
    definition: int
    access: int
    expires: int
    """When the caller's credential expires, in microseconds since 1970 UTC."""
    key: Hashable
    use: Use | None = None
    """The use to count, if the caller is a token."""
    bucket: str = ""
    """The bucket that the request is taken from, where requests are limited."""


@dataclass(slots=True)
class Call:
    """A request as the handlers see it."""

    method: str
    path: str
    query_string: bytes
    headers: Mapping[bytes, bytes]
    base: str
    client: str = ""
    """The address that sent it, as far as proxies are trusted; empty where there is none (a Unix socket)."""
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The variable parts of the path."""
    api_version: str = ""
    """The version this request is answered in."""
    tenant: str = "-"
    """The tenant of the authenticated caller and, in `route`, the name of the operation: both for the log."""
    route: str = "-"
    seen: tuple[int, Revisions | None] | None = None
    """The key and the revisions of the tenant, read just before, when the request was recognised."""
    recognition: Recognition | None = None
    """How to find the cached response when the same request is repeated."""
    has_body: bool = False
    receive: Receive | None = None
    """Where the body comes from."""
    hold: Hold | None = None
    """Counts memory for a body that grows when it is decompressed."""
    is_live: bool = False
    """Whether the server can hold a response open until the client leaves."""
    largest_body: int = LARGEST_BODY
    digest: bytes | None = None
    """Of a body that was read while it arrived: what stands for it."""
    _body: bytes | None = None

    async def body(self) -> bytes:
        """The body, decompressed. Raises BodyTooLarge, InvalidBody, UnsupportedMedia, Overloaded, TooCostly."""
        if self._body is None:
            receive = self.receive if self.has_body else None
            self._body = b"" if receive is None else await self._read_body(receive)
        return self._body

    async def _read_body(self, receive: Receive) -> bytes:
        body = await receive_body(receive, self.largest_body)
        coding = self.headers.get(b"content-encoding", b"")
        return await decompress(body, coding, self.largest_body, self.hold or _any_size)

    async def pieces(self, most: int) -> AsyncIterator[bytes]:
        """The body in pieces, as it arrives: only one of them is in memory. Raises BodyTooLarge, InvalidBody, UnsupportedMedia."""
        if self.headers.get(b"content-encoding", b"").strip().lower() not in (b"", b"identity"):
            raise UnsupportedMedia("A file is sent as it is: leave out Content-Encoding.")
        if not self.has_body or self.receive is None:
            return
        check_length(self.headers, most)
        async for piece in receive_pieces(self.receive, most):
            yield piece
            if self.hold is not None:
                self.hold(-len(piece))

    async def drop_blank_body(self) -> None:
        """Read the body; where it is empty or white space, the request counts as one without a body (D1.3)."""
        if self.has_body and not (await self.body()).strip():
            self.has_body = False

    async def says_nothing(self) -> bool:
        """Whether the request has no body, or one that says nothing."""
        return says_nothing(await self.body())

    @property
    def query(self) -> Mapping[str, Sequence[str]]:
        return parse_query(self.query_string) if self.query_string else {}

    @property
    def token(self) -> str | None:
        """The caller's credential: a token, or else the session of a person (D2.1)."""
        given = self._given_token
        return given if given is not None else self.session

    @property
    def by_cookie(self) -> bool:
        """Whether a cookie is the only credential. A browser sends it with every request, whichever page makes it."""
        return self._given_token is None and self.session is not None

    @property
    def session(self) -> str | None:
        """The session secret in the cookie."""
        return self.cookie(COOKIE_NAME)

    def cookie(self, wanted: str) -> str | None:
        """The value of a cookie; None if there is none or it is empty."""
        for each in self.headers.get(b"cookie", b"").split(b";"):
            name, _, value = each.strip().partition(b"=")
            if name == wanted.encode():
                return value.decode("latin-1") or None
        return None

    @property
    def _given_token(self) -> str | None:
        """The token from its header, from `Authorization: Bearer`, or from the query parameter."""
        headers = self.headers
        if (value := headers.get(b"symbio-auth-token")) is not None:
            return value.decode("latin-1")
        if (value := headers.get(b"authorization")) is not None:
            scheme, _, token = value.decode("latin-1").partition(" ")
            return token.strip() if scheme.lower() == "bearer" else None
        if TOKEN_NAME.encode() in self.query_string.lower():
            values = self.query.get(TOKEN_NAME)
            return values[-1] if values else None
        return None

    @property
    def asked_version(self) -> str | None:
        """The api-version in the header or query parameter. Raises InvalidParameter for an unknown one."""
        header = self.headers.get(b"api-version")
        if header is not None:
            asked = header.decode("latin-1").strip()
        elif VERSION_NAME.encode() in self.query_string.lower() and VERSION_NAME in self.query:
            asked = self.query[VERSION_NAME][-1]
        else:
            return None
        if asked not in VERSIONS:
            raise InvalidParameter(f"There is no api-version {asked!r}. There are: {', '.join(VERSIONS)}.")
        return asked


def joined_headers(scope: Scope) -> Mapping[bytes, bytes]:
    """The headers by name. Those that were sent several times are one list, as RFC 9110 has it."""
    sent: Sequence[tuple[bytes, bytes]] = scope["headers"]
    headers = dict(sent)
    return headers if len(headers) == len(sent) else _joined(sent)


def _joined(sent: Sequence[tuple[bytes, bytes]]) -> Mapping[bytes, bytes]:
    values: dict[bytes, list[bytes]] = {}
    for name, value in sent:
        values.setdefault(name, []).append(value)
    return {name: (b"; " if name == b"cookie" else b", ").join(each) for name, each in values.items()}


@cached_if_short(1024)
def parse_query(query_string: bytes) -> Mapping[str, Sequence[str]]:
    if len(query_string) > LONGEST_QUERY:
        raise InvalidParameter(f"The query string has {len(query_string)} bytes; at most {LONGEST_QUERY} are read.")
    try:
        text = query_string.decode("ascii")
        given = parse_qs(text, keep_blank_values=True, errors="strict", max_num_fields=MOST_PARAMETERS)
    except UnicodeError as error:
        raise InvalidParameter("The query string cannot be read: it is not percent-encoded UTF-8.") from error
    except ValueError as error:
        raise InvalidParameter(f"The query string has more than {MOST_PARAMETERS} parameters.") from error
    return spelled(given, _OF_EVERY_CALL)


def _any_size(_: int) -> bool:
    return True


def next_id() -> str:
    """A request id that is unique over all processes."""
    return f"{_process}-{next(_numbers):x}"


def next_full_id() -> bytes:
    """The same, always of the same length."""
    return f"{_process}-{next(_numbers):011x}".encode()


def read_call(scope: Scope, headers: Mapping[bytes, bytes], origin: Origin) -> Call:
    path = _path_of(scope)
    if origin.base_url is not None:
        base = origin.base_url
        if origin.prefix and (path == origin.prefix or path.startswith(origin.prefix + "/")):
            path = path[len(origin.prefix) :]
    else:
        base = _base_of(scope, headers, origin)
    client = client_of(sender_of(scope.get("client")), headers.get(b"x-forwarded-for"), origin.trusted)
    method = scope["method"]
    body, state = has_body(method, headers), scope.get("state", _NO_STATE)
    query, hold, is_live = scope["query_string"], state.get(HOLD), LEAVE in state
    return Call(method, path, query, headers, base, client, has_body=body, hold=hold, is_live=is_live)


def _path_of(scope: Scope) -> str:
    """The path without its escapes. An escaped slash stays one: it belongs to its segment and separates nothing (RFC 3986)."""
    raw: bytes = scope.get("raw_path") or b""
    if b"%2f" not in raw and b"%2F" not in raw:
        return str(scope["path"])
    segments = raw.decode("latin-1").split("/")
    return "/".join(unquote(each).replace("/", "%2F") for each in segments)


def _base_of(scope: Scope, headers: Mapping[bytes, bytes], origin: Origin) -> str:
    """Scheme, host and prefix of the request. Forwarded headers count only from a trusted proxy. Raises InvalidParameter."""
    scheme, host, prefix = scope["scheme"], headers.get(b"host", b"").decode("latin-1"), scope.get("root_path", "")
    if origin.trusted and is_trusted(sender_of(scope.get("client")), origin.trusted):
        scheme = nearest_word(headers, b"x-forwarded-proto") or scheme
        host = nearest_word(headers, b"x-forwarded-host") or host
        prefix = nearest_word(headers, b"x-forwarded-prefix").rstrip("/") or prefix
    return _checked_base(scheme, host, prefix)


@lru_cache(maxsize=1024)
def _checked_base(scheme: str, host: str, prefix: str) -> str:
    """The base address, which has only characters that are safe in JSON and headers. Raises InvalidParameter."""
    if scheme not in ("http", "https") or not _HOST.match(host):
        raise InvalidParameter("The Host header is not the name of a host.")
    if len(prefix) > _LONGEST_PREFIX or not _PREFIX.match(prefix):
        raise InvalidParameter(f"X-Forwarded-Prefix takes a path of up to {_LONGEST_PREFIX} characters.")
    return f"{scheme}://{host}{prefix}"
