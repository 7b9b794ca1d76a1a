"""Schemas of tokens: the bodies and the responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.callers import ROLE_NAMES
from facetstore.rest.openapi.schema_words import (
    DATE_TIME,
    FLAG,
    GUID,
    NUMBER,
    TEXT,
    Schema,
    closed,
    counted,
    list_of,
    ref,
    said,
)

_ROLE: Final[Schema] = {"enum": list(ROLE_NAMES)}
_DAYS: Final[Schema] = {"type": "integer", "minimum": 1, "maximum": 3650}
_LAST: Final = said(DATE_TIME, "The last use; up to half a minute late.")
_USES: Final = said(NUMBER, "How often it was used; up to half a minute late.")

TOKENS: Final[Mapping[str, Schema]] = {
    "TokenBody": closed(
        {"name": said(TEXT, "1 to 100 characters; no other token has it."), "role": _ROLE},
        {"days": said(_DAYS, "For how long it is valid; 90 days if it is not given.")},
    ),
    "RotateBody": closed(
        {},
        {"days": said(_DAYS, "For how long it is valid from now on. If it is not given, its end stays as it is.")},
    ),
    "Tokens": counted("values", list_of(ref("Token"))),
    "Token": closed(
        {
            "id": said(GUID, "The element that acts."),
            "name": TEXT,
            "isActive": said(FLAG, "Whether it is valid now."),
            "expiresSoon": said(FLAG, "Whether it ends within 14 days."),
            "uses": _USES,
            "hosts": said(list_of(ref("Host")), "Where it was used from."),
        },
        {
            "role": _ROLE,
            "validFrom": DATE_TIME,
            "validUntil": DATE_TIME,
            "lastUsedOn": _LAST,
            "secret": said(TEXT, "What callers send. It is shown only in this response, and never stored."),
        },
        description="A credential of another system.",
    ),
    "Host": closed(
        {
            "id": said(GUID, "The element below the token."),
            "address": said(TEXT, "An IP address; of IPv6 the network (/64)."),
            "isActive": said(FLAG, "Whether the token is valid there."),
            "uses": _USES,
        },
        {"lastUsedOn": _LAST},
        description="An address that a token was used from.",
    ),
}
