"""What the current request has cost the database: counted where statements run, read where the request is logged."""

from __future__ import annotations

from contextvars import ContextVar
from math import inf

from facetstore.domain.budget import CHANGE_SECONDS, READ_SECONDS
from facetstore.domain.errors import TooCostly


class StatementCount:
    """The number of statements of a request, and the time left for its long ones. Outside requests there is no time limit."""

    __slots__ = ("_spent", "number", "seconds")

    def __init__(self, seconds: float = inf) -> None:
        self.number = 0
        self.seconds = seconds
        self._spent = 0.0

    @property
    def left(self) -> float:
        return self.seconds - self._spent

    def spend(self, seconds: float) -> None:
        """Subtract the time of a long statement. Raises TooCostly if that was more than was left."""
        self._spent += seconds
        if self._spent > self.seconds:
            raise TooCostly


_current: ContextVar[StatementCount] = ContextVar("statements")
_current.set(StatementCount())


def start_counting(seconds: float = READ_SECONDS) -> StatementCount:
    """Start and return the count of a new request."""
    count = StatementCount(seconds)
    _current.set(count)
    return count


def count_statement() -> None:
    current_count().number += 1


def current_count() -> StatementCount:
    """The count of the current request; outside requests, one without a limit."""
    try:
        return _current.get()
    except LookupError:
        count = StatementCount()
        _current.set(count)
        return count


def allow_change() -> None:
    """Raise the time limit of the current request to that of a change; a higher limit stays."""
    count = current_count()
    if count.seconds < CHANGE_SECONDS:
        count.seconds = CHANGE_SECONDS
