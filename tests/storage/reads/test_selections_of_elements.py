"""Which versions belong to given elements, in which order: children, versions, content, targets, stereotypes."""

import json
from dataclasses import replace

import pytest

from facetstore.domain.tenant import Tenant
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import Children, ChildrenOf, ContentOf, StereotypesOf, TargetsOf, VersionsOf
from tests.storage.builders import (
    EVERYTHING,
    add,
    element_id,
    elements,
    ids,
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
    versions,
)
from tests.storage.reads.audiences import audiences

pytestmark = pytest.mark.anyio


class TestChildren:
    async def test_children_come_by_position_then_name_then_id(self, storage: SqlStorage, tenant: Tenant) -> None:
        twins = sorted(["x", "y"], key=element_id)
        await add(
            storage,
            tenant,
            plain("c"),
            plain("d"),
            version("late", parent="c", position=2),
            version("b", parent="c", position=1),
            version("a", parent="c", position=1),
            version("draft", "0.1", "inProcess", parent="c"),
            *(version(name, names="twin", parent="d") for name in twins),
        )

        assert elements(await read(storage, tenant, Children(element_id("c")))) == ids("draft", "a", "b", "late")
        viewers = await read(storage, tenant, Children(element_id("c")), drafts=False)
        assert elements(viewers) == ids("a", "b", "late")
        assert elements(await read(storage, tenant, Children(element_id("d")))) == ids(*twins)
        assert await read(storage, tenant, Children(element_id("a"))) == []

    @audiences
    async def test_children_of_several_are_distinguished_by_their_group(
        self, storage: SqlStorage, tenant: Tenant, drafts: bool
    ) -> None:
        await add(
            storage,
            tenant,
            plain("c"),
            plain("d"),
            plain("e", parent="c"),
            plain("f", parent="d"),
            plain("g", parent="c"),
        )

        rows = await read(storage, tenant, ChildrenOf(tuple(ids("c", "d", "e"))), drafts=drafts)

        found = {parent: [row.element for row in rows if row.group == parent] for parent in ids("c", "d", "e")}
        assert found == dict(zip(ids("c", "d", "e"), (ids("e", "g"), ids("f"), []), strict=True))
        assert [row.group for row in rows] == sorted(str(row.group) for row in rows)
        for parent in ids("c", "d"):
            one = await read(storage, tenant, Children(parent), EVERYTHING, drafts=drafts)
            many = await read(storage, tenant, ChildrenOf((parent,)), EVERYTHING, drafts=drafts)
            assert [row._replace(group=None, label=None) for row in one] == [row._replace(group=None) for row in many]

    async def test_children_of_no_element_are_none(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(storage, tenant, plain("c"))

        assert await read(storage, tenant, ChildrenOf(())) == []


class TestVersionsOf:
    async def test_versions_come_oldest_first_by_number(self, storage: SqlStorage, tenant: Tenant) -> None:
        numbers = {"1.0": "expired", "1.9": "expired", "1.10": "expired", "2.0": "inEffect", "10.0": "inProcess"}
        await add(
            storage, tenant, *(version("p", *each) for each in reversed(numbers.items())), version("q"), user("u")
        )

        rows = await read(storage, tenant, VersionsOf(tuple(ids("p"))))
        both = await read(storage, tenant, VersionsOf(tuple(ids("p", "q", "u"))))
        viewers = await read(storage, tenant, VersionsOf(tuple(ids("p", "q", "u"))), drafts=False)

        assert versions(rows) == [version_id("p", number) for number in numbers]
        assert {row.group for row in rows} == {element_id("p")}
        assert len(both) == 7
        assert [row.group for row in both] == sorted(row.element for row in both)
        assert sorted(versions(viewers)) == sorted([version_id("p", "2.0"), version_id("q", "1.0"), element_id("u")])


class TestContentOf:
    async def test_shapes_come_in_the_order_of_the_diagram_with_their_predecessors_in_order(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        diagram = version("p", content=(shape("b"), shape("a"), shape("c", "b", "a"), shape("d", "c", "b", "a")))
        await add(storage, tenant, *(task(name) for name in "abcd"), diagram)
        row = await read_one(storage, tenant, diagram.id)

        rows = await read(storage, tenant, ContentOf((row.key,)))

        assert elements(rows) == ids("b", "a", "c", "d")
        assert [each.label for each in rows] == [shape_id(name) for name in "bacd"]
        assert {each.group for each in rows} == {row.key}
        assert [_predecessors(each.flow) for each in rows] == [[], [], ["b", "a"], ["c", "b", "a"]]

    async def test_an_element_may_be_shown_more_than_once(self, storage: SqlStorage, tenant: Tenant) -> None:
        twice = (shape("t"), replace(shape("t"), id="second", predecessors=(shape_id("t"),)))
        await add(storage, tenant, task("t"), version("p", content=twice))
        row = await read_one(storage, tenant, element_id("p"))

        rows = await read(storage, tenant, ContentOf((row.key,)))

        assert [(each.element, each.label) for each in rows] == [
            (element_id("t"), shape_id("t")),
            (element_id("t"), "second"),
        ]

    async def test_viewers_see_only_what_they_may_also_among_the_predecessors(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        shapes = (shape("draft"), shape("a"), shape("b", "draft", "a"))
        draft = version("draft", "0.1", "inProcess")
        await add(storage, tenant, task("a"), task("b"), draft, version("p", content=shapes))
        row = await read_one(storage, tenant, element_id("p"))

        editors = await read(storage, tenant, ContentOf((row.key,)))
        viewers = await read(storage, tenant, ContentOf((row.key,)), drafts=False)

        assert elements(editors) == ids("draft", "a", "b")
        assert _predecessors(editors[2].flow) == ["draft", "a"]
        assert elements(viewers) == ids("a", "b")
        assert _predecessors(viewers[1].flow) == ["a"]

    async def test_diagrams_of_several_versions_are_distinguished_by_their_keys(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        both = [version("p", "1.0", content=(shape("a"),)), version("p", "1.1", "inProcess", content=(shape("b"),))]
        await add(storage, tenant, task("a"), task("b"), *both)
        keys = [(await read_one(storage, tenant, each.id)).key for each in both]

        rows = await read(storage, tenant, ContentOf(tuple(keys)))

        assert [(row.group, row.element) for row in rows] == list(zip(keys, ids("a", "b"), strict=True))
        assert await read(storage, tenant, ContentOf(())) == []


def _predecessors(flow: bytes | None) -> list[str]:
    """The names of the elements before a shape."""
    names = {str(element_id(name)): name for name in ("a", "b", "c", "d", "draft")}
    return [names[each["id"]] for each in json.loads(b"[" + unmarked(flow or b"") + b"]")]


class TestTargetsOf:
    async def test_targets_come_in_the_order_of_context_and_reference(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        systems = [version(name, type_="system") for name in "xyz"]
        one = version("p", related={"systems": ["z", "x", "y"], "author": ["u"], "owner": ["u"]})
        two = version("q", related={"systems": ["y"]})
        await add(storage, tenant, *systems, user("u"), one, two)
        keys = {name: (await read_one(storage, tenant, element_id(name))).key for name in "pq"}

        rows = await read(storage, tenant, TargetsOf(tuple(keys.values()), ("systems", "author")))

        assert [(row.group, row.label, row.element) for row in rows] == [
            (keys["p"], "author", element_id("u")),
            (keys["p"], "systems", element_id("z")),
            (keys["p"], "systems", element_id("x")),
            (keys["p"], "systems", element_id("y")),
            (keys["q"], "systems", element_id("y")),
        ]

    async def test_each_audience_gets_the_version_it_sees(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(
            storage,
            tenant,
            version("s", "1.0", type_="system"),
            version("s", "1.1", "inProcess", type_="system"),
            version("draft", "0.1", "inProcess", type_="system"),
            version("p", related={"systems": ["draft", "s"]}),
        )
        key = (await read_one(storage, tenant, element_id("p"))).key

        editors = await read(storage, tenant, TargetsOf((key,), ("systems",)))
        viewers = await read(storage, tenant, TargetsOf((key,), ("systems",)), drafts=False)

        assert versions(editors) == [version_id("draft", "0.1"), version_id("s", "1.1")]
        assert versions(viewers) == [version_id("s", "1.0")]


class TestStereotypesOf:
    @audiences
    async def test_stereotypes_are_found_by_their_name_in_any_case_or_by_their_id(
        self, storage: SqlStorage, tenant: Tenant, drafts: bool
    ) -> None:
        named = plain("a", type_="systemType", attributes={"id": {127: "Straßen-System"}}, creation_id="x")
        own = plain("b", type_="systemType", creation_id="y")
        await add(storage, tenant, named, own, plain("c", type_="systemType", creation_id="z"))

        rows = await read(
            storage,
            tenant,
            StereotypesOf(("STRASSEN-SYSTEM", element_id("b"), "unknown"), "stereotypes", "id"),
            drafts=drafts,
        )

        assert {row.label: row.element for row in rows} == {
            "strassen-system": element_id("a"),
            element_id("b"): element_id("b"),
        }
        assert await read(storage, tenant, StereotypesOf((), "stereotypes", "id"), drafts=drafts) == []
