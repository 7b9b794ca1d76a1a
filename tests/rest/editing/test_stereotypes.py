"""Stereotypes in bodies: as operation 4 shows them, as a reference, or by name; what is unknown is refused."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support import company
from tests.support.api import Database
from tests.support.changing import DETAIL, DIAGRAM, Changing, existing, new

SYSTEMS = "rest/facets/it/views/detail/elements"
NAMED = {"attributes": {"name": {"1033": "Ledger"}}}
OWN, ROUTINE = company.element_id(90), company.element_id(91)


def records() -> Iterator[company.Record]:
    """A company with stereotypes of its own for systems and tasks."""
    yield from company.acme()
    for id_, kind, name in ((OWN, "systemType", "cloudService"), (ROUTINE, "taskType", "routine")):
        made = company.plain(kind, id_, {1033: "A stereotype of our own"})
        yield {**made, "attributes": {**made["attributes"], "id": {127: name}}}


@pytest.fixture
def own(database: Database) -> Iterator[Changing]:
    changing = Changing(database, records)
    yield changing
    changing.close()


def stereotype(own: Changing, id_: str, path: str = SYSTEMS) -> object:
    return own.read(f"{path}/{id_}")["elements"][0].get("stereotype")


@pytest.mark.parametrize("query", ["", "?$resources=attributes,related,stereotype"])
@pytest.mark.parametrize("id_", [company.ERP_1_1, company.SCANNER_1_0])
def test_whatever_was_read_is_posted_back_and_changes_nothing(own: Changing, id_: str, query: str) -> None:
    read = own.read(f"{SYSTEMS}/{id_}{query}")["elements"][0]
    assert isinstance(read["stereotype"], dict) == bool(query)
    revision = own.revision

    own.update(read, path=SYSTEMS)

    assert own.revision == revision


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        pytest.param("database", "database", id="a predefined one"),
        pytest.param("DataBase", "database", id="in other letters"),
        pytest.param("cloudservice", "cloudService", id="an own one by its name"),
        pytest.param(OWN, "cloudService", id="an own one by its id"),
        pytest.param({"id": OWN}, "cloudService", id="an own one by a reference"),
        pytest.param({"id": company.APPLICATION}, "applicationSystem", id="a predefined one by a reference"),
        pytest.param(company.HANDHELD.upper(), company.HANDHELD, id="one that has no name"),
        pytest.param({"id": company.HANDHELD, "type": "systemType"}, company.HANDHELD, id="a reference to it"),
        pytest.param(None, None, id="none"),
        pytest.param("", None, id="an empty one"),
    ],
)
def test_a_stereotype_is_kept_by_the_name_that_reads_show(own: Changing, given: object, kept: str | None) -> None:
    (changed,) = own.update({"id": company.ERP_1_1, "stereotype": given}, path=SYSTEMS)
    (made,) = own.update({"type": "system", "stereotype": given, **NAMED}, path=SYSTEMS)

    for each in (changed, made):
        assert each.get("stereotype") == kept
        assert each["attributes"].get("stereotype") == ({"127": kept} if kept else None)
    assert stereotype(own, company.ERP_1_1) == kept


POSSIBLE = "applicationSystem, database, platform, interface, infrastructure, machine, cloudService"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("databse", f"The type system has no stereotype 'databse'. Did you mean database? Possible are: {POSSIBLE}."),
        ("cloudServic", f"no stereotype 'cloudServic'. Did you mean cloudService? Possible are: {POSSIBLE}."),
        (company.NOWHERE, f"no stereotype '{company.NOWHERE}'. Possible are: {POSSIBLE}."),
        ({"id": ROUTINE}, "no stereotype 'routine'. Possible are"),
        ("standardProcess", "no stereotype 'standardProcess'. Possible are"),
        ({"name": "database"}, "stereotype needs a text or a reference with an id, not {'name': 'database'}."),
    ],
)
def test_an_unknown_stereotype_is_refused_with_the_nearest_one(own: Changing, given: object, expected: str) -> None:
    refused = own.post(SYSTEMS, {"elements": [{"id": company.ERP_1_1, "stereotype": given}]})

    assert refused.status_code == 400
    (finding,) = refused.json()["data"]
    assert expected in finding["error"]
    assert finding["code"] in ("unknown-stereotype", "wrong-form")
    assert finding["path"] == "elements[0].stereotype"
    assert stereotype(own, company.ERP_1_1) == "applicationSystem"


@pytest.mark.parametrize("given", ["Routine", ROUTINE, {"id": ROUTINE}])
def test_a_task_is_drawn_with_a_stereotype_and_changed_to_another(own: Changing, given: Any) -> None:
    (task,) = own.drawn(company.RETURNS, new(0, "task", "Unpack", stereotype=given))

    assert stereotype(own, task, DETAIL) == "routine"
    own.drawn(company.RETURNS, existing(0, task, element={"stereotype": None}))
    assert stereotype(own, task, DETAIL) is None
    own.drawn(company.RETURNS, existing(0, task, element={"stereotype": given}))
    assert stereotype(own, task, DETAIL) == "routine"


def test_an_unknown_stereotype_in_a_diagram_is_refused(own: Changing) -> None:
    refused = own.draw(company.RETURNS, new(0, "task", "Unpack", stereotype="rutine"))

    assert refused.status_code == 400
    (finding,) = refused.json()["data"]
    assert "Did you mean routine?" in finding["error"]
    assert (finding["code"], finding["path"]) == ("unknown-stereotype", "values[0].element.stereotype")
    assert own.content(company.RETURNS) == []


def test_the_content_that_was_read_is_posted_back_and_changes_nothing(own: Changing) -> None:
    own.drawn(company.RETURNS, new(0, "task", "Unpack", stereotype="routine"))
    revision = own.revision
    (shape,) = own.content(company.RETURNS)
    element = {name: value for name, value in shape.items() if name != "properties"}

    own.drawn(company.RETURNS, existing(0, shape["properties"]["shapeId"], element=element))

    assert element["stereotype"] == "routine"
    assert own.revision == revision


def test_what_a_view_shows_of_it_can_be_filtered(own: Changing) -> None:
    own.update({"id": company.ERP_1_1, "stereotype": OWN}, path=SYSTEMS)

    found = own.read("rest/facets/it/views/list/elements?$filter=stereotype -eq 'cloudService'")["elements"]

    assert [each["id"] for each in found] == [company.ERP]
    assert own.read(f"{DIAGRAM}/{company.RETURNS}")["count"] == 1
