"""Refusals that the server sends itself, as bytes: the application never sees these requests."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import Final

from facetstore.domain.errors import Failure
from facetstore.rest.wire.call import next_full_id
from facetstore.rest.wire.error_responses import Overloaded
from facetstore.rest.wire.refusal import refusal

_ID: Final = "--the-id-of-a-call--"
_OVERLOADED: Final = Overloaded("Too many requests are waiting already. Try again in a second.")


def refusal_bytes(failure: Failure, request_id: str, accept: bytes = b"", *, close: bool = True) -> bytes:
    """A whole response: status line, headers and body."""
    answer = refusal(failure, request_id, accept)
    headers = [*answer.headers, (b"x-request-id", request_id.encode())]
    if close:
        headers.append((b"connection", b"close"))
    status = f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}\r\n".encode()
    return status + b"".join(b"%b: %b\r\n" % header for header in headers) + b"\r\n" + answer.body


def overloaded_bytes(accept: bytes, *, head: bool, close: bool) -> bytes:
    """The refusal under overload. Each form of it is rendered once, because it must cost almost nothing."""
    return next_full_id().join(_pieces(b"application/problem+json" in accept, head, close))


@lru_cache(maxsize=8)
def _pieces(problem: bool, head: bool, close: bool) -> list[bytes]:
    """What stands before, between and after the places of the id."""
    accept = b"application/problem+json" if problem else b""
    whole = refusal_bytes(_OVERLOADED, _ID, accept, close=close)
    return (whole[: whole.index(b"\r\n\r\n") + 4] if head else whole).split(_ID.encode())
