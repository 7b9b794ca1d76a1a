"""Versions that were just written, as operation 4 shows them: the response of most writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from facetstore.metamodel.model import Metamodel
from facetstore.query.options import ReadOptions
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.old_form import old_form
from facetstore.rest.operations.rendering import ElementRenderer
from facetstore.rest.wire.answer import Content
from facetstore.usecases.ports.selections import ElementRow, TheseVersions
from facetstore.usecases.reading.catalog import access_view
from facetstore.usecases.reading.elements import Elements
from facetstore.usecases.reading.presentation import Presentation, present
from facetstore.usecases.writing import Writing


@lru_cache(maxsize=1024)
def whole(metamodel: Metamodel, facet_name: str, view_name: str) -> Presentation:
    """The presentation with everything that a view shows."""
    return present(metamodel, *access_view(metamodel, facet_name, view_name), ReadOptions())


async def written(
    exchange: Exchange,
    writing: Writing,
    facet_name: str,
    view_name: str,
    versions: Sequence[str],
    without: frozenset[str] = frozenset(),
) -> Content:
    """Versions as they are in this transaction, as operation 4 shows them, without some attributes."""
    return content_of(exchange, *await read_written(writing, facet_name, view_name, versions, without))


async def read_written(
    writing: Writing,
    facet_name: str,
    view_name: str,
    versions: Sequence[str],
    without: frozenset[str] = frozenset(),
) -> tuple[Presentation, Sequence[ElementRow]]:
    """How versions are shown, and their rows as they are in this transaction."""
    metamodel = writing.offered
    presentation = whole(metamodel, facet_name, view_name)
    if without:
        presentation = replace(presentation, attributes=metamodel.attribute_names[facet_name] - without)
    reader = await writing.writer.reader(writing.caller.audience)
    return presentation, await reader.elements(TheseVersions(tuple(versions)), presentation.parts)


def content_of(exchange: Exchange, presentation: Presentation, rows: Sequence[ElementRow]) -> Content:
    """The content of the response to one request."""
    renderer = ElementRenderer(exchange.texts, Elements(rows, presentation), exchange.reading)
    body = renderer.finish(b'{"count":%d,"elements":[%b]}' % (len(rows), renderer.render_all()))
    if exchange.call.api_version == "1.0":
        body = old_form(body)
    return Content(body, rows[0].revision if len(rows) == 1 else None)
