"""The port for what is stored about one person beside the elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol


class PersonData(Protocol):
    """What one tenant stores about persons."""

    async def sections(self, element: str) -> Mapping[str, Sequence[Mapping[str, object]]]:
        """Everything about a user, by section: rows with named values. Times are microseconds since 1970 UTC. There are no secrets."""
        ...
