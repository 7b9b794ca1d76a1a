"""Approvals in the history: the rows that keep the hash of what was approved."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

LIKE_APPROVAL: Final = '%"approved":"%'
"""Fits every such row. In a text of a user, quotes would be escaped; other values of this name are no texts."""


class KeptApproval(NamedTuple):
    """What a row keeps of an approval."""

    hash: str
    without: tuple[str, ...]
    """The properties that the hash does not cover."""
    task: str | None
    """The kind of task that was accepted by it, if it was one."""


class _Details(msgspec.Struct):
    approved: str | None = None
    approvedWithout: str = ""  # spelled as it is stored
    task: str | None = None


class _Row(_Details):
    beside: _Details | None = msgspec.field(name="told", default=None)


_row = msgspec.json.Decoder(_Row)


def approval_in(change: str) -> KeptApproval | None:
    """The approval that a row of the history keeps; None if it keeps none. Rows with a version hold details beside it."""
    try:
        found = _row.decode(change)
    except msgspec.ValidationError:  # names that mean something else here
        return None
    details = found.beside or found
    if details.approved is None:
        return None
    return KeptApproval(details.approved, tuple(filter(None, details.approvedWithout.split(","))), details.task)
