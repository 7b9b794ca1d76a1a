"""Operation 5: elements changed and created.

Scripts send many small changes at once. Those of one caller are made as one, which takes half of what each takes alone. If there is
anything about one of them, nothing of it is stored, and each is made alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from facetstore.domain.errors import Failure, Unavailable
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.together import Together
from facetstore.rest.operations.writes import has_terms, read_json, write
from facetstore.rest.operations.written import content_of, whole, written
from facetstore.rest.wire.answer import Content
from facetstore.usecases.editing import updates
from facetstore.usecases.writing import Writing

_FEW: Final = 2
_SMALL: Final = 16 * 1024
"""Bodies with more elements, or more bytes, are made alone: they have little to win, and all others wait until those made as one
are."""
_MOST: Final = 16
"""How many are made as one."""


class _Apart(Failure):  # nobody is told it: each has to be made alone
    def __init__(self) -> None:
        super().__init__("There is something about one of them.")


class Update(NamedTuple):
    """What one caller wants to be changed."""

    exchange: Exchange
    facet: str
    view: str
    body: object

    @property
    def common(self) -> Hashable:
        """What those have in common that can be made as one."""
        revisions, caller = self.exchange.reading.revisions, self.exchange.reading.caller
        # Who he is, and what he may do, follows from his name until the tenant, or access to it, changes.
        who = caller.tenant, revisions.definition, revisions.access, caller.principal, caller.role
        return who, self.exchange.call.client, self.facet, self.view

    @property
    def elements(self) -> Sequence[object]:
        """The elements of a body, if they are few and nothing is wrong with it as such."""
        given = self.body.get("elements") if isinstance(self.body, dict) else None
        return given if isinstance(given, list) and len(given) <= _FEW else ()


def gather_updates() -> Together[Update, Content]:
    return Together(_make, _MOST)


async def update_elements(exchange: Exchange) -> Content:
    update = Update(exchange, exchange.parameter("facetId"), exchange.parameter("viewId"), await read_json(exchange))
    if await _is_small(update):
        return await exchange.updates.add(update.common, update)
    return await _make_alone(update)


async def _is_small(update: Update) -> bool:
    """Whether a change is no more than what it says. In administration tenants it may make a whole tenant."""
    exchange = update.exchange
    if has_terms(exchange) or not update.elements or exchange.reading.served.tenant.address.is_administration:
        return False
    return len(await exchange.call.body()) <= _SMALL


async def _make(given: Sequence[Update]) -> Sequence[Content | BaseException]:
    made = await _make_as_one(given) if len(given) > 1 else None
    return made or await asyncio.gather(*map(_make_alone, given), return_exceptions=True)


async def _make_alone(update: Update) -> Content:
    exchange, facet, view, body = update

    async def work(writing: Writing) -> Content:
        writing.writer.foresee(writing.caller.audience, whole(writing.offered, facet, view).parts)
        updated = await updates.update_elements(writing, facet, view, body)
        return await written(exchange, writing, facet, view, updated.versions)

    return await write(exchange, work)


async def _make_as_one(given: Sequence[Update]) -> Sequence[Content] | None:
    """The answer to each; None: there is something about one of them, and nothing is stored."""
    contents: list[Content] = []

    async def work(writing: Writing) -> Content:
        try:
            contents.extend(await _made_as_one(given, writing))
        except Exception as error:
            raise _Apart from error
        return contents[0]

    try:
        await write(given[0].exchange, work)
    except Unavailable:  # in the end: what has become of them nobody knows
        raise
    except Failure:
        return None
    return contents


async def _made_as_one(given: Sequence[Update], writing: Writing) -> Sequence[Content]:
    """What they make together, before any of it is stored. Raises _Apart where two change, or leave as it is, the same version."""
    _, facet, view, _ = given[0]
    body = {"elements": [element for each in given for element in each.elements]}
    versions = (await updates.update_elements(writing, facet, view, body)).versions
    if len(set(versions)) < len(versions):
        raise _Apart
    presentation = whole(writing.offered, facet, view)
    rows = {
        row.version: row for row in await writing.writer.shown(writing.caller.audience, presentation.parts, versions)
    }
    own = iter(versions)
    shown = [[rows[version] for version in islice(own, len(each.elements)) if version in rows] for each in given]
    return [content_of(each.exchange, writing, presentation, found) for each, found in zip(given, shown, strict=True)]
