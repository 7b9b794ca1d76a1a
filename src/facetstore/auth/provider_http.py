"""How a provider is asked: soon answered or not at all, over https, and without going where it sends us."""

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
"""How long a provider may take for one answer: somebody is waiting for it."""
LARGEST: Final = 1 << 20
"""Bytes that are read of an answer."""
_HERE: Final = ("localhost", "127.0.0.1", "::1")
"""Where nobody listens on the way."""
_WORD = re.compile(r"[a-z_]{1,40}\Z")


class Answered(NamedTuple):
    """What a provider has answered."""

    is_good: bool
    body: bytes

    @property
    def error(self) -> str:
        """What OAuth calls the error, if it is one of its words."""
        try:
            told = msgspec.json.decode(self.body, type=dict[str, object]).get("error")
        except (msgspec.DecodeError, UnicodeDecodeError):
            told = None
        return told if isinstance(told, str) and _WORD.match(told) else "no reason told"


class ProviderHttp:
    """Asks one provider. Raises ProviderUnavailable where there is no answer, or the provider says that it cannot give one."""

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
        """For one request: people sign in too seldom for a connection to be worth keeping. What the environment tells other
        programs of proxies and passwords is not meant for us."""
        if not is_safe(address):
            raise self._unavailable("it is to be asked at an address that is not safe")
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
                    raise self._unavailable("it answers too much")
        finally:
            await response.aclose()
        if response.is_server_error:
            raise self._unavailable("it cannot answer")
        return Answered(response.is_success, body)

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        """Those that this machine trusts, which may be those of a company. Reading them takes a while, so it is done once."""
        return ssl.create_default_context()

    def _unavailable(self, because: str) -> ProviderUnavailable:
        return ProviderUnavailable(f"Nobody can sign in by {self._title} at the moment: {because}.")


def is_safe(address: str) -> bool:
    """Whether nobody on the way can listen or answer instead (https, or this machine), and it can stand in a header."""
    if not address.isascii() or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        return bool(parts.hostname) and (
            parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _HERE)
        )
    except ValueError:
        return False
