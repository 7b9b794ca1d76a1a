"""The numbers by which PostgreSQL finds letters: a text has all the numbers that are looked up for a part of it."""

from collections.abc import Sequence
from random import Random
from typing import cast

import pytest

from facetstore.storage.engines.postgres import PostgresEngine
from facetstore.storage.rows import letters
from facetstore.storage.rows.letters import NAMES, has_beginnings, has_letters, letters_of
from facetstore.storage.store import SqlStorage
from tests.storage.builders import add, new_tenant, plain

SYLLABLES = (
    *("pruf", "ung", "qx", "a", "b", "10", "straße", "日本", "😀", "ж", "–", "-", "/", "(", "'", "%", "é"),
    *(" ", "  ", "\n", "\x1f", "\u00a0", "\u2003", "x" * 50),
)


class Bound(list[Sequence[int]]):
    """The numbers that a test looks for, way by way."""

    def bind(self, value: object) -> str:
        self.append(cast("Sequence[int]", value))
        return ":n"


def looked_for(text: str, tenant: int = 1, mark: str = "") -> set[int]:
    bound = Bound()
    has_letters(tenant, [[text]], bound.bind, mark)
    return {number for way in bound for number in way}


def numbers_of(*texts: str, names: str = "", tenant: int = 1) -> set[int]:
    return {int(number) for number in letters_of(tenant, texts, names).strip("{}").split(",") if number}


def made_up(random: Random, longest: int) -> str:
    return "".join(random.choices(SYLLABLES, k=random.randint(1, longest)))


def test_what_holds_a_text_has_its_numbers() -> None:
    random = Random(5)
    found = 0
    for _ in range(3_000):
        text = f"\x1f{made_up(random, 12)}\x1f"
        begin = random.randrange(len(text))
        part = text[begin : begin + random.randint(1, 12)]
        numbers = numbers_of(text)
        assert looked_for(part) <= numbers, (text, part)
        found += bool(looked_for(part))
        beginning = Bound()
        if has_beginnings(1, [part], beginning.bind):
            assert not numbers.isdisjoint(beginning[0]), (text, part)
    assert found > 1_000


def test_tenants_and_names_have_numbers_of_their_own() -> None:
    numbers = numbers_of("\x1fprufung\x1f")

    assert looked_for("prufung") <= numbers
    assert looked_for("prufung", tenant=2).isdisjoint(numbers)
    assert looked_for(" prufung", mark=NAMES).isdisjoint(numbers)
    assert looked_for(" prufung", mark=NAMES) <= numbers_of(names="\x1f prufung\x1f")


@pytest.mark.parametrize("text", ["ab", "a b", " a", "a  b", ""])
def test_what_has_no_three_letters_in_a_row_cannot_be_looked_up(text: str) -> None:
    assert has_letters(1, [[text]], Bound().bind) is None
    assert has_letters(1, [["prufung", text]], Bound().bind) is None


def test_of_what_must_be_there_together_only_what_can_be_looked_up_is() -> None:
    bound = Bound()

    assert has_letters(1, [["prufung"], ["a b"]], bound.bind) is not None
    assert {*bound[0]} <= numbers_of("prufung")


def test_spellings_that_are_many_are_looked_up_one_by_one() -> None:
    together, apart, alike = Bound(), Bound(), Bound()

    has_letters(1, [["mut", "muet"], ["strasse"]], together.bind)
    has_letters(1, [["mut", "muet"], ["hute", "huete"], ["gut", "guet"]], apart.bind)
    has_letters(1, [["prufung", "pruefung"], ["strasse"]], alike.bind)

    assert len(together) == 2
    assert len(apart) == 6
    assert len(alike) == 1, "both have the same letters at their ends"


def test_no_more_words_are_cached_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(letters, "_CACHED", 3)
    texts = [f"word{number} {'x' * 100}" for number in range(10)]

    numbers = [numbers_of(text, tenant=77) for text in texts]

    assert all(looked_for(f"word{number}", tenant=77) <= each for number, each in enumerate(numbers))
    kept = letters._numbers(77, "")
    assert len(kept) <= 3
    assert "x" * 100 not in kept


@pytest.mark.anyio
@pytest.mark.postgres
async def test_behind_the_wall_the_index_is_taken(postgres_storage: SqlStorage) -> None:
    tenant = await new_tenant(postgres_storage)
    await add(postgres_storage, tenant, plain("one"))
    bound = Bound()
    test = has_letters(tenant.key, [["prufung"]], bound.bind)
    assert isinstance(postgres_storage.engine, PostgresEngine)

    async with postgres_storage.engine.for_tenant(tenant.key).transaction() as session:
        for scan in ("enable_seqscan", "enable_indexscan"):
            await session.fetch(f"SET LOCAL {scan} = off", {})
        text = f"EXPLAIN SELECT w.version FROM searched_words w WHERE {test}"
        plan = [str(row[0]) for row in await session.fetch(text, {"n": list(bound[0])})]

    assert any("words_letters" in step for step in plan), plan
