"""Counts that are stored beside an element and shown among its attributes: they change while the element does not.

They leave no history row and no new revision, so responses that show them are cached for a minute only.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from facetstore.domain.values import INVARIANT
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.ports.rows import AUTHOR_NOTE_MARK, GOTO_MARK, ElementRow

_COUNTS: Final = "SELECT element, first_on, last_on, number FROM {table} WHERE tenant = :tenant{{some}}"
ALL_COUNTS: Final = " UNION ALL ".join(_COUNTS.format(table=table) for table in ("sign_in_count", "token_use"))

Counted = Mapping[str, Mapping[str, str]]
"""By type the attributes that show a count, each with the name of the figure it shows."""

_STANDING_IN: Final = (
    (f'"gotoUrl":{GOTO_MARK}'.encode(), b'"gotoUrl":"mark"'),
    (f'"authorNote":{AUTHOR_NOTE_MARK}'.encode(), b'"authorNote":"mark"'),
)
"""What replaces marks while a document is parsed. No attribute has a plain string as its value, so none is mistaken for it."""

_decoder = msgspec.json.Decoder(dict[str, msgspec.Raw])
_values = msgspec.json.Decoder(dict[int, object])


class Occurrences(NamedTuple):
    """How often something happened, and when for the first and the last time."""

    first: str
    last: str
    number: int


async def read_counts(
    fetch: Fetch, dialect: Dialect, tenant: int, elements: Collection[str] | None = None
) -> Mapping[str, Occurrences]:
    """The counts by element: of these elements, or of all."""
    some, values = "", dict[str, object](tenant=tenant)
    if elements is not None:
        some = " AND " + dialect.among("element", "elements")
        values["elements"] = dialect.pack(sorted(elements))
    rows = await fetch(ALL_COUNTS.format(some=some), values)
    return {str(element): Occurrences(str(first), str(last), int(str(number))) for element, first, last, number in rows}


def with_counts(rows: Sequence[ElementRow], counted: Counted, found: Mapping[str, Occurrences]) -> Sequence[ElementRow]:
    """The rows, with counts filled in where a type shows them."""
    return [
        row._replace(attributes=_filled(row.attributes, counted[row.type], found[row.element]))
        if row.attributes is not None and row.type in counted and row.element in found
        else row
        for row in rows
    ]


def _filled(document: bytes, counted: Mapping[str, str], count: Occurrences) -> bytes:
    """A document with counts filled in. Values that an import brought are older than what was counted here."""
    for marked, standing_in in _STANDING_IN:
        document = document.replace(marked, standing_in)
    attributes = _decoder.decode(document)
    for name, figure in counted.items():
        before = _values.decode(attributes[name]).get(INVARIANT) if name in attributes else None
        attributes[name] = msgspec.Raw(msgspec.json.encode({INVARIANT: _value(figure, count, before)}))
    filled = msgspec.json.encode(dict(sorted(attributes.items())))
    for marked, standing_in in _STANDING_IN:
        filled = filled.replace(standing_in, marked)
    return filled


def _value(figure: str, count: Occurrences, before: object) -> object:
    match figure:
        case "first":
            return before or count.first
        case "number":
            return count.number + (before if isinstance(before, int) else 0)
        case _:
            return count.last
