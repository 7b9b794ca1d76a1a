"""Whether a database can be served where it is: its disk, its folder, and the clock."""

from __future__ import annotations

import time
from typing import Final

from facetstore.domain import causes
from facetstore.domain.causes import Cause
from facetstore.domain.errors import Unavailable
from facetstore.storage.store import SqlStorage

_FAR_OFF: Final = 300.0
"""Seconds by which the newest change may be ahead of the clock."""


async def check_place(storage: SqlStorage) -> Cause | None:
    """A cause that is only a warning: what is wrong with the clock. Raises Unavailable for all others."""
    cause = await find_cause(storage)
    if cause is not None and cause.category != causes.CLOCK:
        raise Unavailable("The database cannot be served.", cause=cause)
    return cause


async def find_cause(storage: SqlStorage) -> Cause | None:
    """What is wrong with the place of a database; None if nothing is."""
    return await storage.find_trouble(thorough=True) or late_clock(await storage.newest_change(), time.time())


def late_clock(newest: int | None, now: float) -> Cause | None:
    """What is wrong with a clock that is behind the newest change (microseconds); None if nothing is. Not more than a warning: the
    clock may have been wrong when the change was made."""
    ahead = 0.0 if newest is None else newest / 1e6 - now
    if ahead <= _FAR_OFF:
        return None
    when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(newest / 1e6 if newest else 0))
    message = f"The newest change was made at {when} UTC, {ahead:.0f} seconds after the time that the clock of this machine shows."
    return Cause(causes.CLOCK, message, causes.SET_CLOCK)
