"""What time zones are called, how they are printed, and which instant a local time is."""

from datetime import UTC, datetime
from importlib.resources import files
from typing import Any

import pytest
from babel.core import get_global

from facetstore.regional import (
    NotALocalTime,
    TimeZone,
    UnknownTimeZone,
    local_now,
    time_zone,
    to_instant,
    windows_time_zone,
)
from facetstore.regional.data_files import data_file

SECOND = 1_000_000


def moment(time_of_day: str, month: int, week: int, weekday: str) -> dict[str, Any]:
    return {
        "TimeOfDay": f"0001-01-01T{time_of_day}",
        "Month": month,
        "Week": week,
        "Day": 1,
        "DayOfWeek": weekday,
        "IsFixedDateRule": False,
    }


def rule(date_start: str, date_end: str, start: dict[str, Any], end: dict[str, Any]) -> dict[str, Any]:
    return {
        "DateStart": f"{date_start}T00:00:00",
        "DateEnd": f"{date_end}T00:00:00",
        "DaylightDelta": "01:00:00",
        "DaylightTransitionStart": start,
        "DaylightTransitionEnd": end,
        "BaseUtcOffsetDelta": "00:00:00",
    }


@pytest.mark.spec("endpoint.16")
def test_berlin_is_printed_with_one_rule_for_all_time() -> None:
    printed = windows_time_zone(time_zone("Europe/Berlin"))

    assert printed == {
        "Id": "W. Europe Standard Time",
        "DisplayName": "(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna",
        "StandardName": "W. Europe Standard Time",
        "DaylightName": "W. Europe Daylight Time",
        "BaseUtcOffset": "01:00:00",
        "AdjustmentRules": [
            {
                "DateStart": "0001-01-01T00:00:00",
                "DateEnd": "9999-12-31T00:00:00",
                "DaylightDelta": "01:00:00",
                "DaylightTransitionStart": {
                    "TimeOfDay": "0001-01-01T02:00:00",
                    "Month": 3,
                    "Week": 5,
                    "Day": 1,
                    "DayOfWeek": "Sunday",
                    "IsFixedDateRule": False,
                },
                "DaylightTransitionEnd": {
                    "TimeOfDay": "0001-01-01T03:00:00",
                    "Month": 10,
                    "Week": 5,
                    "Day": 1,
                    "DayOfWeek": "Sunday",
                    "IsFixedDateRule": False,
                },
                "BaseUtcOffsetDelta": "00:00:00",
            }
        ],
        "SupportsDaylightSavingTime": True,
    }


def test_the_keys_stand_in_the_order_of_the_reference() -> None:
    printed = windows_time_zone(time_zone("Europe/Berlin"))

    assert list(printed) == [
        "Id",
        "DisplayName",
        "StandardName",
        "DaylightName",
        "BaseUtcOffset",
        "AdjustmentRules",
        "SupportsDaylightSavingTime",
    ]
    assert list(printed["AdjustmentRules"][0]) == [
        "DateStart",
        "DateEnd",
        "DaylightDelta",
        "DaylightTransitionStart",
        "DaylightTransitionEnd",
        "BaseUtcOffsetDelta",
    ]
    assert list(printed["AdjustmentRules"][0]["DaylightTransitionStart"]) == [
        "TimeOfDay",
        "Month",
        "Week",
        "Day",
        "DayOfWeek",
        "IsFixedDateRule",
    ]


@pytest.mark.spec("endpoint.16")
def test_the_pacific_time_of_the_united_states_changed_its_law_in_2007() -> None:
    printed = windows_time_zone(time_zone("Pacific Standard Time"))

    assert printed == {
        "Id": "Pacific Standard Time",
        "DisplayName": "(UTC-08:00) Pacific Time (US & Canada)",
        "StandardName": "Pacific Standard Time",
        "DaylightName": "Pacific Daylight Time",
        "BaseUtcOffset": "-08:00:00",
        "AdjustmentRules": [
            rule("0001-01-01", "2006-12-31", moment("02:00:00", 4, 1, "Sunday"), moment("02:00:00", 10, 5, "Sunday")),
            rule("2007-01-01", "9999-12-31", moment("02:00:00", 3, 2, "Sunday"), moment("02:00:00", 11, 1, "Sunday")),
        ],
        "SupportsDaylightSavingTime": True,
    }


