"""Notices that come with the day: what expires in 30, 7 and 1 days, for those who are responsible and those who follow it; and what
people are asked to confirm, for those who have not; and what must be confirmed as still right, for those who own it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from datetime import date
from itertools import islice
from typing import Final

from facetstore.domain.tenant import Tenant
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.text_states import TextState
from facetstore.usecases.noticing.asked_readers import notices_of_asked
from facetstore.usecases.noticing.review_days import announce_overdue, notices_of_reviews
from facetstore.usecases.ports.notice_store import DAYS, Expiring, StoredNotice
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve

EXPIRY: Final = "expiry"
STALE: Final = "translation"
BEFORE: Final = (1, 7, 30)
"""How many days before the end there is a notice."""
_BATCH: Final = 1_000
_MOST_STALE: Final = 10_000
"""Elements with stale translations that are looked at in a day."""
_READ_KEPT: Final = 90
_KEPT: Final = 400
"""Days after which notices are forgotten: those that are marked as read, and all."""
_DAY: Final = 86_400_000_000
_EPOCH: Final = date(1970, 1, 1)


async def derive_of_day(storage: Storage, tenant: Tenant, clock: Callable[[], int]) -> int:
    """Store the notices of this day, if they are not stored yet; returns how many were derived. `clock` gives nanoseconds."""
    day = date.fromisoformat(local_now(time_zone(tenant.settings.time_zone), clock=clock)[:10])
    today, work = (day - _EPOCH).days, storage.notices(tenant)
    done = await work.progress(DAYS)
    if done >= today:
        return 0
    now = clock() // 1000
    notices = [*await _expiring(storage, tenant, now), *await _stale(storage, tenant, now)]
    for some in _batches(await notices_of_asked(storage, tenant, now)):
        await work.add(some)
    await announce_overdue(storage, tenant, day)
    for some in _batches(iter(await notices_of_reviews(storage, tenant, day, now))):
        await work.add(some)
    await work.trim(now - _READ_KEPT * _DAY, now - _KEPT * _DAY)
    stored = await work.store(DAYS, done, today, notices)
    return len(notices) if stored else 0


def _batches(notices: Iterator[StoredNotice]) -> Iterator[list[StoredNotice]]:
    """Notices for a transaction each: an element may ask thousands."""
    return iter(lambda: list(islice(notices, _BATCH)), [])


async def _expiring(storage: Storage, tenant: Tenant, now: int) -> list[StoredNotice]:
    metamodel, work = serve(tenant).metamodel, storage.notices(tenant)
    roles = metamodel.roles
    found = await work.expiring(roles.valid_until, now, now + BEFORE[-1] * _DAY)
    ending = [
        each for each in found if each.type in metamodel.types and not metamodel.types[each.type].for_administrators
    ]
    if not ending:
        return []
    contexts = {*roles.authors, roles.owner}
    persons = defaultdict[str, set[str]](set)
    elements = {each.key: each.element for each in ending}
    for key, target in await work.responsible(elements, contexts):
        persons[elements[key]].add(target)
    for element, person in await work.followers(set(elements.values())):
        persons[element].add(person)
    return [_notice(each, person, now) for each in ending for person in sorted(persons[each.element])]


async def _stale(storage: Storage, tenant: Tenant, now: int) -> list[StoredNotice]:
    """Of texts whose source was changed later, for those who are responsible for the element: once for each version and culture."""
    metamodel, work, settings = serve(tenant).metamodel, storage.notices(tenant), tenant.settings
    cultures = {*settings.data_cultures} - {settings.default_data_culture}
    found = [
        each
        for each in await work.stale(cultures, _MOST_STALE)
        if each.type in metamodel.types and not metamodel.types[each.type].for_administrators
    ]
    persons = defaultdict[int, set[str]](set)
    contexts = {*metamodel.roles.authors, metamodel.roles.owner}
    for key, target in await work.responsible([each.key for each in found], contexts) if found else ():
        persons[key].add(target)
    return [
        StoredNotice(
            person,
            f"{STALE}:{each.version}:{culture}",
            STALE,
            each.element,
            each.version,
            None,
            str(counts[TextState.STALE]),
            public=False,
            created=now,
        )
        for each in found
        for culture, counts in each.counts.items()
        if culture in cultures and counts.get(TextState.STALE)
        for person in sorted(persons[each.key])
    ]


def _notice(ending: Expiring, person: str, now: int) -> StoredNotice:
    left = -(-(ending.ends - now) // _DAY)
    days = next(each for each in BEFORE if left <= each)
    id_ = f"{EXPIRY}:{ending.version}:{ending.ends}:{days}"
    return StoredNotice(person, id_, EXPIRY, ending.element, ending.version, None, str(days), public=True, created=now)
