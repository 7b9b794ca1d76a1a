"""Requests to the server that a tenant is copied from: polite, bounded, and never with the token anywhere else.

A server may be slow, broken or hostile. Every response has a limit in bytes and in time, failures that may pass are tried again, and
everything else is an error that says which request failed and why. The token is in a header of requests to one origin and in no text.
"""

from __future__ import annotations

import asyncio
import random
import ssl
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Final, NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec

from facetstore.domain.errors import Failure
from facetstore.exchange.pull.questions import Question

LARGEST: Final = 64 << 20
"""The most bytes of a response, uncompressed."""
SECONDS: Final = 120.0
"""The most seconds for one response."""
_EXTENSIONS: Final = {"timeout": httpx.Timeout(SECONDS).as_dict()}
_ATTEMPTS: Final = 8
_LONGEST_WAIT: Final = 300.0
"""A server that asks for a longer pause than this is left alone: the copy goes on when the command is started again."""
_PASSING: Final = frozenset(
    {
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.TOO_MANY_REQUESTS,
        HTTPStatus.INTERNAL_SERVER_ERROR,
        HTTPStatus.BAD_GATEWAY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        HTTPStatus.GATEWAY_TIMEOUT,
    }
)
"""Responses after which the same request may succeed."""
_NOT_THERE: Final = frozenset(
    {
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.GONE,
        HTTPStatus.NOT_IMPLEMENTED,
    }
)
_LONGEST_SHOWN: Final = 200
_SEGMENTS: Final = 3
"""A path with two segments, split at its slashes."""


class RemoteFailure(Failure):
    """The server did not answer, or not in a way that can be used."""

    code = "remote-failure"


class RemoteOutcome(StrEnum):
    """What became of a request."""

    GIVEN = "given"
    NOT_THERE = "notThere"
    """The server knows no such operation or element, or does not show it to this token."""


class RemoteAnswer(NamedTuple):
    """What a server said: the decoded JSON of its answer, or the reason why there is none."""

    outcome: RemoteOutcome
    body: object


class RequestPace:
    """Spaces requests evenly: at most so many begin in a second."""

    def __init__(self, rate: float | None) -> None:
        self._gap = 1 / rate if rate else 0.0
        self._next = 0.0

    async def wait(self) -> None:
        if not self._gap:
            return
        now = time.monotonic()
        begin = max(now, self._next)
        self._next = begin + self._gap
        if begin > now:
            await asyncio.sleep(begin - now)

    def pause(self, seconds: float) -> None:
        """Let no request begin for so long: the server has asked for it."""
        self._next = max(self._next, time.monotonic() + seconds)


class Remote:
    """One tenant of one server, for one token. Requests go to the transport: a client of its own would look at cookies, redirects and
    proxies of each, which there are none of, and take twice the time."""

    def __init__(
        self, transport: httpx.AsyncBaseTransport, base: str, token: str, pace: RequestPace, *, first_wait: float = 0.5
    ) -> None:
        self._transport = transport
        self._base = f"{base}/_api/"
        self._headers = {"symbio-auth-token": token, "accept": "application/json", "accept-encoding": "gzip"}
        self._pace = pace
        self._first_wait = first_wait
        self.requests = 0
        self.repeated = 0

    async def ask(self, question: Question) -> RemoteAnswer:
        """The answer to a question. Raises RemoteFailure if there is none after several attempts."""
        wait, problem = self._first_wait, ""
        for _ in range(_ATTEMPTS):
            await self._pace.wait()
            self.requests += 1
            try:
                return await self._asked_once(question)
            except _Passing as passing:
                problem = passing.problem
                self.repeated += 1
                # Half of it at random, so that several copies do not come back at the same moment.
                await self._leave_alone(question, passing.seconds, wait * random.uniform(0.5, 1))  # noqa: S311
                wait = min(wait * 2, 30.0)
        raise RemoteFailure(
            f"{question.address}: {problem}, {_ATTEMPTS} times. Start the command again: it goes on from here."
        )

    async def _leave_alone(self, question: Question, asked_for: float | None, otherwise: float) -> None:
        if asked_for is None:
            await asyncio.sleep(otherwise)
            return
        if asked_for > _LONGEST_WAIT:
            raise RemoteFailure(
                f"{question.address}: the server asks for a pause of {asked_for:,.0f} s. Start the command again later: "
                "it goes on from here."
            )
        self._pace.pause(asked_for)
        await asyncio.sleep(asked_for)

    async def _asked_once(self, question: Question) -> RemoteAnswer:
        try:
            async with asyncio.timeout(SECONDS):
                status, headers, body = await self._fetched(question)
        except (TimeoutError, httpx.TimeoutException) as error:
            raise _Passing("the server does not answer in time") from error
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise RemoteFailure(f"{question.address}: {error}") from error
        except (httpx.HTTPError, OSError) as error:
            raise _Passing(f"the connection fails ({_reason(error)})") from error
        return _judged(question, status, headers, body)

    async def _fetched(self, question: Question) -> tuple[int, Mapping[str, str], bytes]:
        headers = self._headers | ({"api-version": question.version} if question.version else {})
        request = httpx.Request("GET", self._base + question.address, headers=headers, extensions=_EXTENSIONS)
        parts: list[bytes] = []
        size = 0
        response = await self._transport.handle_async_request(request)
        try:
            async for chunk in response.aiter_bytes():
                size += len(chunk)
                if size > LARGEST:
                    raise RemoteFailure(f"{question.address}: the response is longer than {LARGEST >> 20} MB.")
                parts.append(chunk)
        finally:
            await response.aclose()
        return response.status_code, response.headers, b"".join(parts)


