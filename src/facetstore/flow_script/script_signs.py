"""The signs of a script that mean the same in every method."""

from __future__ import annotations

from typing import Final

ARROW: Final = "->"
"""Before the name of a step: the flow goes on there. Alone: a branch without a head."""
BREAK: Final = "---"
"""Nothing follows what stands before."""
LABEL: Final = "^"
"""At the end of a line, before a word by which arrows can name it."""
OTHER_TYPE: Final = "%"
"""At the beginning of a line, before the key of a type that has no mark."""
CALL_BEGINS: Final = "[["
CALL_ENDS: Final = "]]"
QUESTION: Final = "?"
