"""The rules printed for a zone give the offsets the tz database has, when they are read the way .NET reads them."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest

from facetstore.regional import TimeZone, time_zone, windows_time_zone
from facetstore.regional.adjustment_rules import recurrences
from facetstore.regional.data_files import data_file
from facetstore.regional.offset_changes import offset_at, offset_changes
from tests.support.proof import one_in

HOUR = 3600
DAY = 24 * HOUR
FIRST, LAST = 2000, 2037

WINDOWS_IDS = sorted(data_file("windows_zones.yaml"))
ALL_NAMES = sorted(
    name for entry in data_file("windows_zones.yaml").values() for name in entry.get("zones", "").split()
)

# What no rule of .NET can hold, from and to in UTC. When Samoa left out 30 December 2011 its offset changed by 24 hours,
# one hour before midnight at its base offset of today; .NET allows 14 hours within a day. Kazakhstan changed on
# 29 February in UTC, which .NET takes for the 28th, because for UTC the year 2024 of Kazakhstan begins in 2023.
INEXPRESSIBLE = {
    "Pacific/Apia": ("2011-12-30T10:00:00", "2011-12-30T11:00:00"),
    "Asia/Almaty": ("2024-02-28T18:00:00", "2024-02-29T18:00:00"),
    "Asia/Qostanay": ("2024-02-28T18:00:00", "2024-02-29T18:00:00"),
}


@pytest.mark.parametrize("windows_id", one_in(4, WINDOWS_IDS))
def test_the_rules_of_every_windows_zone_reproduce_its_offsets(windows_id: str) -> None:
    assert differences(time_zone(windows_id)) == []


# Zones beside the main one of their Windows zone, picked because something about them is unusual.
@pytest.mark.parametrize(
    "iana",
    [
        "Africa/El_Aaiun",
        "America/Argentina/San_Luis",
        "America/Coyhaique",
        "America/Indiana/Knox",
        "America/Indiana/Petersburg",
        "America/Resolute",
        "America/Vancouver",
        "Antarctica/Casey",
        "Antarctica/Macquarie",
        "Antarctica/Troll",
        "Asia/Gaza",
        "Asia/Pyongyang",
        "Europe/Dublin",
        "Europe/Simferopol",
        "Pacific/Fakaofo",
    ],
)
def test_the_rules_of_unusual_zones_reproduce_their_offsets(iana: str) -> None:
    assert differences(time_zone(iana)) == []


@pytest.mark.long
@pytest.mark.parametrize("iana", ALL_NAMES)
def test_the_rules_of_every_zone_reproduce_its_offsets(iana: str) -> None:
    assert differences(time_zone(iana)) == []


@pytest.mark.parametrize("windows_id", one_in(4, WINDOWS_IDS))
def test_the_rules_of_every_windows_zone_are_such_that_dotnet_accepts_them(windows_id: str) -> None:
    printed = windows_time_zone(time_zone(windows_id))

    rules = [DotNetRule.of(each) for each in printed["AdjustmentRules"]]
    assert all(rule.first <= rule.last for rule in rules)
    assert all(earlier.last < later.first for earlier, later in pairwise(rules))
    assert all(timedelta() <= rule.daylight <= timedelta(hours=14) for rule in rules)
    assert all(abs(span(printed["BaseUtcOffset"]) + rule.shift) <= timedelta(hours=14) for rule in rules)
    assert all(rule.start != rule.end for rule in rules)


@pytest.mark.parametrize(
    ("windows_id", "spans"),
    [
        ("W. Europe Standard Time", ["0001-01-01 9999-12-31"]),
        ("GMT Standard Time", ["0001-01-01 9999-12-31"]),
        ("Eastern Standard Time", ["0001-01-01 2006-12-31", "2007-01-01 9999-12-31"]),
        ("Namibia Standard Time", ["0001-01-01 2017-12-31"]),
        ("Tokyo Standard Time", []),
    ],
)
def test_each_run_of_years_with_one_law_is_one_rule(windows_id: str, spans: list[str]) -> None:
    rules = windows_time_zone(time_zone(windows_id))["AdjustmentRules"]

    assert [f"{rule['DateStart'][:10]} {rule['DateEnd'][:10]}" for rule in rules] == spans


def test_dublin_has_its_daylight_time_in_summer_although_irish_law_has_it_in_winter() -> None:
    printed = windows_time_zone(time_zone("Europe/Dublin"))

    assert printed["BaseUtcOffset"] == "00:00:00"
    assert [rule["DaylightDelta"] for rule in printed["AdjustmentRules"]] == ["01:00:00"]


def test_a_change_of_the_base_offset_is_shown_as_a_difference_to_the_one_of_today() -> None:
    rules = windows_time_zone(time_zone("Europe/Moscow"))["AdjustmentRules"]

    assert [(rule["DateStart"][:4], rule["DateEnd"][:4], rule["BaseUtcOffsetDelta"]) for rule in rules] == [
        ("0001", "2010", "00:00:00"),
        ("2011", "2011", "00:00:00"),
        ("2012", "2013", "01:00:00"),
        ("2014", "2014", "00:00:00"),
    ]


def test_a_sunday_after_the_first_saturday_is_described_by_its_saturday() -> None:
    law = windows_time_zone(time_zone("America/Santiago"))["AdjustmentRules"][-1]

    start = law["DaylightTransitionStart"]
    assert (start["Month"], start["Week"], start["DayOfWeek"]) == (9, 1, "Saturday")
    assert start["TimeOfDay"] == "0001-01-01T23:59:59.999"


def test_a_day_that_is_the_fourth_and_the_last_of_its_weekday_can_be_described_both_ways() -> None:
    sunday = datetime.fromisoformat("2027-03-28T02:00:00")

    assert [each.week for each in recurrences(sunday)] == [5, 4]


def differences(zone: TimeZone) -> list[str]:
    """The instants at which the rules give another offset than the tz database."""
    reader = DotNetZone(windows_time_zone(zone))
    begin, end = map(instant_of, INEXPRESSIBLE.get(zone.iana, ("1970-01-01T00:00:00",) * 2))
    return [
        f"{datetime.fromtimestamp(instant, UTC):%Y-%m-%dT%H:%M:%SZ} {reader.offset_at(instant)}"
        for instant in sorted(instants(zone))
        if reader.offset_at(instant) != timedelta(seconds=offset_at(zone.zone, instant)) and not begin <= instant < end
    ]


def instants(zone: TimeZone) -> set[int]:
    """Every eleventh day, every hour around the turns of the years, and the seconds around each change."""
    # A day in, because the first rule speaks of 2000 as it was counted at the base offset.
    begin, end = instant_of(f"{FIRST}-01-02T00:00:00"), instant_of(f"{LAST + 1}-01-01T00:00:00")
    days = range(begin, end, 11 * DAY + HOUR)
    turns = (instant_of(f"{year}-01-01T00:00:00") for year in range(FIRST, LAST + 1))
    hours = (turn + hour * HOUR + HOUR // 2 for turn in turns for hour in range(-15, 15))
    changes = (change.at for change in offset_changes(zone.zone, begin, end))
    # No closer than a second, because midnight may be written as 23:59:59.999.
    edges = (change + away for change in changes for away in (-DAY, -HOUR, -1, 0, HOUR, DAY))
    return {each for each in (*days, *hours, *edges) if begin <= each < end}


def instant_of(utc: str) -> int:
    return int(datetime.fromisoformat(f"{utc}+00:00").timestamp())


def span(text: str) -> timedelta:
    """Read a .NET time span, [-][d.]hh:mm:ss."""
    days, _, clock = text.removeprefix("-").rpartition(".")
    hours, minutes, seconds = map(int, clock.split(":"))
    size = timedelta(days=int(days or 0), hours=hours, minutes=minutes, seconds=seconds)
    return -size if text.startswith("-") else size


@dataclass(frozen=True)
class DotNetMoment:
    """A TimeZoneInfo.TransitionTime."""

    month: int
    week: int
    day: int
    weekday: int
    time_of_day: timedelta
    is_fixed: bool

    @classmethod
    def of(cls, printed: dict[str, Any]) -> "DotNetMoment":
        weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        clock = naive(printed["TimeOfDay"]) - naive("0001-01-01T00:00:00")
        weekday = weekdays.index(printed["DayOfWeek"])
        is_fixed = printed["IsFixedDateRule"]
        return cls(printed["Month"], printed["Week"], printed["Day"], weekday, clock, is_fixed)

    @property
    def is_turn_of_year(self) -> bool:
        return self.month == 1 and self.day == 1 and self.time_of_day < timedelta(seconds=1)

    def in_year(self, year: int) -> datetime:
        if self.is_fixed:
            return naive(f"{year:04}-{self.month:02}-{self.day:02}") + self.time_of_day
        month = naive(f"{year:04}-{self.month:02}-01")
        day = month + timedelta(days=(self.weekday - month.weekday()) % 7 + 7 * (self.week - 1))
        return (day if day.month == self.month else day - timedelta(days=7)) + self.time_of_day


@dataclass(frozen=True)
class DotNetRule:
    """A TimeZoneInfo.AdjustmentRule."""

    first: datetime
    last: datetime
    daylight: timedelta
    start: DotNetMoment
    end: DotNetMoment
    shift: timedelta

    @classmethod
    def of(cls, printed: dict[str, Any]) -> "DotNetRule":
        return cls(
            naive(printed["DateStart"]),
            naive(printed["DateEnd"]),
            span(printed["DaylightDelta"]),
            DotNetMoment.of(printed["DaylightTransitionStart"]),
            DotNetMoment.of(printed["DaylightTransitionEnd"]),
            span(printed["BaseUtcOffsetDelta"]),
        )

    @property
    def starts_with_the_year(self) -> bool:
        return self.start.is_turn_of_year and self.first.year == self.last.year

    @property
    def ends_with_the_year(self) -> bool:
        return self.end.is_turn_of_year and self.first.year == self.last.year


class DotNetZone:
    """Finds the offset at an instant as TimeZoneInfo.GetUtcOffset does, with its rules about years.

    .NET picks the rule by the date at the base offset, reads start and end in the year of that date, and then compares
    all three moments as if they lay in one year. A rule of one year whose start or end is the first second of
    January has its daylight time since the year before, or into the next.
    """

    def __init__(self, printed: dict[str, Any]) -> None:
        self.base = span(printed["BaseUtcOffset"])
        self.rules = [DotNetRule.of(each) for each in printed["AdjustmentRules"]]

    def offset_at(self, instant: int) -> timedelta:
        utc = datetime.fromtimestamp(instant, UTC).replace(tzinfo=None)
        local = utc + self.base
        rule = self.rule_for(local)
        if rule is None:
            return self.base
        begin, end, is_in_one_year = self.daylight_period(rule, local.year)
        is_daylight = rule.daylight and lies_between(begin, utc, end, is_in_one_year=is_in_one_year)
        return self.base + rule.shift + (rule.daylight if is_daylight else timedelta())

    def rule_for(self, local: datetime) -> DotNetRule | None:
        day = local.replace(hour=0, minute=0, second=0, microsecond=0)
        return next((rule for rule in self.rules if rule.first <= day <= rule.last), None)

    @lru_cache(maxsize=256)  # noqa: B019 the zone lives as long as its test
    def daylight_period(self, rule: DotNetRule, year: int) -> tuple[datetime, datetime, bool]:
        standard = self.base + rule.shift
        begin, end = rule.start.in_year(year) - standard, rule.end.in_year(year) - standard - rule.daylight
        is_in_one_year = True
        before = self.rule_for(naive(f"{year - 1:04}-12-31"))
        if rule.starts_with_the_year and before and before.ends_with_the_year:
            begin = before.start.in_year(year - 1) - self.base - before.shift
            is_in_one_year = False
        if rule.ends_with_the_year:
            after = self.rule_for(naive(f"{year + 1:04}-01-01"))
            if after and after.starts_with_the_year:
                until = naive(f"{year + 1:04}-12-31") if after.ends_with_the_year else after.end.in_year(year + 1)
                end = until - self.base - after.shift - after.daylight
                is_in_one_year = False
            else:
                end = naive(f"{year + 1:04}-01-01") - standard - rule.daylight
        return begin, end, is_in_one_year


def lies_between(begin: datetime, time: datetime, end: datetime, *, is_in_one_year: bool) -> bool:
    if is_in_one_year:
        end, time = moved_to_year(end, begin.year), moved_to_year(time, begin.year)
    if begin > end:
        return time < end or time >= begin
    return begin <= time < end


def moved_to_year(time: datetime, year: int) -> datetime:
    is_leap_day_of_none = (time.month, time.day) == (2, 29) and (year % 4 or year % 100 == 0)
    return time.replace(year=year, day=28) if is_leap_day_of_none else time.replace(year=year)


def naive(text: str) -> datetime:
    return datetime.fromisoformat(text)
