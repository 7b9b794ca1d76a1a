"""Acknowledgements: asking people to confirm that they have read what is released, confirming it, and who has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from facetstore.domain.errors import Finding, InvalidParameter
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.removal import named_view
from facetstore.rest.operations.write_requests import read_json, write
from facetstore.rest.wire.answer import Content
from facetstore.rest.wire.media import preferred
from facetstore.usecases.acknowledging import asking, proof, read_versions, who_has_read
from facetstore.usecases.acknowledging.who_has_read import Readership
from facetstore.usecases.ports.table_formats import TableKind
from facetstore.usecases.writing import Writing

_JSON = "json"


async def list_acknowledgements(exchange: Exchange) -> Content:
    found = await _readership(exchange)
    return _content(await who_has_read.render_readership(exchange.reading, found))


async def acknowledge(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element, body = exchange.parameter("elementId"), await read_json(exchange)

    async def work(writing: Writing) -> Content:
        return _done(await read_versions.acknowledge(writing, facet, element, body))

    return await write(exchange, work)


async def ask(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element, names = exchange.parameter("elementId"), asking.parse_asked(await read_json(exchange))

    async def work(writing: Writing) -> Content:
        return _done(await asking.ask(writing, facet, element, names))

    return await write(exchange, work)


async def withdraw(exchange: Exchange) -> Content:
    facet, _ = named_view(exchange)
    element = exchange.parameter("elementId")

    async def work(writing: Writing) -> Content:
        return _done(await asking.withdraw(writing, facet, element))

    return await write(exchange, work)


async def prove(exchange: Exchange) -> Content:
    format_ = _format(exchange)
    found = await _readership(exchange)
    who_has_read.check_listing(found)
    proven = await proof.prove(exchange.reading, exchange.storage, found)
    if format_ == _JSON:
        return _content(_counted(proven))
    table = next(each for each in exchange.tables if each.key == format_)
    headers = [(b"content-disposition", f'attachment; filename="acknowledgements.{table.key}"'.encode())]
    media = f"{table.media}; charset=utf-8" if table.media.startswith("text/") else table.media
    stream = table.write(proof.as_table(proven))
    return Content(b"", headers=headers, stream=stream, media=media.encode(), fleeting=True)


async def list_awaited(exchange: Exchange) -> Content:
    return _content(_counted(await who_has_read.list_awaited(exchange.reading, exchange.storage)))


async def _readership(exchange: Exchange) -> Readership:
    facet, _ = named_view(exchange)
    element = exchange.parameter("elementId")
    return await who_has_read.access_readership(exchange.reading, exchange.storage, facet, element)


def _format(exchange: Exchange) -> str:
    """The format that the address or the Accept header names; JSON if neither does. Raises InvalidParameter."""
    tables = {each.media: each.key for each in exchange.tables if TableKind.LIST in each.kinds}
    known = {"application/json": _JSON, **tables}
    asked = exchange.given().get("format") or preferred(exchange.call.headers.get(b"accept"), known) or _JSON
    if asked not in known.values():
        error = f"format of this proof is one of {', '.join(known.values())}."
        raise InvalidParameter(error, [Finding(error, InvalidParameter.code, "format")])
    return asked


def _counted(values: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    return {"count": len(values), "values": values}


def _done(id_: str) -> Content:
    return Content(msgspec.json.encode(_counted([{"id": id_}])))


def _content(answer: Mapping[str, Any]) -> Content:
    return Content(msgspec.json.encode(answer), fleeting=True)
