"""What a space learns from translated names: where names lie that were never translated, and that it is the same each time."""

import asyncio
from collections import Counter
from pathlib import Path
from random import Random
from typing import Final

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.demo import ADDRESS
from facetstore.bootstrap.settings import Settings
from facetstore.domain.access import EDITORS
from facetstore.likeness.space import grams_of, learn, nearest, place
from facetstore.query.filter_forms import BETWEEN
from facetstore.usecases.finding.name_places import LEAST
from tests.support.proof import one_in, record

WORDS: Final = (
    ("rechnung", "invoice"), ("bestellung", "purchase order"), ("lieferant", "supplier"), ("maschine", "engine"),
    ("angebot", "quotation"), ("vertrag", "contract"), ("kunde", "buyer"), ("lager", "warehouse"),
)  # fmt: skip
TASKS: Final = (("prufen", "verify"), ("anlegen", "create"), ("loschen", "delete"), ("planen", "schedule"))


def _names(demo: Path) -> list[list[str]]:
    """The names of all elements of the demo company, folded, each in one or two languages."""

    async def read() -> list[list[str]]:
        async with opened_storage(Settings(data=demo)) as storage:
            tenant = await storage.tenant(ADDRESS)
            assert tenant is not None
            rows = await storage.reader(tenant, EDITORS).called(10_000)
            return [[each.strip() for each in names.split(BETWEEN) if each.strip()] for _, names in rows]

    return asyncio.run(read())


def _by_letters(shown: list[Counter[str]], asked: str) -> list[int]:
    """What has the most letters in common."""
    wanted = grams_of(asked)
    common = [sum(min(often, each[gram]) for gram, often in wanted.items() if gram in each) for each in shown]
    return sorted(range(len(shown)), key=lambda number: -common[number])[:10]


def test_names_that_were_never_translated_lie_where_their_translation_would(demo_data: Path) -> None:
    """In the demo company: a fifth of the translated names is known in German alone, and asked for in English."""
    names = _names(demo_data)
    two = [number for number, each in enumerate(names) if len(each) == 2 and each[0] != each[1]]
    alone = set(Random(1).sample(two, len(two) // 5))
    shown = [each[0] if number in alone else " ".join(each) for number, each in enumerate(names)]

    space = learn([each for number, each in enumerate(shown) if number not in alone])

    assert space is not None
    places, counted, asked = place(space, shown), [*map(grams_of, shown)], one_in(3, sorted(alone))
    good = sum(number in nearest(space, places, names[number][1], LEAST)[:10] for number in asked)
    letters = sum(number in _by_letters(counted, names[number][1]) for number in asked)
    shares = {"by what they mean": good / len(asked), "by letters alone": letters / len(asked)}
    record("German names of the demo company asked for in English", len(asked), "recall@10", **shares)
    assert good / len(asked) >= 0.55
    assert good > 1.5 * letters


def test_what_is_learned_from_the_same_names_is_the_same() -> None:
    names = [f"{german} {task[0]} {english} {task[1]}" for german, english in WORDS for task in TASKS]

    one, other = learn(names), learn(names)

    assert one is not None
    assert other is not None
    assert one.weights == other.weights
    assert (one.basis == other.basis).all()
    assert abs((place(one, names) ** 2).sum(axis=1) - 1).max() < 1e-5


def test_too_few_names_teach_nothing_and_unknown_letters_are_near_nothing() -> None:
    assert learn([]) is None
    assert learn(["one"]) is None
    assert learn(["same", "same"]) is None
    space = learn([f"{german} {english}" for german, english in WORDS] * 2)
    assert space is not None
    places = place(space, ["rechnung", "", "qqq"])
    assert nearest(space, places, "zzzz", 0.1) == []
    assert nearest(space, places, "invoice", 0.1) == [0]
    assert not places[1:].any()
