"""Approvals as the history keeps them."""

from __future__ import annotations

from typing import NamedTuple


class Approval(NamedTuple):
    """A decision for a version: who made it, when, and the hash of what the version said then."""

    element: str
    version: str
    actor: str | None
    at: int
    """Microseconds since 1970 UTC."""
    kind: str
    """What the row of the history is about, such as a step."""
    task: str | None
    """The kind of task that was accepted, if it was one."""
    hash: str
    without: tuple[str, ...]
    """The properties that the hash does not cover."""
    revision: int
    row: int
    """The place of the row within its revision."""
    before: str
    """The hash of the row before it in the history of the tenant, and its own."""
    after: str
