"""Both engines give the same rows, byte for byte, whatever is stored."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.reads import Reader
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    LastReleasedOf,
    ListOf,
    OrphansOf,
    PagedSelection,
    Parts,
    RootsOf,
    Selection,
    Slice,
    StereotypesOf,
    TargetsOf,
    VersionsOf,
)
from facetstore.usecases.ports.writes import ExportedVersion
from tests.storage.builders import EVERYTHING, METAMODEL, counted, new_tenant
from tests.storage.random_tenants import CONTEXTS, RandomTenant, change, write_all
from tests.support.proof import scaled

pytestmark = [pytest.mark.anyio, pytest.mark.postgres]

FACETS = ("processes", "it", "risks", "users", "inputsoutputs", "capability")
CARD = Parts(attributes=True, brief=True, contexts=("author", "owner"))
SOME = Parts(attributes=True, brief=True, contexts=("systems", "releaseHistory", "author"), reference=True)


def lists() -> Iterator[PagedSelection]:
    for facet in FACETS:
        types = METAMODEL.types_of(facet)
        yield ListOf(facet)
        yield LastReleasedOf(facet)
        yield RootsOf(facet, tuple(each.key for each in types if each.root))
        yield OrphansOf(facet, tuple(each.key for each in types if not each.root and not each.flow))


def selections(tenant: RandomTenant, keys: Sequence[int]) -> Iterator[Selection]:
    elements = tuple(tenant.elements)
    yield from lists()
    yield from map(ById, (*elements[:: len(elements) // 30], *list(tenant.versions)[:: len(tenant.versions) // 30]))
    yield ChildrenOf(elements)
    yield from map(Children, elements[:: len(elements) // 10])
    yield VersionsOf(elements)
    yield ContentOf(tuple(keys))
    yield TargetsOf(tuple(keys), CONTEXTS)
    yield StereotypesOf(("robot", 'a "quoted" one', elements[0]), "stereotypes", "id")


class Twins:
    """The same tenant on two engines. Keys differ between them: version ids stand for them."""

    def __init__(self, storages: Sequence[SqlStorage], tenants: Sequence[Tenant], content: RandomTenant) -> None:
        self.storages = storages
        self.tenants = tenants
        self.content = content

    def readers(self, *, drafts: bool) -> list[Reader]:
        return [s.reader(t, EDITORS if drafts else VIEWERS) for s, t in zip(self.storages, self.tenants, strict=True)]


async def twins(storages: Sequence[SqlStorage], seed: int, size: int, changes: int) -> Twins:
    tenants = [await new_tenant(storage) for storage in storages]
    content = RandomTenant(Random(seed))
    for storage, tenant in zip(storages, tenants, strict=True):
        # The same again: everything follows from the seed.
        content = RandomTenant(Random(seed))
        content.fill(size)
        async with storage.writer(tenant, actor=None) as writer:
            await write_all(writer, content)
        for _ in range(changes):
            async with storage.writer(tenant, actor=None) as writer:
                await change(writer, content)
    return Twins(storages, tenants, content)


async def keys_of(reader: Reader, content: RandomTenant) -> dict[str, int]:
    rows = await reader.elements(VersionsOf(tuple(content.elements)), Parts())
    return {row.version: row.key for row in rows}


def without_keys(rows: Sequence[ElementRow], keys: dict[str, int]) -> list[ElementRow]:
    names = {key: id_ for id_, key in keys.items()}
    return [
        row._replace(
            key=0,
            group=names.get(row.group, row.group) if isinstance(row.group, int) else row.group,
            # In which order diagrams come does not matter: the best of them decides.
            diagrams=row.diagrams and b"\x08".join(sorted(row.diagrams.split(b"\x08"))),
        )
        for row in rows
    ]


@pytest.mark.parametrize("seed", range(scaled(10)))
@pytest.mark.parametrize("drafts", [True, False], ids=["editor", "viewer"])
async def test_every_selection_gives_the_same_rows_on_both_engines(
    sqlite_storage: SqlStorage, postgres_storage: SqlStorage, seed: int, drafts: bool
) -> None:
    pair = await twins((sqlite_storage, postgres_storage), seed, size=300, changes=20)
    readers = pair.readers(drafts=drafts)
    keys = [await keys_of(reader, pair.content) for reader in readers]
    assert list(keys[0]) == list(keys[1])
    compared = 0

    for one, other in zip(*(selections(pair.content, list(each.values())) for each in keys), strict=True):
        for parts in (EVERYTHING, SOME):
            ours = without_keys(await readers[0].elements(one, parts), keys[0])
            theirs = without_keys(await readers[1].elements(other, parts), keys[1])
            # Groups of rows come by key, which is the order of writing and not the same after changes.
            if isinstance(one, ContentOf | TargetsOf):
                ours, theirs = (sorted(rows, key=lambda row: str(row.group)) for rows in (ours, theirs))
            assert ours == theirs
            compared += len(ours)

    assert compared > 1000


@pytest.mark.parametrize("drafts", [True, False], ids=["editor", "viewer"])
async def test_lists_give_the_same_cards_pages_places_and_counts_on_both_engines(
    sqlite_storage: SqlStorage, postgres_storage: SqlStorage, drafts: bool
) -> None:
    pair = await twins((sqlite_storage, postgres_storage), seed=7, size=200, changes=20)
    readers = pair.readers(drafts=drafts)

    for each in lists():
        cards = [await reader.cards(each, CARD, Slice(17, 3)) for reader in readers]
        counts = [await counted(reader, each, by=("type", "state", "stereotype", "owner")) for reader in readers]
        pages = [[await page_around(reader, each, id_) for id_ in pair.content.elements[:30]] for reader in readers]
        assert cards[0] == cards[1]
        assert counts[0] == counts[1]
        assert pages[0] == pages[1]


async def page_around(reader: Reader, selection: PagedSelection, id_: str) -> tuple[object, ...]:
    """The elements of a page with their places."""
    found = await reader.lists.listing(selection, Slice(4, around=id_, size=3), places=True)
    return tuple(found.elements), tuple(found.places)


async def test_surroundings_and_exports_are_the_same_on_both_engines(
    sqlite_storage: SqlStorage, postgres_storage: SqlStorage
) -> None:
    pair = await twins((sqlite_storage, postgres_storage), seed=11, size=200, changes=20)

    for drafts in (True, False):
        around = []
        for reader in pair.readers(drafts=drafts):
            rows = await reader.elements(VersionsOf(tuple(pair.content.elements)), Parts())
            around.append([await reader.surroundings(row.element) for row in rows])
        assert around[0] == around[1]
    exported: list[list[ExportedVersion]] = []
    for storage, tenant in zip(pair.storages, pair.tenants, strict=True):
        exported.append([each async for chunk in storage.export(tenant) for each in chunk])
    assert exported[0] == exported[1]
    assert {each.version.id: each.version for each in exported[0]} == pair.content.versions
