"""CSRF protection: whether a write comes from our own page. A browser sends the cookie for any page that asks it to."""

from __future__ import annotations

from typing import Final

from facetstore.domain.errors import Finding, Forbidden
from facetstore.rest.wire.call import Call

_OWN: Final = (b"same-origin", b"none")
"""Values of Sec-Fetch-Site for requests of a page to its own host, and for requests made by no page."""


def check_own_page(call: Call) -> None:
    """Raise Forbidden for a write that another page has sent, or, with our cookie, may have sent.

    It is asked for writes by cookie, and for all writes without authentication. A browser adds no token by itself, so any page
    may send one. Where no header shows the page, only requests by cookie are refused.
    """
    own = _comes_from_us(call)
    if own is False:
        raise _foreign(
            "This request was sent by a page of another site. Send it from a page of this service, or with a token."
        )
    if own is None and call.by_cookie:
        raise _foreign("A change by cookie needs the header Sec-Fetch-Site: same-origin, or our address as Origin.")


def check_not_foreign(call: Call) -> None:
    """Raise Forbidden for a request that a page of another site has sent, by any credential: it may have been led here by a name
    that it changed."""
    if _comes_from_us(call) is False:
        raise _foreign("This request was sent by a page of another site. Agents are not pages: send it without Origin.")


def _comes_from_us(call: Call) -> bool | None:
    """Whether our own page has sent it; None where no header shows it."""
    if (site := call.headers.get(b"sec-fetch-site")) is not None:
        return site.strip().lower() in _OWN
    if (origin := call.headers.get(b"origin")) is not None:
        return origin.decode("latin-1").strip().lower() == "/".join(call.base.split("/")[:3]).lower()
    return None


def _foreign(error: str) -> Forbidden:
    return Forbidden(error, [Finding(error, "other-origin")])
