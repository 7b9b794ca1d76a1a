"""Lists put together from elements that were rendered before.

One statement tells which elements a list holds and at which revision; those kept and untouched since are taken as they are, the
others are read by a second one. Should the tenant change in between, it is done again: a list never mixes two states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from facetstore.rest.changes import ChangeLog
from facetstore.rest.kept_elements import KeptElements
from facetstore.rest.rendering import ElementRenderer, TenantTexts
from facetstore.usecases.elements import WHOLE, Elements
from facetstore.usecases.ports import Children, PagedSelection, Revisions, Slice, Storage, TheseElements
from facetstore.usecases.presentation import Presentation
from facetstore.usecases.tenancy import Reading

_ATTEMPTS: Final = 3
_BETWEEN: Final = b"\0"
"""Stands between elements while their addresses are filled in; never part of JSON."""


@dataclass(frozen=True, slots=True)
class Collector:
    """Puts lists together."""

    storage: Storage
    log: ChangeLog
    kept: KeptElements

    async def collect(
        self,
        reading: Reading,
        texts: TenantTexts,
        presentation: Presentation,
        selection: PagedSelection | Children,
        slice_: Slice | None,
    ) -> Sequence[bytes] | None:
        """The rendered elements of a list; None when it is too long, or the tenant changes faster than it can be read this way."""
        if not self.kept.keeps:
            return None
        tenant, alike = reading.served.tenant, (texts, presentation)
        for _ in range(_ATTEMPTS):
            revision, elements = await reading.reader.listing(selection, slice_)
            if len(elements) > WHOLE:
                return None
            revisions = Revisions(revision, tenant.definition, tenant.access)
            changes = await self.log.until(tenant.key, revisions)
            if changes.until != revision:
                continue
            found = self.kept.find(alike, elements, changes)
            if None not in found:
                return found  # type: ignore[return-value]  # none is None
            missing = tuple(element for element, body in zip(elements, found, strict=True) if body is None)
            rendered = await _render(reading, texts, presentation, missing)
            now = await self.storage.revisions(tenant.key)
            if now is not None and now.revision == revision and len(rendered) == len(missing):
                self.kept.keep(alike, revision, missing, rendered)
                fresh = iter(rendered)
                return [next(fresh) if body is None else body for body in found]
        return None


async def _render(
    reading: Reading, texts: TenantTexts, presentation: Presentation, elements: tuple[str, ...]
) -> list[bytes]:
    selection, parts = TheseElements(elements), presentation.parts
    if presentation.shows_cards:
        read = Elements((), presentation, cards=await reading.reader.cards(selection, parts))
    else:
        read = Elements(await reading.reader.elements(selection, parts), presentation)
    renderer = ElementRenderer(texts, read, reading.served)
    return renderer.finish(renderer.render_all(_BETWEEN)).split(_BETWEEN)
