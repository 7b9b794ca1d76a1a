"""Schemas of signing in: the bodies, who is calling, and whether he is signed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.callers import ROLE_NAMES
from facetstore.rest.schema_words import DATE_TIME, FLAG, GUID, NUMBER, TEXT, Schema, closed, list_of, said

_ROLE: Final[Schema] = {"enum": list(ROLE_NAMES)}

_WHO: Final[Mapping[str, Schema]] = {
    "id": said(GUID, "The element that acts."),
    "kind": said(TEXT, "Its type: `user` or `authToken`."),
    "name": TEXT,
    "role": said(_ROLE, "The highest one."),
    "roles": said(list_of(_ROLE), "It, and those that it includes."),
    "cultures": said(list_of(NUMBER), "What the caller reads, the best first."),
    "expires": said(DATE_TIME, "When token or session end, local to the storage's time zone."),
}
_LOGIN: Final = said(TEXT, "The name with which a person signs in.")

PEOPLE: Final[Mapping[str, Schema]] = {
    "SignInBody": {
        "type": "object",
        "description": "A name with its password, or the secret of a sign-in link.",
        "properties": {"name": TEXT, "password": TEXT, "link": TEXT},
        "additionalProperties": False,
        "examples": [{"name": "brandt", "password": "a sentence of your own"}],
    },
    "PasswordBody": closed(
        {"new": said(TEXT, "At least twelve characters.")},
        {"old": said(TEXT, "Not needed by those who have none yet.")},
        examples=[{"old": "a sentence of your own", "new": "another sentence of your own"}],
    ),
    "Me": closed(_WHO, {"login": _LOGIN}, description="Who is calling."),
    "Session": closed(
        {"signedIn": FLAG}, {**_WHO, "login": _LOGIN}, description="Whether somebody is known, and who that is."
    ),
}
