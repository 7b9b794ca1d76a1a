"""The attributes of generated elements: those of the type, filled with realistic values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from random import Random
from typing import Final

from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import INVARIANT, NO_END, XML_DECLARATION
from facetstore.exchange.generate_words import FIRST_NAMES, KINDS, LAST_NAMES, SENTENCES, TOPICS, VERBS, Pair
from facetstore.metamodel.model import Attribute, DataType, ElementType
from facetstore.regional import culture

Values = dict[str, dict[int, object]]
Maker = Callable[[Random, Pair], dict[int, object]]

Languages = Mapping[int, int]
"""The cultures of a tenant, each with the index of its language in a pair of words."""

MOST_ATTRIBUTES: Final = 12
"""How many attributes an element has besides its name, its times and its validity."""

_FIRST_DAY: Final = date(2018, 1, 2)
_NAMED: Final = frozenset(
    {"name", "firstName", "lastName", "validFrom", "validUntil", "reasonForRevision", "reasonForExpiry"}
)


def languages_of(settings: TenantSettings) -> Languages:
    """German words for German cultures, English ones for all others."""
    return {lcid: 0 if (known := culture(lcid)) and known.language == "de" else 1 for lcid in settings.data_cultures}


def name_of(element_type: ElementType, number: int, random: Random) -> tuple[Pair, Pair]:
    """The topic of an element and its name in both languages, with a number that makes it unique."""
    topic = TOPICS[int(random.random() * len(TOPICS))]
    kinds = KINDS.get(element_type.key)
    if kinds is None:
        german, english = VERBS[int(random.random() * len(VERBS))]
        return topic, (f"{topic[0]} {german} {number}", f"{english} {topic[1].lower()} {number}")
    german, english = kinds[int(random.random() * len(kinds))]
    return topic, (f"{topic[0]}: {german} {number}", f"{topic[1]} {english} {number}")


def person(number: int, random: Random) -> Values:
    """A user's name, sign-in name and flags."""
    first = FIRST_NAMES[int(random.random() * len(FIRST_NAMES))]
    last = LAST_NAMES[int(random.random() * len(LAST_NAMES))]
    level = number % 6
    flags = ("roleViewer", "roleEditor", "roleApprover", "roleAnalyzer", "roleArchitect", "roleAdministrator")
    values: dict[str, object] = {name: place <= level for place, name in enumerate(flags)}
    values |= {
        "firstName": first,
        "lastName": f"{last} {number}",
        "accountName": f"user{number}",
        "roleInactive": number % 50 == 49,
    }
    return {name: {INVARIANT: value} for name, value in values.items()}


def times(random: Random, *, released: bool, versioned: bool, later: int = 0) -> Values:
    """When an element was created, changed, released, and until when it is valid; `later` adds years to all."""
    created = _FIRST_DAY + timedelta(days=int(random.random() * 1500) + later * 365)
    changed = created + timedelta(days=int(random.random() * 200))
    stamps: dict[str, object] = {"createdOn": _moment(created, random), "changedOn": _moment(changed, random)}
    if versioned:
        stamps["validUntil"] = NO_END
    if versioned and released:
        stamps |= {"relOn": stamps["changedOn"], "validFrom": f"{changed.isoformat()}T00:00:00"}
    return {name: {INVARIANT: value} for name, value in stamps.items()}


def makers_for(element_type: ElementType, languages: Languages) -> Mapping[str, Maker]:
    """How to fill the attributes of a type: those that depend on a culture first, since people write these texts."""
    chosen = [
        each
        for each in element_type.attributes.values()
        if each.attribute is not None and not each.attribute.derived and each.key not in _NAMED
        and not each.key.startswith("role") and each.key not in ("id", "accountName")
    ]  # fmt: skip
    chosen.sort(key=lambda each: each.attribute is not None and each.attribute.invariant)
    return {
        each.key: _maker(each.attribute, languages) for each in chosen[:MOST_ATTRIBUTES] if each.attribute is not None
    }


def _maker(attribute: Attribute, languages: Languages) -> Maker:
    make = _value_maker(attribute)
    if attribute.invariant:
        return lambda random, topic: {INVARIANT: make(random, topic[1], 1)}
    return lambda random, topic: {lcid: make(random, topic[place], place) for lcid, place in languages.items()}


def _value_maker(attribute: Attribute) -> Callable[[Random, str, int], object]:
    keys = [each.key for each in attribute.selectable_values if each.key]
    match attribute.data_type:
        case DataType.HTML:
            return lambda random, topic, language: (
                f"{XML_DECLARATION}<div><p>{_sentence(random, topic, language)}</p></div>"
            )
        case DataType.SELECTION_VALUE if keys:
            return lambda random, *_: keys[int(random.random() * len(keys))]
        case DataType.MULTI_SELECTION:
            return lambda random, *_: keys[: 1 + int(random.random() * len(keys))]
        case DataType.BOOLEAN:
            return lambda random, *_: random.random() < 0.5
        case DataType.INTEGER:
            return lambda random, *_: int(random.random() * 1000)
        case DataType.DECIMAL:
            return lambda random, *_: int(random.random() * 100_000) / 100
        case DataType.DATE_TIME:
            return lambda random, *_: f"{_FIRST_DAY + timedelta(days=int(random.random() * 3000))}T00:00:00"
        case DataType.LINKS:
            return lambda random, topic, *_: [_link(int(random.random() * 10_000), topic)]
        case _:
            return lambda random, topic, _: f"{topic} {int(random.random() * 1000)}"


def _sentence(random: Random, topic: str, language: int) -> str:
    first = SENTENCES[int(random.random() * len(SENTENCES))][language].format(topic)
    second = SENTENCES[int(random.random() * len(SENTENCES))][language].format(topic)
    return f"{first} {second}"


def _link(number: int, title: str) -> dict[str, object]:
    address = f"https://intranet.example/documents/{number}"
    return {"address": str(number), "fullAddress": address, "mimeType": "text/html", "protocol": "Http", "title": title}


def _moment(day: date, random: Random) -> str:
    seconds = 28_800 + int(random.random() * 36_000)
    return f"{day.isoformat()}T{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
