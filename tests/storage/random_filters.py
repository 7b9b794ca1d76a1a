"""Filters and orders at random over tenants at random, and what they must find by the plain meaning of the language.

Texts are made of few pieces, so that values meet: letters that folding changes or that have marks, wildcards, quotes, blanks,
and characters at the ends of what Unicode has. Everything follows from a seed.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from facetstore.domain.element import Version
from facetstore.domain.values import INVARIANT, ElementId
from facetstore.metamodel.model import DataType
from facetstore.query.filter_evaluate import AttributeValue, Record
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
from facetstore.regional.time_zones import time_zone, to_instant
from facetstore.storage.attribute_rows import attribute_rows
from tests.storage.builders import METAMODEL, SETTINGS
from tests.storage.random_tenants import CONTEXTS, RandomTenant
from tests.support.bundles import guid

ZONE: Final = time_zone(SETTINGS.time_zone)
PIECES: Final = (
    *("a", "A", "b", "abc", "Abc", "Straße", "STRASSE", "ss", "ß", "ẞ", "ä", "a\u0308", "Ä", "é", "e\u0301", "\u0301"),
    *("İ", "ı", "ﬁ", "fi", "ſ", "Σ", "ς", "K", "Å", "\u0345", "한국", "\u1112\u1161\u11ab", "مرحبا", "𝔸", "½"),
    *("🏭", "👩\u200d🔬", "\U0010ffff", "\ud7ff", "\ue000", "\ufdfa", "%", "_", "\\", "'", '"', "*", "^", "(", "-", "\x1f"),
    *(" ", "\t", "\u00a0", "\u3000", "0", "1", "and", "null"),
)
BLANKS: Final = ("", " ", "\t\n ", "\u00a0", "\u3000\u2003", "\x1f", "\x85")
NUMBERS: Final = (
    *(-1, 0, 1, 2, 10, 1.5, 0.1, 0.1 + 0.2, 1 / 3, 2 / 3, 1e300, -1e-300, 5e-324, -0.0),
    *(2**53 + 1, 2**63 - 1, -(2**63), 123456789.123456789),
)
TIMES: Final = (
    *("2024-05-31T13:45:00", "2024-05-31T13:45:00.1234567", "2024-05-31T13:45:00.1", "2020-02-29T00:00:00"),
    *("2024-03-31T02:30:00", "2024-10-27T02:30:00", "0001-01-01T00:00:00", "9999-12-31T00:00:00", "1969-12-31T23:59:59"),
)
CULTURES: Final = (1031, 1033, 1036)
CHAINS: Final[Sequence[tuple[int, ...]]] = (
    *((1031,), (1033,), (1036,), (127,), (1055,)),
    *((1031, 1033), (1033, 1036, 1031), (1036, 127), (1055, 1031), (127, 1031, 1033, 1036)),
)
NAMES: Final = (
    *("description", "links", "costs", "sequence", "personalData", "roleEditor", "validFrom", "changedOn"),
    *("reasonForRevision", "criticality", "vendor", "shortName", "processMaturity", "lastName", "userLoginCount"),
)
"""The attributes that elements are given, few enough to meet each other."""
DERIVED: Final = ("state1", "version", "isReleased", "stereotype", "createdOn", "relOn", "firstName")
TEXTUAL: Final = (Operator.EQ, *sorted(ORDER_OPERATORS), *sorted(TEXT_OPERATORS))
SIZED: Final = (Operator.EQ, *sorted(ORDER_OPERATORS))


@dataclass
class FilterTenant(RandomTenant):
    """A tenant whose elements have values of all kinds, also such as do not fit the attribute they stand in."""

    texts: list[str] = field(default_factory=lambda: list(BLANKS))
    _of: str = ""
    texts_of: dict[str, list[str]] = field(default_factory=dict)
    """Texts by the attribute they were made for."""

    def text(self) -> str:
        random = self.random
        if random.random() < 0.12:
            return random.choice(BLANKS)
        made = "".join(random.choices(PIECES, k=random.choice((1, 1, 2, 2, 3, 4, 5))))
        if random.random() < 0.03:
            made *= 150
        self.texts.append(made)
        self.texts_of.setdefault(self._of, []).append(made)
        return made

    def words(self) -> dict[int, object]:
        self._of = "name"
        cultures = self.random.sample(CULTURES, self.random.randint(1, 3))
        return {culture: self.text() for culture in sorted(cultures)}

    def related(self) -> dict[str, tuple[ElementId, ...]]:
        nobody = {"owner": (ElementId(guid("nobody")),)} if self.random.random() < 0.1 else {}
        return {**super().related(), **nobody}

    def stereotype(self, type_: str) -> str | None:
        if "stereotype" not in METAMODEL.types[type_].properties:
            return None
        self._of = "stereotype"
        return self.random.choice((None, "robot", self.text())) or None

    def fill(self, size: int) -> None:
        super().fill(size)
        for each in list(self.versions.values()):
            self.versions[each.id] = replace(each, attributes={**each.attributes, **self.attributes(each.type)})

    def attributes(self, type_: str) -> dict[str, Mapping[int, object]]:
        random, declared = self.random, METAMODEL.types[type_].attributes
        chosen = [name for name in NAMES if name in declared and random.random() < 0.7]
        found: dict[str, Mapping[int, object]] = {name: self.values(type_, name) for name in chosen}
        self._of = "own"
        if random.random() < 0.2:
            found["own"] = {random.choice((127, 1031)): random.choice((self.text(), random.choice(NUMBERS)))}
        return found

    def values(self, type_: str, name: str) -> dict[int, object]:
        declared = METAMODEL.types[type_].attributes[name].attribute
        assert declared is not None
        self._of = name
        cultures = [INVARIANT] if declared.invariant else self.random.sample(CULTURES, self.random.randint(1, 3))
        if self.random.random() < 0.05:
            cultures.append(self.random.choice((127, 1031)))
        return {culture: self.value(declared.data_type) for culture in sorted(set(cultures))}

    def value(self, data_type: DataType) -> object:
        random = self.random
        if random.random() < 0.1:
            return random.choice((self.text(), random.choice(NUMBERS), True))
        match data_type:
            case DataType.DECIMAL | DataType.INTEGER:
                return random.choice(NUMBERS)
            case DataType.BOOLEAN:
                return random.random() < 0.5
            case DataType.DATE_TIME:
                return random.choice(TIMES)
            case DataType.HTML:
                return f"<p>{self.text()}</p>"
            case DataType.LINKS:
                return [{"title": self.text()} for _ in range(random.randint(0, 2))]
            case _:
                return self.text()


class Records:
    """The versions of a tenant as the language sees them, for one audience."""

    def __init__(self, tenant: RandomTenant, *, drafts: bool) -> None:
        stored = tenant.stored().values()
        self._current = {each.version.element: each.version for each in stored if _is_current(each, drafts)}
        self._published = {each.version.element: each.version for each in stored if each.published}
        self._plain: dict[str, Record] = {}
        self._whole: dict[str, Record] = {}

    def of(self, element: str, *, published: bool = False) -> Record:
        """The version that is listed of an element."""
        return self._with_related((self._published if published else self._current)[element])

    @property
    def elements(self) -> Sequence[str]:
        return list(self._current)

    def _with_related(self, version: Version) -> Record:
        if version.id not in self._whole:
            related = {
                context: [self._alone(self._current[target]) for target in targets if target in self._current]
                for context, targets in version.related.items()
            }
            self._whole[version.id] = replace(self._alone(version), related=related)
        return self._whole[version.id]

    def _alone(self, version: Version) -> Record:
        if version.id not in self._plain:
            self._plain[version.id] = _record(version)
        return self._plain[version.id]


def _is_current(stored: object, drafts: bool) -> bool:
    return bool(getattr(stored, "newest" if drafts else "published"))


def _record(version: Version) -> Record:
    values: dict[str, dict[int, AttributeValue]] = {}
    for row in attribute_rows(0, 0, version, METAMODEL, ZONE):
        form = AttributeValue(row.equality, row.ordering, row.number, row.instant)
        values.setdefault(row.name, {})[row.culture] = form
    # Cultures in ascending order, as the engines keep them: where no culture is named, the first one decides an order.
    ordered = {name: dict(sorted(each.items())) for name, each in values.items()}
    identity = {
        "id": version.element,
        "versionId": version.id,
        "type": version.type,
        "state": version.state,
        "stereotype": version.stereotype,
        "facetName": version.facet,
    }
    return Record(identity, ordered)


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
            return AnyAttribute(self._cultures()), DataType.SINGLE_LINE_TEXT
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
            known = _record(version).identity[wanted.name]
            return known or "released"
        name = getattr(wanted, "name", "")
        known_texts = self._tenant.texts_of.get(name) if random.random() < 0.8 else None
        return self._altered(random.choice(known_texts or self._tenant.texts))

    def _altered(self, text: str) -> str:
        change = self._random.choice((None, None, str.upper, str.casefold, "NFD", "NFC", "NFKD"))
        if isinstance(change, str):
            return unicodedata.normalize(change, text)
        return text if change is None else change(text)

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
