"""Asks an embedding service by HTTP, in the form that most of them understand: `{model, input}` is answered by `{data: [{index, embedding}]}`.

The address is the operator's own, and so may be inside. Redirects are not followed, and proxies that the environment names for other
programs are not used. Neither texts nor the token are in what is raised.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from functools import cached_property
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import httpx
import msgspec

from facetstore.domain.errors import InvalidValues
from facetstore.usecases.ports.embedding import AskingTimes, NotEmbedded

AT_ONCE: Final = 32
"""Texts in one request: as many as every service takes."""
LARGEST_ANSWER: Final = 16 << 20
_LONGEST_VECTOR: Final = 8192
_LARGEST_NUMBER: Final = 1e6
_FIRST_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 30.0
_BUSY: Final = frozenset(
    {
        HTTPStatus.REQUEST_TIMEOUT, HTTPStatus.TOO_EARLY, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.INTERNAL_SERVER_ERROR,
        HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT,
    }
)  # fmt: skip
"""What may be another answer when it is asked again."""


class _Busy(Exception):
    """Why it may be asked again, and after how many seconds at least."""

    def __init__(self, why: str, wait: float = 0.0) -> None:
        super().__init__(why)
        self.wait = wait


class _Vector(msgspec.Struct):
    index: int
    embedding: list[float]


class _Vectors(msgspec.Struct):
    data: list[_Vector]


_decoder: Final = msgspec.json.Decoder(_Vectors)


class HttpEmbeddings:
    """An embedding service at one address."""

    def __init__(self, url: str, model: str, token: str | None = None, first_wait: float = _FIRST_WAIT) -> None:
        """`first_wait`: seconds until a request is repeated; twice as many each further time. Raises InvalidValues."""
        self._url = _checked(url)
        self._model = model
        self._headers = {"content-type": "application/json", "accept-encoding": "identity"}
        if token is not None:
            if not token.isascii() or not token.isprintable():
                raise InvalidValues("The token of the embedding service has characters that no header may have.")
            self._headers["authorization"] = f"Bearer {token}"
        self._first_wait = first_wait

    async def vectors(self, texts: Sequence[str], attempts: AskingTimes) -> Sequence[Sequence[float]]:
        found: list[list[float]] = []
        async with self._client(attempts.seconds) as client:
            for first in range(0, len(texts), AT_ONCE):
                found += await self._attempted(client, texts[first : first + AT_ONCE], attempts)
        if len({len(each) for each in found}) > 1:
            raise NotEmbedded("The embedding service answered vectors that are not equally long.")
        return found

    async def _attempted(
        self, client: httpx.AsyncClient, texts: Sequence[str], attempts: AskingTimes
    ) -> list[list[float]]:
        wait, busy = self._first_wait, _Busy("The embedding service was not asked.")
        for left in reversed(range(attempts.tries)):
            try:
                async with asyncio.timeout(attempts.seconds):
                    return await self._ask(client, texts)
            except TimeoutError:
                busy = _Busy(f"The embedding service did not answer within {attempts.seconds:g} seconds.")
            except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
                busy = _Busy(f"The embedding service cannot be reached: {type(error).__name__}.")
            except _Busy as error:
                busy = error
            if left:
                await asyncio.sleep(min(max(wait, busy.wait), _LONGEST_WAIT))
                wait *= 2
        raise NotEmbedded(str(busy))

    async def _ask(self, client: httpx.AsyncClient, texts: Sequence[str]) -> list[list[float]]:
        """Raises _Busy, NotEmbedded."""
        body = msgspec.json.encode({"model": self._model, "input": texts})
        async with client.stream("POST", self._url, headers=self._headers, content=body) as response:
            if response.status_code in _BUSY:
                said = response.headers.get("retry-after", "")
                wait = float(said) if said.isascii() and said.isdecimal() and len(said) < 6 else 0.0
                raise _Busy(f"The embedding service answered {response.status_code}.", wait)
            if response.status_code != HTTPStatus.OK:
                raise NotEmbedded(f"The embedding service answered {response.status_code}.")
            answer = await _whole(response)
        return _read(answer, len(texts))

    def _client(self, seconds: float) -> httpx.AsyncClient:
        is_tls = self._url.startswith("https:")
        # Longer than what is waited for, which so decides.
        certificates = self._certificates if is_tls else False
        return httpx.AsyncClient(verify=certificates, trust_env=False, timeout=2 * seconds, follow_redirects=False)

    @cached_property
    def _certificates(self) -> ssl.SSLContext:
        return ssl.create_default_context()


def _checked(url: str) -> str:
    """Raises InvalidValues, which does not show the address: it may hold a password."""
    try:
        parts = urlsplit(url)
        is_address = parts.scheme in ("https", "http") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        parts, is_address = urlsplit(""), False
    if not is_address or not url.isascii() or not url.isprintable() or " " in url:
        raise InvalidValues("FACETSTORE_EMBEDDINGS takes an address such as https://models.example.com/v1/embeddings.")
    if "@" in parts.netloc:
        raise InvalidValues(
            "FACETSTORE_EMBEDDINGS holds no user and no password: set FACETSTORE_EMBEDDINGS_TOKEN_FILE."
        )
    return parts._replace(fragment="").geturl()


async def _whole(response: httpx.Response) -> bytes:
    body = bytearray()
    async for chunk in response.aiter_bytes():
        body += chunk
        if len(body) > LARGEST_ANSWER:
            raise NotEmbedded("The answer of the embedding service is too large.")
    return bytes(body)


def _read(answer: bytes, number: int) -> list[list[float]]:
    """The vectors in the order of the texts. Raises NotEmbedded."""
    try:
        found = {each.index: each.embedding for each in _decoder.decode(answer).data}
    except (msgspec.DecodeError, RecursionError):
        raise NotEmbedded("The embedding service answered something else than vectors.") from None
    if sorted(found) != list(range(number)):
        raise NotEmbedded("The embedding service did not answer one vector for each text.")
    vectors = [found[each] for each in range(number)]
    if not all(0 < len(each) <= _LONGEST_VECTOR and max(map(abs, each)) <= _LARGEST_NUMBER for each in vectors):
        raise NotEmbedded("The embedding service answered vectors that are none.")
    return vectors
