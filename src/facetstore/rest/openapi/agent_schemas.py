"""Schemas of agents that persons sign in."""

from __future__ import annotations

from typing import Any, Final

from facetstore.rest.openapi.schema_words import GUID, TEXT, closed, counted, list_of, ref, said
from facetstore.usecases.people.agent_requests import PROPOSE, READ, SCOPES

_SCOPES: Final = said(
    list_of({"enum": list(SCOPES)}),
    f"`{READ}`: read what the user may read. `{PROPOSE}`: propose drafts, which persons decide about.",
)
_REQUEST: Final = {
    "type": "object",
    "description": "The parameters of the address that the agent has opened in the browser (OAuth 2.1).",
    "additionalProperties": TEXT,
}

OF_AGENT_GRANTS: Final[dict[str, Any]] = {
    "Agents": counted("values", list_of(ref("AgentGrant"))),
    "AgentGrant": closed(
        {
            "id": GUID,
            "agent": said(TEXT, "The program, as it names itself."),
            "scopes": _SCOPES,
            "since": said(TEXT, "Local date-time of the storage."),
            "last": said(TEXT, "When it last got new tokens."),
            "until": said(TEXT, "When the user is asked again."),
        },
        description="What a user has allowed a program.",
    ),
    "AgentRequestBody": closed({"request": _REQUEST}),
    "AgentRequest": closed(
        {
            "agent": said(TEXT, "The program, as it names itself. It is not checked."),
            "place": said(
                TEXT, "Where the browser goes with the answer: a host, or the scheme of a program on this machine."
            ),
            "scopes": _SCOPES,
        }
    ),
    "AgentDecisionBody": closed(
        {
            "request": _REQUEST,
            "allow": {"anyOf": [_SCOPES, {"type": "null"}], "description": "What it may do; null: nothing."},
        }
    ),
    "AgentDecision": closed({"location": said(TEXT, "The address to which the browser has to go.")}),
}
