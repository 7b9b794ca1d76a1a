"""How many statements the current request has run: counted where they run, read where the request is logged."""

from __future__ import annotations

from contextvars import ContextVar


class StatementCount:
    """A number that everything a request calls can add to."""

    __slots__ = ("number",)

    def __init__(self) -> None:
        self.number = 0


_current: ContextVar[StatementCount] = ContextVar("statements")
_current.set(StatementCount())


def start_counting() -> StatementCount:
    """A fresh count for the work that begins here."""
    count = StatementCount()
    _current.set(count)
    return count


def count_statement() -> None:
    try:
        _current.get().number += 1
    except LookupError:  # work outside any request, in a context of its own
        _current.set(StatementCount())
