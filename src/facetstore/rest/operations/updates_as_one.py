"""Small changes that came at once, made as one: each by whoever sent it, of what he sees, and answered by what he is shown."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from typing import Final, NamedTuple

from facetstore.domain.access import Audience
from facetstore.domain.callers import Caller
from facetstore.domain.errors import Failure, Unavailable
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.writes import write
from facetstore.rest.operations.written import content_of, whole
from facetstore.rest.wire.answer import Content
from facetstore.usecases.audit import audited_facets
from facetstore.usecases.editing.updates import Apart, Wanted, update_as_one
from facetstore.usecases.ports.selections import ElementRow, Parts
from facetstore.usecases.ports.writes import Writer
from facetstore.usecases.reading.presentation import Presentation
from facetstore.usecases.writing import Writing

_FEW: Final = 2
"""How many elements a small change has at most."""


class Update(NamedTuple):
    """What a caller wants to be changed."""

    exchange: Exchange
    facet: str
    view: str
    body: object

    @property
    def caller(self) -> Caller:
        return self.exchange.reading.caller

    @property
    def common(self) -> Hashable:
        """What those have in common that can be made as one."""
        # What callers may do was found out by one definition of the tenant, and by one state of access to it.
        revisions = self.exchange.reading.revisions
        tenant = self.caller.tenant, revisions.definition, revisions.access
        return tenant, self.facet, self.view, self._audited

    @property
    def _audited(self) -> Hashable:
        """Who changes what others may do, and where from: the audit tells it of all that is made as one."""
        metamodel = self.exchange.reading.served.metamodel
        facet = metamodel.facet(self.facet)
        is_audited = facet is not None and facet.name in audited_facets(metamodel)
        return (self.caller.principal, self.exchange.call.client) if is_audited else None

    @property
    def elements(self) -> Sequence[object]:
        """The elements of a body, if they are few and nothing is wrong with it as such."""
        given = self.body.get("elements") if isinstance(self.body, dict) else None
        return given if isinstance(given, list) and len(given) <= _FEW else ()

    @property
    def names(self) -> set[str]:
        """What stands in a body for the elements that are to be changed."""
        given = (each.get("versionId") or each.get("id") for each in self.elements if isinstance(each, dict))
        return {name.casefold() for name in given if isinstance(name, str)}


async def make_as_one(given: Sequence[Update]) -> Sequence[Content] | None:
    """The answer to each; None: there is something about one of them, and nothing is stored."""
    contents: list[Content] = []

    async def work(writing: Writing) -> Content:
        try:
            contents.extend(await _made_as_one(given, writing))
        except Exception as error:
            raise Apart from error
        return contents[0]

    try:
        await write(given[0].exchange, work)
    except Unavailable:  # in the end: what has become of them nobody knows
        raise
    except Failure:
        return None
    return contents


class _Part(NamedTuple):
    """What one caller has in what is made as one."""

    writing: Writing
    presentation: Presentation
    updates: list[Update]

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.writing, {"elements": [element for each in self.updates for element in each.elements]})

    @property
    def sees(self) -> tuple[Audience, Parts]:
        return self.writing.caller.audience, self.presentation.parts


async def _made_as_one(given: Sequence[Update], writing: Writing) -> Sequence[Content]:
    """What they make together, before any of it is stored. Raises Apart where two change, or leave as it is, the same version."""
    parts = _parts(given, writing)
    updated = await update_as_one([each.wanted for each in parts.values()], given[0].facet, given[0].view)
    made = {who: each.versions for who, each in zip(parts, updated, strict=True)}
    rows = await _rows(writing.writer, [(part.sees, made[who]) for who, part in parts.items()])
    left = {who: iter(versions) for who, versions in made.items()}
    contents = []
    for each in given:
        part, own = parts[id(each.caller)], islice(left[id(each.caller)], len(each.elements))
        found = [rows[version] for version in own if version in rows]
        contents.append(content_of(each.exchange, part.writing, part.presentation, found))
    return contents


def _parts(given: Sequence[Update], writing: Writing) -> Mapping[int, _Part]:
    """By caller what he wants, in the transaction of the first of them. Who comes by two tokens is two: they may have been looked up
    at different times."""
    parts: dict[int, _Part] = {}
    for each in given:
        part = parts.get(id(each.caller))
        if part is None:
            own = _beside(writing, each.exchange) if parts else writing
            part = parts[id(each.caller)] = _Part(own, whole(own.offered, each.facet, each.view), [])
        part.updates.append(each)
    return parts


def _beside(writing: Writing, exchange: Exchange) -> Writing:
    """A part of a transaction for another caller: what is made as one is made at one time."""
    served, caller = exchange.reading.served, exchange.reading.caller
    return Writing(served, caller, writing.writer, began=writing.now, templates=exchange.templates)


async def _rows(
    writer: Writer, made: Sequence[tuple[tuple[Audience, Parts], Sequence[str]]]
) -> Mapping[str, ElementRow]:
    """By version what whoever made it sees of it: one look for all who see alike. Raises Apart where two have made the same."""
    alike: dict[tuple[Audience, Parts], list[str]] = {}
    for sees, versions in made:
        alike.setdefault(sees, []).extend(versions)
    every = [version for versions in alike.values() for version in versions]
    if len(set(every)) < len(every):
        raise Apart
    return {row.version: row for sees, versions in alike.items() for row in await writer.shown(*sees, versions)}
