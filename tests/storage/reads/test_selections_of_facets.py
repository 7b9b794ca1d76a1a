"""Which versions the lists of a facet hold, in which order, for those who see drafts and for viewers."""

import pytest

from facetstore.domain.tenant import Tenant
from facetstore.domain.values import ElementId
from facetstore.storage.store import SqlStorage
from facetstore.usecases.ports.selections import LastReleasedOf, ListOf, OrphansOf, RootsOf
from tests.storage.builders import add, element_id, elements, ids, plain, read, task, version, version_id, versions
from tests.storage.reads.audiences import audiences

pytestmark = pytest.mark.anyio

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
        given = [version(name, names=name)._replace(element=_numbered(n)) for n, name in enumerate(NAMES)]
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

    async def test_names_that_differ_only_far_out_are_distinguished_by_id(
        self, storage: SqlStorage, tenant: Tenant
    ) -> None:
        given = [version(n, names="x" * 5000 + n)._replace(element=_numbered(place)) for place, n in enumerate("ba")]
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
