"""Filters and orders find the same elements in the same order by their plain meaning and by the statements of both engines."""

import unicodedata
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

import msgspec
import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.query.filter_evaluate import Record, matches, order
from facetstore.query.filter_tree import And, AnyAttribute, AttributeField, Condition, Kind, Not, Operator, Or, Tree
from facetstore.query.filter_values import equality_form
from facetstore.storage.finding import candidates
from facetstore.storage.reads import list_reader, list_statements
from facetstore.storage.rows import words
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.selections import (
    Children,
    LastReleasedOf,
    ListedSelection,
    ListOf,
    Narrowing,
    OrphansOf,
    RootsOf,
    Slice,
)
from tests.storage.builders import METAMODEL, analyze, counted, new_tenant, version
from tests.storage.finding.filter_tenants import FilterTenant, Records
from tests.storage.finding.random_filters import RandomFilters
from tests.storage.random_tenants import RandomTenant, write_all
from tests.support.proof import record, sampled

pytestmark = pytest.mark.anyio

FILTERS: Final = 250
"""How many filters a tenant gets."""
SEEDS: Final = range(sampled(80, 4))
FACETS: Final = ("processes", "processes", "it", "risks", "users", "inputsoutputs")
PLANS: Final = ("walked", "by values", "as it thinks best", "few", "a first look", "a sample", "passed over")


@contextmanager
def planned(plan: str) -> Iterator[None]:
    """Whether lists are walked, or elements found by their values, whatever that costs."""
    with pytest.MonkeyPatch.context() as patched:
        match plan:
            case "walked":
                patched.setattr(list_reader, "keyed", lambda kind: False)
            case "by values":
                patched.setattr(list_reader, "_SORT", 0.0)
            case "few":  # of most conditions more keys are found than are taken
                patched.setattr(list_reader, "_SORT", 0.0)
                patched.setattr(list_reader, "FEWEST", 4)
                for module in (list_reader, candidates):
                    patched.setattr(module, "MOST_KEYS", candidates.MOST_KEYS.replace(str(candidates.FEWEST), "4"))
            case "a first look":  # at hardly more elements than a page has
                patched.setattr(list_reader, "_DENSE", 2)
            case "a sample":  # of hardly any elements
                patched.setattr(list_statements, "_SAMPLE", 3)
                patched.setattr(list_statements, "_PROMISING", 1)
                patched.setattr(words, "_SAMPLE", 3)
                patched.setattr(words, "_MOST_BEGINNINGS", 2)
            case "passed over":  # until the page is full, or too many were
                patched.setattr(list_reader, "_TEST", 1e9)
                patched.setattr(list_reader, "_PASS", 0.0)
                patched.setattr(list_reader, "_UNEVEN", 1)
        yield


@dataclass(frozen=True)
class Case:
    """What is asked of which list, for whom."""

    selection: ListedSelection
    drafts: bool
    narrowing: Narrowing
    plan: str


