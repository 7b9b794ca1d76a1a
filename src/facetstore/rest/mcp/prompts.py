"""The prompts: requests that people choose from a list, with the element that they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from facetstore.domain.values import parse_guid
from facetstore.rest.mcp.messages import INVALID_PARAMS, Refused

PROMPTS: Final[Mapping[str, tuple[str, str]]] = {
    "explain": (
        "Explain a process to a new colleague",
        "Explain the process {} to a new colleague. Use read and steps_of, say who does what, and cite each fact by its link.",
    ),
    "without": (
        "What changes if this goes away",
        "Say what changes if the element {} goes away. Use impact_of and read, group by who is responsible, and cite each fact.",
    ),
    "instruction": (
        "Draft a work instruction",
        "Draft a work instruction for the process {}, step by step, from read and steps_of alone. Mark what is missing; invent nothing.",
    ),
    "contradictions": (
        "Find contradictions",
        "Compare the process {} with what refers to it (impact_of) and with its own texts. List contradictions, each with both links.",
    ),
}
"""By name: the title, and the text with the place of the element's id."""


def described() -> list[dict[str, Any]]:
    argument = {"name": "element", "description": "The id of an element.", "required": True}
    return [{"name": name, "title": title, "arguments": [argument]} for name, (title, _) in PROMPTS.items()]


def answer(given: Any) -> dict[str, Any]:
    """The prompt that a request names, about the element that it names. Raises Refused."""
    name, arguments = given.get("name"), given.get("arguments")
    given_id = arguments.get("element") if isinstance(arguments, dict) else None
    element = parse_guid(given_id) if isinstance(given_id, str) else None
    if not isinstance(name, str) or name not in PROMPTS or element is None:
        known = ", ".join(PROMPTS)
        raise Refused(INVALID_PARAMS, f"name needs to be one of {known}, and arguments.element the id of an element.")
    title, text = PROMPTS[name]
    message = {"role": "user", "content": {"type": "text", "text": text.format(element)}}
    return {"description": title, "messages": [message]}
