"""Spans of days that one .NET adjustment rule can describe: a standard offset and at most one daylight period a year."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from facetstore.regional.offset_changes import OffsetChange, offset_at, offset_changes, wall_time

_DAY = timedelta(days=1)
_HALF_DAY = 43_200
_MILLISECOND = timedelta(milliseconds=1)
# .NET refuses rules with a greater difference; only moves across the date line have one.
_GREATEST_DAYLIGHT = 14 * 3600


@dataclass(frozen=True, slots=True)
class DaylightSpan:
    """Days, counted on a clock at the zone's base offset, with one standard offset and at most one daylight period.

    Offsets are in seconds. `start` and `end` are the wall times at which daylight time starts and ends; both are
    None if `daylight` is 0. What the law calls daylight time does not matter here: daylight time is the offset further
    east, as in Windows, so Dublin and Casablanca need no special case.
    """

    first: date
    last: date
    standard: int
    daylight: int = 0
    start: datetime | None = None
    end: datetime | None = None

    @property
    def is_whole_year(self) -> bool:
        return (self.first.month, self.first.day, self.last.month, self.last.day) == (1, 1, 12, 31)


def spans_of_year(zone: ZoneInfo, year: int, base: int) -> tuple[DaylightSpan, ...]:
    """The spans of one year of a zone: one if possible, more if it has more changes than a rule can describe."""
    begin, end = (_midnight(date(each, 1, 1), base) for each in (year, year + 1))
    # A change at the very beginning is the opening offset of the year, not a change within it.
    changes = offset_changes(zone, begin + 1, end)
    return _spans(_Stretch(date(year, 1, 1), date(year, 12, 31), offset_at(zone, begin), changes), base)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Days, the offset at their beginning, and all changes within them."""

    first: date
    last: date
    opening: int
    changes: tuple[OffsetChange, ...]

    def parts(self, day: date, *, keep: int, go_on: int) -> tuple["_Stretch", ...]:
        """Split before a day: the first part keeps this many changes, the second has those from an index on."""
        before = _Stretch(self.first, day - _DAY, self.opening, self.changes[:keep])
        after = _Stretch(day, self.last, self.changes[go_on - 1].after, self.changes[go_on:])
        return tuple(part for part in (before, after) if part.first <= part.last)


def _spans(stretch: _Stretch, base: int) -> tuple[DaylightSpan, ...]:
    parts = _cut(stretch, base)
    if parts == (stretch,):
        return (_span(stretch, base),)
    return tuple(span for part in parts for span in _spans(part, base))


def _cut(stretch: _Stretch, base: int) -> tuple[_Stretch, ...]:
    """The stretch itself, or its parts if one rule is not enough for it."""
    changes = stretch.changes
    for index, change in enumerate(changes):
        if abs(change.after - change.before) > _GREATEST_DAYLIGHT:
            # Not even the day itself can hold such a change; it moves to the nearest midnight.
            return stretch.parts(wall_time(change.at + _HALF_DAY, base).date(), keep=index, go_on=index + 1)
    held = 2 if len(changes) > 1 and changes[1].after == stretch.opening else 1
    if len(changes) > held:
        return stretch.parts(wall_time(changes[held - 1].at, base).date() + _DAY, keep=held, go_on=held)
    return (stretch,)


def _span(stretch: _Stretch, base: int) -> DaylightSpan:
    """The span of a stretch with at most one change to daylight time and one back."""
    first, last, changes = stretch.first, stretch.last, stretch.changes
    if not changes:
        return DaylightSpan(first, last, stretch.opening)
    standard, daylight = sorted((changes[0].before, changes[0].after))
    starts = [change.wall for change in changes if change.after == daylight]
    ends = [change.wall for change in changes if change.after == standard]
    start = starts[0] if starts else _edge_of_year(first.year, standard, base)
    end = ends[0] if ends else _edge_of_year(first.year, daylight, base)
    if start == end:
        # A change on the edge itself, as in São Tomé in 2018; .NET refuses a rule that starts when it ends.
        end -= _MILLISECOND
    return DaylightSpan(first, last, standard, daylight - standard, start, end)


def _edge_of_year(year: int, offset: int, base: int) -> datetime:
    """The wall time, at an offset, when the year turns at the base offset.

    A year with only one change has daylight time from its beginning or to its end. .NET treats the year as a circle, so
    both edges are the same moment. The edge whose date is in the year is used: 1 January 00:00 for a start, as in Windows.
    """
    new_year = date(year if offset >= base else year + 1, 1, 1)
    return datetime.combine(new_year, time.min) + timedelta(seconds=offset - base)


def _midnight(day: date, offset: int) -> int:
    """The instant at which a day begins on a clock at this offset."""
    return (day - date(1970, 1, 1)).days * 86_400 - offset
