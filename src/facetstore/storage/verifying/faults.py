"""What a proof finds, and how far it has come."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """A place where what is stored is not what the history says."""

    place: str
    fault: str

    def __str__(self) -> str:
        return f"{self.place}: {self.fault}"


class Part(NamedTuple):
    """A part of the work that is done: what was checked, how much of it, what was found, and where to go on from."""

    what: str
    number: int
    faults: tuple[Fault, ...] = ()
    after: str = ""
