"""What filters and orders compare of versions as they were.

A few versions are rebuilt from their own rows of the history. For many, the history is read once from its beginning in the order in which it was
written, and only what is compared is taken from it: that costs far less than looking up the rows of each.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager
from typing import Final, Protocol, cast

from facetstore.domain.element import Version
from facetstore.domain.errors import TooCostly
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import ElementId, VersionId
from facetstore.query.filter_needs import Needs
from facetstore.storage.engines.engine import Engine, Row
from facetstore.storage.finding.filtering import Values
from facetstore.storage.past.narrow_states import NOTHING_KNOWN, NarrowState, NarrowStates
from facetstore.storage.past.span_lists import Candidate
from facetstore.storage.past.states import A_FEW, versions_at
from facetstore.storage.rows.stored_changes import DIFFERENCE, WHOLE
from facetstore.usecases.measure import Pace

FEW: Final = 2_000
"""Up to so many versions are rebuilt each by itself."""
MOST: Final = 250_000
"""How many versions may be compared: more would take too much memory."""
_CHUNK: Final = 2_000
"""How many rows of the history are in memory at a time."""

Turn = Callable[[], AbstractAsyncContextManager[None]]
"""Holds one of the few places for work that takes much memory."""


class ComparedStates(Protocol):
    """Versions as they were, with at least what is compared."""

    async def prepare(self, candidates: Sequence[Candidate]) -> None:
        """Read what is needed of these, in one statement at most."""
        ...

    def version(self, candidate: Candidate) -> Version:
        """The version of a candidate that was prepared."""
        ...


class _FewStates:
    """Each version is rebuilt from its own rows."""

    def __init__(self, engine: Engine, tenant: Tenant) -> None:
        self._engine = engine
        self._tenant = tenant
        self._found: dict[str, Version] = {}

    async def prepare(self, candidates: Sequence[Candidate]) -> None:
        elements = {each.element for each in candidates}
        engine, tenant = self._engine, self._tenant
        states = await versions_at(engine.fetch, engine.dialect, tenant.key, elements, tenant.revision)
        self._found.update({str(each.version.id): each.version for each in states})

    def version(self, candidate: Candidate) -> Version:
        return self._found.get(candidate.version) or _version(candidate, NOTHING_KNOWN)


class _ScannedStates:
    """What one reading of the history found."""

    def __init__(self, found: NarrowStates) -> None:
        self._found = found

    async def prepare(self, candidates: Sequence[Candidate]) -> None:
        """All of them are there."""

    def version(self, candidate: Candidate) -> Version:
        return _version(candidate, self._found.get(candidate.version))


def _version(candidate: Candidate, known: NarrowState) -> Version:
    element, version, facet, type_, state, stereotype, _ = candidate
    number, attributes, related, _ = known
    return Version(
        ElementId(element), VersionId(version), facet, type_, state, stereotype, None, number, attributes, related
    )


@asynccontextmanager
async def compared_states(
    engine: Engine, tenant: Tenant, candidates: Sequence[Candidate], needs: Needs, turn: Turn
) -> AsyncIterator[ComparedStates | None]:
    """The states of these candidates and of what they refer to; None: all attributes of many versions would have to be kept.

    Raises TooCostly if there are too many, or if it takes too long."""
    if needs.is_nothing:
        yield _ScannedStates(NarrowStates((), ()))
    elif len(candidates) <= FEW:
        few = _FewStates(engine, tenant)
        await few.prepare(candidates)
        yield few
    elif needs.every_attribute:
        yield None
    elif len(candidates) > MOST:
        raise TooCostly("This list held too many elements to filter or order it as it was. Ask for a smaller one.")
    else:
        async with turn():
            yield _ScannedStates(await _scanned(engine, tenant, candidates, needs))


async def _scanned(engine: Engine, tenant: Tenant, candidates: Sequence[Candidate], needs: Needs) -> NarrowStates:
    states = NarrowStates(needs.all_attributes, needs.contexts)
    # What is compared of targets may be any version's.
    wanted = None if needs.of_targets else frozenset(each.version for each in candidates)
    async with aclosing(changes_until(engine, tenant, states.names)) as chunks:
        async for rows in chunks:
            states.follow_all(cast("Sequence[tuple[str, bytes]]", rows), wanted)
    return states


async def changes_until(
    engine: Engine, tenant: Tenant, names: Collection[str], more: str = ""
) -> AsyncGenerator[Sequence[Row], None]:
    """Changes of versions up to the moment, in their order: those that hold a version whole, those that name one of these, and a few
    others. Each is the version and the change, and `more` columns."""
    dialect, values = engine.dialect, Values("n")
    named = [dialect.holds("h.change", f'"{name}":', values.bind) for name in names]
    text = f"""
        SELECT h.version, {dialect.as_bytes("h.change")}{more} FROM history h
         WHERE h.tenant = :tenant AND h.revision <= :at AND h.version IS NOT NULL
           AND (substr(h.change, 1, {len(WHOLE)}) = :whole
                OR (substr(h.change, 1, {len(DIFFERENCE)}) = :difference AND ({" OR ".join([*named, A_FEW])})))
         ORDER BY h.revision, h.ordinal
    """
    bound = {"tenant": tenant.key, "at": tenant.revision, "whole": WHOLE, "difference": DIFFERENCE, **values.bound}
    pace = Pace()
    async with aclosing(_ahead(engine.stream(text, bound, _CHUNK, in_order=True))) as chunks:
        async for rows in chunks:
            yield rows
            await pace.step()


async def _ahead(chunks: AsyncGenerator[Sequence[Row], None]) -> AsyncGenerator[Sequence[Row], None]:
    """The same chunks; the next one is read while one is worked on."""
    async with aclosing(chunks):
        following = asyncio.ensure_future(_next(chunks))
        try:
            while (rows := await following) is not None:
                following = asyncio.ensure_future(_next(chunks))
                yield rows
        finally:
            following.cancel()
            await asyncio.wait([following])
            if not following.cancelled():
                following.exception()  # else asyncio would report that it was never retrieved


async def _next(chunks: AsyncGenerator[Sequence[Row], None]) -> Sequence[Row] | None:
    return await anext(chunks, None)
