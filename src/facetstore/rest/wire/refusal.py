"""Error responses: the error body, or problem details for clients that ask for them."""

from __future__ import annotations

from typing import Final

from facetstore.domain.errors import Failure
from facetstore.rest.wire.answer import COMMON_HEADERS, JSON, Answer
from facetstore.rest.wire.error_responses import extra_headers, meaning_of, render_failure, render_problem

_PROBLEM: Final = b"application/problem+json"


def refusal(failure: Failure, request_id: str, accept: bytes = b"", route: str = "-") -> Answer:
    """The error response for a failure."""
    problem = _PROBLEM in accept
    body = render_problem(failure, request_id) if problem else render_failure(failure, request_id)
    headers = [
        *COMMON_HEADERS,
        (b"content-type", _PROBLEM if problem else JSON),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *extra_headers(failure),
    ]
    return Answer(meaning_of(failure).status, headers, body, route=route)
