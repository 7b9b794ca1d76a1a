"""Adjustment rules: a zone's changes of offset since 2000, as the recurring rules of a .NET TimeZoneInfo."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, Final, Self
from zoneinfo import ZoneInfo

from facetstore.regional.daylight_spans import DaylightSpan, spans_of_year
from facetstore.regional.offset_changes import offset_at, offset_changes

# The rule of the last year also applies to all later years, that of the first year to all earlier ones. Older rules would
# only make the response long; the tz database has today's law until 2037.
FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2037

_DAY = timedelta(days=1)
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LAST_WEEK = 5
_LAST_MILLISECOND = time(23, 59, 59, 999_000)


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A moment that recurs every year: a weekday of a week of a month (5 is the last), and a wall time."""

    month: int
    week: int
    weekday: int  # 0 is Monday
    time_of_day: time


@dataclass(frozen=True, slots=True)
class AdjustmentRule:
    """From one day to another: the standard offset and, if `daylight` is not 0, when daylight time starts and ends.

    `starts` and `ends` hold all recurrences that fit every year of the rule, the preferred one first.
    """

    first: date
    last: date
    standard: int
    daylight: int
    starts: tuple[Recurrence, ...]
    ends: tuple[Recurrence, ...]
    may_join: bool

    @classmethod
    def of_span(cls, span: DaylightSpan) -> Self:
        starts, ends = (recurrences(each) if each else () for each in (span.start, span.end))
        # A fixed offset may end on any day; daylight rules can only be joined if whole years follow each other.
        may_join = span.is_whole_year or not span.daylight
        return cls(span.first, span.last, span.standard, span.daylight, starts, ends, may_join)

    def joined(self, later: Self) -> Self | None:
        """One rule for both, or None if offsets differ, no recurrence fits both, or one of them may not be joined."""
        starts = tuple(each for each in later.starts if each in self.starts)
        ends = tuple(each for each in later.ends if each in self.ends)
        same = (self.standard, self.daylight) == (later.standard, later.daylight)
        fits = not self.daylight or (starts and ends)
        if same and fits and self.may_join and later.may_join:
            return replace(self, last=later.last, starts=starts, ends=ends)
        return None


@lru_cache(maxsize=64)
def adjustment_rules(zone: ZoneInfo) -> tuple[AdjustmentRule, ...]:
    """All rules of a zone, in order and without gaps, from the first day of the calendar to the last."""
    base = base_offset(zone)
    years = range(FIRST_YEAR, LAST_YEAR + 1)
    rules = [AdjustmentRule.of_span(span) for year in years for span in spans_of_year(zone, year, base)]
    # From the last to the first, so that today's law reaches back as far as possible.
    runs = list(_join(reversed(rules)))[::-1]
    runs[0] = replace(runs[0], first=date.min)
    runs[-1] = replace(runs[-1], last=date.max)
    return tuple(runs)


@lru_cache(maxsize=64)
def base_offset(zone: ZoneInfo) -> int:
    """The standard offset of today's law in seconds: the westernmost offset of the last year."""
    begin, end = (int(datetime(year, 1, 1, tzinfo=UTC).timestamp()) for year in (LAST_YEAR, LAST_YEAR + 1))
    changes = offset_changes(zone, begin, end)
    return min([offset_at(zone, begin), *(change.after for change in changes)])


def recurrences(wall: datetime) -> tuple[Recurrence, ...]:
    """All ways to describe a moment within its year, the preferred one first.

    Midnight may also be written as the last millisecond of the day before, as Windows does: a Sunday after the first
    Saturday is in no fixed week, while that Saturday is. A midnight in January must be written so, unless it is New Year's:
    .NET would take it for New Year's.
    """
    exact = _recurrences(wall.date(), wall.time())
    if wall.time() != time.min:
        return exact
    shifted = _recurrences(wall.date() - _DAY, _LAST_MILLISECOND)
    return shifted if wall.month == 1 and wall.day != 1 else exact + shifted


def render_rule(rule: AdjustmentRule, base: int) -> dict[str, Any]:
    """Render one of StorageInfo.timeZone.AdjustmentRules, for a zone with this base offset."""
    if rule.daylight:
        start, end = _render_recurrence(rule.starts[0]), _render_recurrence(rule.ends[0])
    else:
        # .NET requires two different moments even without daylight time, and uses these two.
        start, end = _render_new_year(time.min), _render_new_year(time(microsecond=1_000))
    return {
        "DateStart": f"{rule.first.isoformat()}T00:00:00",
        "DateEnd": f"{rule.last.isoformat()}T00:00:00",
        "DaylightDelta": render_span(rule.daylight),
        "DaylightTransitionStart": start,
        "DaylightTransitionEnd": end,
        "BaseUtcOffsetDelta": render_span(rule.standard - base),
    }


def render_span(seconds: int) -> str:
    """Render a time span as .NET does: `hh:mm:ss`, with a sign if negative and with days (`d.`) only from 24 hours."""
    minutes, second = divmod(abs(seconds), 60)
    hours, minute = divmod(minutes, 60)
    days, hour = divmod(hours, 24)
    return f"{'-' if seconds < 0 else ''}{f'{days}.' if days else ''}{hour:02}:{minute:02}:{second:02}"


def _join(later_first: Iterator[AdjustmentRule]) -> Iterator[AdjustmentRule]:
    """Join rules, given latest first; each takes as many earlier ones as it can."""
    run = next(later_first)
    for earlier in later_first:
        joined = earlier.joined(run)
        if joined is None:
            yield run
        run = joined or earlier
    yield run


def _recurrences(day: date, time_of_day: time) -> tuple[Recurrence, ...]:
    week = (day.day + 6) // 7
    is_last = (day + 7 * _DAY).month != day.month
    weeks = dict.fromkeys([_LAST_WEEK, week] if is_last else [week])
    return tuple(Recurrence(day.month, each, day.weekday(), time_of_day) for each in weeks)


def _render_recurrence(moment: Recurrence) -> dict[str, Any]:
    return {
        "TimeOfDay": _render_time_of_day(moment.time_of_day),
        "Month": moment.month,
        "Week": moment.week,
        "Day": 1,
        "DayOfWeek": _WEEKDAYS[moment.weekday],
        "IsFixedDateRule": False,
    }


def _render_new_year(time_of_day: time) -> dict[str, Any]:
    return {
        "TimeOfDay": _render_time_of_day(time_of_day),
        "Month": 1,
        "Week": 1,
        "Day": 1,
        "DayOfWeek": "Sunday",
        "IsFixedDateRule": True,
    }


def _render_time_of_day(time_of_day: time) -> str:
    return f"0001-01-01T{time_of_day.isoformat('milliseconds' if time_of_day.microsecond else 'seconds')}"