class Tenants:
    """A tenant as it is stored and as the language sees it."""

    def __init__(self, storage: SqlStorage, tenant: Tenant, content: FilterTenant, random: Random) -> None:
        self._storage = storage
        self._tenant = tenant
        self._records = {drafts: Records(content, drafts=drafts) for drafts in (True, False)}
        self._filters = {facet: RandomFilters(random, content, facet) for facet in FACETS}
        self._random = random
        self._parents = [each.parent for each in content.versions.values() if each.parent is not None]
        self._bases: dict[tuple[ListedSelection, bool], Sequence[str]] = {}

    def reader(self, *, drafts: bool) -> Reader:
        return self._storage.reader(self._tenant, EDITORS if drafts else VIEWERS)

    async def case(self) -> Case:
        """Something to ask of a list that is not empty."""
        random = self._random
        while True:
            facet, drafts = random.choice(FACETS), random.random() < 0.6
            selection, filters = self._selection(facet), self._filters[facet]
            tree = filters.tree() if random.random() < 0.95 else None
            narrowing = Narrowing(tree, filters.order() if random.random() < 0.6 else ())
            case = Case(selection, drafts, narrowing, random.choice(PLANS))
            if len(await self.base(case)) > 3:
                return case

    def _selection(self, facet: str) -> ListedSelection:
        types = METAMODEL.types_of(facet)
        return self._random.choice(
            (
                ListOf(facet),
                ListOf(facet),
                ListOf(facet),
                LastReleasedOf(facet),
                RootsOf(facet, tuple(each.key for each in types if each.root)),
                OrphansOf(facet, tuple(each.key for each in types if not each.root and not each.flow)),
                Children(self._random.choice(self._parents)),
            )
        )

    async def base(self, case: Case) -> Sequence[Record]:
        """The list as it is without filter and order."""
        key = (case.selection, case.drafts)
        if key not in self._bases:
            self._bases[key] = (await self.reader(drafts=case.drafts).lists.listing(case.selection)).elements
        published = isinstance(case.selection, LastReleasedOf)
        return [self._records[case.drafts].of(each, published=published) for each in self._bases[key]]

    async def expected(self, case: Case) -> list[str]:
        base, narrowing = await self.base(case), case.narrowing
        fitting = [each for each in base if narrowing.filter is None or matches(narrowing.filter, each)]
        ordered = order(narrowing.order, fitting) if narrowing.order else fitting
        return [str(each.identity["id"]) for each in ordered]

    async def check_matching(self, tree: Tree) -> None:
        """The same filter over elements picked by hand, flow objects among them."""
        drafts = self._random.random() < 0.5
        records = self._records[drafts]
        elements = self._random.sample(records.elements, 20)

        found = await self.reader(drafts=drafts).lists.matching(elements, tree)

        assert found == {each for each in elements if matches(tree, records.of(each))}


async def filled(storage: SqlStorage, random: Random) -> Tenants:
    content = FilterTenant(random)
    content.fill(320)
    return Tenants(storage, await written(storage, content), content, random)


async def written(storage: SqlStorage, content: RandomTenant) -> Tenant:
    tenant = await new_tenant(storage)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    await analyze(storage)
    return tenant


@pytest.fixture(scope="session")
async def proven(storage: SqlStorage) -> AsyncIterator[Counter[str]]:
    """What the tests of this worker have shown on one engine."""
    shown: Counter[str] = Counter()
    yield shown
    outcome = "the same elements in the same order as by their meaning"
    engine = storage.engine.dialect.name
    record("random filters and orders", shown["filters"], outcome, engine=engine, selective=shown["telling"])


@pytest.mark.parametrize("seed", SEEDS)
async def test_random_filters_and_orders_find_what_their_meaning_says(
    storage: SqlStorage, proven: Counter[str], seed: int
) -> None:
    random = Random(f"filters {seed}")
    tenants = await filled(storage, random)
    telling = 0

    for _ in range(FILTERS):
        case = await tenants.case()
        base, expected = await tenants.base(case), await tenants.expected(case)
        reader = tenants.reader(drafts=case.drafts)
        with planned(case.plan):
            whole = await reader.lists.listing(case.selection, None, case.narrowing, places=True)
            assert list(whole.elements) == expected, await explained(tenants, case)
            await check_parts(reader, case, expected, whole.places, random)
        if case.narrowing.filter is not None and random.random() < 0.3:
            await tenants.check_matching(case.narrowing.filter)
        telling += 0 < len(expected) < len(base)

    assert telling > FILTERS / 5, "most filters find everything or nothing: this proves little"
    proven.update(filters=FILTERS, telling=telling)


