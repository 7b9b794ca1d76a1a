"""Refusals in the shape of OData, and who may try again with a name and a password."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from facetstore.domain.errors import Failure, Unauthenticated
from facetstore.query.odata_filter import UnsupportedQuery
from facetstore.rest.wire.answer import COMMON_HEADERS, JSON, Answer, Header
from facetstore.rest.wire.error_responses import extra_headers, first_findings, meaning_of

_UNSUPPORTED_STATUS: Final = 501
# Excel asks for a name and a password after this. No other address of the service says so: browsers would ask there, too.
CHALLENGE: Final = b'Basic realm="Facetstore: any name, and a token as the password", charset="UTF-8"'


def render_refusal(failure: Failure, version: str) -> Answer:
    """The response for a failure."""
    body = msgspec.json.encode({"error": _error(failure)})
    status = _UNSUPPORTED_STATUS if isinstance(failure, UnsupportedQuery) else meaning_of(failure).status
    headers: list[Header] = [
        *COMMON_HEADERS,
        (b"content-type", JSON),
        (b"odata-version", version.encode()),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *_extra(failure),
    ]
    return Answer(status, headers, body)


def _extra(failure: Failure) -> list[Header]:
    if isinstance(failure, Unauthenticated):
        return [(b"www-authenticate", CHALLENGE)]
    return extra_headers(failure)


def _error(failure: Failure) -> dict[str, Any]:
    findings = first_findings(failure.findings)
    details = [{"code": each.code or failure.code, "message": each.error, **_target(each.path)} for each in findings]
    return {"code": failure.code, "message": failure.message, **_target(findings[0].path), "details": details}


def _target(path: str) -> dict[str, str]:
    return {"target": path} if path else {}
