"""Where an element stands: the way from its parent to the root, and what is around it."""

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.rows import ShownBy, Standing, Surroundings
from facetstore.usecases.ports.selections import Parts
from tests.storage.builders import (
    EVERYTHING,
    add,
    element_id,
    ids,
    plain,
    read_one,
    shape,
    shape_id,
    task,
    version,
    version_id,
)
from tests.storage.reads.documents import referred

pytestmark = pytest.mark.anyio


async def test_the_root_path_leads_from_the_parent_to_the_root(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        plain("house", type_="processHouse", creation_id="x"),
        plain("outer", parent="house"),
        plain("hidden", parent="outer", state="hide"),
        version("p", parent="hidden"),
    )

    editors = await read_one(storage, tenant, element_id("p"), Parts(root_path=True))
    viewers = await read_one(storage, tenant, element_id("p"), Parts(root_path=True), drafts=False)
    top = await read_one(storage, tenant, element_id("house"), Parts(root_path=True))

    assert referred(editors.root_path) == ids("hidden", "outer", "house")
    assert referred(viewers.root_path) == ids("outer", "house")
    assert top.root_path is None


@pytest.mark.parametrize(("depth", "found"), [(1, 1), (63, 63), (64, 64), (70, 64)])
async def test_the_root_path_ends_at_a_depth_of_64(storage: SqlStorage, tenant: Tenant, depth: int, found: int) -> None:
    way = [plain(f"c{n}", parent=f"c{n - 1}" if n else None) for n in range(depth + 1)]
    await add(storage, tenant, *way)

    row = await read_one(storage, tenant, element_id(f"c{depth}"), Parts(root_path=True))
    around = await storage.reader(tenant, EDITORS).surroundings(row.element)

    expected = ids(*(f"c{n}" for n in range(depth - 1, depth - 1 - found, -1)))
    assert referred(row.root_path) == expected
    assert list(around.ancestors) == expected


async def test_a_cycle_ends_the_walk_and_not_the_process(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, plain("a", parent="b"), plain("b", parent="a"), plain("self", parent="self"))

    row = await read_one(storage, tenant, element_id("a"), EVERYTHING)
    alone = await read_one(storage, tenant, element_id("self"), EVERYTHING)

    assert referred(row.root_path) == ids("b", "a") * 32
    assert referred(alone.root_path) == ids("self") * 64


async def test_surroundings_show_where_an_element_stands(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        plain("house", type_="processHouse", creation_id="x"),
        plain("c", parent="house"),
        version("p", "1.0", parent="c"),
        version("p", "1.1", "inProcess", parent="c"),
        version("below", "0.1", "inProcess", parent="p"),
        version("d", "1.0", content=(shape("a"), shape("p", id_="seen"))),
        version("d", "1.1", "inProcess", content=(shape("p", id_="draft"),)),
        task("a"),
    )

    row = await read_one(storage, tenant, element_id("p"))
    editors = await storage.reader(tenant, EDITORS).surroundings(row.element)
    viewers = await storage.reader(tenant, VIEWERS).surroundings(row.element)
    leaf = await storage.reader(tenant, EDITORS).surroundings(element_id("a"))

    released = Standing(version_id("p", "1.0"), "subProcess", "released")
    assert editors == Surroundings(
        parent=element_id("c"),
        ancestors=tuple(ids("c", "house")),
        versions=(released, Standing(version_id("p", "1.1"), "subProcess", "inProcess")),
        shapes=("draft", "seen"),
        has_children=True,
        is_referred_to=True,
        shown_by=(ShownBy(b"subProcess", 0, "inProcess"), ShownBy(b"subProcess", 0, "released")),
    )
    # Viewers do not see the draft below.
    assert viewers == editors._replace(versions=(released,), shapes=("seen",), has_children=False)
    task_alone = (Standing(element_id("a"), "task", None),)
    shown_by = (ShownBy(b"subProcess", 0, "released"),)
    assert leaf == Surroundings(None, (), task_alone, (shape_id("a"),), False, True, shown_by=shown_by)
