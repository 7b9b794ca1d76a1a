"""What storage finds: what a plain reading of the rules finds, in its order, and the best among too many."""

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.element import Version
from facetstore.domain.errors import InvalidParameter
from facetstore.domain.tenant import Tenant
from facetstore.domain.values import order_key
from facetstore.query.filter_forms import words_alone
from facetstore.query.filter_values import equality_form
from facetstore.query.search_text import SearchText, Word, parse_search_text
from facetstore.storage.access.sight import sight_of, whole_sight
from facetstore.storage.engines.dialect import SQLITE
from facetstore.storage.finding.filtering import Values
from facetstore.storage.finding.searching import search_statement
from facetstore.storage.reads.usage_statement import usages_statement
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.finding import Hits, Sought
from tests.storage.builders import METAMODEL, add, element_id, ids, version
from tests.support.proof import scaled

pytestmark = pytest.mark.anyio

EVERY_FACET = tuple(METAMODEL.facets)
BOUNDARIES = (" ", "\n", "-", "/", "(")
SYLLABLES = (
    "prüf", "pruef", "ung", "waren", "ein", "gang", "straße", "strasse", "a", "Ä", "ß", "x", "im", " im ", "-", " ", "  ",
    " ", "/", "(", "%", "_", '"', "'", "\\", "*", "日本", "😀", "é", "e\u0301", "ﬁ", "İ", "\n", ".", "10", "0%",
)  # fmt: skip


async def search(storage: SqlStorage, tenant: Tenant, text: SearchText, most: int = 10_000, limit: int = 1000) -> Hits:
    return await storage.reader(tenant, EDITORS).search(Sought(text, EVERY_FACET, most=most), limit, 0)


async def fill(storage: SqlStorage, tenant: Tenant, names: Iterable[str]) -> None:
    await add(storage, tenant, *(version(name, names=name) for name in names))


async def test_among_too_many_hits_the_best_are_found(storage: SqlStorage, tenant: Tenant) -> None:
    many = [f"Number {n:03} of unthreaded ones" for n in range(50)]
    await fill(storage, tenant, [*many, "A thread", "Threads of all kinds", "Thread", "Sewing-thread"])

    hits = await search(storage, tenant, parse_search_text("thread"), most=20, limit=4)

    assert list(hits.elements) == ids("Thread", "Threads of all kinds", "A thread", "Sewing-thread")
    assert (hits.total, hits.more) == (20, True)
    assert hits.facets == {"processes": 20}


@pytest.mark.parametrize("q", ["thread", "th"])
async def test_as_many_as_are_looked_at_are_all(storage: SqlStorage, tenant: Tenant, q: str) -> None:
    await fill(storage, tenant, [f"Thread {n}" for n in range(20)])

    all_of_them = await search(storage, tenant, parse_search_text(q), most=20)
    too_many = await search(storage, tenant, parse_search_text(q), most=19)

    assert (all_of_them.total, all_of_them.more) == (20, False)
    assert (too_many.total, too_many.more) == (19, True)


async def test_a_letter_finds_the_first_names_among_too_many(storage: SqlStorage, tenant: Tenant) -> None:
    names = [f"Thread {n:02}" for n in range(30)]
    await fill(storage, tenant, reversed(names))

    hits = await search(storage, tenant, parse_search_text("t"), most=10)

    assert list(hits.elements) == ids(*names[:10])


async def test_whatever_is_stored_and_searched_for_the_rules_are_kept(storage: SqlStorage, tenant: Tenant) -> None:
    """By a plain reading of the rules, which both engines are compared with."""
    random = Random(11)
    stored = [made_up_version(random, number) for number in range(150)]
    await add(storage, tenant, *stored)
    total = 0

    for _ in range(scaled(4000)):
        q = made_up(random, 3)
        try:
            text = parse_search_text(q)
        except InvalidParameter:
            continue
        hits = await search(storage, tenant, text)
        assert list(hits.elements) == expected(stored, text), q
        assert hits.total == len(hits.elements)
        total += hits.total

    assert total > 1000


def made_up(random: Random, most: int) -> str:
    return "".join(random.choice(SYLLABLES) for _ in range(random.randint(1, most)))


def made_up_version(random: Random, number: int) -> Version:
    names = {1031: made_up(random, 5), 1033: f"{made_up(random, 5)}{number}"}
    return version(f"element {number}", names=names, attributes={"description": {1033: made_up(random, 12)}})


