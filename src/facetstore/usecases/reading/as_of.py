"""Reads of a tenant as it was: from the text of `asOf` to a reading of that moment."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Final, NamedTuple

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.domain.tenant import Tenant
from facetstore.query.options import AS_OF
from facetstore.regional.time_zones import NotALocalTime, TimeZone, time_zone, to_instant, to_local
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.tenancy import Reading, ServedTenant

_SETTLED: Final = 60_000_000
"""Microseconds after which no change is committed that began at an instant."""
_LARGEST: Final = 2**62
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
# A plus sign that is not encoded arrives as a blank.
_ZONED: Final = re.compile(
    r"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,7})?)?)(Z|[ +-]\d{2}:?\d{2})", re.IGNORECASE
)


class Moment(NamedTuple):
    """A moment of a tenant: a revision, or an instant in microseconds since 1970 UTC."""

    revision: int | None = None
    instant: int | None = None


class PastReading(NamedTuple):
    """A reading of a tenant as it was, and whether the moment stays at its revision whatever happens from now on."""

    reading: Reading
    is_settled: bool


def parse_moment(text: str, zone: TimeZone, revision: int, now: int, parameter: str = AS_OF) -> Moment:
    """The moment that a text names. Raises InvalidParameter, also for one in the future of the tenant, which is at `revision`."""
    text = text.strip()
    if text.isascii() and text.isdecimal():
        number = int(text) if len(text) < 17 else _LARGEST
        if number > revision:
            raise _mistake(parameter, f"={text} is in the future: the storage is at revision {revision}.")
        return Moment(revision=number)
    instant = _instant(text, zone, now)
    if instant is None:
        today = to_local(now, zone)[:10]
        raise _mistake(
            parameter,
            f" takes a revision up to {revision}, a date such as {today}, which means its end, or a time such as "
            f"{today}T08:30:00, with Z or an offset such as +01:00, or without for the time zone of the storage; not {text!r}.",
        )
    if instant > now:
        today = to_local(now, zone)[:19]
        raise _mistake(parameter, f"={text} is in the future: it is {today} in the time zone of the storage.")
    return Moment(instant=instant)


def _mistake(parameter: str, fault: str) -> InvalidParameter:
    error = f"{parameter}{fault}"
    return InvalidParameter(error, [Finding(error, InvalidParameter.code, parameter)])


def _instant(text: str, zone: TimeZone, now: int) -> int | None:
    try:
        if _DAY.fullmatch(text):
            # Until its end; today is not over yet.
            following = date.fromisoformat(text) + timedelta(days=1)
            end = to_instant(f"{following.isoformat()}T00:00:00", zone) - 1
            return now if to_local(now, zone)[:10] == text else end
        if zoned := _ZONED.fullmatch(text):
            return _in_utc(zoned[1], zoned[2])
        return to_instant(text, zone)
    except OverflowError:  # at the end of the calendar
        return _LARGEST
    except (NotALocalTime, ValueError):
        return None


def _in_utc(local: str, offset: str) -> int:
    """The instant of a time with an offset; the seventh fractional digit is dropped."""
    wall = datetime.fromisoformat(local).replace(tzinfo=UTC)
    shift = timedelta()
    if offset not in "Zz":
        hours, minutes = int(offset[1:3]), int(offset[-2:])
        if hours > 18 or minutes > 59:
            raise ValueError(offset)
        shift = timedelta(hours=hours, minutes=minutes) * (-1 if offset[0] == "-" else 1)
    return (wall - datetime(1970, 1, 1, tzinfo=UTC) - shift) // timedelta(microseconds=1)


async def read_as_of(
    reading: Reading,
    storage: Storage,
    text: str,
    serve: Callable[[Tenant], ServedTenant],
    *,
    parameter: str = AS_OF,
    clock: Callable[[], int] = time.time_ns,
) -> PastReading:
    """The reading of the same caller at the moment that a text names. Raises InvalidParameter."""
    served, today, now = reading.served, reading.revisions, clock() // 1000
    moment = parse_moment(text, time_zone(served.settings.time_zone), today.revision, now, parameter)
    revision, is_settled = moment.revision, True
    if revision is None:
        assert moment.instant is not None
        revision = await storage.revision_at(served.tenant, today.revision, moment.instant)
        is_settled = moment.instant < now - _SETTLED
    tenant, past = await storage.past(served.tenant, revision, today)
    is_same = tenant.settings == served.settings and tenant.additions == served.tenant.additions
    was = served if is_same else serve(tenant)
    return PastReading(
        Reading(was, reading.caller, past, Revisions(revision, tenant.definition, today.access), is_past=True),
        is_settled,
    )
