"""`$orderby`: the fields that order a list, and the direction of each.

Missing and blank values come last in both directions; elements with equal keys are ordered by id.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from facetstore.query.filter_cursor import Cursor, Path
from facetstore.query.filter_fields import FilterScope, field_at
from facetstore.query.filter_mistakes import Mistakes, shown
from facetstore.query.filter_names import FilterNames
from facetstore.query.filter_tokens import TokenKind, tokens_of
from facetstore.query.filter_tree import AttributeField, IdentityField

PARAMETER: Final = "$orderby"
MOST_KEYS: Final = 8

_EXAMPLE: Final = "For example: name desc, changedOn."


@dataclass(frozen=True, slots=True)
class OrderKey:
    """A field to order by. Its cultures are always a chain, since exactly one value of an element must decide."""

    field: AttributeField | IdentityField
    descending: bool = False


@dataclass(frozen=True, slots=True)
class _OrderPart:
    path: Path
    descending: bool


def parse_order(text: str, names: FilterNames, *, chain: tuple[int, ...]) -> tuple[OrderKey, ...]:
    """The keys in a text. `chain` is used if no culture is named: the tenant's default culture and its fallbacks,
    or those of `$culture`. Raises InvalidParameter or UnknownName.
    """
    assert chain, "Without a culture no value of an attribute can be chosen."
    cursor = Cursor(tokens_of(text, PARAMETER), Mistakes(PARAMETER))
    parts = _parts(cursor)
    if len(parts) > MOST_KEYS:
        cursor.refuse(f"{PARAMETER} takes at most {MOST_KEYS} keys, not {len(parts)}.")
    scope = FilterScope(names, chain, cursor.mistakes)
    keys: dict[AttributeField | IdentityField, OrderKey] = {}
    for part in parts:
        field = _field(part.path, scope)
        if field in keys:
            scope.mistakes.add(f"{part.path.text} at position {part.path.position} of {PARAMETER} is a duplicate.")
        elif field is not None:
            keys[field] = OrderKey(field, part.descending)
    scope.mistakes.refuse()
    return tuple(keys.values())


def _parts(cursor: Cursor) -> list[_OrderPart]:
    parts = [_part(cursor)]
    while cursor.takes(TokenKind.COMMA):
        parts.append(_part(cursor))
    if cursor.now.kind is not TokenKind.END:
        cursor.fail("asc, desc, a comma or the end", _EXAMPLE)
    return parts


def _part(cursor: Cursor) -> _OrderPart:
    path = cursor.path("a name", _EXAMPLE)
    descending = cursor.takes_word("desc")
    if not descending:
        cursor.takes_word("asc")
    return _OrderPart(path, descending)


def _field(path: Path, scope: FilterScope) -> AttributeField | IdentityField | None:
    left = field_at(path, scope)
    if left is None:
        return None
    if isinstance(left.field, AttributeField | IdentityField):
        return left.field
    scope.mistakes.add(
        f"{shown(path.text)} at position {path.position} of {PARAMETER} has many values an element. "
        "Order by an attribute of the element itself or by one of its identity fields."
    )
    return None