@pytest.mark.spec("endpoint.16")
def test_utc_has_no_rules_and_one_name_for_everything() -> None:
    printed = windows_time_zone(time_zone("UTC"))

    assert printed == {
        "Id": "UTC",
        "DisplayName": "(UTC) Coordinated Universal Time",
        "StandardName": "Coordinated Universal Time",
        "DaylightName": "Coordinated Universal Time",
        "BaseUtcOffset": "00:00:00",
        "AdjustmentRules": [],
        "SupportsDaylightSavingTime": False,
    }


@pytest.mark.spec("endpoint.16")
def test_in_sydney_daylight_time_starts_later_in_the_year_than_it_ends() -> None:
    printed = windows_time_zone(time_zone("AUS Eastern Standard Time"))

    october, march = moment("02:00:00", 10, 5, "Sunday"), moment("03:00:00", 3, 5, "Sunday")
    first_of_april = moment("03:00:00", 4, 1, "Sunday")
    assert printed == {
        "Id": "AUS Eastern Standard Time",
        "DisplayName": "(UTC+10:00) Canberra, Melbourne, Sydney",
        "StandardName": "AUS Eastern Standard Time",
        "DaylightName": "AUS Eastern Daylight Time",
        "BaseUtcOffset": "10:00:00",
        "AdjustmentRules": [
            # The summer of the Olympic Games and, in 2006, that of the Commonwealth Games had laws of their own.
            rule("0001-01-01", "2000-12-31", moment("02:00:00", 8, 5, "Sunday"), march),
            rule("2001-01-01", "2005-12-31", october, march),
            rule("2006-01-01", "2006-12-31", october, first_of_april),
            rule("2007-01-01", "2007-12-31", october, march),
            rule("2008-01-01", "9999-12-31", moment("02:00:00", 10, 1, "Sunday"), first_of_april),
        ],
        "SupportsDaylightSavingTime": True,
    }


def test_a_zone_without_daylight_time_still_has_a_name_for_it() -> None:
    printed = windows_time_zone(time_zone("Asia/Tokyo"))

    assert printed["DaylightName"] == "Tokyo Daylight Time"
    assert printed["AdjustmentRules"] == []
    assert printed["SupportsDaylightSavingTime"] is False


def test_what_is_printed_belongs_to_the_caller() -> None:
    windows_time_zone(time_zone("Europe/Berlin"))["AdjustmentRules"].clear()

    assert len(windows_time_zone(time_zone("Europe/Berlin"))["AdjustmentRules"]) == 1


@pytest.mark.parametrize(
    ("name", "windows_id", "iana"),
    [
        ("W. Europe Standard Time", "W. Europe Standard Time", "Europe/Berlin"),
        ("w. europe standard time", "W. Europe Standard Time", "Europe/Berlin"),
        ("europe/vienna", "W. Europe Standard Time", "Europe/Vienna"),
        ("Asia/Kolkata", "India Standard Time", "Asia/Kolkata"),
        ("UTC", "UTC", "Etc/UTC"),
        ("utc", "UTC", "Etc/UTC"),
        ("America/Argentina/Buenos_Aires", "Argentina Standard Time", "America/Argentina/Buenos_Aires"),
    ],
)
def test_a_zone_is_found_by_either_name_in_any_letter_case(name: str, windows_id: str, iana: str) -> None:
    assert time_zone(name) == TimeZone(windows_id, iana)


@pytest.mark.parametrize("windows_id", sorted(data_file("windows_zones.yaml")))
def test_the_main_zone_of_a_windows_zone_belongs_to_it(windows_id: str) -> None:
    zone = time_zone(windows_id)

    # The two "Old" zones of Windows share their main zone with its successor.
    if "Old" not in windows_time_zone(zone)["DisplayName"]:
        assert time_zone(zone.iana) == zone
    assert zone.windows_id == windows_id
    assert zone.zone.key == zone.iana


def test_every_name_of_the_tz_database_is_known() -> None:
    names = files("tzdata").joinpath("zones").read_text("utf-8").split()

    unknown = [name for name in names if name != "Factory" and not is_known(name)]

    assert unknown == []


def test_every_windows_zone_of_cldr_is_known() -> None:
    assert set(get_global("windows_zone_mapping")) <= set(data_file("windows_zones.yaml"))


