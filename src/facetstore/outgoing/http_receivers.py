"""Sends requests to receivers. A name is looked up once for each request, every address is checked, and the request goes to that address.

So a name that changes its address between check and request leads nowhere. Redirects are not followed, and proxies that the
environment names for other programs are not used.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import SplitResult, urlsplit

from facetstore.domain.hosts import Address
from facetstore.outgoing.inside import is_inside, is_this_machine
from facetstore.usecases.ports.receivers import LONGEST_ANSWER, SECONDS, OutgoingRequest, ReceiverAnswer

if TYPE_CHECKING:
    import httpx

_LOOKUP_SECONDS: Final = 5.0
_LOOKUPS: Final = 16
"""Names that are looked up at the same time: a server of names that does not answer must not hold up the others."""
_LOWEST_PORT: Final = 1024
_HTTPS: Final = 443
_HTTP: Final = 80

Lookup = Callable[[str], Awaitable[Sequence[str]]]
"""The addresses of a name."""


class _ForbiddenAddress(Exception):
    """Why nothing may be sent to an address."""


class PinnedAddress(NamedTuple):
    """Where a request goes: the name that it is for, and the one address that was checked."""

    parts: SplitResult
    host: str
    port: int
    address: Address

    @property
    def url(self) -> str:
        """With the address in the place of the name, so that nothing looks it up again."""
        place = f"[{self.address}]" if self.address.version == 6 else str(self.address)
        return self.parts._replace(netloc=f"{place}:{self.port}", fragment="").geturl()


class HttpReceivers:
    """Receivers that are reached by HTTP."""

    def __init__(self, *, loopback: bool = False, seconds: float = SECONDS, lookup: Lookup | None = None) -> None:
        """`loopback`: this machine is allowed, too, also without https. `lookup` takes the place of the system's own."""
        self._loopback = loopback
        self._seconds = seconds
        self._lookup = lookup or self._look_up

    async def refusal(self, url: str) -> str | None:
        try:
            await self._target(url)
        except _ForbiddenAddress as refused:
            return str(refused)
        return None

    async def send(self, request: OutgoingRequest) -> ReceiverAnswer:
        # Imported here, and below: most processes send nothing, and start without it.
        import httpx

        began = time.monotonic()
        status: int | None = None
        try:
            async with asyncio.timeout(self._seconds):
                status, text = await self._send(request, await self._target(request.url))
        except _ForbiddenAddress as refused:
            text = str(refused)
        except TimeoutError:
            text = f"No answer within {self._seconds:g} seconds."
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as error:
            text = f"The connection failed: {str(error) or type(error).__name__}"
        return ReceiverAnswer(status, text[:LONGEST_ANSWER], round((time.monotonic() - began) * 1000))

    async def _send(self, request: OutgoingRequest, target: PinnedAddress) -> tuple[int, str]:
        import httpx

        # A client for each request: kept connections would be shared by all names that have the same address.
        is_tls = target.parts.scheme == "https"
        client = httpx.AsyncClient(
            verify=self._certificates if is_tls else False,
            trust_env=False,
            timeout=self._seconds,
            follow_redirects=False,
        )
        headers = {**request.headers, "host": target.parts.netloc, "accept-encoding": "identity"}
        extensions = {"sni_hostname": target.host} if is_tls else {}
        async with (
            client,
            client.stream(
                request.method, target.url, headers=headers, content=request.body or None, extensions=extensions
            ) as response,
        ):
            return response.status_code, await _beginning(response)

    async def _target(self, url: str) -> PinnedAddress:
        """Raises _ForbiddenAddress."""
        parts = _parsed(url)
        host = parts.hostname or ""
        found = [_address(each) for each in await self._addresses(host)]
        if not found:
            raise _ForbiddenAddress(f"The name {host} has no address.")
        is_here = all(map(is_this_machine, found))
        if is_here and self._loopback:
            return PinnedAddress(parts, host, parts.port or (_HTTPS if parts.scheme == "https" else _HTTP), found[0])
        if any(map(is_inside, found)):
            raise _ForbiddenAddress(
                f"{host} is inside: nothing is sent to this machine, to private networks or to special addresses."
            )
        if parts.scheme != "https":
            raise _ForbiddenAddress("Only https is allowed.")
        port = parts.port or _HTTPS
        if port != _HTTPS and port < _LOWEST_PORT:
            raise _ForbiddenAddress(f"Port {port} is not allowed: take {_HTTPS}, or one from {_LOWEST_PORT} on.")
        return PinnedAddress(parts, host, port, found[0])

    async def _addresses(self, host: str) -> Sequence[str]:
        try:
            async with asyncio.timeout(_LOOKUP_SECONDS):
                return await self._lookup(host)
        except TimeoutError:
            raise _ForbiddenAddress(f"The name {host} was not found within {_LOOKUP_SECONDS:g} seconds.") from None
        except (OSError, UnicodeError) as error:
            raise _ForbiddenAddress(f"The name {host} is not known.") from error

    async def _look_up(self, host: str) -> Sequence[str]:
        look = partial(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
        found = await asyncio.get_running_loop().run_in_executor(self._threads, look)
        return [str(place[0]) for *_, place in found]

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


async def _beginning(response: httpx.Response) -> str:
    """The first part of a body; the rest is not read."""
    body = b""
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) >= 4 * LONGEST_ANSWER:
            break
    text = body.decode("utf-8", "replace")[:LONGEST_ANSWER]
    return "".join(each if each.isprintable() or each == "\n" else "\N{REPLACEMENT CHARACTER}" for each in text)
