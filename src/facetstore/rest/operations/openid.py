"""Signing in by OpenID Connect: a browser is redirected to the provider, and returns with a code."""

from __future__ import annotations

import re
from typing import Final

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.rest.operations.handlers import Entrance
from facetstore.rest.operations.session import cookie, prefix_of, session_cookie, storage_path
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.call import Call
from facetstore.usecases.people import openid_sign_in
from facetstore.usecases.people.openid_sign_in import MINUTES
from facetstore.usecases.ports.openid_provider import Returned

COOKIE: Final = "facetstore-openid"
ADDRESS: Final = "rest/session/openid"
CALLBACK: Final = f"{ADDRESS}/callback"
LONGEST_RETURN: Final = 4000
_RETURN: Final = "return"
_PATH = re.compile(r"/[!-\[\]-~]*\Z")
"""The characters of a path, with query and fragment: no space, no control character, and no backslash, which browsers read as a
slash."""


async def go(entrance: Entrance) -> Content:
    call = entrance.call
    gone = await openid_sign_in.begin(
        entrance.sign_in, entrance.address, entrance.served, _return_path(call), _callback(call), call.client
    )
    secret_cookie = cookie(call, COOKIE, gone.secret, f"{storage_path(call)}_api/{ADDRESS}", MINUTES * 60)
    return Content(b"", location=gone.address, headers=[secret_cookie])


async def come_back(entrance: Entrance) -> Content:
    call = entrance.call
    returned = Returned(*(_one(call, name) for name in ("state", "code", "iss", "error")))
    back = await openid_sign_in.finish(
        entrance.sign_in,
        entrance.address,
        entrance.served,
        call.cookie(COOKIE) or "",
        returned,
        _callback(call),
        call.client,
    )
    await entrance.tenancy.access(entrance.address, back.signed_in.secret)
    call.tenant = entrance.address.folded
    used = cookie(call, COOKIE, "", f"{storage_path(call)}_api/{ADDRESS}", 0)
    origin = "/".join(call.base.split("/")[:3])
    return Content(b"", location=origin + back.path, headers=[session_cookie(call, back.signed_in), used])


def _callback(call: Call) -> str:
    return f"{call.base}{storage_path(call)}_api/{CALLBACK}"


def _return_path(call: Call) -> str:
    """The page to return to. Only pages of this storage are allowed, to prevent open redirects. Raises InvalidParameter."""
    pages = prefix_of(call) + storage_path(call)
    path = _one(call, _RETURN) or pages
    if not path.startswith(pages) or len(path) > LONGEST_RETURN or not _PATH.match(path):
        error = f"{_RETURN} takes the path of a page of this storage, such as {pages}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, _RETURN)])
    return path


def _one(call: Call, name: str) -> str | None:
    """The value of a parameter; None where it is missing or given twice."""
    values = call.query.get(name, ())
    return values[0] if len(values) == 1 else None
