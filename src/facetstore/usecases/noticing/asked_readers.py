"""Notices for those who are asked to confirm that they have read what is released, and reminders each week until they have."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Final

from facetstore.domain.tenant import Tenant
from facetstore.regional.time_zones import time_zone, to_instant
from facetstore.usecases.acknowledging.audience import is_released, people_asked
from facetstore.usecases.ports.acknowledgement_store import InForce
from facetstore.usecases.ports.notice_store import StoredNotice
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenancy import serve

ACKNOWLEDGE: Final = "acknowledge"
_WEEK: Final = 7 * 86_400_000_000


async def notices_of_asked(
    storage: Storage, tenant: Tenant, now: int, elements: Collection[str] | None = None
) -> Iterator[StoredNotice]:
    """Notices for all who are asked by these elements, or by any, and have not confirmed what is in force. `now` is in microseconds
    since 1970 UTC; the number of statements does not depend on how many they are."""
    store, metamodel = storage.acknowledgements(tenant), serve(tenant).metamodel
    asked = await store.asked(elements)
    found = await store.in_force({each.element for each in asked}) if asked else {}
    in_force = {element: each for element, each in found.items() if is_released(metamodel, each)}
    if not in_force:
        return iter(())
    people = await people_asked(store, [each for each in asked if each.element in in_force], metamodel)
    done = set(await store.of_versions([each.version for each in in_force.values()]))
    zone = time_zone(tenant.settings.time_zone)
    return (
        _notice(version, person, max(asked_at, released), now)
        for element, version in in_force.items()
        for released in [to_instant(version.released_on, zone) if version.released_on else 0]
        for person, asked_at in people.get(element, {}).items()
        if (version.version, person) not in done
    )


def _notice(version: InForce, person: str, since: int, now: int) -> StoredNotice:
    weeks = max(0, now - since) // _WEEK
    id_, detail = f"{ACKNOWLEDGE}:{version.version}:{weeks}", str(7 * weeks) if weeks else ""
    return StoredNotice(
        person, id_, ACKNOWLEDGE, version.element, version.version, None, detail, public=True, created=now
    )
