"""Operation 5: elements changed and created.

Many send small changes at once, scripts above all. Those are made as one, which takes half of what each takes alone. If there is
anything about one of them, nothing is stored, and each is made alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.together import Together
from facetstore.rest.operations.updates_as_one import Update, make_as_one
from facetstore.rest.operations.writes import has_terms, read_json, write
from facetstore.rest.operations.written import whole, written
from facetstore.rest.wire.answer import Content
from facetstore.usecases.editing import updates
from facetstore.usecases.writing import Writing

_SMALL: Final = 16 * 1024
"""Bodies with more bytes, or more than a few elements, are made alone: they have little to win, and all others wait until those made
as one are."""
_MOST: Final = 16
"""How many are made as one."""


def gather_updates() -> Together[Update, Content]:
    return Together(_make, _MOST)


async def update_elements(exchange: Exchange) -> Content:
    update = Update(exchange, exchange.parameter("facetId"), exchange.parameter("viewId"), await read_json(exchange))
    if await _is_small(update):
        return await exchange.updates.add(update.common, update, (update.caller.tenant, update.caller.principal))
    return await _make_alone(update)


async def _is_small(update: Update) -> bool:
    """Whether a change is no more than what it says. In administration tenants it may make a whole tenant."""
    exchange = update.exchange
    if has_terms(exchange) or not update.elements or exchange.reading.served.tenant.address.is_administration:
        return False
    return len(await exchange.call.body()) <= _SMALL


async def _make(given: Sequence[Update]) -> Sequence[Content | BaseException]:
    repeated = _repeated(given)
    first = [each for number, each in enumerate(given) if number not in repeated]
    made = iter(await make_as_one(first) or () if len(first) > 1 else ())
    contents = [None if number in repeated else next(made, None) for number in range(len(given))]
    left = [_make_alone(each) for each, content in zip(given, contents, strict=True) if content is None]
    alone = iter(await asyncio.gather(*left, return_exceptions=True))
    return [next(alone) if content is None else content for content in contents]


def _repeated(given: Sequence[Update]) -> frozenset[int]:
    """Which of them name an element that one before them names."""
    seen, repeated = set[str](), set[int]()
    for number, each in enumerate(given):
        names = each.names
        if seen.isdisjoint(names):
            seen |= names
        else:
            repeated.add(number)
    return frozenset(repeated)


async def _make_alone(update: Update) -> Content:
    exchange, facet, view, body = update

    async def work(writing: Writing) -> Content:
        writing.writer.foresee(writing.caller.audience, whole(writing.offered, facet, view).parts)
        updated = await updates.update_elements(writing, facet, view, body)
        return await written(exchange, writing, facet, view, updated.versions)

    return await write(exchange, work)
