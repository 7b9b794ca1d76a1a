"""The holders of a permission set: users and groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.usecases.ports.selections import Parts
from facetstore.usecases.reading.accessing import access_element
from facetstore.usecases.tenancy import Reading

_ALL: Final = 2**31 - 1


async def list_holders(reading: Reading, id_: str) -> tuple[str, Sequence[bytes]]:
    """The id of a permission set, and references to all its holders, by name. Raises NotFound, Forbidden."""
    metamodel, roles = reading.metamodel, reading.metamodel.roles
    facet = metamodel.facets[metamodel.types[roles.permission_set].facet]
    async with reading.opened.snapshot():
        row = await access_element(reading, facet, id_, Parts())
        usages = await reading.opened.usages(row.element, [roles.permission_sets], _ALL, 0)
    return row.element, [each.reference for each in usages.page]
