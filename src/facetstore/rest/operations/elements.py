"""Operations 3, 4, 6–10 and 13: lists of elements, one element and its parts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.rest.operations.collection import ListWanted
from facetstore.rest.operations.exported_tables import export_list
from facetstore.rest.operations.handlers import Exchange, read_flag
from facetstore.rest.operations.old_form import old_form
from facetstore.rest.operations.one_culture import RawMap, in_one_culture
from facetstore.rest.operations.scripts import show_script, wants_script
from facetstore.rest.wire.answer import About, Content, Header
from facetstore.rest.wire.media import wants_csv
from facetstore.usecases.measure import take_turn
from facetstore.usecases.ports.rows import Counts, ElementRow, NamedRow
from facetstore.usecases.reading import element_reads as usecase
from facetstore.usecases.reading import lists
from facetstore.usecases.reading.entries import looks_elsewhere
from facetstore.usecases.reading.lists import ElementList
from facetstore.usecases.reading.presentation import Elements, Presentation
from facetstore.usecases.release.approvals import list_approvals

_RAW_MAP: Final = msgspec.json.Decoder(RawMap)
_EMPTY: Final = msgspec.Raw(b"{}")
_NONE: Final = msgspec.Raw(b"[]")


def _path(exchange: Exchange) -> tuple[str, str, str]:
    return exchange.parameter("facetId"), exchange.parameter("viewId"), exchange.parameter("elementId")


async def _envelope(exchange: Exchange, elements: Elements) -> bytes:
    renderer = exchange.renderer(elements)
    return _in_version(exchange, b'{"count":%d,"elements":[%b]}' % (elements.count, await renderer.render_all()))


def _collected(exchange: Exchange, presentation: Presentation, elements: Sequence[bytes]) -> bytes:
    # Joined once: a list may be half a megabyte, and each copy of it costs as much as finding its elements.
    pieces = [b'{"count":%d,"elements":[' % len(elements)]
    for element in elements:
        pieces += (element, b",")
    pieces[-1 if elements else 1 :] = [b"]}"]
    heads = exchange.texts.heads(exchange.reading, named="displayNames" in presentation.resources)
    return _in_version(exchange, heads.fill(b"".join(pieces)))


def _in_version(exchange: Exchange, body: bytes) -> bytes:
    return old_form(body) if exchange.call.api_version == "1.0" else body


async def list_elements(exchange: Exchange) -> Content:
    reading, options = exchange.reading, exchange.options()
    if wants_csv(exchange.call.headers.get(b"accept")):
        return await export_list(exchange, options)
    wanted = lists.plan_list(reading, exchange.parameter("facetId"), exchange.parameter("viewId"), options)
    if wanted.is_plain:
        paged = wanted.options.page is not None
        collected = await exchange.collect(
            ListWanted(
                wanted.presentation,
                wanted.selection,
                wanted.slice,
                wanted.narrowing,
                wanted.size,
                paged,
                wanted.facet if wanted.narrowing.is_whole else None,
            )
        )
        if collected is not None:
            wanted.check(collected.listing)
            headers = exchange.link(wanted.next_cursor(collected.listing))
            return Content(
                _collected(exchange, wanted.presentation, collected.rendered),
                about=_about(wanted, collected.elements),
                headers=headers,
            )
    found = await lists.list_elements(reading, wanted)
    headers = [*exchange.link(found.next_cursor), *_total(found.counts)]
    if found.rest is not None:
        return Content(b"", headers=headers, stream=_stream(exchange, found.rest))
    return Content(_with_counts(await _envelope(exchange, found), found.counts), headers=headers)


def _about(wanted: ElementList, elements: Sequence[str]) -> About | None:
    """What can change a list: its elements and their order; if it is filtered or sorted, any element of its facet, or of others."""
    if wanted.narrowing.is_whole:
        return About(elements, listed=wanted.facet)
    # A filter on other elements may match differently although nothing in this facet has changed.
    return None if looks_elsewhere(wanted.narrowing.filter) else About(facet=wanted.facet)


def _total(counts: Counts | None) -> list[Header]:
    return [] if counts is None else [(b"x-total-count", b"%d" % counts.total)]


def _with_counts(body: bytes, counts: Counts | None) -> bytes:
    """The answer with counts beside the elements."""
    if counts is None or not counts.by:
        return body
    return body[:-1] + b',"facetCounts":' + msgspec.json.encode(counts.by) + b"}"


async def _stream(exchange: Exchange, chunks: AsyncIterator[Elements]) -> AsyncIterator[bytes]:
    """A list too long for memory. The count is known only at the end, so it is written there."""
    old = exchange.call.api_version == "1.0"
    count, separator = 0, b""
    yield b'{"values":[' if old else b'{"elements":['
    async for chunk in chunks:
        await take_turn()
        renderer = exchange.renderer(chunk)
        body = await renderer.render_all()
        yield separator + (_old_elements(body) if old else body)
        count, separator = count + chunk.count, b","
    yield b'],"count":%d}' % count


def _old_elements(body: bytes) -> bytes:
    """Elements separated by commas, in the 1.0 form."""
    return old_form(b'{"elements":[%b]}' % body).removeprefix(b'{"values":[').removesuffix(b"]}")


async def get_element(exchange: Exchange) -> Content:
    found = await usecase.get_element(exchange.reading, *_path(exchange), exchange.options())
    row = found.rows[0]
    near = found.presentation.is_near and exchange.options().filter is None
    # The rights on a flow object depend on its diagrams, and may change although the object does not.
    near = near and (row.diagrams is None or exchange.reading.caller.changes_alike)
    return Content(await _envelope(exchange, found), row.revision, About((row.element,)) if near else None)


async def list_attributes(exchange: Exchange) -> Content:
    found = await usecase.get_attributes(exchange.reading, *_path(exchange), exchange.options())
    return _attributes(exchange, found, None)


async def get_attribute(exchange: Exchange) -> Content:
    name = exchange.parameter("attributeId")
    found = await usecase.get_attributes(exchange.reading, *_path(exchange), exchange.options(), name)
    return _attributes(exchange, found, name)


def _attributes(exchange: Exchange, found: Elements, name: str | None) -> Content:
    renderer, row = exchange.renderer(found), found.rows[0]
    values = _RAW_MAP.decode(
        renderer.finish(renderer.attributes(row) if found.presentation.parts.attributes else b"{}")
    )
    if name is not None and not values:
        values = dict.fromkeys(found.presentation.attributes or (), _EMPTY)
    if not found.presentation.chain:
        return Content(_map_envelope(values), row.revision, About((row.element,)))
    chosen, fallbacks = in_one_culture(values, found.presentation.chain)
    body = {"count": len(chosen), "values": chosen, **({"fallbacks": fallbacks} if fallbacks else {})}
    return Content(msgspec.json.encode(body), row.revision, About((row.element,)))


async def list_related(exchange: Exchange) -> Content:
    found = await usecase.get_related(exchange.reading, *_path(exchange), exchange.options())
    return _related(exchange, found, None)


async def get_related(exchange: Exchange) -> Content:
    name = exchange.parameter("relatedId")
    found = await usecase.get_related(exchange.reading, *_path(exchange), exchange.options(), name)
    return _related(exchange, found, name)


def _related(exchange: Exchange, found: Elements, name: str | None) -> Content:
    renderer, row = exchange.renderer(found), found.rows[0]
    values = _RAW_MAP.decode(renderer.finish(b"{" + renderer.related(row, keep_address=True) + b"}"))
    if name is not None and not values:
        values = dict.fromkeys(found.presentation.contexts or (), _NONE)
    near = not found.presentation.expand and exchange.options().filter is None
    about = About((row.element,)) if near else None
    return Content(_map_envelope(values), row.revision, about)


def _map_envelope(values: RawMap) -> bytes:
    return b'{"count":%d,"values":%b}' % (len(values), msgspec.json.encode(values))


async def list_children(exchange: Exchange) -> Content:
    options = exchange.options()
    options = options if "$resources" in exchange.query else usecase.OF_CHILDREN
    children, presentation = await usecase.plan_children(exchange.reading, *_path(exchange), options)
    collected = await exchange.collect(ListWanted(presentation, children))
    if collected is not None:
        about = About((children.element, *collected.elements))
        return Content(_collected(exchange, presentation, collected.rendered), about=about)
    found = await usecase.list_children(exchange.reading, children, presentation)
    return Content(await _envelope(exchange, found))


async def list_versions(exchange: Exchange) -> Content:
    with_approvals = read_flag(exchange, "approvals")
    if with_approvals and exchange.reading.is_past:
        error = "approvals says whether what is stored today was approved: leave it out, or asOf."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "approvals")])
    found = await usecase.list_versions(exchange.reading, *_path(exchange), exchange.options())
    renderer = exchange.renderer(found)
    each = renderer.render_each(found.shown)
    if with_approvals and found.rows:
        each = await _with_approvals(exchange, found.rows, each)
    body = b'{"count":%d,"elements":[%b]}' % (len(found.rows), b",".join(each))
    return Content(renderer.finish(body))


async def _with_approvals(exchange: Exchange, rows: Sequence[ElementRow], rendered: Sequence[bytes]) -> list[bytes]:
    found = await list_approvals(exchange.reading, exchange.storage, {rows[0].element: rows[0].type})
    members = [msgspec.json.encode(found.get(row.version, ())) for row in rows]
    return [each[:-1] + b',"approvals":%b}' % member for each, member in zip(rendered, members, strict=True)]


async def list_content(exchange: Exchange) -> Content:
    if wants_script(exchange):
        return await show_script(exchange)
    found = await usecase.list_content(exchange.reading, *_path(exchange))
    renderer = exchange.renderer(found)
    container = found.container
    assert container is not None
    rendered = []
    for row in found.shown:
        shape = row.label or row.element
        tail = f"/{container.element}/{container.version}/{shape}".encode()
        place = b'"place":%b,' % row.place.encode() if row.place is not None else b""
        properties = b'{"properties":{%b"predecessors":[%b],"shapeId":"%b"},' % (place, row.flow or b"", shape.encode())
        parts = [properties, row.head[1:]]
        attributes = renderer.name(row) if isinstance(row, NamedRow) else renderer.attributes(row, tail)
        if attributes != b"{}":
            parts += (b',"attributes":', attributes)
        if isinstance(row, ElementRow) and row.related:
            parts += (b',"related":{', row.related, b"}")
        rendered.append(b"".join(parts) + b"}")
    body = b'{"count":%d,"elements":[%b]}' % (len(found.shown), b",".join(rendered))
    return Content(_in_version(exchange, renderer.finish(body)), container.revision)
