"""When an event that a receiver did not take is tried again, and when it is given up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.usecases.ports.receivers import ReceiverAnswer
from facetstore.usecases.ports.webhook_store import DEAD, DELIVERED, WAITING, Delivery, Progress

_MINUTE: Final = 60
_HOUR: Final = 3600
PAUSES: Final = (
    *(5, 30, 2 * _MINUTE, 10 * _MINUTE, 30 * _MINUTE, _HOUR, 3 * _HOUR, 6 * _HOUR, 12 * _HOUR),
    *(24 * _HOUR, 24 * _HOUR, 24 * _HOUR),
)
"""Seconds between one attempt and the next: about four days in all."""
MOST_WAITING: Final = 1000
"""Events of one webhook that wait. With more, the rest stays in the feed."""
_MICRO: Final = 1_000_000


def pause_after(failures: int, pauses: Sequence[float]) -> int:
    """Microseconds until the next attempt after so many that failed."""
    return round(pauses[min(failures, len(pauses)) - 1] * _MICRO)


def tried(
    delivery: Delivery, answer: ReceiverAnswer, request: str, kept: str, now: int, pauses: Sequence[float]
) -> Delivery:
    """A delivery after an attempt."""
    attempts = delivery.attempts + 1
    done = delivery._replace(
        attempts=attempts,
        at=now,
        request=request,
        status=answer.status,
        answer=kept,
        milliseconds=answer.milliseconds,
    )
    if answer.is_good:
        return done._replace(state=DELIVERED, next_at=0)
    if attempts > len(pauses):
        return done._replace(state=DEAD, next_at=0)
    return done._replace(state=WAITING, next_at=now + pause_after(attempts, pauses))


def progressed(progress: Progress, done: int, failed: int, now: int, pauses: Sequence[float]) -> Progress:
    """How far a webhook has come after a round with so many good and failed attempts. While all fail it rests longer each time, so
    that a receiver that is gone is not asked once for each event."""
    if done or not failed:
        return progress._replace(failures=0, failing_since=None, next_at=0) if done else progress
    failures = progress.failures + 1
    since = progress.failing_since if progress.failing_since is not None else now
    return progress._replace(failures=failures, failing_since=since, next_at=now + pause_after(failures, pauses))