async def check_parts(
    reader: Reader, case: Case, expected: list[str], places: Sequence[tuple[object, ...]], random: Random
) -> None:
    """A slice, what comes behind an element, the page that holds one, and the counts."""
    limit, offset = random.randint(1, 9), random.randint(0, 9)
    part = await reader.lists.listing(case.selection, Slice(limit, offset), case.narrowing)
    assert list(part.elements) == expected[offset:][:limit]
    if not isinstance(case.selection, Children):
        counts = await counted(reader, case.selection, case.narrowing, ("type",))
        assert (counts.total, sum(counts.by["type"].values())) == (len(expected), len(expected))
    if not expected:
        return
    number = random.randrange(len(expected))
    # As a cursor keeps it.
    place = tuple(msgspec.json.decode(msgspec.json.encode(places[number])))
    after = Narrowing(case.narrowing.filter, case.narrowing.order, place)
    behind = await reader.lists.listing(case.selection, Slice(limit), after)
    assert list(behind.elements) == expected[number + 1 :][:limit], place
    page = await reader.lists.listing(
        case.selection, Slice(limit + 1, around=expected[number], size=limit), case.narrowing
    )
    assert list(page.elements) == expected[number // limit * limit :][: limit + 1]


async def explained(tenants: Tenants, case: Case) -> object:
    """The smallest parts of a filter that find something else than they mean."""
    wrong = []
    for leaf in leaves_of(case.narrowing.filter):
        alone = Case(case.selection, case.drafts, Narrowing(leaf), case.plan)
        found = await tenants.reader(drafts=case.drafts).lists.listing(case.selection, None, alone.narrowing)
        expected = await tenants.expected(alone)
        if list(found.elements) != expected:
            wrong.append((leaf, set(found.elements) ^ set(expected)))
    return wrong or case


def leaves_of(tree: Tree | None) -> list[Condition]:
    match tree:
        case None:
            return []
        case Condition():
            return [tree]
        case Not(part):
            return leaves_of(part)
        case And(parts) | Or(parts):
            return [leaf for part in parts for leaf in leaves_of(part)]


def odd_letters() -> list[str]:
    """Letters that folding makes to several, to none, or to others: some of each kind, and all that are known to be a trap."""
    every = [chr(each) for each in range(0xA0, 0x30000) if not 0xD800 <= each < 0xE000]
    several = [each for each in every if len(each.casefold()) > 1]
    marks = [each for each in every if unicodedata.combining(each)]
    others = [each for each in every if unicodedata.normalize("NFKD", each) != each]
    return [
        *several,
        "\u0345",
        "\u034f",
        *marks[::90],
        *others[::300],
        "\U0010ffff",
        "\ud7ff",
        "\ue000",
        "\x7f",
        "_",
        "%",
    ]


LONG_TEXTS: Final = (
    "z\u0300\u0301\u0302\u0303" * 60 + "the end",
    "\u0301" * 250 + "the end",
    "\ufdfa" * 40 + "the end",
    "ss" * 100 + "the end",
    "ß" * 100 + "the end",
    "ﬀ" * 120 + "the end",
    "a" * 199 + "\U0010ffff" + "the end",
    "a" * 99 + "the end",
    "a" * 100 + "the end",
    "a" * 101 + "the end",
)


@pytest.mark.parametrize("plan", ["walked", "by values"])
async def test_whatever_folding_does_to_a_text_it_is_found_by_itself(storage: SqlStorage, plan: str) -> None:
    texts = [*odd_letters(), *LONG_TEXTS]
    content = RandomTenant(Random(0))
    for number, text in enumerate(texts):
        made = version(f"p{number}", names={1033: text, 1031: f"abc{text}xyz"})
        content.versions[made.id] = made
    tenant = await written(storage, content)
    records = Records(content, drafts=True)
    reader = storage.reader(tenant, EDITORS)
    base = [records.of(each) for each in (await reader.lists.listing(ListOf("processes"))).elements]
    assert len(base) == len(texts)
    name = AttributeField("name", Kind.TEXT)
    found_all = 0

    with planned(plan):
        for number, text in list(enumerate(texts))[:: 1 if plan == "by values" else 7]:
            form = equality_form(text)
            operator = (Operator.EQ, Operator.STARTS_WITH, Operator.CONTAINS, Operator.ENDS_WITH)[number % 4]
            escaped = "".join(f"\\{each}" if each in "\\%_" else each for each in form)
            for condition in (
                Condition(name, Operator.EQ, (form,)),
                Condition(name, operator, (equality_form(f"abc{text}xyz") if number % 2 else form,)),
                Condition(AnyAttribute(), operator, (equality_form(f"bc{text}xyz") if number % 2 else form,)),
                Condition(name, Operator.LIKE, (f"%{escaped}%" if number % 2 else f"{escaped}%",)),
            ):
                found = await reader.lists.listing(ListOf("processes"), None, Narrowing(condition))
                expected = [str(each.identity["id"]) for each in base if matches(condition, each)]
                assert list(found.elements) == expected, condition
                found_all += len(expected)

    assert found_all > len(texts) / 2
