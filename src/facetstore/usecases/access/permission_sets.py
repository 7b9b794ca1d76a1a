"""The holders of a permission set: users and groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.usecases.ports.selections import Parts
from facetstore.usecases.reading.accessing import access_element
from facetstore.usecases.tenancy import Reading

_FACET: Final = "permissionsets"
_HELD: Final = "permissionSets"
_ALL: Final = 2**31 - 1


async def list_holders(reading: Reading, id_: str) -> tuple[str, Sequence[bytes]]:
    """The id of a permission set, and references to all its holders, by name. Raises NotFound, Forbidden."""
    async with reading.opened.snapshot():
        row = await access_element(reading, reading.metamodel.facets[_FACET], id_, Parts())
        usages = await reading.opened.usages(row.element, [_HELD], _ALL, 0)
    return row.element, [each.reference for each in usages.page]
