"""Why the service cannot work, in words for its operator: on the console, in the log and, by category alone, in readiness.

A cause names hosts, roles and folders, so it never is part of a response: callers learn that the service cannot answer, no more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause: its category, a sentence, and what to do about it."""

    category: str
    message: str
    advice: str
    is_final: bool = False
    """Whether it lasts until the process is started again."""

    def __str__(self) -> str:
        return f"{self.message} {self.advice}"


WRONG_PASSWORD: Final = "password"  # noqa: S105  # a category, no secret
UNKNOWN_ROLE: Final = "role"
NO_ACCESS: Final = "access"
UNKNOWN_DATABASE: Final = "database"
UNKNOWN_HOST: Final = "host"
REFUSED: Final = "refused"
NO_ANSWER: Final = "no-answer"
WRONG_ADDRESS: Final = "address"
NO_PRIMARY: Final = "no-primary"
TOO_MANY_CONNECTIONS: Final = "connections"
STARTING: Final = "starting"
DISK_FULL: Final = "disk-full"
READ_ONLY: Final = "read-only"
NO_FOLDER: Final = "folder"
DISK_ERROR: Final = "disk-error"
DAMAGED: Final = "damaged"
CLOCK: Final = "clock"
UNKNOWN: Final = "unavailable"

_EARLIEST: Final = 1_767_225_600.0
"""2026-01-01: no clock that is right shows an earlier time, because this code is younger."""


def early_clock(now: float) -> Cause | None:
    """What is wrong with a clock (seconds since 1970) that shows a time before this code was written; None if nothing is."""
    if now >= _EARLIEST:
        return None
    return Cause(CLOCK, "The clock of this machine shows a time years ago.", SET_CLOCK)


SET_CLOCK: Final = "Set it, and keep it right: timedatectl set-ntp true. Until then sessions, tokens and validity end at the wrong time."
