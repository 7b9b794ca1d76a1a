"""Our own operations about translations: of one element, of a facet, of the tenant; and confirming them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.references import with_addresses
from facetstore.rest.operations.removal import named_view
from facetstore.rest.operations.write_requests import read_json, write, written
from facetstore.rest.wire.answer import Content
from facetstore.usecases.changes.text_states import Counts, TextState, counted
from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.translation_reads import TranslatedRow
from facetstore.usecases.translating import confirming
from facetstore.usecases.translating import translation_counts as counting
from facetstore.usecases.translating.element_translations import read_translations, rendered
from facetstore.usecases.translating.translation_counts import CultureCounts
from facetstore.usecases.writing import Writing

_encode = msgspec.json.Encoder().encode


async def get_translations(exchange: Exchange) -> Content:
    """The translations of an element, in the version that the caller sees."""
    path = (exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId"))
    found = await read_translations(exchange.reading, path)
    values = rendered(exchange.reading, found)
    identity = {"id": found.row.element, "versionId": found.row.version, "facetName": found.row.facet}
    source = exchange.reading.served.settings.default_data_culture
    counts = _by_culture(counted(found.translations))
    body = {"count": len(values), **identity, "source": source, "cultures": counts, "values": values}
    return Content(_encode(body), found.row.revision)


def _by_culture(counts: Counts) -> Mapping[str, Mapping[str, int]]:
    return {str(culture): _of_culture(texts) for culture, texts in counts.items()}


def _of_culture(texts: Mapping[TextState, int]) -> Mapping[str, int]:
    return {state.value: texts.get(state, 0) for state in TextState}


async def count_in_facet(exchange: Exchange) -> Content:
    return await _count(exchange, exchange.parameter("facetId"))


async def count_in_tenant(exchange: Exchange) -> Content:
    return await _count(exchange, None)


async def _count(exchange: Exchange, facet: str | None) -> Content:
    """The counts by culture; for one culture, the elements with texts in some states."""
    reading = exchange.reading
    wanted = counting.plan_translations(reading, exchange.given(), exchange.options().page, facet)
    source = reading.served.settings.default_data_culture
    if wanted.culture is None:
        values = [_counts(exchange, each) for each in await counting.count_translations(reading, wanted.among)]
        return Content(_encode({"count": len(values), "source": source, "values": values}))
    found = await counting.list_translated(reading, wanted, wanted.culture)
    listed = b",".join(_listed(exchange, each, wanted.culture) for each in found.rows)
    body = b'{"count":%d,"total":%d,"source":%d,"elements":[%b]}' % (len(found.rows), found.total, source, listed)
    return Content(with_addresses(exchange.texts, body))


def _counts(exchange: Exchange, counts: CultureCounts) -> Mapping[str, object]:
    return {
        "culture": counts.culture,
        "mandatory": counts.culture in exchange.reading.served.settings.mandatory_cultures,
        **_of_culture(counts.texts),
        "elements": counts.elements,
        "open": counts.open,
        "facets": dict(sorted(counts.facets.items())),
    }


def _listed(exchange: Exchange, row: TranslatedRow, culture: int) -> bytes:
    """The reference to an element, with its name and the counts of one culture."""
    names = names_of(stored_attributes(row.attributes), exchange.reading.metamodel.types[row.type])
    name = {str(each): text for each, text in names.items()}
    fields = _encode({"name": name, **_of_culture(row.counts.get(culture, {}))})
    return row.reference[:-1] + b"," + fields[1:]


async def confirm_translations(exchange: Exchange) -> Content:
    """Confirm the stale texts of an element in a culture."""
    facet, view = named_view(exchange)
    element, body = exchange.parameter("elementId"), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        versions: Sequence[str] = [await confirming.confirm_translations(writing, facet, element, body)]
        return await written(exchange, writing, facet, view, versions)

    return await write(exchange, work)
