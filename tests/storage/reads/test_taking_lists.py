"""A list is the same however it is taken: in slices, as a stream, around an element, as cards, in a snapshot."""

from collections.abc import Sequence

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.rows import ElementRow
from facetstore.usecases.ports.selections import (
    Children,
    LastReleasedOf,
    ListOf,
    OrphansOf,
    PagedSelection,
    Parts,
    RootsOf,
    Selection,
    Slice,
)
from tests.storage.builders import (
    EVERYTHING,
    NOTHING,
    add,
    counted,
    element_id,
    elements,
    ids,
    plain,
    read,
    user,
    version,
)
from tests.storage.reads.audiences import audiences

pytestmark = pytest.mark.anyio

PAGED: tuple[PagedSelection, ...] = (
    ListOf("processes"),
    RootsOf("processes", ("view",)),
    OrphansOf("processes", ("view",)),
    LastReleasedOf("processes"),
)


@pytest.mark.parametrize("selection", PAGED, ids=lambda each: type(each).__name__)
class TestPagedSelections:
    async def fill(self, storage: SqlStorage, tenant: Tenant) -> None:
        names = [f"{n % 7} Ä{n}" for n in range(23)]
        views = [plain(name, type_="view", position=n % 5) for n, name in enumerate(names)]
        await add(storage, tenant, *views, *(version(f"p{n}", f"{n + 1}.0") for n in range(11)))

    @audiences
    async def test_slices_put_together_are_the_whole(
        self, storage: SqlStorage, tenant: Tenant, selection: PagedSelection, drafts: bool
    ) -> None:
        await self.fill(storage, tenant)
        whole = await read(storage, tenant, selection, EVERYTHING, drafts=drafts)

        slices = [
            await read(storage, tenant, selection, EVERYTHING, Slice(4, offset), drafts=drafts)
            for offset in range(0, len(whole) + 8, 4)
        ]

        assert len(whole) > 8
        assert [row for part in slices for row in part] == whole
        assert await read(storage, tenant, selection, NOTHING, Slice(1, 10**15), drafts=drafts) == []

    @audiences
    async def test_a_stream_holds_the_same_rows(
        self, storage: SqlStorage, tenant: Tenant, selection: PagedSelection, drafts: bool
    ) -> None:
        await self.fill(storage, tenant)
        reader = storage.reader(tenant, EDITORS if drafts else VIEWERS)

        chunks = [chunk async for chunk in reader.stream(selection, EVERYTHING, 4)]

        assert [row for chunk in chunks for row in chunk] == await reader.elements(selection, EVERYTHING)
        assert {len(chunk) for chunk in chunks[:-1]} == {4}

    @audiences
    async def test_the_count_and_the_page_around_an_element_fit_the_rows(
        self, storage: SqlStorage, tenant: Tenant, selection: PagedSelection, drafts: bool
    ) -> None:
        await self.fill(storage, tenant)
        reader = storage.reader(tenant, EDITORS if drafts else VIEWERS)
        rows = await reader.elements(selection, NOTHING)

        for size in (1, 4, 100):
            for number, row in enumerate(rows):
                page = rows[number // size * size :][: size + 1]
                for id_ in (row.element, row.version):
                    found = await reader.lists.listing(selection, Slice(size + 1, around=id_, size=size))
                    assert list(found.elements) == elements(page)
        assert (await counted(reader, selection)).total == len(rows)
        nowhere = await reader.lists.listing(selection, Slice(5, around=element_id("nowhere"), size=4))
        assert list(nowhere.elements) == []

    async def test_a_stream_may_be_left_early(
        self, storage: SqlStorage, tenant: Tenant, selection: PagedSelection
    ) -> None:
        await self.fill(storage, tenant)
        reader = storage.reader(tenant, EDITORS)

        first: Sequence[ElementRow] = ()
        async for chunk in reader.stream(selection, NOTHING, 2):
            first = chunk
            break

        assert len(first) == 2
        await add(storage, tenant, version("afterwards"))


async def test_a_snapshot_sees_one_state_also_while_others_write(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"))
    reader = storage.reader(tenant, EDITORS)

    async with reader.snapshot():
        before = await reader.elements(ListOf("processes"), NOTHING)
        await add(storage, tenant, version("q"))
        during = await reader.elements(ListOf("processes"), NOTHING)
        counts = await counted(reader, ListOf("processes"))
    after = await reader.elements(ListOf("processes"), NOTHING)

    assert elements(before) == elements(during) == ids("p")
    assert counts.total == 1
    assert elements(after) == ids("p", "q")


@pytest.mark.parametrize(
    "parts", [Parts(attributes=True, brief=True), Parts(attributes=True, brief=True, contexts=("author", "owner"))]
)
async def test_cards_are_the_rows_of_a_list_put_together(storage: SqlStorage, tenant: Tenant, parts: Parts) -> None:
    await add(
        storage,
        tenant,
        user("u"),
        version("p", related={"author": ["u"], "systems": ["s"], "owner": ["u", "s"]}),
        version("s", type_="system"),
        version("q"),
    )
    for selection in (ListOf("processes"), Children(element_id("c"))):
        await _check_cards(storage, tenant, selection, parts)


async def _check_cards(storage: SqlStorage, tenant: Tenant, selection: Selection, parts: Parts) -> None:
    for drafts in (True, False):
        reader = storage.reader(tenant, EDITORS if drafts else VIEWERS)
        rows = await reader.elements(selection, parts)

        cards = await reader.cards(selection, parts)

        assert cards == [
            row.card + (b',"related":{' + row.related + b"}" if row.related else b"") + b"}" for row in rows
        ]
