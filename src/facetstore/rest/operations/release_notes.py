"""Our own operations that list what was released in a period: in a subtree, in a facet, or everywhere."""

from __future__ import annotations

from typing import Final

import msgspec

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.wide_difference import (
    MEDIA,
    NDJSON,
    as_lines,
    facet_scope,
    heads,
    in_one_piece,
    moments,
    subtree,
    wanted_format,
)
from facetstore.rest.wire.answer import Content
from facetstore.usecases.reading.wide_comparing import WideScope
from facetstore.usecases.release.notes_markdown import as_markdown, vocabulary
from facetstore.usecases.release.noting_releases import note_releases

MARKDOWN: Final = b"text/markdown; charset=utf-8"
NOTES_MEDIA: Final = {**MEDIA, "text/markdown": "markdown"}

_encode = msgspec.json.Encoder().encode


async def of_subtree(exchange: Exchange) -> Content:
    return await _notes(exchange, await subtree(exchange))


async def of_facet(exchange: Exchange) -> Content:
    return await _notes(exchange, facet_scope(exchange))


async def of_everything(exchange: Exchange) -> Content:
    return await _notes(exchange, WideScope())


async def _notes(exchange: Exchange, scope: WideScope) -> Content:
    given, format_ = moments(exchange), wanted_format(exchange, NOTES_MEDIA)
    found = await note_releases(exchange.reading, exchange.storage, exchange.jobs, exchange.earlier, scope, given)
    comparison = found.comparison
    if format_ == "ndjson":
        return Content(b"", stream=as_lines(comparison, found.lines()), media=NDJSON, fleeting=True)
    lines = await in_one_piece(found.lines())
    if format_ == "markdown":
        words, tenant = vocabulary(exchange.reading), exchange.reading.served.tenant.key
        text = await exchange.jobs.run(tenant, as_markdown, words, given, lines)
        return Content(text.encode(), media=MARKDOWN, fleeting=True)
    counts = comparison.tally.as_json()
    return Content(_encode({"count": len(lines), **heads(comparison), **counts, "values": lines}), fleeting=True)
