"""What comes with the day for reviews: notices for those who are responsible, and an event for each review that is overdue."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Final

from facetstore.domain.tenant import Tenant
from facetstore.usecases.ports.notice_store import StoredNotice
from facetstore.usecases.ports.review_date_store import DueReview
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.release.scheduling import SCHEDULER
from facetstore.usecases.review_dates.due_dates import reviewed_types
from facetstore.usecases.tenancy import serve

REVIEW: Final = "review"
OVERDUE: Final = "review.overdue"
MOST_NOTICED: Final = 10_000
"""Due reviews of which there are notices: those that wait the longest."""
_AT_ONCE: Final = 200
"""How many one transaction announces: other writers of the tenant wait for it."""
_SOON: Final = (1, 7)
"""How many days before a review is due there are further notices."""
_WEEK: Final = 7


async def announce_overdue(storage: Storage, tenant: Tenant, today: date) -> int:
    """Add a row to the history for each review that is overdue, once for each day on which it was due; returns how many."""
    types, number = reviewed_types(serve(tenant).metamodel, today), 0
    while types:
        async with storage.writer(tenant, actor=SCHEDULER) as writer:
            writer.keep_revision()
            found = await writer.review_dates.announce(types, _AT_ONCE)
            for each in found:
                await writer.history.remark(
                    OVERDUE, each.element, {"dueOn": _due(tenant, each).isoformat()}, each.version
                )
        number += len(found)
        if len(found) < _AT_ONCE:
            break
    return number


async def notices_of_reviews(storage: Storage, tenant: Tenant, today: date, now: int) -> list[StoredNotice]:
    """Notices of reviews that are due soon or overdue, for the owners; without an owner, for the authors. `now` is in microseconds
    since 1970 UTC; the number of statements does not depend on how many they are."""
    types = reviewed_types(serve(tenant).metamodel, today)
    dates = storage.review_dates(tenant)
    found = (await dates.due(types, MOST_NOTICED)).values if types else ()
    persons = await _responsible(storage, tenant, [each.key for each in found]) if found else {}
    return [_notice(tenant, each, person, today, now) for each in found for person in persons.get(each.key, ())]


async def _responsible(storage: Storage, tenant: Tenant, keys: Sequence[int]) -> Mapping[int, Collection[str]]:
    """By version the persons that it names as owners, or as authors if it has no owner; of groups their members."""
    roles, work = serve(tenant).metamodel.roles, storage.notices(tenant)
    named = defaultdict[int, set[str]](set)
    for key, target in await work.responsible(keys, {roles.owner}):
        named[key].add(target)
    if rest := [key for key in keys if key not in named]:
        for key, target in await work.responsible(rest, set(roles.authors)):
            named[key].add(target)
    members = defaultdict[str, set[str]](set)
    for group, person in await work.members({each for some in named.values() for each in some}, roles.groups):
        members[group].add(person)
    return {key: sorted({one for each in some for one in members.get(each, {each})}) for key, some in named.items()}


def _notice(tenant: Tenant, review: DueReview, person: str, today: date, now: int) -> StoredNotice:
    due = _due(tenant, review)
    left = (due - today).days
    soon = next((f"in{days}" for days in _SOON if left <= days), "coming")
    # Behind the day itself there is one for each week.
    stage = soon if left > 0 else f"late{-left // _WEEK}"
    id_ = f"{REVIEW}:{review.version}:{review.since}:{stage}"
    return StoredNotice(
        person, id_, REVIEW, review.element, review.version, None, due.isoformat(), public=True, created=now
    )


def _due(tenant: Tenant, review: DueReview) -> date:
    rule = serve(tenant).metamodel.types[review.type].review
    assert rule is not None
    return rule.due(date.fromisoformat(review.since))
