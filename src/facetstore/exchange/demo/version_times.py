"""The versions of an entry with plausible times: created, changed, released, valid and expired in this order.

Times that are not in the files are derived from the element's id, so they look random and never change.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from uuid import UUID

from facetstore.exchange.demo.attribute_values import date_time, guid
from facetstore.exchange.demo.company_files import Entry, Fields, listing, mapping

NEVER: Final = "9999-12-31T00:00:00"

_FIRST_DAY: Final = date(2021, 1, 11)
_LAST_DAY: Final = date(2026, 10, 30)
_QUIET_DAYS: Final = 1750
"""The days, from the first one on, in which elements without a date were released; later ones have a date."""
_EXPIRED_AFTER: Final = timedelta(days=540)
_DRAFTS: Final = ("inProcess", "inReview", "readyForQa", "readyForRelease")


@dataclass(frozen=True, slots=True)
class DemoVersion:
    """One version: its number, state and times, and its fields."""

    key: str
    number: str
    state: str
    day: date
    """The day of its release; for a draft the day it was begun."""
    expired_on: date | None
    fields: Fields
    changes: Fields

    @property
    def is_draft(self) -> bool:
        return self.state in _DRAFTS

    @property
    def id(self) -> str:
        return guid(f"{self.key}@{self.number}")

    @property
    def created_on(self) -> str:
        lead = timedelta() if self.is_draft else timedelta(days=drawn(self.key + self.number, 8, 45))
        return moment(self.key + self.number + "created", working_day(self.day - lead))

    @property
    def released_on(self) -> str:
        return moment(self.key + self.number + "released", self.day)

    @property
    def changed_on(self) -> str:
        if self.expired_on is not None:
            return moment(self.key + self.number + "expired", min(self.expired_on, _LAST_DAY))
        if self.state == "requestToExpire":
            return moment(self.key + self.number + "requested", _LAST_DAY)
        if not self.is_draft:
            return self.released_on
        later = timedelta(days=drawn(self.key + "changed", 1, 6))
        return moment(self.key + self.number + "changed", min(working_day(self.day + later), _LAST_DAY))

    def times(self) -> dict[str, object]:
        """The time attributes of a versioned element; a draft has no release yet."""
        until = date_time(self.expired_on) if self.expired_on else NEVER
        times: dict[str, object] = {"createdOn": self.created_on, "changedOn": self.changed_on, "validUntil": until}
        if not self.is_draft:
            times |= {"validFrom": date_time(self.day), "relOn": self.released_on}
        return times


def versions_of(entry: Entry, fields: Fields) -> Iterator[DemoVersion]:
    """Oldest first; a change applies to all later versions."""
    history = [str(each).split() for each in listing(fields.get("history"))] or [_only_version(entry, fields)]
    changes = mapping(fields.get("changes", {}))
    current = {key: each for key, each in fields.items() if key not in ("history", "changes", "state", "since")}
    for index, (number, state, day) in enumerate(history):
        changed = mapping(changes.get(number, {}))
        # The reason belongs to one version; all other changes stay.
        current = {key: each for key, each in current.items() if key != "why"} | changed
        expired_on = _expiry(state, date.fromisoformat(day), [each[2] for each in history[index + 1 :]])
        yield DemoVersion(entry.key, number, state, date.fromisoformat(day), expired_on, current, changed)


def quiet_day(key: str) -> date:
    """The default day of an event, for an element that does not give one."""
    return working_day(_FIRST_DAY + timedelta(days=drawn(key, 40, _QUIET_DAYS)))


def quiet_moment(key: str) -> str:
    return moment(key, quiet_day(key))


def drawn(seed: str, low: int, high: int) -> int:
    """A number from low to high that is always the same for this seed."""
    return low + UUID(guid(seed)).int % (high - low + 1)


def working_day(day: date) -> date:
    """That day, or the Friday before it, but never before the first day of the company's records."""
    return max(day - timedelta(days=max(0, day.weekday() - 4)), _FIRST_DAY)


def moment(seed: str, day: date) -> str:
    """A time of that day within working hours."""
    hour = time(drawn(seed + "h", 8, 16), drawn(seed + "m", 0, 59), drawn(seed + "s", 0, 59))
    return datetime.combine(day, hour).isoformat()


def _only_version(entry: Entry, fields: Fields) -> list[str]:
    state = str(fields.get("state", "inEffect"))
    number = "0.1" if state in _DRAFTS else "1.0"
    return [number, state, str(fields.get("since", quiet_day(entry.key)))]


def _expiry(state: str, day: date, later_days: list[str]) -> date | None:
    if state != "expired":
        return None
    return date.fromisoformat(later_days[0]) if later_days else day + _EXPIRED_AFTER
