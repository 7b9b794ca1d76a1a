"""Which versions each selection holds, in which order, for those who see drafts and for viewers."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from facetstore.domain.access import EDITORS, VIEWERS
from facetstore.domain.values import ElementId, VersionId
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports import Tenant
from facetstore.usecases.selections import (
    ById,
    Children,
    ChildrenOf,
    ContentOf,
    ElementRow,
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
from tests.storage.builders import (
    EVERYTHING,
    NOTHING,
    add,
    counted,
    element_id,
    elements,
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
    versions,
)

pytestmark = pytest.mark.anyio

audiences = pytest.mark.parametrize("drafts", [True, False], ids=["editor", "viewer"])


async def by_id(
    storage: SqlStorage, tenant: Tenant, id_: str, facet: str | None = None, *, drafts: bool = True
) -> str | None:
    row = await storage.reader(tenant, EDITORS if drafts else VIEWERS).element(ById(id_, facet), NOTHING)
    return row.version if row else None


class TestById:
    async def test_a_version_id_selects_that_version(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(
            storage, tenant, version("p", "1.0", "expired"), version("p", "2.0"), version("p", "2.1", "inProcess")
        )

        for number in ("1.0", "2.0", "2.1"):
            assert await by_id(storage, tenant, version_id("p", number)) == version_id("p", number)

    async def test_viewers_get_no_version_they_may_not_see(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(
            storage, tenant, version("p", "1.0", "expired"), version("p", "2.0"), version("p", "2.1", "inProcess")
        )

        found = [await by_id(storage, tenant, version_id("p", n), drafts=False) for n in ("1.0", "2.0", "2.1")]

        assert found == [None, version_id("p", "2.0"), None]

    async def test_an_element_id_selects_the_newest_version_the_caller_sees(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        await add(
            storage, tenant, version("p", "1.0"), version("p", "1.1", "inProcess"), version("q", "0.1", "inProcess")
        )

        assert await by_id(storage, tenant, element_id("p")) == version_id("p", "1.1")
        assert await by_id(storage, tenant, element_id("p"), drafts=False) == version_id("p", "1.0")
        assert await by_id(storage, tenant, element_id("q"), drafts=False) is None

    @audiences
    async def test_an_unversioned_element_is_its_own_version(
        self, storage: SqlStorage, tenant: Tenant, drafts: bool
    ) -> None:
        await add(storage, tenant, user("u"))

        assert await by_id(storage, tenant, element_id("u"), drafts=drafts) == element_id("u")

    async def test_what_is_hidden_is_not_there_for_viewers(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(storage, tenant, plain("c", state="hide"))

        assert await by_id(storage, tenant, element_id("c")) == element_id("c")
        assert await by_id(storage, tenant, element_id("c"), drafts=False) is None

    async def test_a_version_id_wins_over_an_element_of_the_same_id(self, storage: SqlStorage, tenant: Tenant) -> None:
        same = replace(version("q"), id=version_id("q", "9.9"), element=element_id("p"))
        other = replace(version("p"), id=VersionId(element_id("p")), element=element_id("q"))
        await add(storage, tenant, same, other)

        assert await by_id(storage, tenant, element_id("p")) == element_id("p")

    async def test_a_facet_narrows_it(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(storage, tenant, version("p"))

        assert await by_id(storage, tenant, element_id("p"), "processes") == version_id("p", "1.0")
        assert await by_id(storage, tenant, element_id("p"), "it") is None

    @audiences
    async def test_what_another_tenant_holds_is_unknown(
        self, storage: SqlStorage, tenant: Tenant, drafts: bool
    ) -> None:
        other = await new_tenant(storage)
        await add(storage, other, version("p"))

        for id_ in (element_id("p"), version_id("p", "1.0"), "", "nothing"):
            assert await by_id(storage, tenant, id_, drafts=drafts) is None


NAMES = (
    "zebra",
    "Äpfel",
    "Zebra",
    "apfel",
    "Ångström",
    "Übung",
    "ubung",
    "Straße",
    "strasse",
    "ñandu",
    "10",
    "9",
    "Éclair",
)
"""In the order of their ids; in the order of names they are:"""
IN_ORDER = ("10", "9", "Ångström", "Äpfel/apfel", "Éclair", "ñandu", "Straße/strasse", "Übung/ubung", "zebra/Zebra")


class TestListOf:
    async def test_names_are_ordered_ignoring_case_and_marks_and_ties_by_id(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        given = [replace(version(name, names=name), element=_numbered(n)) for n, name in enumerate(NAMES)]
        await add(storage, tenant, *given)
        by_id = {str(each.element): NAMES[n] for n, each in enumerate(given)}

        rows = await read(storage, tenant, ListOf("processes"))

        # Names that differ in case or marks alone come by id, which here is the order in which they were given.
        assert [by_id[row.element] for row in rows] == [
            name for group in IN_ORDER for name in sorted(group.split("/"), key=NAMES.index)
        ]

    async def test_the_name_in_the_default_culture_counts_else_the_next_in_order(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        await add(
            storage,
            tenant,
            version("p", names={1031: "A", 1033: "C"}),
            version("q", names={1031: "B"}),
            version("r", names={1033: "A"}),
        )

        assert elements(await read(storage, tenant, ListOf("processes"))) == ids("r", "q", "p")

    async def test_names_that_differ_only_far_out_are_told_apart_by_id(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        given = [replace(version(n, names="x" * 5000 + n), element=_numbered(place)) for place, n in enumerate("ba")]
        await add(storage, tenant, *given)

        assert elements(await read(storage, tenant, ListOf("processes"))) == [each.element for each in given]

    async def test_it_holds_the_current_version_of_every_element_but_flow_objects(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        await add(
            storage,
            tenant,
            version("p", "1.0"),
            version("p", "1.1", "inProcess"),
            version("q", "0.1", "inProcess"),
            version("s", type_="system"),
            plain("c"),
            plain("h", state="hide"),
            task("t"),
        )

        editors = await read(storage, tenant, ListOf("processes"))
        viewers = await read(storage, tenant, ListOf("processes"), drafts=False)

        assert versions(editors) == [
            element_id("c"),
            element_id("h"),
            version_id("p", "1.1"),
            version_id("q", "0.1"),
        ]
        assert versions(viewers) == [element_id("c"), version_id("p", "1.0")]

    async def test_a_facet_without_elements_is_empty(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(storage, tenant, version("p"))

        assert await read(storage, tenant, ListOf("risks")) == []
        assert await read(storage, tenant, ListOf("no facet")) == []


def _numbered(number: int) -> ElementId:
    return ElementId(f"00000000-0000-0000-0000-{number:012d}")


class TestTops:
    async def test_roots_come_by_position_then_name(self, storage: SqlStorage, tenant: Tenant) -> None:
        house, view = "processHouse", "view"
        await add(
            storage,
            tenant,
            plain("h", type_=house, position=2),
            plain("b", type_=view, position=1, names="B"),
            plain("a", type_=view, position=1, names="a"),
            plain("ä", type_=view, position=3, names="Ä"),
            plain("c", type_="subCategory", position=1),
            plain("below", type_=view, parent="h"),
            plain("hidden", type_=view, position=9, state="hide"),
        )

        roots = RootsOf("processes", (house, view))

        assert elements(await read(storage, tenant, roots)) == ids("a", "b", "h", "ä", "hidden")
        assert elements(await read(storage, tenant, roots, drafts=False)) == ids("a", "b", "h", "ä")
        assert elements(await read(storage, tenant, RootsOf("processes", (house,)))) == ids("h")
        assert await read(storage, tenant, RootsOf("processes", ())) == []

    async def test_orphans_come_by_name(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(
            storage,
            tenant,
            version("b", position=1),
            version("a", position=2),
            version("draft", "0.1", "inProcess"),
            version("placed", parent="c"),
            plain("c"),
        )

        orphans = OrphansOf("processes", ("subProcess",))

        assert elements(await read(storage, tenant, orphans)) == ids("a", "b", "draft")
        assert elements(await read(storage, tenant, orphans, drafts=False)) == ids("a", "b")


class TestLastReleasedOf:
    @audiences
    async def test_the_last_released_comes_first_and_drafts_never(
        self, storage: SqlStorage, tenant: Tenant, drafts: bool
    ) -> None:
        await add(
            storage,
            tenant,
            version("old", "1.0", attributes={"relOn": {127: "2020-01-01T00:00:00"}}),
            version("new", "1.0", attributes={"relOn": {127: "2024-01-01T00:00:00"}}),
            version("new", "1.1", "inProcess"),
            version("draft", "0.1", "inProcess"),
            version("gone", "1.0", "expired", attributes={"relOn": {127: "2025-01-01T00:00:00"}}),
            version("fraction", "1.0", "inEffect", attributes={"relOn": {127: "2020-01-01T00:00:00.5"}}),
        )

        found = await read(storage, tenant, LastReleasedOf("processes"), drafts=drafts)

        assert versions(found) == [version_id(name, "1.0") for name in ("new", "fraction", "old")]

    async def test_those_of_one_moment_come_by_id(self, storage: SqlStorage, tenant: Tenant) -> None:
        await add(storage, tenant, *(version(name) for name in "abcdef"))

        assert elements(await read(storage, tenant, LastReleasedOf("processes"))) == sorted(ids(*"abcdef"))


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
    async def test_children_of_several_are_told_apart_by_their_group(
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

    async def test_children_of_nobody_are_none(self, storage: SqlStorage, tenant: Tenant) -> None:
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

    async def test_diagrams_of_several_versions_are_told_apart_by_their_keys(
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
            storage, tenant, StereotypesOf(("STRASSEN-SYSTEM", element_id("b"), "unknown")), drafts=drafts
        )

        assert {row.label: row.element for row in rows} == {
            "strassen-system": element_id("a"),
            element_id("b"): element_id("b"),
        }
        assert await read(storage, tenant, StereotypesOf(()), drafts=drafts) == []


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
                    found = await reader.listing(selection, Slice(size + 1, around=id_, size=size))
                    assert list(found.elements) == elements(page)
        assert (await counted(reader, selection)).total == len(rows)
        nowhere = await reader.listing(selection, Slice(5, around=element_id("nowhere"), size=4))
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
