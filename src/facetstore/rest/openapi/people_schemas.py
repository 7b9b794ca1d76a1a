"""Schemas of signing in: the bodies, the caller, and the session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from facetstore.domain.callers import ROLE_NAMES
from facetstore.rest.openapi.schema_words import (
    ADDRESS,
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
_OPENID: Final = said(
    closed({"title": said(TEXT, "What people know the provider by."), "signInUrl": said(ADDRESS, "Where to go.")}),
    "Without a session: the provider of OpenID Connect to sign in with.",
)

_ANY: Final[Schema] = {"type": ["object", "null"], "additionalProperties": True}
_SECTIONS: Final[Mapping[str, str]] = {
    "tokens": "The tokens that the user has created, without secrets.",
    "account": "How the user signs in.",
    "openId": "The persons at providers that the user is bound to.",
    "signIns": "How often and when the user has signed in.",
    "sessions": "The sessions that are open.",
    "browsers": "When the user last signed in by password in each browser.",
    "preferences": "What the page remembers.",
    "tasks": "Tasks of the user, and those that the user has closed, with messages and reasons.",
    "comments": "What the user has written about elements.",
    "subscriptions": "What the user follows.",
    "notices": "What the user was noticed of.",
    "mailChoice": "When the user gets mail, and at which confirmed address.",
    "mails": "Mail that was sent to the user or waits, of the last 30 days.",
    "acknowledgements": "What the user has confirmed to have read.",
    "reviews": "What the user was the last to confirm as still right.",
    "imports": "Imports of files that the user has planned or applied.",
    "webhooks": "Webhooks that the user has made.",
    "proposals": "Proposals of agents that used a credential of the user, and those that the user has decided.",
    "locks": "Elements that the user is editing.",
    "audit": "Rows of the audit by or about the user.",
    "ownHistory": "The history of the user's own element.",
    "changes": "What the user has changed.",
    "namedBy": "The elements that refer to the user.",
}

PEOPLE: Final[Mapping[str, Schema]] = {
    "SignInBody": {
        "type": "object",
        "description": "A name with its password, or the secret of a link; of a password link with the new password.",
        "properties": {
            "name": TEXT,
            "password": TEXT,
            "link": TEXT,
            "newPassword": said(TEXT, "At least twelve characters."),
        },
        "additionalProperties": False,
    },
    "PasswordBody": closed(
        {"new": said(TEXT, "At least twelve characters.")},
        {"old": said(TEXT, "Not needed by users without a password.")},
    ),
    "LinkBody": closed(
        {},
        {"for": said({"enum": ["signIn", "password"]}, "To sign in, as without a body, or to choose a new password.")},
    ),
    "EraseBody": closed(
        {"login": said(TEXT, "The login of the user, to confirm; of a user without one, the id.")},
        {"also": said(list_of(TEXT), "Further words that name the person, such as a nickname: replaced in all texts.")},
    ),
    "ErasedPerson": closed(
        {
            "id": said(GUID, "The user."),
            "pseudonym": said(TEXT, "What stands in place of the name from now on."),
            "wasErased": said(FLAG, "Whether the person was erased before, so that nothing was left to do."),
        },
        {
            "changes": said(NUMBER, "Rows of the history that held personal data."),
            "elements": said(NUMBER, "Other elements whose texts named the person."),
            "records": said(NUMBER, "Rows of the audit, tasks, comments, preferences and deletions that did."),
            "files": said(NUMBER, "Files of the user that were deleted."),
            "tokens": said(NUMBER, "Tokens that the person had created and that were revoked."),
        },
    ),
    "ErasedPersons": counted("values", list_of(ref("ErasedPerson"))),
    "PersonalData": {
        "type": "object",
        "description": "All that is stored about a user, by section.",
        "properties": {
            "id": said(GUID, "The user."),
            "storage": TEXT,
            "exported": said(DATE_TIME, "When."),
            "profile": said(_ANY, "The attributes, references and files of the user."),
            "picture": said(_ANY, "The picture, in base 64."),
            **{name: said(list_of(_ANY), what) for name, what in _SECTIONS.items()},
        },
        "required": ["id", "storage", "exported", "profile", "picture", *_SECTIONS],
        "additionalProperties": False,
    },
    "SignInLink": closed(
        {
            "user": said(GUID, "The user it signs in."),
            "login": _LOGIN,
            "expires": said(DATE_TIME, "Until when it is good, local to the storage's time zone."),
        },
        {"address": said(ADDRESS, "To be opened in a browser. It is shown only in this response, and works once.")},
    ),
    "RecoveryBody": closed({"name": said(TEXT, "The name to sign in with.")}),
    "AskedForLink": closed({"asked": FLAG}, description="The same for every name."),
    "SignInLinks": counted("values", list_of(ref("SignInLink"))),
    "Me": closed(_WHO, {"login": _LOGIN}, description="Who is calling."),
    "Session": closed(
        {"signedIn": FLAG},
        {
            **_WHO,
            "login": _LOGIN,
            "hasPassword": said(FLAG, "Of a user with an account: whether changing the password needs the old one."),
            "openId": _OPENID,
            "passwordByMail": said(FLAG, "Without a session: whether a link to choose a new password comes by mail."),
        },
        description="Whether the caller is signed in, and as which user.",
    ),
}
