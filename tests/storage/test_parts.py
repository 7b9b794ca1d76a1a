"""The parts of an element as storage hands them over: documents written out, references in their order."""

import json
from dataclasses import replace
from typing import Any

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports import Tenant
from facetstore.usecases.selections import ElementRow, ListOf, Parts, ShownBy, Surroundings
from tests.storage.builders import (
    EVERYTHING,
    add,
    element_id,
    ids,
    new_tenant,
    plain,
    read,
    read_one,
    shape,
    shape_id,
    task,
    unmarked,
    user,
    version,
    version_id,
)

pytestmark = pytest.mark.anyio


def parsed(document: bytes | None) -> Any:
    return json.loads(unmarked(document or b"null"))


def parsed_list(document: bytes | None) -> Any:
    return json.loads(b"[" + unmarked(document or b"") + b"]")


def parsed_map(document: bytes | None) -> Any:
    return json.loads(b"{" + unmarked(document or b"") + b"}")


def referred(document: bytes | None) -> list[str]:
    """The ids in a list of references."""
    return [each.get("versionId", each["id"]) for each in parsed_list(document)]


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
        authored=1,
        revision=1,
        zone=0,
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
    )


async def test_the_card_of_a_version_written_out(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"), version("p", related={"author": ["u"]}, stereotype='a "quoted" one'))

    row = await read_one(storage, tenant, element_id("p"))

    ids_ = f'"id":"{element_id("p")}","versionId":"{version_id("p", "1.0")}"'
    more = '"type":"subProcess","state":"released","stereotype":"a \\"quoted\\" one"'
    head = f'{{"facetName":"processes",{ids_},{more}'
    brief = '{"name":{"1031":"p (de)","1033":"p"},"state1":{"127":"released"},"version":{"127":"1.0"}}'
    assert row.card.decode() == f'{head}\x08subProcess+\x08,"attributes":{brief}'
    assert row.head.decode() == head
    assert row.brief.decode() == brief


async def test_all_attributes_with_the_derived_ones_by_name(storage: SqlStorage, tenant: Tenant) -> None:
    given = version("p", attributes={"zz": {127: [1, None]}, "description": {1033: "b", 1031: "a"}})
    await add(storage, tenant, given)

    row = await read_one(storage, tenant, element_id("p"), Parts(attributes=True))

    assert unmarked(row.attributes or b"").decode() == (
        '{"createdOn":{"127":"2021-01-02T03:04:05"},"description":{"1031":"a","1033":"b"},"gotoUrl":"<goto>",'
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


async def test_references_of_each_kind_of_identity_written_out(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        version("s", type_="system", stereotype="robot"),
        user("u"),
        plain("c"),
        version("p", related={"systems": ["s"], "author": ["u"], "capabilities": ["c"]}),
    )

    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=None))

    system, person, category = ids("s", "u", "c")
    assert parsed_map(row.related) == {
        "author": [
            {
                "facetName": "users",
                "id": person,
                "creationId": person,
                "type": "user",
                "expandUri": f"<facets>users<detail>{person}",
            }
        ],
        "capabilities": [
            {
                "facetName": "processes",
                "id": category,
                "type": "subCategory",
                "expandUri": f"<facets>processes<detail>{category}",
            }
        ],
        "systems": [
            {
                "facetName": "it",
                "id": system,
                "versionId": version_id("s", "1.0"),
                "type": "system",
                "state": "released",
                "expandUri": f"<facets>it<detail>{version_id('s', '1.0')}",
                "stereotype": "robot",
            }
        ],
    }


async def test_a_version_is_referred_to_as_its_own_reference_says(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, version("s", type_="system"), version("p", related={"systems": ["s"]}))

    system = await read_one(storage, tenant, element_id("s"), Parts(reference=True))
    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=("systems",)))

    assert row.related == b'"systems":[' + (system.reference or b"") + b"]"


async def test_contexts_come_by_name_and_references_in_the_order_given(storage: SqlStorage, tenant: Tenant) -> None:
    related = {"systems": ["s3", "s1", "s2"], "risks": ["r"], "author": ["u2", "u1"], "requirements": []}
    others = [
        *(version(f"s{n}", type_="system") for n in (1, 2, 3)),
        version("r", type_="risk"),
        user("u1"),
        user("u2"),
    ]
    await add(storage, tenant, *others, version("p", related=related))

    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=None))

    found = parsed_map(row.related)
    assert list(found) == ["author", "risks", "systems"]
    assert [each["id"] for each in found["author"]] == ids("u2", "u1")
    assert [each["id"] for each in found["systems"]] == ids("s3", "s1", "s2")


async def test_only_the_contexts_wanted_are_read(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, user("u"), version("p", related={"author": ["u"], "owner": ["u"], "relBy": ["u"]}))

    some = await read_one(storage, tenant, element_id("p"), Parts(contexts=("relBy", "author", "systems")))
    none = await read_one(storage, tenant, element_id("p"), Parts(contexts=("systems",)))

    assert list(parsed_map(some.related)) == ["author", "relBy"]
    assert none.related is None


