"""The reviews that are due soon or overdue: of all that the caller may open, or of what the caller owns."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.usecases.ports.review_date_store import DueReview, Owned
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.reading.named_elements import opened_by, render_element
from facetstore.usecases.review_dates.due_dates import reviewed_types, today_in
from facetstore.usecases.tenancy import Reading

MOST_LISTED: Final = 500
_OWN: Final = "mine"


def parse_own(given: Mapping[str, str]) -> bool:
    """Whether a request wants what the caller owns alone. Raises InvalidParameter."""
    text = given.get(_OWN, "false").casefold()
    if text not in ("true", "false"):
        error = f"{_OWN} takes true or false."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, _OWN)])
    return text == "true"


async def list_due(reading: Reading, storage: Storage, *, own: bool) -> Mapping[str, Any]:
    """The due reviews, the longest waiting first, and how many there are of all."""
    metamodel, caller = reading.metamodel.whole, reading.caller
    today = today_in(reading.served.settings.time_zone)
    # Types that this caller does not know are left out.
    types = reviewed_types(metamodel, today, reading.metamodel.types)
    owned = Owned(metamodel.roles.owner, caller.principals) if own else None
    found = await storage.review_dates(reading.served.tenant, caller.audience).due(types, MOST_LISTED, owned)
    opened = await opened_by(reading, {each.element for each in found.values})
    return {
        "count": len(found.values),
        "due": found.due,
        "overdue": found.overdue,
        "values": [
            {
                "element": render_element(reading, opened[each.element]),
                "versionId": each.version,
                "dueOn": due_on(reading, each),
                "isOverdue": each.is_overdue,
            }
            for each in found.values
            if each.element in opened
        ],
    }


def due_on(reading: Reading, review: DueReview) -> str:
    rule = reading.metamodel.whole.types[review.type].review
    assert rule is not None
    return rule.due(date.fromisoformat(review.since)).isoformat()
