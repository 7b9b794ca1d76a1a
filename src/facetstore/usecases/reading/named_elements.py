"""Elements that something else names: those that the caller may open, and what they are called."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from facetstore.usecases.labels import names_of, stored_attributes
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import Parts, TheseElements
from facetstore.usecases.tenancy import Reading

_BRIEF: Final = Parts(attributes=True, brief=True)


async def opened_by(reading: Reading, ids: Collection[str]) -> Mapping[str, ElementRow]:
    """Those of these elements that the caller may open."""
    rows = await reading.opened.elements(TheseElements(tuple(sorted(ids))), _BRIEF) if ids else ()
    return {each.element: each for each in rows if each.type in reading.metamodel.types}


def render_element(reading: Reading, row: ElementRow) -> Mapping[str, Any]:
    """What an element is called, and where it is."""
    hidden, types = reading.metamodel.hidden, reading.metamodel.types
    attributes = {name: each for name, each in stored_attributes(row.brief).items() if name not in hidden}
    name = {str(culture): text for culture, text in names_of(attributes, types[row.type]).items()}
    return {"facetName": row.facet, "id": row.element, "type": row.type, "name": name}
