"""Filters and orders applied to values in memory. The reference for storage, written to be clearly right, not fast."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, assert_never

from facetstore.query.filter_tree import (
    ORDER_OPERATORS,
    And,
    AnyAttribute,
    AttributeField,
    Condition,
    Cultures,
    Field,
    IdentityField,
    Kind,
    Not,
    Operator,
    Or,
    RelatedContext,
    RelatedField,
    Tree,
    Value,
)
from facetstore.query.filter_values import equality_form, ordering_form
from facetstore.query.ordering import OrderKey


class AttributeValue(NamedTuple):
    """A stored value in all its forms, as in a row of `attribute`. Numbers and date-times have no text."""

    equality: str | None = None
    ordering: str | None = None
    number: float | None = None
    instant: int | None = None

    @property
    def is_blank(self) -> bool:
        return not self.equality and self.number is None and self.instant is None


@dataclass(frozen=True, slots=True)
class Record:
    """An element in one version: identity fields, attribute values by name and culture, and references."""

    identity: Mapping[str, str | None]
    values: Mapping[str, Mapping[int, AttributeValue]] = field(default_factory=dict)
    related: Mapping[str, Sequence[Record]] = field(default_factory=dict)


def text_value(text: str) -> AttributeValue:
    """A text as it is stored."""
    return AttributeValue(equality=equality_form(text), ordering=ordering_form(text))


def matches(tree: Tree, record: Record) -> bool:
    """Whether a record matches the filter."""
    match tree:
        case And(parts):
            return all(matches(part, record) for part in parts)
        case Or(parts):
            return any(matches(part, record) for part in parts)
        case Not(part):
            return not matches(part, record)
        case Condition():
            return _holds(tree, record)
        case _:
            assert_never(tree)


def order(keys: Sequence[OrderKey], records: Iterable[Record]) -> list[Record]:
    """The records in order: sorted by the least important key first, since sorting is stable."""
    ordered = sorted(records, key=lambda record: record.identity["id"] or "")
    for key in reversed(keys):
        by_value = [(order_value(key, record), record) for record in ordered]
        present = [(value, record) for value, record in by_value if value is not None]
        missing = [record for value, record in by_value if value is None]
        present.sort(key=lambda each: each[0], reverse=key.descending)
        ordered = [*(record for _, record in present), *missing]
    return ordered


def order_value(key: OrderKey, record: Record) -> Value | None:
    """The value by which a record is ordered; None: it has none, and comes last."""
    values = [each for each in _offered(key.field, record) if not each.is_blank]
    return _form(values[0], _kind(key.field), Operator.LT) if values else None


def _holds(condition: Condition, record: Record) -> bool:
    offered = list(_offered(condition.field, record))
    if condition.operator is Operator.IS_NULL:
        return all(each.is_blank for each in offered)
    forms = [_form(each, _kind(condition.field), condition.operator) for each in offered]
    return any(
        _compares(condition.operator, form, value) for form in forms if form is not None for value in condition.values
    )


def _offered(wanted: Field, record: Record) -> Iterator[AttributeValue]:
    """The values of a field that may be compared."""
    match wanted:
        case AttributeField(name, _, cultures):
            yield from _chosen(record.values.get(name, {}), cultures)
        case AnyAttribute(cultures, but):
            for values in (each for name, each in record.values.items() if name not in but):
                texts = {culture: each for culture, each in values.items() if each.equality is not None}
                yield from _chosen(texts, cultures)
        case IdentityField(name):
            given = record.identity.get(name)
            yield from [] if given is None else [text_value(given)]
        case RelatedField(context, attribute):
            for target in record.related.get(context, ()):
                yield from _offered(attribute, target)
        case RelatedContext(context):
            for target in record.related.get(context, ()):
                yield from _offered(IdentityField("id"), target)
        case _:
            assert_never(wanted)


def _chosen(values: Mapping[int, AttributeValue], cultures: Cultures) -> list[AttributeValue]:
    """All values, or the one value that a chain of cultures selects."""
    if cultures is None:
        return list(values.values())
    found = [values[culture] for culture in cultures if culture in values]
    filled = [each for each in found if not each.is_blank]
    return (filled or found)[:1]


def _kind(wanted: Field) -> Kind:
    match wanted:
        case AttributeField(_, kind) | RelatedField(_, AttributeField(_, kind)):
            return kind
        case _:
            return Kind.TEXT


def _form(value: AttributeValue, kind: Kind, operator: Operator) -> Value | None:
    match kind:
        case Kind.NUMBER:
            return value.number
        case Kind.INSTANT:
            return value.instant
        case Kind.TEXT:
            return value.ordering if operator in ORDER_OPERATORS else value.equality
        case _:
            assert_never(kind)


def _compares(operator: Operator, form: Value, value: Value) -> bool:
    if isinstance(form, str) and isinstance(value, str):
        return _compares_texts(operator, form, value)
    if isinstance(form, str) or isinstance(value, str):
        return False
    return _compares_sizes(operator, form, value)


def _compares_texts(operator: Operator, form: str, value: str) -> bool:
    match operator:
        case Operator.EQ:
            return form == value
        case Operator.CONTAINS:
            return value in form
        case Operator.STARTS_WITH:
            return form.startswith(value)
        case Operator.ENDS_WITH:
            return form.endswith(value)
        case Operator.LIKE:
            return is_like(form, value)
        case _:
            return _in_order(operator, (form > value) - (form < value))


def _compares_sizes(operator: Operator, form: float, value: float) -> bool:
    return _in_order(operator, (form > value) - (form < value))


def _in_order(operator: Operator, sign: int) -> bool:
    """The result of an operator for two values, of which the first is less (-1), equal (0) or greater (1)."""
    return sign in _SIGNS.get(operator, ())


_SIGNS: Final = {
    Operator.EQ: (0,),
    Operator.LT: (-1,),
    Operator.LE: (-1, 0),
    Operator.GT: (1,),
    Operator.GE: (0, 1),
}


def is_like(text: str, pattern: str) -> bool:
    """Whether a text matches a pattern. Tracks every position in the text that the pattern read so far may end at."""
    places = {0}
    characters = iter(pattern)
    for each in characters:
        if each == "%":
            places = set(range(min(places, default=len(text) + 1), len(text) + 1))
        elif each == "_":
            places = {place + 1 for place in places if place < len(text)}
        else:
            wanted = next(characters, each) if each == "\\" else each
            places = {place + 1 for place in places if text[place : place + 1] == wanted}
    return len(text) in places
