"""The tool that proposes changes: its arguments, checked, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from facetstore.domain.callers import Role
from facetstore.domain.values import is_clean_text
from facetstore.rest.mcp.tool_calls import Json, Tool, ToolCall, wrong
from facetstore.usecases.agents.proposing import MOST_DRAFTS, ProposedChanges, propose
from facetstore.usecases.editing.cleaning import CHEAP, clean_ahead
from facetstore.usecases.writing import Writing

_LONGEST_TITLE: Final = 200
_LONGEST_REASON: Final = 500
_LONGEST_AGENT: Final = 80
_FIELDS: Final = frozenset({"element", "type", "parent", "attributes", "related"})
_VALUES: Final = {
    "type": "object",
    "description": 'Values by attribute and culture: {"name": {"1033": "…"}}. Others stay as they are.',
}
_RELATED: Final = {
    "type": "object",
    "description": 'References by context: {"itSystems": [{"id": "…"}]}. A context that is named is replaced. Who is responsible is not proposed.',
}
_CHANGES: Final = {
    "type": "array",
    "minItems": 1,
    "maxItems": MOST_DRAFTS,
    "items": {
        "type": "object",
        "properties": {
            "element": {"type": "string", "description": "The id of a released element to change."},
            "type": {"type": "string", "description": "Instead of element: the type of a new element."},
            "parent": {"type": "string", "description": "The id of the parent of a new element."},
            "attributes": _VALUES,
            "related": _RELATED,
        },
        "additionalProperties": False,
    },
    "description": "The changes. They become drafts, and people decide about all of them at once.",
}


async def _propose(asked: ToolCall) -> Json:
    reading = asked.citing.reading
    served, caller = reading.served, reading.caller
    changes = _changes(asked.arguments["changes"])
    title, reason = _line(asked, "title", _LONGEST_TITLE), _line(asked, "reason", _LONGEST_REASON)
    if len(msgspec.json.encode(changes)) > CHEAP:
        await clean_ahead(changes, asked.jobs, served.tenant.key)
    noted = f"{asked.agent}: {title}"
    async with asked.storage.writer(served.tenant, actor=caller.principal, reason=noted, client=asked.client) as writer:
        writing = Writing(served, caller, writer)
        proposal = await propose(writing, ProposedChanges(title, reason, asked.agent, changes))
    drafts = [
        {
            "element": each.element,
            "version": each.version,
            "type": each.type,
            **({"before": each.before} if each.before is not None else {}),
            "link": f"{asked.citing.page}/elements/{each.facet}/{each.version}",
        }
        for each in proposal.drafts
    ]
    link = f"{asked.citing.page}/proposals/{proposal.id}"
    return {"proposal": proposal.id, "state": proposal.state.value, "link": link, "drafts": drafts}


def _line(asked: ToolCall, name: str, longest: int) -> str:
    value = asked.text(name).strip()
    if not value or len(value) > longest or not is_clean_text(value):
        raise wrong(name, f"{name} takes a text of 1 to {longest} letters.")
    return value


def _changes(given: object) -> Sequence[dict[str, Any]]:
    """Raises InvalidParameter for what is no list of changes; what is in them is checked as in operation 5."""
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_DRAFTS:
        raise wrong("changes", f"changes takes a list of 1 to {MOST_DRAFTS} changes.")
    for number, each in enumerate(given):
        place = f"changes[{number}]"
        if not isinstance(each, dict):
            raise wrong(place, "A change is an object.")
        if unknown := sorted(each.keys() - _FIELDS):
            raise wrong(
                f"{place}.{unknown[0]}", f"A change takes no {unknown[0]}. It takes: {', '.join(sorted(_FIELDS))}."
            )
        if ("element" in each) == ("type" in each):
            raise wrong(
                place, "A change has either element, the id of what it changes, or type, that of a new element."
            )
        if "element" in each and "parent" in each:
            raise wrong(f"{place}.parent", "parent is for new elements.")
        if not all(isinstance(each.get(name, ""), str) for name in ("element", "type", "parent")):
            raise wrong(place, "element, type and parent take texts.")
    elements = [each["element"].casefold() for each in given if "element" in each]
    if len(set(elements)) < len(elements):
        raise wrong("changes", "An element is in changes more than once; put all that changes in it into one change.")
    return given


def agent_of(parameters: Mapping[str, Any], headers: Mapping[bytes, bytes]) -> str:
    """How the program that calls names itself: in the message, or else in the header User-Agent."""
    meta = parameters.get("_meta")
    info = meta.get("io.modelcontextprotocol/clientInfo") if isinstance(meta, dict) else None
    name = info.get("name") if isinstance(info, dict) else None
    text = name if isinstance(name, str) else headers.get(b"user-agent", b"").decode("latin-1")
    return re.sub(r"[^\w .,:;()/@+-]+", "", text)[:_LONGEST_AGENT].strip() or "agent"


PROPOSE: Final = Tool(
    f"Propose changes for people to decide about: makes up to {MOST_DRAFTS} drafts, each with a review. Nothing is released, and no "
    "element changes before people accept it. It takes the role editor.",
    {
        "title": {
            "type": "string",
            "maxLength": _LONGEST_TITLE,
            "description": "What the changes are for, in one line.",
        },
        "reason": {"type": "string", "maxLength": _LONGEST_REASON, "description": "Why, for those who decide."},
        "changes": _CHANGES,
    },
    ("title", "reason", "changes"),
    _propose,
    Role.EDITOR,
    writes=True,
)
