"""The one way from an id to an element that a caller may open."""

from __future__ import annotations

from typing import Final

from facetstore.domain.errors import Forbidden, NotFound
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Facet
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import NOTHING, ById, Parts
from facetstore.usecases.tenancy import Reading

NOT_OPENED: Final = "You may not open this element."


async def access_element(reading: Reading, facet: Facet, element_id: str, parts: Parts) -> ElementRow:
    """The element that an id in a path names. Raises as `access_row` does; an element of another facet is NotFound."""
    return await access_row(reading, element_id, parts, facet.name)


async def access_row(reading: Reading, element_id: str, parts: Parts = NOTHING, facet: str | None = None) -> ElementRow:
    """The element that an id names, in one facet or in any.

    Raises NotFound if the caller does not see it or there is none, Forbidden if the caller may only see its name.
    """
    guid = parse_guid(element_id)
    row = await reading.opened.element(ById(guid, facet), parts) if guid is not None else None
    if row is not None:
        return row
    if guid is not None and not reading.opens_all and await reading.names.name(ById(guid, facet)) is not None:
        raise Forbidden(NOT_OPENED)
    raise NotFound("There is no such element.")
