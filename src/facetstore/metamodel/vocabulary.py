"""The values that code outside the metamodel also works with. A test compares them with metamodel.schema.json."""

from __future__ import annotations

FIGURES = (
    "box",
    "start",
    "event",
    "end",
    "gateway",
    "condition",
    "interface",
    "pool",
    "message",
    "note",
    "frame",
    "data",
    "store",
)
"""The figures of types. `start` is where flows begin: loops are broken from there."""
ICONS = (
    "element",
    "task",
    "process",
    "scenario",
    "house",
    "category",
    "view",
    "interface",
    "condition",
    "and",
    "or",
    "xor",
    "event",
    "complex",
    "message",
    "timer",
    "error",
    "escalation",
    "cancel",
    "compensation",
    "conditional",
    "link",
    "signal",
    "terminate",
    "multiple",
    "parMultiple",
    "none",
)
DIRECTIONS = ("down", "right")
