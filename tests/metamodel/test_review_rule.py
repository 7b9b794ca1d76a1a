"""When a review is due, and which day is the latest that is due by another one."""

from datetime import date, timedelta

import pytest

from facetstore.metamodel.loader import load_standard, load_with_additions
from facetstore.metamodel.review_rule import LEAD_DAYS, ReviewRule


@pytest.mark.parametrize(
    ("months", "looked_at", "due"),
    [
        (12, date(2025, 3, 4), date(2026, 3, 4)),
        (1, date(2027, 1, 31), date(2027, 2, 28)),
        (1, date(2028, 1, 31), date(2028, 2, 29)),
        (12, date(2028, 2, 29), date(2029, 2, 28)),
        (2, date(2026, 11, 30), date(2027, 1, 30)),
    ],
)
def test_a_review_is_due_on_the_same_day_or_the_last_one_of_a_shorter_month(
    months: int, looked_at: date, due: date
) -> None:
    assert ReviewRule(months).due(looked_at) == due


@pytest.mark.parametrize("months", [1, 2, 11, 12, 120])
def test_the_latest_day_parts_what_is_due_from_what_is_not(months: int) -> None:
    rule = ReviewRule(months)
    for number in range(800):
        today = date(2027, 1, 1) + timedelta(days=number)
        latest = rule.latest(today)
        assert rule.due(latest) <= today < rule.due(latest + timedelta(days=1))


def test_the_standard_requires_no_reviews_and_a_tenant_may() -> None:
    assert all(each.review is None for each in load_standard().types.values())
    own = load_with_additions({"types": {"subProcess": {"review": {"months": 6}}}})
    assert own.types["subProcess"].review == ReviewRule(6, LEAD_DAYS)
    assert own.types["subProcess"].properties == load_standard().types["subProcess"].properties
