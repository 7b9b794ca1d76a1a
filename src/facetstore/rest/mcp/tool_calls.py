"""A call of a tool, and how a tool is described to agents."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from facetstore.domain.callers import Role
from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.usecases.agents.facts import Citing
from facetstore.usecases.ports.job_runner import Jobs
from facetstore.usecases.ports.storage import Storage

Json = dict[str, Any]

_LONGEST: Final = 500
ELEMENT: Final = {
    "type": "string",
    "description": "The id of an element, as find and other tools give it; the id of a version selects that version.",
}
_CULTURE: Final = {
    "type": "integer",
    "description": "The language of the answer: 1031 German, 1033 English. Without it, the default of the storage.",
}
_LARGEST_MOST: Final = 20
MOST: Final = {"type": "integer", "minimum": 1, "maximum": _LARGEST_MOST, "description": "How many at most."}


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool: who reads, in which culture, and the other arguments."""

    citing: Citing
    storage: Storage
    jobs: Jobs
    arguments: Mapping[str, Any]
    agent: str = ""
    """The program that calls, as it names itself."""
    client: str | None = None
    """The address that it calls from."""

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
    writes: bool = False

    def described(self, name: str) -> Json:
        schema = {
            "type": "object",
            "properties": {**self.arguments, "culture": _CULTURE},
            "required": list(self.needed),
            "additionalProperties": False,
        }
        hints = {"readOnlyHint": not self.writes, "destructiveHint": False, "openWorldHint": False}
        return {"name": name, "description": self.purpose, "inputSchema": schema, "annotations": hints}


def wrong(name: str, error: str) -> InvalidParameter:
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, name)])
