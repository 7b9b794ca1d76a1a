"""Sends requests to receivers. A name is looked up, for all requests of one second, every address is checked, and the request goes to one of these.

So a name that changes its address between check and request leads nowhere. Redirects are not followed, and proxies that the
environment names for other programs are not used.
"""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import Any, Final, NamedTuple
from urllib.parse import SplitResult, quote, urlsplit

from facetstore.domain.hosts import Address
from facetstore.outgoing.inside import is_inside, is_this_machine
from facetstore.outgoing.kept_connections import Endpoint, KeptConnections
from facetstore.usecases.ports.receivers import LONGEST_ANSWER, SECONDS, OutgoingRequest, ReceiverAnswer

_LOOKUP_SECONDS: Final = 5.0
_LOOKUPS: Final = 16
"""Names that are looked up at the same time: a server of names that does not answer must not hold up the others."""
_FOUND_SECONDS: Final = 1.0
"""How long what was found for a name is used."""
_LOWEST_PORT: Final = 1024
_HTTPS: Final = 443
_HTTP: Final = 80
_SAFE: Final = "/?:@!$&'()*+,;=%[]"
"""What stays as it is in the path and the query of an address, beside letters and digits."""
_HEADER: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")
_VALUE: Final = re.compile(r"[\t -~\x80-\xff]*")

Lookup = Callable[[str], Awaitable[Sequence[str]]]
"""The addresses of a name."""


class _ForbiddenAddress(Exception):
    """Why nothing may be sent to an address."""


class _CheckedTarget(NamedTuple):
    """Where a request goes: its address in parts, and the addresses of its name, which were checked."""

    parts: SplitResult
    endpoints: Sequence[Endpoint]


class HttpReceivers:
    """Receivers that are reached by HTTP."""

    def __init__(self, *, loopback: bool = False, seconds: float = SECONDS, lookup: Lookup | None = None) -> None:
        """`loopback`: this machine is allowed, too, also without https. `lookup` takes the place of the system's own."""
        self._loopback = loopback
        self._seconds = seconds
        self._lookup = lookup or self._look_up
        self._connections = KeptConnections()
        self._found = dict[str, asyncio.Future[list[Any]]]()
        """The addresses of names that were just looked up."""

    async def refusal(self, url: str) -> str | None:
        try:
            await self._target(url)
        except _ForbiddenAddress as refused:
            return str(refused)
        return None

    async def send(self, request: OutgoingRequest) -> ReceiverAnswer:
        began = time.monotonic()
        status: int | None = None
        try:
            async with asyncio.timeout(self._seconds):
                status, text = await self._send(request, await self._target(request.url))
        except _ForbiddenAddress as refused:
            text = str(refused)
        except TimeoutError:
            text = f"No answer within {self._seconds:g} seconds."
        except (OSError, ValueError) as error:
            text = f"The connection failed: {str(error) or type(error).__name__}"
        return ReceiverAnswer(status, text[:LONGEST_ANSWER], round((time.monotonic() - began) * 1000))

    async def close(self) -> None:
        await self._connections.close()

    async def _send(self, request: OutgoingRequest, target: _CheckedTarget) -> tuple[int, str]:
        context = self._certificates if target.parts.scheme == "https" else None
        status, body = await self._connections.send(target.endpoints, _written(request, target.parts), context)
        return status, _shown(body)

    async def _target(self, url: str) -> _CheckedTarget:
        """Raises _ForbiddenAddress."""
        parts = _parsed(url)
        host = parts.hostname or ""
        found = [_address(each) for each in await self._addresses(host)]
        if not found:
            raise _ForbiddenAddress(f"The name {host} has no address.")
        is_here = all(map(is_this_machine, found))
        if is_here and self._loopback:
            return _target_at(parts, found, parts.port or (_HTTPS if parts.scheme == "https" else _HTTP))
        if any(map(is_inside, found)):
            raise _ForbiddenAddress(
                f"{host} is inside: nothing is sent to this machine, to private networks or to special addresses."
            )
        if parts.scheme != "https":
            raise _ForbiddenAddress("Only https is allowed.")
        port = parts.port or _HTTPS
        if port != _HTTPS and port < _LOWEST_PORT:
            raise _ForbiddenAddress(f"Port {port} is not allowed: take {_HTTPS}, or one from {_LOWEST_PORT} on.")
        return _target_at(parts, found, port)

    async def _addresses(self, host: str) -> Sequence[str]:
        try:
            async with asyncio.timeout(_LOOKUP_SECONDS):
                return await self._lookup(host)
        except TimeoutError:
            raise _ForbiddenAddress(f"The name {host} was not found within {_LOOKUP_SECONDS:g} seconds.") from None
        except (OSError, UnicodeError) as error:
            raise _ForbiddenAddress(f"The name {host} is not known.") from error

    async def _look_up(self, host: str) -> Sequence[str]:
        found = self._found.get(host)
        if found is None:
            loop = asyncio.get_running_loop()
            look = partial(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
            self._found[host] = found = loop.run_in_executor(self._threads, look)
            found.add_done_callback(lambda _: loop.call_later(_FOUND_SECONDS, self._found.pop, host, None))
        # Shielded: if one of those who wait gives up, the others go on.
        return [str(place[0]) for *_, place in await asyncio.shield(found)]

    @cached_property
    def _threads(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(_LOOKUPS, "receivers")

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        """Those that this machine trusts. Loading them is slow, so it is done once."""
        return ssl.create_default_context()


def _parsed(url: str) -> SplitResult:
    """The parts of an address that says what it means. Raises _ForbiddenAddress."""
    if not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise _ForbiddenAddress("The address has characters that do not belong into one.")
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise _ForbiddenAddress("This is no address.") from None
    if parts.scheme not in ("https", "http") or not parts.hostname:
        raise _ForbiddenAddress("The address must begin with https:// and a name.")
    if "@" in parts.netloc:
        raise _ForbiddenAddress("The address must not hold a user or a password: put them into the headers.")
    if parts.fragment or "%" in parts.netloc:
        raise _ForbiddenAddress("The address must have neither a fragment nor escaped characters in its name.")
    return parts


def _address(text: str) -> Address:
    try:
        return ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        raise _ForbiddenAddress("Its name has an address that is none.") from None


def _target_at(parts: SplitResult, addresses: Sequence[Address], port: int) -> _CheckedTarget:
    is_tls, host = parts.scheme == "https", parts.hostname or ""
    return _CheckedTarget(parts, [Endpoint(is_tls, host, port, each) for each in addresses])


def _written(request: OutgoingRequest, parts: SplitResult) -> bytes:
    """A request as it is sent. Raises ValueError if a header would end too early."""
    place = quote(parts._replace(scheme="", netloc="", fragment="").geturl(), safe=_SAFE)
    headers = {
        "accept": "*/*",
        **{name.lower(): value for name, value in request.headers.items()},
        "host": parts.netloc,
        "accept-encoding": "identity",
        "content-length": str(len(request.body)),
    }
    for name, value in headers.items():
        if not _HEADER.fullmatch(name) or not _VALUE.fullmatch(value):
            raise ValueError(f"The header {name!r} has characters that no header may have.")
    lines = [f"{request.method} {place if place.startswith('/') else f'/{place}'} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + request.body


def _shown(body: bytes) -> str:
    """The beginning of an answer, as text that can be shown."""
    text = body.decode("utf-8", "replace")[:LONGEST_ANSWER]
    return "".join(each if each.isprintable() or each == "\n" else "\N{REPLACEMENT CHARACTER}" for each in text)
