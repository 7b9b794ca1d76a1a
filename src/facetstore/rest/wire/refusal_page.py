"""Error responses as a page, for addresses that people open in a browser."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from typing import Final

from facetstore.domain.errors import Failure
from facetstore.rest.wire.answer import SECURITY_HEADERS, Answer
from facetstore.rest.wire.call import Call
from facetstore.rest.wire.error_responses import extra_headers, meaning_of

FOR_BROWSERS: Final = ("openid-begin", "openid-finish")
"""The operations that browsers navigate to."""
# Only the style sheet is loaded; there are no scripts.
_POLICY: Final = (
    b"content-security-policy",
    b"default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)


def refusal_page(call: Call, failure: Failure, request_id: str) -> Answer:
    storage = "/".join(call.path.split("/")[1:3])
    texts = {
        "{message}": failure.message,
        "{storage}": storage,
        "{address}": f"{call.base}/{storage}/",
        "{style}": f"{call.base}/_docs/docs.css",
        "{id}": request_id,
    }
    page = _template()
    for mark, text in texts.items():
        page = page.replace(mark, escape(text))
    body = page.encode()
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        *SECURITY_HEADERS,
        _POLICY,
        *extra_headers(failure),
    ]
    return Answer(meaning_of(failure).status, headers, body, route=call.route)


@cache
def _template() -> str:
    return (files("facetstore.rest") / "pages" / "refused.html").read_text(encoding="utf-8")
