"""All files of a site, one after the other, from one state of the storage."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncGenerator, Sequence
from typing import Final

from facetstore.domain.errors import Finding, InvalidValues
from facetstore.metamodel.model import Facet, Metamodel
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.reading.accessing import access_facet
from facetstore.usecases.sites.site_outline import Progress, batches, read_outline
from facetstore.usecases.sites.site_pages import SitePages, called
from facetstore.usecases.sites.site_reading import read_rows
from facetstore.usecases.tenancy import Reading
from facetstore.website.page_frame import asset_files, entrance
from facetstore.website.search_index import IN_FILE, IndexEntry, index_file, index_head
from facetstore.website.site_model import SiteFile

_AT_ONCE: Final = 40
"""Elements whose pages are read and made at once."""
_MINUTES: Final = 16
"""Letters of a date with hours and minutes."""


async def site_files(
    reading: Reading, cultures: Sequence[int], facets: Sequence[Facet], progress: Progress
) -> AsyncGenerator[SiteFile]:
    """The files of a site. All of it is read in one snapshot. Close the iterator if you stop before its end."""
    moment = local_now(time_zone(reading.served.settings.time_zone))[:_MINUTES].replace("T", " ")
    async with reading.opened.snapshot():
        outline = await read_outline(reading, facets, progress)
        pages = [SitePages(reading, outline, facets, cultures, lcid, moment) for lcid in cultures]
        for file in asset_files():
            yield file
        first = pages[0].frame
        yield entrance(first.title, first.language, first.cultures)
        counts = Counter(each.facet for each in outline.entries.values())
        for each in pages:
            for file in each.overviews(counts):
                yield file
        index = {each.lcid: _Index(each.lcid) for each in pages}
        done = 0
        for ids in batches([*outline.entries], _AT_ONCE):
            found = await read_rows(reading, ids)
            for row in found.rows:
                for each in pages:
                    file, entry = each.element(row, found)
                    yield file
                    for part in index[each.lcid].add(entry):
                        yield part
            done += len(ids)
            progress("pages", done, len(outline.entries))
        for one in index.values():
            for part in one.rest():
                yield part


class _Index:
    """The index of the search of a culture, which is written in parts."""

    def __init__(self, lcid: int) -> None:
        self._lcid, self._files = lcid, 0
        self._waiting: list[IndexEntry] = []

    def add(self, entry: IndexEntry) -> list[SiteFile]:
        self._waiting.append(entry)
        return [self._written()] if len(self._waiting) >= IN_FILE else []

    def rest(self) -> list[SiteFile]:
        last = [self._written()] if self._waiting else []
        return [*last, index_head(self._lcid, self._files)]

    def _written(self) -> SiteFile:
        self._files += 1
        entries, self._waiting = self._waiting, []
        return index_file(self._lcid, self._files, entries)


def chosen_facets(metamodel: Metamodel, names: Sequence[str]) -> list[Facet]:
    """The facets with these names; without names, all that have anything but what only administrators change. Raises NotFound."""
    if names:
        return [access_facet(metamodel, each) for each in dict.fromkeys(names)]
    order = {key: place for place, key in enumerate(metamodel.facet_groups)}
    found = [
        facet
        for facet in metamodel.facets.values()
        if any(not each.for_administrators and not each.flow for each in metamodel.types_of(facet.name))
    ]
    return sorted(found, key=lambda each: order.get(each.group, len(order)))


def chosen_cultures(reading: Reading, given: Sequence[str]) -> list[int]:
    """The cultures with these numbers or names; without any, all of the storage, its default first. Raises InvalidValues."""
    settings = reading.served.settings
    known = [settings.default_data_culture, *settings.data_cultures]
    if not given:
        return list(dict.fromkeys(known))
    names = {**{str(each): each for each in known}, **{called(each).casefold(): each for each in known}}
    wrong = [each for each in given if each.casefold() not in names]
    if wrong:
        spelled = [f"{each} ({called(each)})" for each in dict.fromkeys(known)]
        error = f"The storage has no culture {wrong[0]!r}. It has: {', '.join(spelled)}."
        raise InvalidValues(error, [Finding(error, InvalidValues.code, "cultures")])
    return list(dict.fromkeys(names[each.casefold()] for each in given))