@pytest.mark.parametrize("drafts", [True, False])
async def test_two_hundred_references_in_one_context_keep_their_order(
    storage: SqlStorage, tenant: Tenant, drafts: bool
) -> None:
    """SQLite is not told to order them: it reads them by their key."""
    names = [f"u{n * 77 % 200}" for n in range(200)]
    more = {context: list(reversed(names)) for context in ("zz", "aa", "author")}
    await add(storage, tenant, *map(user, names), version("p", related={"owner": names, **more}), version("q"))

    row = await read_one(storage, tenant, element_id("p"), Parts(contexts=None), drafts=drafts)
    (listed, _) = await read(storage, tenant, ListOf("processes"), Parts(contexts=("owner", "zz")), drafts=drafts)

    found = parsed_map(row.related)
    assert list(found) == ["aa", "author", "owner", "zz"]
    assert [each["id"] for each in found["owner"]] == ids(*names)
    assert [each["id"] for each in found["zz"]] == ids(*reversed(names))
    assert parsed_map(listed.related) == {name: found[name] for name in ("owner", "zz")}


async def test_the_order_holds_after_references_were_written_again_in_between(
    storage: SqlStorage, tenant: Tenant
) -> None:
    names = [f"u{n}" for n in range(60)]
    await add(storage, tenant, *map(user, names), *(version(f"p{n}", related={"owner": names}) for n in range(5)))
    for n in (3, 1, 3):
        async with storage.writer(tenant, actor=None) as writer:
            before = await writer.version(version_id(f"p{n}", "1.0"))
            assert before is not None
            turned = {
                "owner": tuple(reversed(before.version.related["owner"])),
                "author": before.version.related["owner"],
            }
            await writer.replace_version(replace(before, version=replace(before.version, related=turned)), "changed")

    rows = await read(storage, tenant, ListOf("processes"), Parts(contexts=None))

    owners = [[each["id"] for each in parsed_map(row.related)["owner"]] for row in rows]
    assert owners == [ids(*(reversed(names) if n == 1 else names)) for n in range(5)]


async def test_viewers_find_no_reference_to_what_they_may_not_see(storage: SqlStorage, tenant: Tenant) -> None:
    await add(
        storage,
        tenant,
        version("s", "1.0", type_="system"),
        version("s", "1.1", "inProcess", type_="system"),
        version("draft", "0.1", "inProcess", type_="risk"),
        version("p", related={"systems": ["s", "missing"], "risks": ["draft"]}),
    )

    editors = await read_one(storage, tenant, element_id("p"), Parts(contexts=None))
    viewers = await read_one(storage, tenant, element_id("p"), Parts(contexts=None), drafts=False)

    assert {name: [each["versionId"] for each in found] for name, found in parsed_map(editors.related).items()} == {
        "risks": [version_id("draft", "0.1")],
        "systems": [version_id("s", "1.1")],
    }
    assert {name: [each["versionId"] for each in found] for name, found in parsed_map(viewers.related).items()} == {
        "systems": [version_id("s", "1.0")]
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
    around = await storage.reader(tenant, EDITORS).surroundings(row)

    expected = ids(*(f"c{n}" for n in range(depth - 1, depth - 1 - found, -1)))
    assert referred(row.root_path) == expected
    assert list(around.ancestors) == expected


async def test_a_cycle_ends_the_walk_and_not_the_process(storage: SqlStorage, tenant: Tenant) -> None:
    await add(storage, tenant, plain("a", parent="b"), plain("b", parent="a"), plain("self", parent="self"))

    row = await read_one(storage, tenant, element_id("a"), EVERYTHING)
    alone = await read_one(storage, tenant, element_id("self"), EVERYTHING)

    assert referred(row.root_path) == ids("b", "a") * 32
    assert referred(alone.root_path) == ids("self") * 64


async def test_surroundings_tell_where_an_element_stands(storage: SqlStorage, tenant: Tenant) -> None:
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
    editors = await storage.reader(tenant, EDITORS).surroundings(row)
    viewers = await storage.reader(tenant, VIEWERS).surroundings(row)
    leaf = await storage.reader(tenant, EDITORS).surroundings(await read_one(storage, tenant, element_id("a")))

    assert editors == Surroundings(
        parent=element_id("c"),
        ancestors=tuple(ids("c", "house")),
        versions=(version_id("p", "1.0"), version_id("p", "1.1")),
        shapes=("draft", "seen"),
        has_children=True,
        shown_by=(ShownBy("subProcess", "inProcess", False), ShownBy("subProcess", "released", False)),
    )
    # Whether there are children is told as it is: it decides whether an element may be deleted.
    released = ShownBy("subProcess", "released", False)
    assert viewers == editors._replace(versions=(version_id("p", "1.0"),), shapes=("seen",), shown_by=(released,))
    assert leaf == Surroundings(None, (), (element_id("a"),), (shape_id("a"),), False, shown_by=(released,))


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
        around = await storage.reader(tenant, EDITORS if drafts else VIEWERS).surroundings(row)
        assert referred(row.content) == ids("t")
        assert referred(row.history) == [ours.id]
        assert referred(row.root_path) == ids("c")
        assert row.children is None
        assert {name: [each["id"] for each in found] for name, found in parsed_map(row.related).items()} == {
            "author": ids("u")
        }
        assert around == Surroundings(element_id("c"), (element_id("c"),), (ours.id,), (), has_children=False)
