"""The release lifecycle, as far as reading goes: which transitions an element's state offers."""

from __future__ import annotations

from facetstore.domain.errors import NotFound
from facetstore.domain.values import parse_guid
from facetstore.metamodel.model import Transition
from facetstore.usecases.lifecycle.transitions import offered_from
from facetstore.usecases.selections import ById, Parts
from facetstore.usecases.tenancy import Reading


async def list_transitions(reading: Reading, element_id: str) -> tuple[Transition, ...]:
    """What state and type allow; whether this caller may is told when it is applied (decision 6)."""
    guid = parse_guid(element_id)
    row = await reading.reader.element(ById(guid), Parts()) if guid is not None else None
    if row is None:
        raise NotFound("There is no such element.")
    return offered_from(reading.metamodel, row.type, row.state)
