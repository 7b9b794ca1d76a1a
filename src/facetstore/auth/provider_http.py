"""HTTP requests to a provider: short timeout, https only (or this machine), no redirects."""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import cached_property
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec

from facetstore.domain.errors import ProviderUnavailable

SECONDS: Final = 5.0
"""Seconds a provider may take for one response: a person is waiting for it."""
LARGEST: Final = 1 << 20
"""The most bytes of a response; a longer one is refused."""
_HERE: Final = ("localhost", "127.0.0.1", "::1")
"""Hosts reached without a network, where http is safe."""
_WORD = re.compile(r"[a-z_]{1,40}\Z")


class Answered(NamedTuple):
    """The response of a provider."""

    is_good: bool
    body: bytes

    @property
    def error(self) -> str:
        """The OAuth error code, or a note that there is none."""
        try:
            reason = msgspec.json.decode(self.body, type=dict[str, object]).get("error")
        except (msgspec.DecodeError, UnicodeDecodeError):
            reason = None
        return reason if isinstance(reason, str) and _WORD.match(reason) else "no reason given"


class ProviderHttp:
    """Sends requests to one provider. Raises ProviderUnavailable if the address is not safe, or if the provider does not
    answer, answers too much or reports an error of its own."""

    def __init__(self, title: str, *, seconds: float = SECONDS) -> None:
        self._title = title
        self._seconds = seconds

    async def get(self, address: str, headers: Mapping[str, str] | None = None) -> Answered:
        async with self._client(address) as client:
            return await self._answered(client, httpx.Request("GET", address, headers=headers))

    async def post(self, address: str, form: Mapping[str, str], basic: tuple[str, str] | None) -> Answered:
        async with self._client(address) as client:
            request = httpx.Request("POST", address, data=form, headers={"accept": "application/json"})
            return await self._answered(client, request, httpx.BasicAuth(*basic) if basic is not None else None)

    @asynccontextmanager
    async def _client(self, address: str) -> AsyncIterator[httpx.AsyncClient]:
        """A client for one request: sign-ins are too rare to keep connections open. Proxies and passwords that the environment
        names for other programs are not used."""
        if not is_safe(address):
            raise self._unavailable("one of its addresses is not safe")
        verify = self._certificates if address.startswith("https:") else False
        try:
            async with (
                asyncio.timeout(self._seconds),
                httpx.AsyncClient(verify=verify, trust_env=False, timeout=self._seconds) as client,
            ):
                yield client
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError) as error:
            raise self._unavailable("it does not answer") from error

    async def _answered(
        self, client: httpx.AsyncClient, request: httpx.Request, auth: httpx.Auth | None = None
    ) -> Answered:
        response = await client.send(request, auth=auth, stream=True, follow_redirects=False)
        try:
            body = b""
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > LARGEST:
                    raise self._unavailable("its response is too long")
        finally:
            await response.aclose()
        if response.is_server_error:
            raise self._unavailable("it reports an error")
        return Answered(response.is_success, body)

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        """The certificates that this machine trusts, perhaps those of a company. Loading them is slow, so it is done once."""
        return ssl.create_default_context()

    def _unavailable(self, because: str) -> ProviderUnavailable:
        return ProviderUnavailable(f"You cannot sign in with {self._title} at the moment: {because}.")


def is_safe(address: str) -> bool:
    """Whether the connection is private (https, or this machine) and the address is safe to use in a header."""
    if not address.isascii() or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and (
            parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _HERE)
        )
    except ValueError:
        return False
