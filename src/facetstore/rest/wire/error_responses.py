"""Failure → status and body, in one table (D8.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from facetstore.domain import errors

STATUS_NOT_MODIFIED: Final = 304
MOST_FINDINGS: Final = 100
"""Findings in one response: more are not read, and a body may have as many as it has values."""


class MethodNotAllowed(errors.Failure):
    """The address exists, but not for this method."""

    code = "method-not-allowed"

    def __init__(self, method: str, allowed: tuple[str, ...]) -> None:
        super().__init__(f"{method} is not possible here. Possible: {', '.join(allowed)}.")
        self.allowed = allowed


class BodyTooLarge(errors.Failure):
    code = "body-too-large"


class UnsupportedMedia(errors.Failure):
    code = "unsupported-media-type"


class MalformedRequest(errors.Invalid):
    """What was sent is not HTTP/1.1."""

    code = "malformed-request"


class RequestTimeout(errors.Failure):
    """The request was not received completely in time."""

    code = "request-timeout"


class UrlTooLong(errors.Failure):
    """The path and the query are longer than the service reads."""

    code = "url-too-long"


class HeadersTooLarge(errors.Failure):
    """The headers are longer than the service reads."""

    code = "headers-too-large"


class Overloaded(errors.Unavailable):
    """More requests came than the service can answer; try again."""

    code = "overloaded"


class AgentUnknown(errors.Unauthenticated):
    """An agent that is not signed in; `metadata` is the address that says where it can (RFC 9728)."""

    def __init__(self, metadata: str) -> None:
        super().__init__()
        self.metadata = metadata


class KeyReused(errors.Failure):
    """An idempotency key that was used for another request."""

    code = "idempotency-key-reused"


class Internal(errors.Failure):
    """An unexpected error: the response has only the request id, the log has the details."""

    code = "internal"

    def __init__(self) -> None:
        super().__init__("Something went wrong on our side. Please report the request id.")


class Meaning(NamedTuple):
    """How a failure is rendered: the status, and the specification's words for its kind and where to show it."""

    status: int
    type: str
    output: str
    title: str


_MEANINGS: Final[dict[type[errors.Failure], Meaning]] = {
    errors.InvalidValues: Meaning(400, "error", "inline", "Invalid values"),
    errors.Invalid: Meaning(400, "error", "volatile", "Bad request"),
    errors.AgentRefused: Meaning(400, "error", "volatile", "Sign-in of an agent refused"),
    errors.TooCostly: Meaning(400, "error", "volatile", "Too costly"),
    errors.Unauthenticated: Meaning(401, "unauthorized", "volatile", "Unauthorized"),
    errors.Forbidden: Meaning(403, "unauthorized", "volatile", "Forbidden"),
    errors.NotFound: Meaning(404, "error", "volatile", "Not found"),
    MethodNotAllowed: Meaning(405, "error", "volatile", "Method not allowed"),
    RequestTimeout: Meaning(408, "error", "volatile", "Request timeout"),
    errors.Conflict: Meaning(409, "error", "dialog", "Conflict"),
    errors.OnlyWarnings: Meaning(409, "warning", "dialog", "Conflict"),
    errors.PreconditionFailed: Meaning(412, "error", "dialog", "Precondition failed"),
    BodyTooLarge: Meaning(413, "error", "volatile", "Body too large"),
    UrlTooLong: Meaning(414, "error", "volatile", "Address too long"),
    UnsupportedMedia: Meaning(415, "error", "volatile", "Unsupported media type"),
    KeyReused: Meaning(422, "error", "volatile", "Idempotency key reused"),
    errors.TooManyAttempts: Meaning(429, "error", "volatile", "Too many attempts"),
    errors.TooManyRequests: Meaning(429, "error", "volatile", "Too many requests"),
    HeadersTooLarge: Meaning(431, "error", "volatile", "Headers too large"),
    errors.Unavailable: Meaning(503, "error", "volatile", "Service unavailable"),
    Internal: Meaning(500, "critical", "permanent", "Internal error"),
}


def meaning_of(failure: errors.Failure) -> Meaning:
    """The row of the table for a failure: its own or that of the nearest ancestor."""
    for ancestor in type(failure).__mro__:
        if ancestor in _MEANINGS:
            return _MEANINGS[ancestor]
    return _MEANINGS[Internal]


def extra_headers(failure: errors.Failure) -> list[tuple[bytes, bytes]]:
    match failure:
        case MethodNotAllowed(allowed=allowed):
            return [(b"allow", ", ".join(allowed).encode())]
        case AgentUnknown(metadata=metadata):
            return [(b"www-authenticate", f'Bearer resource_metadata="{metadata}"'.encode())]
        case errors.Unauthenticated():
            return [(b"www-authenticate", b"Bearer")]
        case errors.TooManyAttempts(seconds=seconds):
            return [(b"retry-after", b"%d" % seconds)]
        case errors.TooManyRequests(limit=limit, seconds=seconds):
            # Headers of draft-ietf-httpapi-ratelimit-headers: the quota, its window, and what is left of it.
            window = -(-limit.burst // limit.rate)
            return [
                (b"retry-after", b"%d" % seconds),
                (b"ratelimit-policy", b'"token";q=%d;w=%d' % (limit.burst, window)),
                (b"ratelimit", b'"token";r=0;t=%d' % seconds),
            ]
        case errors.Unavailable():
            return [(b"retry-after", b"1")]
        case _:
            return []


def render_failure(failure: errors.Failure, request_id: str) -> bytes:
    """The specification's error body."""
    meaning = meaning_of(failure)
    body = {
        "message": failure.message,
        "output": meaning.output,
        "type": meaning.type,
        "data": _findings(failure),
        **_conflicts(failure),
        "requestId": request_id,
    }
    return msgspec.json.encode(body)


def render_problem(failure: errors.Failure, request_id: str) -> bytes:
    """The same as RFC 9457 problem details, for clients that ask for them."""
    meaning = meaning_of(failure)
    body = {
        "type": f"urn:facetstore:problem:{failure.code}",
        "title": meaning.title,
        "status": meaning.status,
        "detail": failure.message,
        "errors": _findings(failure),
        **_conflicts(failure),
        "requestId": request_id,
    }
    return msgspec.json.encode(body)


def _conflicts(failure: errors.Failure) -> dict[str, object]:
    """The three sides of each place that two changed, whole: the caller has to answer all of them."""
    if not isinstance(failure, errors.ChangedSince):
        return {}
    sides = ("path", "base", "restored", "current")
    return {"conflicts": [{side: getattr(each, side) for side in sides} for each in failure.conflicts]}


def _findings(failure: errors.Failure) -> list[dict[str, str]]:
    return [render_finding(each) for each in first_findings(failure.findings)]


def first_findings(findings: Sequence[errors.Finding]) -> Sequence[errors.Finding]:
    """The first findings and, if there are more, a last one with their number."""
    more = len(findings) - MOST_FINDINGS
    if more <= 0:
        return findings
    noun = "finding" if more == 1 else "findings"
    return [*findings[:MOST_FINDINGS], errors.Finding(f"{more} more {noun} not listed here.", "more-findings")]


def render_finding(finding: errors.Finding) -> dict[str, str]:
    found = {"error": finding.error, "code": finding.code, "path": finding.path}
    return {name: text for name, text in found.items() if text}
