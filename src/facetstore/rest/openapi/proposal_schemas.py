"""Schemas of proposals of agents."""

from __future__ import annotations

from typing import Any, Final

from facetstore.rest.openapi.schema_words import GUID, NUMBER, TEXT, by_culture, closed, counted, list_of, ref, said
from facetstore.usecases.lifecycle.steps import TaskState

_STATES: Final = [TaskState.OPEN.value, TaskState.ACCEPTED.value, TaskState.DECLINED.value]

OF_PROPOSALS: Final[dict[str, Any]] = {
    "Proposals": counted("values", list_of(ref("Proposal"))),
    "Proposal": closed(
        {
            "id": GUID,
            "title": said(TEXT, "What the changes are for, as the agent says it."),
            "reason": said(TEXT, "Why, as the agent says it."),
            "agent": said(TEXT, "The program, as it names itself."),
            "principal": said(GUID, "The user or token whose credential it used."),
            "created": said(TEXT, "Local date-time of the storage."),
            "state": {"enum": _STATES},
            "drafts": list_of(ref("ProposedDraft")),
        },
        {
            "decided": said(TEXT, "Local date-time of the storage."),
            "decidedBy": said(GUID, "The user who decided last."),
            "note": said(TEXT, "Why it was declined."),
            "gone": said(NUMBER, "How many of its drafts were deleted."),
        },
        description="Drafts that an agent made together.",
    ),
    "ProposedDraft": closed(
        {
            "facetName": TEXT,
            "type": TEXT,
            "elementId": GUID,
            "versionId": GUID,
            "names": by_culture(TEXT, "What people read as the name, by culture."),
        },
        {"state": TEXT, "beforeId": said(GUID, "The version that it starts from. A new element has none.")},
        description="A draft of a proposal.",
    ),
}
