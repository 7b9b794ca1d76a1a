"""Filters, orders and names at random, about what elements have: the words in them are those that secrets are made of."""

from random import Random
from typing import Final

from facetstore.metamodel.model import DataType, Property
from tests.storage.builders import METAMODEL
from tests.support.company import Record
from tests.walls.oracle.plan import STATES, WORDS, facet_of, type_of

_TEXTS: Final = (DataType.SINGLE_LINE_TEXT, DataType.MULTI_LINE_TEXT, DataType.HTML)
_FORMS: Final = (
    "{} -like '%{}%'",
    "Contains({},'{}')",
    "StartsWith({},'{}')",
    "{} -eq '{}'",
    "NOT {} -like '%{}%'",
    "{} -in ('{}', 'x')",
)


def filter_text(random: Random, record: Record, ids: list[str]) -> str:
    """A filter on the elements of a record's facet; half of them look at what the record refers to."""
    parts = [_condition(random, record, ids) for _ in range(random.choice((1, 1, 2)))]
    return random.choice((" AND ", " OR ")).join(parts)


def _condition(random: Random, record: Record, ids: list[str]) -> str:
    contexts = [name for name in record["related"] if name in METAMODEL.context_names[facet_of(record)]]
    if contexts and random.random() < 0.5:
        context = random.choice(contexts)
        related = type_of(record).properties[context].related
        types = related.types if related is not None else ()
        known = [each for type_ in types if type_ in METAMODEL.types for each in _attributes(type_)]
        if known and random.random() < 0.8:
            # A description is what everything has.
            described = [each for each in known if each.key == "description"]
            found = random.choice(described if described and random.random() < 0.5 else known)
            return _about(random, f"{context}/{found.key}", found)
        return f"{context}/id -eq '{random.choice(ids)}'"
    match random.randrange(8):
        case 0:
            return f"id -in ('{random.choice(ids)}', '{random.choice(ids)}')"
        case 1:
            return f"state -eq '{random.choice(STATES)}'"
        case 2:
            return random.choice(_FORMS[:3]).format("attributes", random.choice(WORDS))
        case 3:
            return random.choice(_FORMS).format(f"name/{random.choice((1031, 1033))}", random.choice(WORDS))
        case 4:
            return random.choice(_FORMS).format("name", random.choice(WORDS))
        case _:
            found = random.choice(_attributes(record["type"]))
            return _about(random, found.key, found)


def _about(random: Random, name: str, found: Property) -> str:
    if random.random() < 0.15:
        return f"{random.choice(('', 'NOT '))}IsNull({name})"
    attribute = found.attribute
    assert attribute is not None
    if attribute.data_type in _TEXTS:
        return random.choice(_FORMS).format(name, random.choice(WORDS))
    if attribute.data_type is DataType.BOOLEAN:
        return f"{name} -eq '{random.choice(('true', 'false'))}'"
    if attribute.data_type is DataType.DATE_TIME:
        return f"{name} {random.choice(('-lt', '-ge'))} '202{random.randint(0, 5)}-03-05T00:00:00'"
    if attribute.data_type in (DataType.INTEGER, DataType.DECIMAL):
        return f"{name} {random.choice(('-lt', '-ge', '-eq'))} '{random.randint(1, 5)}'"
    keys = [each.key for each in attribute.selectable_values if each.key]
    return f"{name} {random.choice(('-eq', '-ne'))} '{random.choice(keys or WORDS)}'"


def order_text(random: Random, record: Record) -> str:
    names = [random.choice(_attributes(record["type"])).key for _ in range(random.choice((1, 2)))]
    return ",".join(f"{name}{random.choice(('', ' desc'))}" for name in dict.fromkeys([*names, "name"]))


def selected(random: Random, record: Record) -> str:
    known = sorted(type_of(record).properties)
    return ",".join(random.sample(known, min(len(known), random.randint(1, 4))))


def contexts_of(random: Random, record: Record) -> str:
    """Some contexts of a record, those first that it has."""
    known = list(record["related"]) or sorted(METAMODEL.context_names[facet_of(record)])
    return ",".join(random.sample(known, min(len(known), random.randint(1, 3)))) or "owner"


def _attributes(type_: str) -> list[Property]:
    return [
        each
        for each in METAMODEL.types[type_].properties.values()
        if each.attribute is not None and each.readable_by is None and each.attribute.data_type is not DataType.LINKS
    ]
