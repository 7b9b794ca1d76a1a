"""Usages of an element: references to it, and diagrams that show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from facetstore.metamodel.model import Facet, Metamodel
from facetstore.query.options import DEFAULT_PAGE_SIZE, Page
from facetstore.query.parameters import Parameters
from facetstore.usecases.ports.finding import CONTENT, Usages
from facetstore.usecases.ports.selections import Parts
from facetstore.usecases.reading.accessing import access_element, access_view
from facetstore.usecases.tenancy import Reading


@dataclass(frozen=True, slots=True)
class UsagesOf:
    """Which usages of which element to list, and the page."""

    facet: Facet
    element_id: str
    contexts: Sequence[str] | None
    page: Page


def plan_usages(reading: Reading, path: tuple[str, str, str], given: Mapping[str, str], page: Page | None) -> UsagesOf:
    """What to list, from the parts of a path and the parameters of a request. Raises NotFound or UnknownName."""
    facet_name, view_name, element_id = path
    facet, _ = access_view(reading.metamodel, facet_name, view_name)
    parameters = Parameters(given)
    known = _contexts(reading.metamodel)
    contexts = parameters.names("context", known)
    parameters.check()
    if contexts is None and reading.metamodel.hidden_contexts:
        contexts = tuple(known)
    return UsagesOf(facet, element_id, contexts, page or Page(DEFAULT_PAGE_SIZE))


def _contexts(metamodel: Metamodel) -> Sequence[str]:
    """The contexts of all types that the caller may read: elements of any facet may refer to an element."""
    return sorted({CONTENT, *(name for facet in metamodel.facets for name in metamodel.context_names[facet])})


async def list_usages(reading: Reading, wanted: UsagesOf) -> Usages:
    page = wanted.page
    async with reading.opened.snapshot():
        row = await access_element(reading, wanted.facet, wanted.element_id, Parts())
        offset = (page.number - 1) * page.size
        return await reading.opened.usages(row.element, wanted.contexts, page.size, offset)
