"""The moments at which a zone's offset from UTC changes."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

# No offset of the tz database was in force for less than six days since 2000, so this step misses no change.
_LOOK_EVERY = 5 * 86_400


@dataclass(frozen=True, slots=True)
class OffsetChange:
    """One change of the offset; instants in seconds since 1970, offsets in seconds east of UTC."""

    at: int
    before: int
    after: int

    @property
    def wall(self) -> datetime:
        """The wall time before the change, at the moment of the change."""
        return wall_time(self.at, self.before)


def offset_changes(zone: ZoneInfo, begin: int, end: int) -> tuple[OffsetChange, ...]:
    """All changes from one instant up to before another, in order.

    zoneinfo does not expose its transitions, so they are found by bisecting its offsets.
    """
    return tuple(_walk(zone, begin, end))


def offset_at(zone: ZoneInfo, instant: int) -> int:
    """The offset in force at an instant."""
    offset = datetime.fromtimestamp(instant, zone).utcoffset()
    assert offset is not None, "a ZoneInfo knows its offset at every instant"
    return offset // timedelta(seconds=1)


def wall_time(instant: int, offset: int) -> datetime:
    """The time that a clock this far from UTC shows at an instant."""
    return datetime.fromtimestamp(instant + offset, UTC).replace(tzinfo=None)


def _walk(zone: ZoneInfo, begin: int, end: int) -> Iterator[OffsetChange]:
    # A change exactly at the beginning counts, so the search starts a second earlier.
    here, before = begin - 1, offset_at(zone, begin - 1)
    while here < end - 1:
        there = min(here + _LOOK_EVERY, end - 1)
        after = offset_at(zone, there)
        if after != before:
            there = _first_second(zone, here, there, after)
            yield OffsetChange(there, before, after)
        here, before = there, after


def _first_second(zone: ZoneInfo, before: int, after: int, offset: int) -> int:
    """The first second with this offset, between one that does not have it and one that does."""
    while after - before > 1:
        middle = (before + after) // 2
        if offset_at(zone, middle) == offset:
            after = middle
        else:
            before = middle
    return after
