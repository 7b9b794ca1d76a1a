"""The endpoint table of review dates."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import review_dates
from facetstore.rest.routing.routes import ELEMENT, Route

_GET: Final = ("GET", "HEAD")
_REVIEW: Final = f"{ELEMENT}/review"

REVIEWS: Final[tuple[Route, ...]] = (
    Route(
        "+", "reviews-list", ("rest/reviews",), review_dates.list_due, "4.0", Role.VIEWER, "DueReviews",
        "List what is due for a review", methods=_GET, parameters=frozenset({"mine"}),
    ),
    Route(
        "+", "review-get", (_REVIEW,), review_dates.show_review, "4.0", Role.VIEWER, "Review",
        "Get the review date of an element", methods=_GET,
    ),
    Route(
        "+", "review-confirm", (_REVIEW,), review_dates.confirm_review, "4.0", Role.VIEWER, "ConfirmedReview",
        "Confirm that an element is still right", methods=("POST",), parameters=frozenset({"dryRun"}), writes=True,
        body="ReviewBody",
    ),
)  # fmt: skip
