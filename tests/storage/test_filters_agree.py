"""Filters and orders find the same elements in the same order by their plain meaning and by the statements of both engines."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Final

import msgspec
import pytest

from facetstore.query.filter_evaluate import Record, matches, order
from facetstore.query.filter_tree import And, Condition, Not, Or, Tree
from facetstore.storage import list_reader
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports import (
    Children,
    LastReleasedOf,
    ListedSelection,
    ListOf,
    Narrowing,
    OrphansOf,
    Reader,
    RootsOf,
    Slice,
    Tenant,
)
from tests.storage.builders import METAMODEL, new_tenant
from tests.storage.random_filters import FilterTenant, RandomFilters, Records
from tests.storage.random_tenants import write_all
from tests.support.proof import record, scaled

pytestmark = pytest.mark.anyio

FILTERS: Final = 250
"""How many filters a tenant gets."""
SEEDS: Final = range(scaled(40))
FACETS: Final = ("processes", "processes", "it", "risks", "users", "inputsoutputs")
PLANS: Final = ("walked", "by values", "as it thinks best", "few")


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
                patched.setattr(list_reader, "MOST", 4)
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
        return self._storage.reader(self._tenant, drafts=drafts)

    def case(self) -> Case:
        random, facet = self._random, self._random.choice(FACETS)
        filters = self._filters[facet]
        narrowing = Narrowing(
            filters.tree() if random.random() < 0.95 else None, filters.order() if random.random() < 0.6 else ()
        )
        return Case(self._selection(facet), random.random() < 0.5, narrowing, random.choice(PLANS))

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
            self._bases[key] = (await self.reader(drafts=case.drafts).listing(case.selection)).elements
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

        found = await self.reader(drafts=drafts).matching(elements, tree)

        assert found == {each for each in elements if matches(tree, records.of(each))}


async def filled(storage: SqlStorage, random: Random) -> Tenants:
    content = FilterTenant(random)
    content.fill(220)
    tenant = await new_tenant(storage)
    async with storage.writer(tenant, actor=None) as writer:
        await write_all(writer, content)
    return Tenants(storage, tenant, content, random)


@pytest.mark.parametrize("seed", SEEDS)
async def test_random_filters_and_orders_find_what_their_meaning_says(storage: SqlStorage, seed: int) -> None:
    random = Random(f"filters {seed}")
    tenants = await filled(storage, random)
    telling = 0

    for _ in range(FILTERS):
        case = tenants.case()
        base, expected = await tenants.base(case), await tenants.expected(case)
        reader = tenants.reader(drafts=case.drafts)
        with planned(case.plan):
            whole = await reader.listing(case.selection, None, case.narrowing, places=True)
            assert list(whole.elements) == expected, await explained(tenants, case)
            await check_parts(reader, case, expected, whole.places, random)
        if case.narrowing.filter is not None and random.random() < 0.3:
            await tenants.check_matching(case.narrowing.filter)
        telling += 0 < len(expected) < len(base)

    assert telling > FILTERS / 5, "most filters find everything or nothing: this proves little"
    record(
        "filters agree",
        FILTERS,
        "same elements in the same order as by the meaning of the filter",
        engine=storage.engine.dialect.name,
        seed=seed,
        telling=telling,
    )


async def check_parts(
    reader: Reader, case: Case, expected: list[str], places: Sequence[tuple[object, ...]], random: Random
) -> None:
    """A slice, what comes behind an element, the page that holds one, and the counts."""
    limit, offset = random.randint(1, 9), random.randint(0, 9)
    part = await reader.listing(case.selection, Slice(limit, offset), case.narrowing)
    assert list(part.elements) == expected[offset:][:limit]
    if not isinstance(case.selection, Children):
        counts = await reader.counts(case.selection, case.narrowing, ("type",))
        assert (counts.total, sum(counts.by["type"].values())) == (len(expected), len(expected))
    if not expected:
        return
    number = random.randrange(len(expected))
    # As a cursor keeps it.
    place = tuple(msgspec.json.decode(msgspec.json.encode(places[number])))
    after = Narrowing(case.narrowing.filter, case.narrowing.order, place)
    behind = await reader.listing(case.selection, Slice(limit), after)
    assert list(behind.elements) == expected[number + 1 :][:limit], place
    page = await reader.listing(case.selection, Slice(limit + 1, around=expected[number], size=limit), case.narrowing)
    assert list(page.elements) == expected[number // limit * limit :][: limit + 1]


async def explained(tenants: Tenants, case: Case) -> object:
    """The smallest parts of a filter that find something else than they mean."""
    wrong = []
    for leaf in leaves_of(case.narrowing.filter):
        alone = Case(case.selection, case.drafts, Narrowing(leaf), case.plan)
        found = await tenants.reader(drafts=case.drafts).listing(case.selection, None, alone.narrowing)
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