def expected(stored: Sequence[Version], text: SearchText) -> list[str]:
    ranked = [
        (rank, sort_name(each), str(each.element)) for each in stored if (rank := rank_of(each, text)) is not None
    ]
    return [element for _, _, element in sorted(ranked)]


def sort_name(stored: Version) -> str:
    return order_key(str(stored.attributes["name"][1033]))


def folded(stored: Version, attribute: str) -> list[str]:
    texts = (equality_form(str(value)) for value in stored.attributes[attribute].values())
    return [order_key(text) for text in texts if text]


def rank_of(stored: Version, text: SearchText) -> int | None:
    """How good a hit is, from 0 on; None: none."""
    if text.is_short:
        begins = any(sort_name(stored).startswith(each) for each in text.spellings)
        return int(sort_name(stored) not in text.spellings) if begins else None
    names, every = folded(stored, "name"), [*folded(stored, "name"), *folded(stored, "description")]
    has_all = all(any(each in one for one in every for each in word) for word in text.parts)
    if not has_all or not all(any(begins_word(one, word) for one in every) for word in text.beginnings):
        return None
    return rank_of_names([words_alone(name) for name in names], text)


def begins_word(text: str, word: Word) -> bool:
    return any(text.startswith(each) or any(f"{b}{each}" in text for b in BOUNDARIES) for each in word)


def rank_of_names(names: Sequence[str], text: SearchText) -> int:
    if not text.whole:
        return 4
    tests = (
        any(name in text.whole for name in names),
        any(name.startswith(text.whole) for name in names),
        all(any(f" {each}" in f" {name}" for name in names for each in word) for word in text.words),
        all(any(each in name for name in names for each in word) for word in text.words),
    )
    return next((rank for rank, passed in enumerate(tests) if passed), 4)


async def test_usages_are_returned_once_for_each_context_and_element(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        version("Ledger", type_="system"),
        version("Pay", related={"systems": ["Ledger"], "hasInput": ["Ledger"]}),
        version("Bill", "1.0", related={"systems": ["Ledger"]}),
        version("Bill", "1.1", "inProcess"),
    )
    everybody, viewers = storage.reader(tenant, EDITORS), storage.reader(tenant, VIEWERS)

    seen = await everybody.usages(element_id("Ledger"), None, 10, 0)
    released = await viewers.usages(element_id("Ledger"), ("systems",), 1, 0)

    assert [usage.context for usage in seen.page] == ["hasInput", "systems"]
    assert seen.total == 2
    assert (len(released.page), released.total) == (1, 2)
    assert element_id("Bill").encode() in released.page[0].reference


@pytest.mark.parametrize("q", ["thread", "prüfung im werk", "th"])
@pytest.mark.parametrize("drafts", [True, False])
async def test_sqlite_places_hits_by_indexes_alone(sqlite_storage: SqlStorage, q: str, drafts: bool) -> None:
    values = Values("s")
    text = search_statement(
        SQLITE, 1, sight_of(EDITORS if drafts else VIEWERS, SQLITE), Sought(parse_search_text(q), EVERY_FACET), values
    )

    plan = await explained(sqlite_storage, text, {**values.bound, "tenant": 1, "limit": 1, "offset": 0})

    assert [step for step in plan if "SEARCH v " in step and "COVERING INDEX" not in step] == []
    assert [step for step in plan if step.startswith("SCAN v ")] == []


@pytest.mark.parametrize("contexts", [None, ("systems",), ("content",)])
async def test_sqlite_finds_usages_by_indexes(sqlite_storage: SqlStorage, contexts: tuple[str, ...] | None) -> None:
    values = {"tenant": 1, "element": "id", "content": "content", "contexts": "[]", "limit": 1, "offset": 0}

    plan = await explained(sqlite_storage, usages_statement(SQLITE, whole_sight(SQLITE), contexts), values)

    assert [step for step in plan if re.match(r"SCAN (v|r|s)\b", step)] == []
    assert any("reference_target" in step for step in plan)


async def explained(storage: SqlStorage, text: str, values: Mapping[str, object]) -> list[str]:
    return [str(row[3]) for row in await storage.engine.fetch(f"EXPLAIN QUERY PLAN {text}", values)]