class _Passing(Exception):
    """A request that may succeed when it is sent again, after so many seconds if the server named some."""

    def __init__(self, problem: str, seconds: float | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.seconds = seconds


@asynccontextmanager
async def opened_remote(
    base: str, token: str, *, rate: float | None = None, at_once: int = 4, first_wait: float = 0.5
) -> AsyncIterator[Remote]:
    """A server for the duration of a block. `base` ends in the address of the tenant. Redirects are not followed: they would take
    the token along. Raises RemoteFailure if the token cannot be sent."""
    if not token.isascii() or not token.isprintable() or not token.strip():
        raise RemoteFailure("The token is empty or holds characters that a token cannot have.")
    verify: ssl.SSLContext | bool = ssl.create_default_context() if base.startswith("https:") else False
    limits = httpx.Limits(max_connections=at_once, max_keepalive_connections=at_once)
    async with httpx.AsyncHTTPTransport(verify=verify, limits=limits, trust_env=False) as transport:
        yield Remote(transport, base, token, RequestPace(rate), first_wait=first_wait)


def tenant_address(url: str) -> str:
    """The address of a tenant without `_api` and a slash at its end. Raises RemoteFailure if a token cannot be sent there."""
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    path = parts.path.split("/_api")[0].rstrip("/")
    if parts.scheme not in ("http", "https") or not parts.hostname or len(path.split("/")) < _SEGMENTS:
        raise RemoteFailure(
            f"Give the address of a tenant, such as https://HOST/COLLECTION/STORAGE, not {url[:200]!r}."
        )
    if parts.username is not None or parts.query or parts.fragment:
        raise RemoteFailure("The address of the tenant has a user, a query or a fragment; give it without them.")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return f"{parts.scheme}://{host}{f':{port}' if port else ''}{path}"


def is_private(base: str) -> bool:
    """Whether others cannot read along: https, or this machine."""
    return base.startswith("https:") or urlsplit(base).hostname in ("localhost", "127.0.0.1", "::1")


def _judged(question: Question, status: int, headers: Mapping[str, str], body: bytes) -> RemoteAnswer:
    if status in _PASSING:
        raise _Passing(f"the server answers with {status}", _asked_pause(headers.get("retry-after")))
    if status == HTTPStatus.UNAUTHORIZED:
        raise RemoteFailure(
            f"{question.address}: the server refuses the token. It is wrong, expired, revoked here, or of another storage."
        )
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        raise RemoteFailure(
            f"{question.address}: the server redirects to {_origin(headers.get('location', ''))}, which is not followed because "
            "the token would go there. If you trust that address, pull from it."
        )
    if status in _NOT_THERE:
        return RemoteAnswer(RemoteOutcome.NOT_THERE, {"status": status})
    if status != HTTPStatus.OK:
        raise RemoteFailure(f"{question.address}: the server answers with {status}, which means nothing here.")
    return RemoteAnswer(RemoteOutcome.GIVEN, _decoded(body))


def _decoded(body: bytes) -> object:
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        # A proxy that ended in the middle of an answer: what is no JSON today may be whole at the next attempt.
        raise _Passing("the answer is not JSON, or not complete") from error


def _asked_pause(value: str | None) -> float | None:
    """The seconds in a header Retry-After, which may name a moment instead."""
    if not value:
        return None
    if value.strip().isdigit():
        return float(value.strip()[:9])
    try:
        moment = parsedate_to_datetime(value)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())


def _origin(location: str) -> str:
    """Where a redirect leads, without its path and query, which may repeat secrets."""
    try:
        parts = urlsplit(location)
        shown = (
            f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}" if parts.netloc else ""
        )
    except ValueError:
        shown = ""
    return shown[:_LONGEST_SHOWN] if shown.isprintable() and shown else "another address"


def _reason(error: BaseException) -> str:
    """What a library says about a failure, in one line; the token stands in none of its texts."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text[:_LONGEST_SHOWN]
