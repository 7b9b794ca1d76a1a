"""Time zones by their Windows id or their tz database name, rendered as .NET does."""

import re
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from facetstore.regional.adjustment_rules import adjustment_rules, base_offset, render_rule, render_span
from facetstore.regional.data_files import data_file
from facetstore.regional.unknown_names import UnknownRegionalName, nearest_names

_LOCAL = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,7})?)?", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_TICKS_PER_SECOND = 10_000_000  # 100 ns each: seven fractional digits


class UnknownTimeZone(UnknownRegionalName):
    """No time zone of Windows or of the tz database has this name."""

    def __init__(self, name: str) -> None:
        super().__init__("time zone", name, nearest_names(name, map(_spelling, _known().items())))


class NotALocalTime(ValueError):
    """A text that is not an ISO date-time without zone."""

    def __init__(self, text: str) -> None:
        super().__init__(f'"{text}" is no local date-time such as 2024-05-31T13:45:00 or 2024-05-31T13:45:00.1234567.')


class TimeZone(NamedTuple):
    """A zone of the tz database, and the Windows zone it belongs to."""

    windows_id: str
    iana: str

    @property
    def zone(self) -> ZoneInfo:
        return _zone(self.iana)


@lru_cache(maxsize=256)
def time_zone(name: str) -> TimeZone:
    """The zone with this Windows id or tz database name, ignoring letter case.

    Raises UnknownTimeZone.
    """
    found = _known().get(name.strip().casefold())
    if found is None:
        raise UnknownTimeZone(name)
    return found


def windows_time_zone(zone: TimeZone) -> dict[str, Any]:
    """Render StorageInfo.timeZone, as the reference prints a .NET TimeZoneInfo."""
    base = base_offset(zone.zone)
    standard_name = _windows_zone(zone).get("standard", zone.windows_id)
    # A rule that neither shifts the offset nor has daylight time says nothing, and .NET omits it.
    rules = [render_rule(rule, base) for rule in adjustment_rules(zone.zone) if rule.daylight or rule.standard != base]
    return {
        "Id": zone.windows_id,
        "DisplayName": _display_name(zone, base),
        "StandardName": standard_name,
        "DaylightName": standard_name.replace("Standard Time", "Daylight Time"),
        "BaseUtcOffset": render_span(base),
        "AdjustmentRules": rules,
        "SupportsDaylightSavingTime": bool(rules),
    }


@lru_cache(maxsize=4096)
def to_instant(local: str, zone: TimeZone) -> int:
    """The microseconds since 1970 in UTC of an ISO local date-time; the seventh fractional digit is dropped.

    A time that occurs twice means the first one; a skipped time is moved forward by the length of the gap.
    Raises NotALocalTime.
    """
    wall = parse_local(local)
    # Plain arithmetic, because astimezone overflows where year 1 or 9999 leaves the calendar in UTC.
    # With fold 0 the zone returns the offset before a change, which gives both results above.
    offset = zone.zone.utcoffset(wall) or timedelta()
    return (wall.replace(tzinfo=UTC) - _EPOCH - offset) // _MICROSECOND


def parse_local(local: str) -> datetime:
    """Read an ISO date-time without zone. Raises NotALocalTime."""
    if not _LOCAL.fullmatch(local):
        raise NotALocalTime(local)
    try:
        return datetime.fromisoformat(local)
    except ValueError as error:
        raise NotALocalTime(local) from error


def local_now(zone: TimeZone, *, clock: Callable[[], int] = time.time_ns) -> str:
    """The ISO local date-time now, with up to seven fractional digits; `clock` gives nanoseconds since 1970."""
    seconds, ticks = divmod(clock() // 100, _TICKS_PER_SECOND)
    fraction = f".{ticks:07}".rstrip("0").rstrip(".")
    return _local_second(seconds, zone) + fraction


@lru_cache(maxsize=256)
def _local_second(seconds: int, zone: TimeZone) -> str:
    """The part of a rendered time that many changes of one second share."""
    return datetime.fromtimestamp(seconds, UTC).astimezone(zone.zone).replace(tzinfo=None).isoformat()


def to_local(instant: int, zone: TimeZone) -> str:
    """The ISO local date-time of an instant in microseconds since 1970 in UTC."""
    return local_now(zone, clock=lambda: instant * 1000)


def _display_name(zone: TimeZone, base: int) -> str:
    hours, minutes = divmod(abs(base) // 60, 60)
    offset = f"{'-' if base < 0 else '+'}{hours:02}:{minutes:02}"
    # Only UTC itself has no offset; London is "(UTC+00:00)".
    shown = "" if zone.windows_id == "UTC" else offset
    return f"(UTC{shown}) {_windows_zone(zone)['cities']}"


def _windows_zone(zone: TimeZone) -> Mapping[str, str]:
    entry: Mapping[str, str] = data_file("windows_zones.yaml")[zone.windows_id]
    return entry


@lru_cache(maxsize=1)
def _known() -> Mapping[str, TimeZone]:
    """All zones by their casefolded names; a Windows id wins over a tz database name ("UTC" is both)."""
    from babel.core import get_global  # Here and not above: importing the package must stay cheap.

    main_zones: Mapping[str, str] = get_global("windows_zone_mapping")
    entries = data_file("windows_zones.yaml")
    known: dict[str, TimeZone] = {}
    for windows_id, entry in entries.items():
        for iana in entry.get("zones", "").split():
            known[iana.casefold()] = TimeZone(windows_id, iana)
    for windows_id, entry in entries.items():
        known[windows_id.casefold()] = TimeZone(windows_id, main_zones.get(windows_id) or entry["iana"])
    return known


def _spelling(known: tuple[str, TimeZone]) -> str:
    """The spelling of a known name, from its casefolded form and its zone."""
    name, zone = known
    return zone.windows_id if name == zone.windows_id.casefold() else zone.iana


@lru_cache(maxsize=64)
def _zone(iana: str) -> ZoneInfo:
    """Read a zone from the tzdata package and never from the system's files.

    All machines of one service must map the same local time to the same instant.
    """
    with files("tzdata").joinpath("zoneinfo", *iana.split("/")).open("rb") as compiled:
        return ZoneInfo.from_file(compiled, key=iana)
