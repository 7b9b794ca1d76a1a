"""How often what is released of a type must be confirmed as still right, and the days that follow from it."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from facetstore.metamodel.plain import Plain, section

LEAD_DAYS: Final = 30
"""How many days before a review is due those who are responsible hear of it, if the type does not say."""
_DAY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ReviewRule:
    """A review every so many months, and how many days before it is due it can be seen coming."""

    months: int
    lead_days: int = LEAD_DAYS

    def due(self, looked_at: date) -> date:
        """The day on which a review is due of what was released, or last confirmed, on a day."""
        return _later(looked_at, self.months)

    def latest(self, due: date) -> date:
        """The latest day of a release or confirmation whose review is due on this day or before."""
        day = _later(due, -self.months)
        # The last days of a month are due on the same day if the other month is shorter.
        while self.due(day + _DAY) <= due:
            day += _DAY
        return day


def build_review_rule(type_: Plain) -> ReviewRule | None:
    """The rule of a type; None if it requires no reviews."""
    given = section(type_, "review")
    months, lead = given.get("months"), given.get("leadDays", LEAD_DAYS)
    return ReviewRule(months, lead) if isinstance(months, int) and isinstance(lead, int) else None


def _later(day: date, months: int) -> date:
    """The same day so many months later, or the last one of a month that is too short."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))
