"""The api-version 1.0 form of element answers: `values` instead of `elements`, fewer identity fields (D1.6)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

LATER_FIELDS: Final = ("facetName", "creationId", "state", "displayNames")
_MEMBERS: Final = ("children", "content", "rootPath", "versions")


def old_form(body: bytes) -> bytes:
    """An element answer of 4.0 as 1.0 shows it."""
    answer: dict[str, Any] = msgspec.json.decode(body)
    elements = answer.pop("elements")
    return msgspec.json.encode({**answer, "values": [_old_element(each) for each in elements]})


def _old_element(element: dict[str, Any]) -> dict[str, Any]:
    old = {name: value for name, value in element.items() if name not in LATER_FIELDS}
    if "related" in old:
        old["related"] = {
            context: [_old_element(each) for each in targets] for context, targets in old["related"].items()
        }
    for member in _MEMBERS:
        if member in old:
            old[member] = [_old_element(each) for each in old[member]]
    if isinstance(old.get("stereotype"), dict):
        old["stereotype"] = _old_element(old["stereotype"])
    if "properties" in old and "predecessors" in old["properties"]:
        predecessors = [_old_element(each) for each in old["properties"]["predecessors"]]
        old["properties"] = {**old["properties"], "predecessors": predecessors}
    return old
