"""The parts of an element as storage hands them over: documents written out, each as it was asked for."""

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.rows import ElementRow, Standing, Surroundings
from facetstore.usecases.ports.selections import Parts
from tests.storage.builders import (
    EVERYTHING,
    add,
    element_id,
    ids,
    new_tenant,
    plain,
    read_one,
    shape,
    task,
    unmarked,
    user,
    version,
    version_id,
)
from tests.storage.reads.documents import parsed, parsed_list, parsed_map, referred

pytestmark = pytest.mark.anyio


async def test_parts_that_were_not_asked_for_are_none(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"), version("p", related={"author": ["u"]}, stereotype="standardProcess"))

    row = await read_one(storage, tenant, element_id("p"))

    assert row == ElementRow(
        key=row.key,
        element=element_id("p"),
        version=version_id("p", "1.0"),
        facet="processes",
        type="subProcess",
        state="released",
        stereotype="standardProcess",
        revision=1,
        zone=0,
        diagrams=None,
        card=row.card,
        reference=None,
        attributes=None,
        related=None,
        history=None,
        children=None,
        content=None,
        root_path=None,
        group=None,
        label=None,
        flow=None,
        place=None,
    )


async def test_the_card_of_a_version_written_out(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"), version("p", related={"author": ["u"]}, stereotype='a "quoted" one'))

    row = await read_one(storage, tenant, element_id("p"))

    ids_ = f'"id":"{element_id("p")}","versionId":"{version_id("p", "1.0")}"'
    more = '"type":"subProcess","state":"released","stereotype":"a \\"quoted\\" one"'
    head = f'{{"facetName":"processes",{ids_},{more}'
    brief = '{"name":{"1031":"p (de)","1033":"p"},"state1":{"127":"released"},"version":{"127":"1.0"}}'
    assert row.card.decode() == f'{head}\x08subProcess+{element_id("u")}\x08,"attributes":{brief}'
    assert row.head.decode() == head
    assert row.brief.decode() == brief


async def test_all_attributes_with_the_derived_ones_by_name(storage: SqlStorage, tenant: Tenant) -> None:
    given = version("p", attributes={"zz": {127: [1, None]}, "dd": {1033: "b", 1031: "a"}})
    await add(storage, tenant, given)

    row = await read_one(storage, tenant, element_id("p"), Parts(attributes=True))

    assert unmarked(row.attributes or b"").decode() == (
        '{"createdOn":{"127":"2021-01-02T03:04:05"},"dd":{"1031":"a","1033":"b"},"gotoUrl":"<goto>",'
        '"isReleased":{"127":true},"name":{"1031":"p (de)","1033":"p"},"relOn":{"127":"2021-03-04T05:06:07"},'
        '"state1":{"127":"released"},"version":{"127":"1.0"},"zz":{"127":[1,null]}}'
    )


async def test_brief_attributes_come_with_the_card_alone(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("p"), user("u"))

    row = await read_one(storage, tenant, element_id("p"), Parts(attributes=True, brief=True))

    assert row.attributes is None
    assert parsed(row.brief) == {
        "name": {"1031": "p (de)", "1033": "p"},
        "state1": {"127": "released"},
        "version": {"127": "1.0"},
    }


async def test_every_version_shows_the_same_release_history(storage: SqlStorage, tenant: Tenant) -> None:
    states = {"0.1": "inProcess", "1.0": "expired", "2.0": "requestToExpire", "10.0": "inEffect", "10.1": "inProcess"}
    await add(storage, tenant, *(version("p", *each) for each in states.items()), version("q", "0.1", "inProcess"))

    editors = [
        await read_one(storage, tenant, version_id("p", number), Parts(contexts=("releaseHistory",)))
        for number in states
    ]
    viewer = await read_one(storage, tenant, element_id("p"), Parts(contexts=None), drafts=False)
    never = await read_one(storage, tenant, element_id("q"), Parts(contexts=None))
    unasked = await read_one(storage, tenant, element_id("p"), Parts(contexts=("author",)))

    assert {tuple(referred(row.history)) for row in editors} == {
        tuple(version_id("p", number) for number in ("1.0", "2.0", "10.0"))
    }
    assert referred(viewer.history) == [version_id("p", "10.0")]
    assert never.history is None
    assert unasked.history is None


async def test_children_are_references_by_position_then_name(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        plain("c"),
        version("ä", parent="c", position=1),
        version("b", "1.0", parent="c", position=1),
        version("b", "1.1", "inProcess", parent="c", position=1),
        plain("a", parent="c", position=2),
        version("draft", "0.1", "inProcess", parent="c"),
        plain("other"),
        plain("below", parent="a"),
    )

    editors = await read_one(storage, tenant, element_id("c"), Parts(children=True))
    viewers = await read_one(storage, tenant, element_id("c"), Parts(children=True), drafts=False)
    none = await read_one(storage, tenant, element_id("other"), Parts(children=True))

    assert referred(editors.children) == [
        version_id("draft", "0.1"),
        version_id("ä", "1.0"),
        version_id("b", "1.1"),
        element_id("a"),
    ]
    assert referred(viewers.children) == [version_id("ä", "1.0"), version_id("b", "1.0"), element_id("a")]
    assert none.children is None
    # Children keep to the view that was asked for; everything else leads to the details.
    assert {each["expandUri"].split(">")[1] for each in parsed_list(editors.children)} == {"processes<view"}


async def test_content_is_references_in_the_order_of_the_diagram(storage: SqlStorage, tenant: Tenant) -> None:
    shapes = (shape("b"), shape("draft", "b"), shape("a"), shape("b", "a", id_="again"))
    draft = version("draft", "0.1", "inProcess")
    await add(storage, tenant, task("a"), task("b"), draft, version("p", content=shapes), version("q"))

    editors = await read_one(storage, tenant, element_id("p"), Parts(content=True))
    viewers = await read_one(storage, tenant, element_id("p"), Parts(content=True), drafts=False)
    none = await read_one(storage, tenant, element_id("q"), Parts(content=True))

    assert referred(editors.content) == [element_id("b"), version_id("draft", "0.1"), *ids("a", "b")]
    assert referred(viewers.content) == ids("b", "a", "b")
    assert none.content is None


async def test_each_version_has_its_own_content_and_references(storage: SqlStorage, tenant: Tenant) -> None:
    one = version("p", "1.0", content=(shape("a"),), related={"author": ["u"]})
    two = version("p", "2.0", content=(shape("b"),), related={"owner": ["u"]})
    await add(storage, tenant, user("u"), task("a"), task("b"), one, two)

    rows = [await read_one(storage, tenant, each.id, EVERYTHING) for each in (one, two)]

    assert [referred(row.content) for row in rows] == [ids("a"), ids("b")]
    assert [list(parsed_map(row.related)) for row in rows] == [["author"], ["owner"]]


async def test_nothing_of_another_tenant_is_ever_read_along(storage: SqlStorage, tenant: Tenant) -> None:
    """Two tenants that use the same ids: every part of one shows only its own."""
    other = await new_tenant(storage)
    ours = version("p", parent="c", content=(shape("t"),), related={"author": ["u"]})
    theirs = version("p", parent="c", content=(shape("t"), shape("x")), related={"author": ["u", "x"], "owner": ["u"]})
    await add(storage, tenant, ours, task("t"), user("u"), plain("c"))
    more = [version("p", "2.0", parent="c"), plain("child", parent="p"), task("x"), version("d", content=(shape("p"),))]
    await add(storage, other, theirs, task("t"), user("u"), plain("c", parent="x"), *more)

    for drafts in (True, False):
        row = await read_one(storage, tenant, element_id("p"), EVERYTHING, drafts=drafts)
        around = await storage.reader(tenant, EDITORS if drafts else VIEWERS).surroundings(row.element)
        assert referred(row.content) == ids("t")
        assert referred(row.history) == [ours.id]
        assert referred(row.root_path) == ids("c")
        assert row.children is None
        assert {name: [each["id"] for each in found] for name, found in parsed_map(row.related).items()} == {
            "author": ids("u")
        }
        assert around == Surroundings(
            element_id("c"), (element_id("c"),), (Standing(ours.id, "subProcess", "released"),), (), False, False
        )
