"""What the current request has cost the database: counted where statements run, read where the request is logged."""

from __future__ import annotations

from contextvars import ContextVar
from math import inf

from facetstore.domain.budget import CHANGE_SECONDS, READ_SECONDS
from facetstore.domain.errors import TooCostly


class StatementCount:
    """The statements of a request, and the time its long ones may still take. Outside requests time is not limited."""

    __slots__ = ("_spent", "number", "seconds")

    def __init__(self, seconds: float = inf) -> None:
        self.number = 0
        self.seconds = seconds
        self._spent = 0.0

    @property
    def left(self) -> float:
        return self.seconds - self._spent

    def spend(self, seconds: float) -> None:
        """Take the time of a long statement off. Raises TooCostly where none is left."""
        self._spent += seconds
        if self._spent > self.seconds:
            raise TooCostly


_current: ContextVar[StatementCount] = ContextVar("statements")
_current.set(StatementCount())


def start_counting(seconds: float = READ_SECONDS) -> StatementCount:
    """A fresh count for the request that begins here."""
    count = StatementCount(seconds)
    _current.set(count)
    return count


def count_statement() -> None:
    current_count().number += 1


def current_count() -> StatementCount:
    """The count of the current request; work outside of any request has one without a limit."""
    try:
        return _current.get()
    except LookupError:
        count = StatementCount()
        _current.set(count)
        return count


def allow_change() -> None:
    """Give the current request the time of a change, unless it is without a limit."""
    count = current_count()
    if count.seconds < CHANGE_SECONDS:
        count.seconds = CHANGE_SECONDS
