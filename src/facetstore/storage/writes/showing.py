"""What stands around an element that others cannot do without: the diagrams that show it, and the names of stereotypes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from facetstore.domain.values import INVARIANT
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.documents import given_attributes
from facetstore.usecases.ports.writes import Stereotype

SHOWING = """
    SELECT s.element, v.id FROM shape s JOIN version v ON v.tenant = s.tenant AND v.key = s.version
     WHERE s.tenant = :tenant AND {among}
     GROUP BY s.element, v.id, v.major, v.minor
     ORDER BY s.element, v.major DESC, v.minor DESC, v.id
"""
STEREOTYPES = """
    SELECT v.element, v.type, v.attributes FROM version v
     WHERE v.tenant = :tenant AND v.facet = 'stereotypes' AND v.newest = 1 AND v.flow = 0
     ORDER BY v.sort_name, v.element
"""


async def showing(
    session: Session, dialect: Dialect, tenant: int, elements: Collection[str]
) -> Mapping[str, Sequence[str]]:
    """By element the versions whose diagrams show it."""
    text = SHOWING.format(among=dialect.among("s.element", "elements"))
    found: dict[str, list[str]] = {}
    for element, version in await session.fetch(text, {"tenant": tenant, "elements": dialect.pack(list(elements))}):
        found.setdefault(str(element), []).append(str(version))
    return found


async def stereotypes(session: Session, tenant: int, metamodel: Metamodel) -> Sequence[Stereotype]:
    """Every stereotype element with the name by which elements carry it: its attribute `id`, else its own id."""
    found = []
    for element, type_, document in await session.fetch(STEREOTYPES, {"tenant": tenant}):
        attributes = given_attributes(str(document), metamodel.types[str(type_)])
        name = attributes.get("id", {}).get(INVARIANT) or element
        found.append(Stereotype(str(element), str(type_), str(name)))
    return found
