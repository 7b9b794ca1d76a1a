"""The stereotypes that elements may carry, as the configuration of their types lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from facetstore.domain.values import INVARIANT, equality_key
from facetstore.metamodel.model import DataType, ElementType, SelectableValue
from facetstore.query.filter_forms import plain_text
from facetstore.usecases.labels import stored_attributes
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import ListOf, Parts
from facetstore.usecases.tenancy import Reading
from facetstore.usecases.tenants.predefined import declared

Own = Mapping[str, Sequence[SelectableValue]]
"""By type of stereotype elements, the stereotypes with their own names."""

_MOST: Final = 64
"""For how many audiences the stereotypes of a tenant are cached."""


async def read_stereotypes(reading: Reading) -> Own:
    """The stereotypes that the caller may open, read once for each revision of the tenant and audience."""
    facet = reading.metamodel.roles.stereotypes
    if facet not in reading.metamodel.facets:
        return {}
    cached, revision = reading.served.stereotypes, reading.revisions.revision
    known = cached.get(reading.caller.audience)
    if known is None or known[0] != revision:
        rows = await reading.opened.elements(ListOf(facet), Parts(attributes=True))
        if len(cached) >= _MOST:
            cached.clear()
        known = cached[reading.caller.audience] = (revision, _by_type(reading, rows))
    return known[1]


def _by_type(reading: Reading, rows: Sequence[ElementRow]) -> Own:
    found: dict[str, list[SelectableValue]] = {}
    for row in rows:
        found.setdefault(row.type, []).append(_stereotype(reading, row))
    return found


def _stereotype(reading: Reading, row: ElementRow) -> SelectableValue:
    roles, attributes = reading.metamodel.roles, stored_attributes(row.attributes or b"{}")
    key = attributes.get(roles.stereotype_key, {}).get(INVARIANT) or row.element
    names = {culture: str(text) for culture, text in attributes.get(roles.name, {}).items() if text}
    texts = attributes.get(roles.description, {}).items()
    about = {culture: plain_text(text, DataType.HTML) for culture, text in texts if text}
    return SelectableValue(str(key), names, about, {})


def stereotypes_of(element_type: ElementType, own: Own) -> Sequence[SelectableValue]:
    """The stereotypes that elements of a type may carry: first those of the metamodel in its order, then others by name.

    The element of a stereotype decides what it is called; what it does not say, or a caller may not read, the metamodel does.
    """
    left = {equality_key(each.key or ""): each for each in reversed(own.get(element_type.stereotype_type or "", ()))}
    first = [_merged(each, left.pop(equality_key(each.key or ""), None)) for each in declared(element_type)]
    return [*first, *reversed(left.values())]


def _merged(value: SelectableValue, own: SelectableValue | None) -> SelectableValue:
    if own is None:
        return value
    names, about = {**value.names, **own.names}, {**value.descriptions, **own.descriptions}
    return SelectableValue(value.key, names, about, value.tooltips)
