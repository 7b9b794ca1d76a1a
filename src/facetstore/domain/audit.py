"""The rows of the audit, and their kinds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

SIGNED_IN: Final = "sign-in"
SIGN_IN_REFUSED: Final = "sign-in.refused"
SIGNED_OUT: Final = "sign-out"
PASSWORD_CHANGED: Final = "password.changed"  # noqa: S105  # a kind, no password
PASSWORD_REFUSED: Final = "password.refused"  # noqa: S105  # a kind, no password
PASSWORD_FORGOTTEN: Final = "password.forgotten"  # noqa: S105  # a kind, no password
"""A link for a new password was asked for. Without a subject: for a login that there is not."""
LINK_MADE: Final = "link.made"
FACET_PERMITTED: Final = "permission.facet"
"""The subject of this kind is a facet, not an element."""
ACCESS_GIVEN: Final = "access.given"
ACCESS_CHANGED: Final = "access.changed"
ACCESS_TAKEN: Final = "access.taken"
PERSON_EXPORTED: Final = "person.exported"
PERSON_ERASED: Final = "person.erased"
METAMODEL_CHANGED: Final = "metamodel.changed"
FEATURE_SWITCHED: Final = "feature.switched"
SYNONYMS_CHANGED: Final = "synonyms.changed"
MANUAL_TEMPLATE_CHANGED: Final = "template.changed"
AGENT_ALLOWED: Final = "agent.allowed"
AGENT_ENDED: Final = "agent.ended"
"""The subject of these kinds is the user who allowed it."""
WEBHOOK_MADE: Final = "webhook.made"
WEBHOOK_CHANGED: Final = "webhook.changed"
WEBHOOK_DELETED: Final = "webhook.deleted"
"""The subject of these kinds is a webhook, not an element."""
TOKEN_KINDS: Final = ("token.created", "token.renewed", "token.revoked")
"""Kinds of changes of tokens, named as in the history."""
KINDS: Final = (
    SIGNED_IN, SIGN_IN_REFUSED, SIGNED_OUT, PASSWORD_CHANGED, PASSWORD_REFUSED, PASSWORD_FORGOTTEN, LINK_MADE, *TOKEN_KINDS,
    "permission.set", "permission.dropped", FACET_PERMITTED, ACCESS_GIVEN, ACCESS_CHANGED, ACCESS_TAKEN,
    PERSON_EXPORTED, PERSON_ERASED, METAMODEL_CHANGED, FEATURE_SWITCHED, SYNONYMS_CHANGED, AGENT_ALLOWED, AGENT_ENDED, WEBHOOK_MADE,
    WEBHOOK_CHANGED, WEBHOOK_DELETED, MANUAL_TEMPLATE_CHANGED,
)  # fmt: skip


class NewAuditRow(NamedTuple):
    """What a new row says."""

    kind: str
    subject: str | None
    detail: Mapping[str, str]


class AuditRow(NamedTuple):
    """A stored row: what happened, when (microseconds since 1970 UTC), by which actor, and from which address."""

    at: int
    actor: str | None
    kind: str
    subject: str | None
    address: str | None
    detail: Mapping[str, str]
