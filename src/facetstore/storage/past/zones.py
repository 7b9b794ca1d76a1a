"""Which permissions hold for what there was: those of today.

An element is in the zone that it is in today. One that was deleted meanwhile is in the zone in which it came to the trash. One
that left the trash as well is in a zone that no caller may see who may not see everything.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, cast

from facetstore.domain.access import NO_ZONE, Audience
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch, Row
from facetstore.storage.past.states import PastState

ZONED: Final = "SELECT DISTINCT element, zone FROM version WHERE tenant = :tenant AND zone <> 0{among}"
TRASHED: Final = "SELECT element, zone FROM trash WHERE tenant = :tenant{among} ORDER BY at, id"
EXISTING: Final = "SELECT id FROM element WHERE tenant = :tenant{among}"
# A trash may still name zones whose permissions are gone, so the number is far from all of them.
HIGHEST: Final = "SELECT coalesce(max(zone), 0) + 1000 FROM permission WHERE tenant = :tenant"


class PastZones(NamedTuple):
    """The zones of today by element, those in the trash, and all elements of today; None: it does not matter which there are."""

    today: dict[str, int]
    trashed: dict[str, int]
    existing: frozenset[str] | None
    gone: int
    """A zone that none of today's is."""

    def of(self, states: Sequence[PastState], metamodel: Metamodel) -> dict[str, int]:
        """The zones of elements as they were, without those outside all zones."""
        found = {str(each.version.element): self._zone(str(each.version.element)) for each in states}
        if self.existing is not None:
            self._follow(found, states, metamodel)
        return {element: zone for element, zone in found.items() if zone != NO_ZONE}

    def _zone(self, element: str) -> int:
        if element in self.today or self.existing is None or element in self.existing:
            return self.today.get(element, NO_ZONE)
        return self.trashed.get(element, self.gone)

    def _follow(self, found: dict[str, int], states: Sequence[PastState], metamodel: Metamodel) -> None:
        """Flow objects that are gone follow the diagram that showed them."""
        assert self.existing is not None
        for each in states:
            for shape in each.version.content:
                element = str(shape.element)
                if found.get(element) == self.gone and element not in self.existing:
                    found[element] = found[str(each.version.element)]


def beyond(audience: Audience, gone: int) -> Audience:
    """The audience from which what is gone is hidden, too."""
    if audience.opened is not None:
        audience = replace(audience, opened=_without(audience.opened, gone))
    return _without(audience, gone)


def _without(audience: Audience, gone: int) -> Audience:
    # The zones of an audience are the hidden ones, or the visible ones if it sees nothing outside.
    return replace(audience, zones=audience.zones | {gone}) if audience.outside else audience


async def read_zones(
    fetch: Fetch, dialect: Dialect, tenant: int, elements: Collection[str] | None = None, *, restricted: bool
) -> PastZones:
    """The zones of these elements, or of all. What is gone matters only to callers from whom something is hidden."""

    async def read(text: str, column: str) -> Sequence[Row]:
        among = "" if elements is None else f" AND {dialect.among(column, 'elements')}"
        return await fetch(
            text.format(among=among), {"tenant": tenant, "elements": dialect.pack(sorted(elements or ()))}
        )

    today = {str(element): cast("int", zone) for element, zone in await read(ZONED, "element")}
    if not restricted:
        return PastZones(today, {}, None, NO_ZONE)
    trashed = {str(element): cast("int", zone) for element, zone in await read(TRASHED, "element")}
    existing = frozenset(str(id_) for (id_,) in await read(EXISTING, "id"))
    ((gone,),) = await fetch(HIGHEST, {"tenant": tenant})
    return PastZones(today, trashed, existing, cast("int", gone))
