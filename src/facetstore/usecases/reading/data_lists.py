"""Elements as the `_api/v2` group shows them: with all their attributes and their children, in pages."""

from __future__ import annotations

from typing import Final

from facetstore.metamodel.model import Facet
from facetstore.query.options import ReadOptions
from facetstore.usecases.ports.selections import ListOf
from facetstore.usecases.reading.accessing import access_facet
from facetstore.usecases.reading.element_reads import get_element
from facetstore.usecases.reading.lists import ElementList, list_elements, select_elements
from facetstore.usecases.reading.narrowing import narrow
from facetstore.usecases.reading.presentation import Elements, present
from facetstore.usecases.tenancy import Reading

SHOWN: Final = frozenset({"attributes", "children"})
_DETAIL: Final = "detail"
_ROOTS: Final = "roots"


async def list_data(reading: Reading, facet_name: str, options: ReadOptions) -> Elements:
    """The roots of a facet, or all elements if it has no hierarchy; with a filter, all that match it, wherever they stand (D3.17).

    Raises NotFound, InvalidParameter, UnknownName.
    """
    facet = access_facet(reading.metamodel, facet_name)
    flat = options.filter is not None
    selection = ListOf(facet.name) if flat else select_elements(reading, facet, facet.views[_first_view(facet)])
    presentation = present(reading.metamodel, facet, facet.views[_DETAIL], options)
    narrowing = narrow(reading, facet.name, selection, options)
    return await list_elements(reading, ElementList(facet.name, selection, presentation, options, narrowing))


def _first_view(facet: Facet) -> str:
    """The view that lists the roots of a facet, else the one that lists all its elements."""
    return next((name for name, view in facet.views.items() if view.selects == _ROOTS), _DETAIL)


async def get_data(reading: Reading, facet_name: str, element_id: str) -> Elements:
    """One element of a facet. Raises NotFound, Forbidden."""
    return await get_element(reading, facet_name, _DETAIL, element_id, ReadOptions(SHOWN))
