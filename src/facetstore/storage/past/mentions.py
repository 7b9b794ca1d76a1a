"""Which elements ever named some ids: from the texts of changes, in one pass over the history.

Tables say what refers to an element today. What referred to it then may have changed since, or be gone.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import aclosing
from typing import Final, NamedTuple, cast

from facetstore.domain.tenant import Tenant
from facetstore.storage.engines.engine import Engine
from facetstore.storage.finding.filtering import Values
from facetstore.storage.past.states import A_FEW
from facetstore.usecases.measure import Pace

_CHUNK: Final = 2_000
_FEW: Final = 8
"""So many ids are looked for by the database; of more, all rows with shapes are read."""
_SHAPE: Final = '"shapeId":'
_SHOWN: Final = re.compile(rb'"id":"([^"]*)"')


class Mentions(NamedTuple):
    """The elements that named one of some ids, those of them with a diagram that showed it, and the elements that had these ids as versions."""

    elements: frozenset[str]
    showing: frozenset[str]
    owners: dict[str, str]


async def mentions(engine: Engine, tenant: Tenant, ids: Collection[str]) -> Mentions:
    """What mentioned a few ids in any change up to the moment."""
    dialect, values = engine.dialect, Values("n")
    holding = [dialect.holds("h.change", each, values.bind) for each in sorted(ids)]
    owned = dialect.among("h.version", "ids")
    text = _statement(f"{' OR '.join(holding)} OR {owned}", dialect.as_bytes("h.change"))
    bound = {"tenant": tenant.key, "at": tenant.revision, "ids": dialect.pack(sorted(ids)), **values.bound}
    wanted = {each.encode() for each in ids}
    elements, showing, owners, pace = set[str](), set[str](), dict[str, str](), Pace()
    async with aclosing(engine.stream(text, bound, _CHUNK)) as chunks:
        async for rows in chunks:
            for element, version, change in cast("list[tuple[str, str, bytes | None]]", rows):
                await pace.step()
                if change is None:
                    continue
                if version in ids:
                    owners[version] = element
                if element not in ids:
                    elements.add(element)
                    if not wanted.isdisjoint(_SHOWN.findall(change)):
                        showing.add(element)
    return Mentions(frozenset(elements), frozenset(showing), owners)


async def showing(engine: Engine, tenant: Tenant, ids: Collection[str]) -> frozenset[str]:
    """The elements whose diagrams showed any of these ids at some time up to the moment."""
    if len(ids) <= _FEW:
        return (await mentions(engine, tenant, ids)).showing if ids else frozenset()
    dialect, values = engine.dialect, Values("n")
    text = _statement(dialect.holds("h.change", _SHAPE, values.bind), dialect.as_bytes("h.change"))
    wanted, found, pace = {each.encode() for each in ids}, set[str](), Pace()
    bound = {"tenant": tenant.key, "at": tenant.revision, **values.bound}
    async with aclosing(engine.stream(text, bound, _CHUNK)) as chunks:
        async for rows in chunks:
            for element, _, change in cast("list[tuple[str, str, bytes | None]]", rows):
                await pace.step()
                if change is not None and element not in found and not wanted.isdisjoint(_SHOWN.findall(change)):
                    found.add(element)
    return frozenset(found)


def _statement(test: str, change: str) -> str:
    """Rows that pass a test, and a few others without their change."""
    return f"""
        SELECT h.element, h.version, CASE WHEN {test} THEN {change} END FROM history h
         WHERE h.tenant = :tenant AND h.revision <= :at AND h.version IS NOT NULL AND ({test} OR {A_FEW})
    """
