"""Our own operation stats: how many elements there are of what, who owns them, when versions were released, what is missing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.wire.answer import Content
from facetstore.usecases.finding import counting as usecase
from facetstore.usecases.finding.counting import Counted
from facetstore.usecases.tenancy import Reading

Entries = Sequence[dict[str, object]]


async def count_elements(exchange: Exchange) -> Content:
    wanted = usecase.plan_stats(exchange.reading, exchange.given())
    match wanted.by:
        case (usecase.OWNER,):
            values = await _by_owner(exchange.reading, wanted)
        case (usecase.MONTH,):
            values = await _by_month(exchange.reading, wanted)
        case by if usecase.MISSING_CULTURE in by:
            values = await _by_missing_culture(exchange.reading, wanted)
        case _:
            values = await _by_fields(exchange.reading, wanted)
    return Content(msgspec.json.encode({"count": len(values), "values": values}))


async def _by_fields(reading: Reading, wanted: Counted) -> Entries:
    """The counts by fields. A field that an element does not have is left out."""
    values = []
    for each in await usecase.count_elements(reading, wanted):
        group = {name: value for name, value in zip(wanted.by, each.values, strict=True) if value is not None}
        values.append({**group, "count": each.number})
    return values


async def _by_owner(reading: Reading, wanted: Counted) -> Entries:
    return [
        {"count": each.number}
        if each.owner is None
        else {"owner": each.owner, "displayName": each.name, "count": each.number}
        for each in await usecase.count_by_owner(reading, wanted.among)
    ]


async def _by_month(reading: Reading, wanted: Counted) -> Entries:
    counts = await usecase.count_releases(reading, wanted.among)
    return [{"month": month, "count": number} for month, number in counts]


async def _by_missing_culture(reading: Reading, wanted: Counted) -> Entries:
    return [
        {
            **({} if each.facet is None else {"facet": each.facet}),
            "missingCulture": each.culture,
            "mandatory": each.mandatory,
            "withoutName": each.without_name,
            "count": each.incomplete,
        }
        for each in await usecase.count_missing_cultures(reading, wanted.among, by_facet="facet" in wanted.by)
    ]
