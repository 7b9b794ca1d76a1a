"""The tools of agents: what each takes, and the answer that it gives."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from facetstore.domain.callers import Role
from facetstore.domain.errors import Finding, Forbidden, InvalidParameter
from facetstore.query.parameters import parse_culture
from facetstore.usecases.agents import outcomes
from facetstore.usecases.agents.facts import Citing
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import Reading

Json = dict[str, Any]

_LONGEST: Final = 500
_ELEMENT: Final = {
    "type": "string",
    "description": "The id of an element, as find and other tools give it; the id of a version selects that version.",
}
_CULTURE: Final = {
    "type": "integer",
    "description": "The language of the answer: 1031 German, 1033 English. Without it, the default of the storage.",
}
_LARGEST_MOST: Final = 20
_MOST: Final = {"type": "integer", "minimum": 1, "maximum": _LARGEST_MOST, "description": "How many at most."}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool: who reads, in which culture, and the other arguments."""

    citing: Citing
    storage: Storage
    jobs: Jobs
    arguments: Mapping[str, Any]

    def text(self, name: str) -> str:
        """A text among the arguments; the empty text if it is missing. Raises InvalidParameter."""
        value = self.arguments.get(name, "")
        if not isinstance(value, str) or len(value) > _LONGEST:
            raise wrong(name, f"{name} takes a text of up to {_LONGEST} letters.")
        return value

    def most(self, otherwise: int) -> int:
        """The most entries that are asked for. Raises InvalidParameter."""
        value = self.arguments.get("most", otherwise)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _LARGEST_MOST:
            raise wrong("most", f"most takes a whole number from 1 to {_LARGEST_MOST}.")
        return value


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: what it is for, its arguments, those of them that it needs, and what answers it."""

    purpose: str
    arguments: Mapping[str, Json]
    needed: tuple[str, ...]
    answer: Callable[[ToolCall], Awaitable[Json]]
    permission: Role = Role.VIEWER
    """The lowest role that may call it."""

    def described(self, name: str) -> Json:
        schema = {
            "type": "object",
            "properties": {**self.arguments, "culture": _CULTURE},
            "required": list(self.needed),
            "additionalProperties": False,
        }
        hints = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False}
        return {"name": name, "description": self.purpose, "inputSchema": schema, "annotations": hints}


def _about(
    purpose: str, answer: Callable[[ToolCall], Awaitable[Json]], permission: Role = Role.VIEWER, **more: Json
) -> Tool:
    """A tool about one element."""
    return Tool(purpose, {"element": _ELEMENT, **more}, ("element",), answer, permission)


TOOLS: Final[Mapping[str, Tool]] = {
    "find": Tool(
        "Find elements (processes, roles, systems, documents and others) by words in their names and texts, best first.",
        {
            "words": {"type": "string", "description": "Words, or the beginning of a name."},
            "types": {"type": "string", "description": "Only these types, separated by commas."},
            "most": _MOST,
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
        most=_MOST,
    ),
    "why_blocked": _about(
        "Explain what keeps a version from its next state: the transitions, whether you may take them, and what the rules find.",
        lambda asked: outcomes.why_blocked(asked.citing, asked.storage, asked.text("element")),
    ),
}


async def call_tool(
    reading: Reading, storage: Storage, jobs: Jobs, page: str, name: str, arguments: Mapping[str, Any]
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
    return await tool.answer(ToolCall(Citing(reading, culture, page), storage, jobs, arguments))


def wrong(name: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])
