"""The port for a service outside that says where texts lie by what they mean: near to each other if they mean the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class NotEmbedded(Exception):
    """The service gave no usable answer. The text says why, and holds nothing of what was asked."""


class AskingTimes(NamedTuple):
    """How long an answer is waited for, and how often it is asked for."""

    seconds: float
    tries: int


class Embeddings(Protocol):
    """Asks the service. What is asked leaves this machine."""

    async def vectors(self, texts: Sequence[str], attempts: AskingTimes) -> Sequence[Sequence[float]]:
        """One vector for each text, all equally long. Raises NotEmbedded."""
        ...
