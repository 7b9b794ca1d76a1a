"""The tools of agents: what each takes, and the answer that it gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from facetstore.domain.callers import Role
from facetstore.domain.errors import Forbidden
from facetstore.query.parameters import parse_culture
from facetstore.rest.mcp.proposal_tool import PROPOSE
from facetstore.rest.mcp.tool_calls import ELEMENT, MOST, Json, Tool, ToolCall, wrong
from facetstore.usecases.agents import outcomes
from facetstore.usecases.agents.facts import Citing
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading


def _about(
    purpose: str, answer: Callable[[ToolCall], Awaitable[Json]], permission: Role = Role.VIEWER, **more: Json
) -> Tool:
    """A tool about one element."""
    return Tool(purpose, {"element": ELEMENT, **more}, ("element",), answer, permission)


TOOLS: Final[Mapping[str, Tool]] = {
    "find": Tool(
        "Find elements (processes, roles, systems, documents and others) by words in their names and texts, best first.",
        {
            "words": {"type": "string", "description": "Words, or the beginning of a name."},
            "types": {"type": "string", "description": "Only these types, separated by commas."},
            "most": MOST,
        },
        ("words",),
        lambda asked: outcomes.find(asked.citing, asked.text("words"), asked.text("types"), asked.most(5)),
    ),
    "read": _about(
        "Read one element: its texts, what it refers to and, of a process, its steps with roles, inputs, outputs and systems.",
        lambda asked: outcomes.read(asked.citing, asked.text("element")),
    ),
    "steps_of": _about(
        "List the steps of a process in their order, each with the steps before it and what it refers to.",
        lambda asked: outcomes.steps_of(asked.citing, asked.text("element")),
    ),
    "responsible_for": _about(
        "Say who answers for an element: its owner and its authors.",
        lambda asked: outcomes.responsible_for(asked.citing, asked.text("element")),
    ),
    "impact_of": _about(
        "List what would be affected if an element changed or went away: what refers to it, by kind of reference.",
        lambda asked: outcomes.impact_of(asked.citing, asked.text("element")),
    ),
    "what_changed": _about(
        "List the last changes of an element, the newest first. It takes the role editor.",
        lambda asked: outcomes.what_changed(
            asked.citing, asked.storage, asked.jobs, asked.text("element"), asked.most(10)
        ),
        Role.EDITOR,
        most=MOST,
    ),
    "why_blocked": _about(
        "Explain what keeps a version from its next state: the transitions, whether you may take them, and what the rules find.",
        lambda asked: outcomes.why_blocked(asked.citing, asked.storage, asked.text("element")),
    ),
    "propose": PROPOSE,
}


async def call_tool(
    reading: Reading,
    storage: Storage,
    jobs: Jobs,
    page: str,
    name: str,
    arguments: Mapping[str, Any],
    agent: str = "",
    client: str | None = None,
) -> Json:
    """The answer of a tool. Raises InvalidParameter, Forbidden, and what the tool raises."""
    tool = TOOLS[name]
    if reading.caller.role < tool.permission:
        raise Forbidden("Your role does not allow this.")
    if unknown := sorted(arguments.keys() - tool.arguments.keys() - {"culture"}):
        raise wrong(unknown[0], f"{name} takes no {unknown[0]}. It takes: {', '.join((*tool.arguments, 'culture'))}.")
    if missing := [each for each in tool.needed if not arguments.get(each)]:
        raise wrong(missing[0], f"{name} needs {missing[0]}.")
    settings = reading.served.settings
    given = arguments.get("culture", settings.default_data_culture)
    culture = parse_culture("culture", str(given), settings.data_cultures)
    return await tool.answer(ToolCall(Citing(reading, culture, page), storage, jobs, arguments, agent, client))
