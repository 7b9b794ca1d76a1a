"""Whether a write comes from our own page: a browser sends the cookie along whoever asks it to."""

from __future__ import annotations

from typing import Final

from facetstore.domain.errors import Finding, Forbidden
from facetstore.rest.wire.call import Call

_OWN: Final = (b"same-origin", b"none")
"""What browsers say of requests of a page to its own host, and of those that no page has asked for."""


def check_own_page(call: Call, *, anybody: bool = False) -> None:
    """Raise Forbidden for a write that another page has sent with our cookie, or may have.

    Who has a token does not depend on what a browser does, so any page may send it; a route for anybody must come from our own.
    """
    if not anybody and not call.by_cookie:
        return
    own = _comes_from_us(call)
    if own is False:
        raise _foreign("Another page has sent this request.")
    if own is None and call.by_cookie:
        raise _foreign("A change by cookie needs the header Sec-Fetch-Site: same-origin, or our address as Origin.")


def _comes_from_us(call: Call) -> bool | None:
    """Whether our own page has sent it; None: nothing tells."""
    if (site := call.headers.get(b"sec-fetch-site")) is not None:
        return site.strip().lower() in _OWN
    if (origin := call.headers.get(b"origin")) is not None:
        return origin.decode("latin-1").strip().lower() == "/".join(call.base.split("/")[:3]).lower()
    return None


def _foreign(error: str) -> Forbidden:
    return Forbidden(error, [Finding(error, "other-origin")])
