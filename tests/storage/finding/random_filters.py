"""Filters and orders at random, over the names of a facet and with values that a tenant has. Everything follows from a seed."""

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from facetstore.metamodel.model import DataType
from facetstore.query.filter_names import IDENTITY_FIELDS, names_of
from facetstore.query.filter_tree import (
    ORDER_OPERATORS,
    TEXT_OPERATORS,
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
from facetstore.query.filter_values import NotOfThisType, value_of
from facetstore.query.ordering import OrderKey
from facetstore.regional.time_zones import to_instant
from tests.storage.builders import METAMODEL
from tests.storage.finding.filter_tenants import CHAINS, DERIVED, NAMES, NUMBERS, TIMES, ZONE, FilterTenant, record_of
from tests.storage.random_tenants import CONTEXTS

TEXTUAL: Final = (Operator.EQ, *sorted(ORDER_OPERATORS), *sorted(TEXT_OPERATORS))
SIZED: Final = (Operator.EQ, *sorted(ORDER_OPERATORS))
ALTERED: Final[tuple[Callable[[str], str], ...]] = (
    str,
    str,
    str.upper,
    str.casefold,
    lambda text: unicodedata.normalize("NFD", text),
    lambda text: unicodedata.normalize("NFC", text),
    lambda text: unicodedata.normalize("NFKD", text),
)


class RandomFilters:
    """Trees and orders over the names of a facet, with values taken from what a tenant has."""

    def __init__(self, random: Random, tenant: FilterTenant, facet: str) -> None:
        self._random = random
        self._tenant = tenant
        names = names_of(METAMODEL, facet).attributes
        known = (names.get(name.casefold()) for name in (*NAMES, *DERIVED))
        self._attributes = [each for each in known if each is not None]

    def tree(self, leaves: int = 10, depth: int = 4) -> Tree:
        random = self._random
        kind = random.choice(("leaf", "leaf", "and", "or", "not")) if depth and leaves > 1 else "leaf"
        match kind:
            case "leaf":
                return self.condition()
            case "not":
                return Not(self.tree(leaves, depth - 1))
            case _:
                count = random.choice((2, 2, 2, 3))
                parts = tuple(self.tree(leaves // count, depth - 1) for _ in range(count))
                return And(parts) if kind == "and" else Or(parts)

    def order(self) -> tuple[OrderKey, ...]:
        keys: dict[AttributeField | IdentityField, OrderKey] = {}
        for _ in range(self._random.randint(1, 3)):
            if self._random.random() < 0.25:
                chosen: AttributeField | IdentityField = self._identity()
            else:
                attribute = self._attribute()[0]
                chosen = replace(attribute, cultures=attribute.cultures or self._random.choice(CHAINS))
            keys[chosen] = OrderKey(chosen, self._random.random() < 0.5)
        return tuple(keys.values())

    def condition(self) -> Condition:
        while True:
            found, data_type = self._field()
            if isinstance(found, RelatedContext) or self._random.random() < 0.08:
                return Condition(found, Operator.IS_NULL)
            kind = _kind(found)
            operator = self._random.choice(TEXTUAL if kind is Kind.TEXT else SIZED)
            count = self._random.choice((1, 1, 1, 2, 3, 12)) if operator is Operator.EQ else 1
            values = [self._value(found, data_type, operator) for _ in range(count)]
            fitting = tuple(dict.fromkeys(each for each in values if not isinstance(each, NotOfThisType)))
            if fitting:
                return Condition(found, operator, fitting)

    def _field(self) -> tuple[Field, DataType]:
        random = self._random
        choice = random.random()
        if choice < 0.5:
            return self._attribute()
        if choice < 0.62:
            hidden = [self._attribute()[0].name for _ in range(random.choice((0, 0, 1, 4)))]
            return AnyAttribute(self._cultures(), tuple(hidden)), DataType.SINGLE_LINE_TEXT
        if choice < 0.75:
            return self._identity(), DataType.SINGLE_LINE_TEXT
        context = random.choice(CONTEXTS)
        if choice < 0.8:
            return RelatedContext(context), DataType.SINGLE_LINE_TEXT
        if random.random() < 0.4:
            return RelatedField(context, self._identity()), DataType.SINGLE_LINE_TEXT
        attribute, data_type = self._attribute()
        return RelatedField(context, attribute), data_type

    def _attribute(self) -> tuple[AttributeField, DataType]:
        random = self._random
        if random.random() < 0.4:
            name = random.choice(("name", "name", "own"))
            return AttributeField(name, Kind.TEXT, self._cultures()), DataType.SINGLE_LINE_TEXT
        named = random.choice(self._attributes)
        return AttributeField(named.name, named.kind, self._cultures()), named.data_type

    def _identity(self) -> IdentityField:
        return IdentityField(self._random.choice(IDENTITY_FIELDS))

    def _cultures(self) -> Cultures:
        return None if self._random.random() < 0.5 else self._random.choice(CHAINS)

    def _value(self, wanted: Field, data_type: DataType, operator: Operator) -> Value | NotOfThisType:
        text = self._text(wanted, data_type)
        if operator in TEXT_OPERATORS:
            text = self._part(text)
        if operator is Operator.LIKE:
            text = self._pattern(text)
        return value_of(text, data_type, operator, lambda local: to_instant(local, ZONE))

    def _text(self, wanted: Field, data_type: DataType) -> str:
        random = self._random
        match data_type:
            case DataType.DECIMAL | DataType.INTEGER:
                return repr(random.choice(NUMBERS))
            case DataType.BOOLEAN:
                return random.choice(("true", "false"))
            case DataType.DATE_TIME:
                return random.choice(TIMES) + random.choice(("", "", "Z", "+05:30"))
        if isinstance(wanted, RelatedField):
            wanted = wanted.attribute
        if isinstance(wanted, IdentityField) and wanted.name != "stereotype":
            version = random.choice(list(self._tenant.versions.values()))
            known = record_of(version).identity[wanted.name]
            return known or "released"
        name = getattr(wanted, "name", "")
        known_texts = self._tenant.texts_of.get(name) if random.random() < 0.8 else None
        return random.choice(ALTERED)(random.choice(known_texts or self._tenant.texts))

    def _part(self, text: str) -> str:
        random = self._random
        if random.random() < 0.3 or not text:
            return text
        first = random.choice((0, 0, random.randrange(len(text))))
        return text[first : random.choice((len(text), random.randint(first, len(text))))]

    def _pattern(self, text: str) -> str:
        """A text with wildcards among its characters, and its own ones escaped, or not."""
        random = self._random
        made = []
        for each in text[:40]:
            escaped = f"\\{each}" if each in "%_\\" and random.random() < 0.7 else each
            made.append(random.choice(("_", "%", "\\a")) if random.random() < 0.1 else escaped)
        ends = random.choice((("", ""), ("%", ""), ("", "%"), ("%", "%"), ("_", "%"), ("%%", "_")))
        return ends[0] + "".join(made) + ends[1]


def _kind(wanted: Field) -> Kind:
    match wanted:
        case AttributeField(_, kind) | RelatedField(_, AttributeField(_, kind)):
            return kind
        case _:
            return Kind.TEXT