def is_known(name: str) -> bool:
    try:
        return bool(time_zone(name))
    except UnknownTimeZone:
        return False


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        ("Berlin", "Europe/Berlin"),
        ("Europe/Berlln", "Europe/Berlin"),
        ("W. Europe Time", "W. Europe Standard Time"),
        ("w europe standard", "W. Europe Standard Time"),
    ],
)
def test_an_unknown_zone_is_refused_with_the_nearest_known_ones(name: str, nearest: str) -> None:
    with pytest.raises(UnknownTimeZone, match=f'No time zone is called "{name}"') as refused:
        time_zone(name)

    assert nearest in refused.value.nearest
    assert nearest in str(refused.value)


@pytest.mark.parametrize("name", ["", " ", "../../etc/passwd", "Ω" * 1000])
def test_a_name_that_is_like_no_other_is_refused_all_the_same(name: str) -> None:
    with pytest.raises(UnknownTimeZone):
        time_zone(name)


@pytest.mark.parametrize(
    ("local", "utc"),
    [
        ("2024-01-15T12:00:00", "2024-01-15T11:00:00"),
        ("2024-07-15T12:00:00", "2024-07-15T10:00:00"),
        ("2024-07-15T12:00", "2024-07-15T10:00:00"),
        # Shown twice: the first time is still daylight time.
        ("2024-10-27T02:30:00", "2024-10-27T00:30:00"),
        # Never shown: half an hour after the hour that was skipped.
        ("2024-03-31T02:30:00", "2024-03-31T01:30:00"),
    ],
)
def test_a_local_time_in_berlin_is_this_instant(local: str, utc: str) -> None:
    expected = int(datetime.fromisoformat(f"{utc}+00:00").timestamp()) * SECOND

    assert to_instant(local, time_zone("Europe/Berlin")) == expected


@pytest.mark.parametrize(
    ("fraction", "microseconds"),
    [("", 0), (".5", 500_000), (".123456", 123_456), (".1234567", 123_456), (".9999999", 999_999)],
)
def test_an_instant_is_cut_to_the_microsecond(fraction: str, microseconds: int) -> None:
    assert to_instant(f"1970-01-01T00:00:00{fraction}", time_zone("UTC")) == microseconds
    assert to_instant(f"1969-12-31T23:59:59{fraction}", time_zone("UTC")) == microseconds - SECOND


@pytest.mark.parametrize("name", ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Etc/GMT+12", "America/New_York"])
def test_the_first_and_the_last_moment_of_the_calendar_do_not_overflow(name: str) -> None:
    zone = time_zone(name)

    first, last = to_instant("0001-01-01T00:00:00", zone), to_instant("9999-12-31T23:59:59.9999999", zone)

    assert abs(first // SECOND - -62_135_596_800) <= 14 * 3600
    assert abs(last // SECOND - 253_402_300_799) <= 14 * 3600


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2024-05-31",
        "2024-05-31T24:00:00",
        "2024-02-30T00:00:00",
        "0000-01-01T00:00:00",
        "2024-05-31T12:00:00Z",
        "2024-05-31T12:00:00+02:00",
        "2024-05-31T12:00:00.12345678",
        "2024-05-31T12:00:00.",
        "٢٠٢٤-05-31T12:00:00",
        "2024-05-31T12:00:00\n",
    ],
)
def test_what_is_no_local_date_time_is_refused(text: str) -> None:
    with pytest.raises(NotALocalTime, match="is no local date-time"):
        to_instant(text, time_zone("UTC"))


@pytest.mark.parametrize(
    ("nanoseconds", "shown"),
    [
        (0, "1970-01-01T01:00:00"),
        (500_000_000, "1970-01-01T01:00:00.5"),
        (123_456_789, "1970-01-01T01:00:00.1234567"),
        (99, "1970-01-01T01:00:00"),
        (1_720_000_000_000_000_100, "2024-07-03T11:46:40.0000001"),
    ],
)
def test_the_local_time_now_has_no_more_digits_than_it_needs(nanoseconds: int, shown: str) -> None:
    assert local_now(time_zone("Europe/Berlin"), clock=lambda: nanoseconds) == shown


def test_the_local_time_now_is_now() -> None:
    before = int(datetime.now(UTC).timestamp() * SECOND)

    now = to_instant(local_now(time_zone("UTC")), time_zone("UTC"))

    assert before - SECOND <= now <= before + 60 * SECOND
