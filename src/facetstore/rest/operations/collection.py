"""Lists assembled from cached elements.

One statement returns the ids of a list and their revision, unless they are cached. Elements that are cached and unchanged are
used as they are; a second statement reads the others. If the tenant changes in between, it is tried up to three times: a list never
mixes two states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, cast

from facetstore.rest.change_log import ChangeLog, Changes
from facetstore.rest.operations.heads import TenantTexts
from facetstore.rest.operations.rendering import ElementRenderer
from facetstore.rest.response_cache.element_cache import ElementCache
from facetstore.rest.response_cache.list_cache import ListCache
from facetstore.usecases.ports.rows import Listing
from facetstore.usecases.ports.selections import WHOLE_LIST, ListedSelection, Narrowing, Slice, TheseElements
from facetstore.usecases.ports.storage import Revisions, Storage
from facetstore.usecases.reading.element_reads import shows_cards, with_names
from facetstore.usecases.reading.lists import WHOLE
from facetstore.usecases.reading.presentation import Elements, Presentation
from facetstore.usecases.tenancy import Reading

_ATTEMPTS: Final = 3
_BETWEEN: Final = b"\0"
"""Separates elements while their addresses are filled in; never part of JSON."""


class Collected(NamedTuple):
    """The rendered elements of a list, and the listing they were taken from."""

    elements: Sequence[str]
    rendered: Sequence[bytes]
    listing: Listing


class ListWanted(NamedTuple):
    """A list to assemble: which elements, which page of them, and how they are shown."""

    presentation: Presentation
    selection: ListedSelection
    slice: Slice | None = None
    narrowing: Narrowing = WHOLE_LIST
    most: int = WHOLE
    """How many are shown. A longer list that is not paged is not assembled here."""
    paged: bool = False
    facet: str | None = None
    """The facet whose elements alone decide which elements the list holds, and their order; None where others may decide it."""


@dataclass(frozen=True, slots=True)
class Collector:
    """Assembles lists."""

    storage: Storage
    log: ChangeLog
    cache: ElementCache
    listings: ListCache

    async def collect(self, reading: Reading, texts: TenantTexts, wanted: ListWanted) -> Collected | None:
        """The rendered elements of a list; None where it must be read as a whole.

        That is where the cache is off, the presentation shows what can change without the elements or their neighbours, the list
        is too long, or the tenant changed during every attempt.
        """
        if not self.cache.is_on or not wanted.presentation.is_near:
            return None
        for _ in range(_ATTEMPTS):
            listing, changes = await self._listing(reading, wanted)
            if len(listing.elements) > wanted.most and not wanted.paged:
                return None
            elements = listing.elements[: wanted.most]
            if changes.until != listing.revision:
                continue
            rendered = await self._rendered(reading, texts, wanted.presentation, elements, changes)
            if rendered is not None:
                return Collected(elements, rendered, listing)
        return None

    async def _listing(self, reading: Reading, wanted: ListWanted) -> tuple[Listing, Changes]:
        """The ids of the list, and the changes up to its revision or a later one."""
        tenant = reading.served.tenant
        if wanted.facet is None:
            listing = await _read(reading, wanted)
        else:
            key = (tenant.key, reading.caller.audience, wanted.selection, wanted.slice, wanted.narrowing.after)
            changes = await self.log.until(tenant.key, reading.revisions)
            if (cached := self.listings.find(key, changes)) is not None:
                return cached, changes
            listing = await _read(reading, wanted)
            self.listings.put(key, wanted.facet, listing)
        revisions = Revisions(listing.revision, tenant.definition, tenant.access)
        return listing, await self.log.until(tenant.key, revisions)

    async def _rendered(
        self,
        reading: Reading,
        texts: TenantTexts,
        presentation: Presentation,
        elements: Sequence[str],
        changes: Changes,
    ) -> Sequence[bytes] | None:
        """The elements, rendered where they are not cached; None when the tenant changed meanwhile, or some could not be read."""
        alike, revision = (texts.serial, presentation), changes.until
        found = self.cache.find(alike, elements, changes)
        if None not in found:
            return cast("list[bytes]", found)
        missing = tuple(element for element, body in zip(elements, found, strict=True) if body is None)
        rendered = await _render(reading, texts, presentation, missing)
        now = await self.storage.revisions(reading.served.tenant.key)
        if now is None or now.revision != revision or len(rendered) != len(missing):
            return None
        if not reading.has_counts:
            self.cache.put(alike, revision, missing, rendered)
        fresh = iter(rendered)
        return [next(fresh) if body is None else body for body in found]


async def _read(reading: Reading, wanted: ListWanted) -> Listing:
    return await reading.finder(wanted.narrowing).listing(
        wanted.selection, wanted.slice, wanted.narrowing, places=wanted.paged
    )


async def _render(
    reading: Reading, texts: TenantTexts, presentation: Presentation, elements: tuple[str, ...]
) -> list[bytes]:
    selection, parts = TheseElements(elements), presentation.parts
    if presentation.shows_cards and shows_cards(reading):
        read = Elements((), presentation, cards=await reading.opened.cards(selection, parts))
    else:
        rows = await reading.opened.elements(selection, parts)
        read = Elements(rows, presentation, mixed=await with_names(reading, selection, rows))
    renderer = ElementRenderer(texts, read, reading, shared=True)
    return (await renderer.render_all(_BETWEEN)).split(_BETWEEN)
