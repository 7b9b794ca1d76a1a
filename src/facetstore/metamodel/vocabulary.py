"""The values that code outside the metamodel also works with. A test compares them with metamodel.schema.json."""

from __future__ import annotations

FIGURES = ("box", "start", "event", "end", "gateway", "condition", "interface")
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
    "none",
)
DIRECTIONS = ("down", "right")
