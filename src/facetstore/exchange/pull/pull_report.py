"""What a copy has to say: what has no place here, what was left out and why, each sentence once with its count."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

MOST_SENTENCES: Final = 1_000
"""A server may make up as many names as it likes; a report has an end."""
NEVER_COPIED: Final = (
    "No public read shows passwords, secrets of tokens, sessions, the history, tasks, the trash, permissions on elements and facets, "
    "preferences and pictures of users: they are not copied."
)


@dataclass(slots=True)
class PullReport:
    """Sentences about what was not copied as it is, with their counts and the first element they are about."""

    _notes: dict[str, tuple[int, str]] = field(default_factory=dict)
    further: int = 0
    """Notes beyond the most that are stored."""

    def note(self, sentence: str, element: str = "") -> None:
        if sentence not in self._notes and len(self._notes) >= MOST_SENTENCES:
            self.further += 1
            return
        count, first = self._notes.get(sentence, (0, element))
        self._notes[sentence] = count + 1, first

    def lines(self) -> Iterator[str]:
        """The notes, the most frequent first."""
        for sentence, (count, first) in sorted(self._notes.items(), key=lambda each: (-each[1][0], each[0])):
            place = f" First: {first}." if first else ""
            times = f" {count:,} times." if count > 1 else ""
            yield f"{sentence}{times}{place}"
        if self.further:
            yield f"{self.further:,} more notes are not listed."

    def __bool__(self) -> bool:
        return bool(self._notes)
