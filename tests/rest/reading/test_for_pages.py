"""What pages ask for: whether anything changed, and what to know of all types."""

import pytest

from tests.support.api import Api
from tests.support.changing import DETAIL, Changing

ALL = {"system", "processHouse", "user"}
NEW = {"elements": [{"type": "mainProcess", "attributes": {"name": {"1033": "New"}}}]}


def test_the_revision_grows_with_a_change_and_its_tag_with_it(changing: Changing) -> None:
    first = changing.api.get("rest/revision", tenant=changing.address)
    known = changing.api.get("rest/revision", tenant=changing.address, headers={"if-none-match": first.headers["etag"]})
    assert changing.post(DETAIL, NEW).status_code == 200
    after = changing.api.get("rest/revision", tenant=changing.address, headers={"if-none-match": first.headers["etag"]})

    assert (first.status_code, known.status_code, after.status_code) == (200, 304, 200)
    assert after.json()["revision"] > first.json()["revision"]


def test_asking_for_the_revision_costs_one_statement(api: Api) -> None:
    api.get("rest/revision")
    api.get("rest/revision")

    assert api.statements == 1


def test_the_period_begins_with_the_first_change_and_dates_every_revision(changing: Changing) -> None:
    before = changing.read("rest/period")
    assert changing.post(DETAIL, NEW).status_code == 200
    after = changing.read("rest/period")
    then = changing.read(f"rest/period?asOf={before['revision']}")
    nothing = changing.read("rest/period?asOf=0")

    assert before["began"] == after["began"] == then["began"] == nothing["began"]
    assert before["began"] <= before["at"] < after["at"] <= after["now"]
    assert (then["revision"], then["at"]) == (before["revision"], before["at"])
    assert nothing["revision"] == 0
    assert "at" not in nothing
    # What it says is a moment that `asOf` takes.
    assert changing.read(f"rest/revision?asOf={after['at']}")["revision"] == after["revision"]
    assert changing.get(f"rest/period?asOf={after['revision'] + 1}").status_code == 400


def test_asking_for_the_period_costs_two_statements(api: Api) -> None:
    api.get("rest/period")
    api.get("rest/period")

    assert api.statements == 2


def test_every_type_is_returned_with_what_it_takes_to_show_it(api: Api) -> None:
    types = {each["key"]: each for each in api.read("rest/types")["values"]}
    process, user, task = types["subProcess"], types["user"], types["task"]

    assert process["displayNames"] == {"1031": "Subprozess", "1033": "Sub process"}
    assert (process["facet"], process["facetTypeName"]) == ("processes", "Processes")
    assert (process["isVersioned"], process["hasDiagram"], process["isFlow"]) == (True, True, False)
    assert "task" in process["content"]
    assert "vertical" in [each["key"] for each in process["layouts"]]
    assert (types["mainProcess"]["hasDiagram"], types["mainProcess"]["content"]) == (True, [])
    assert (user["isVersioned"], user["label"]) == (False, ["firstName", "lastName"])
    assert task["isFlow"]
    assert {"name", "description"} <= set(process["mandatory"])
    assert {"state1", "changedOn", "changedBy", "releaseHistory"} <= set(process["readOnly"])
    assert process["forPrograms"] == ["drawnAt", "bpmnDetails"]
    assert "name" not in process["readOnly"]
    assert {each["key"]: each["isEditable"] for each in process["states"]}["inProcess"] is True
    assert "subProcess" in types["mainProcess"]["children"]


def test_types_agree_with_the_configuration(api: Api) -> None:
    for each in api.read("rest/types")["values"]:
        (config,) = api.read(f"rest/facets/{each['facet']}/views/detail/config/{each['key']}")["values"]
        keys = {named["key"] for named in config["properties"]}
        fixed = {named["key"] for named in config["properties"] if named.get("related", {}).get("readOnly")}

        assert config["displayNames"] == each["displayNames"]
        assert {*each["label"], *each["mandatory"], *each["readOnly"]} <= keys
        assert fixed <= set(each["readOnly"])


@pytest.mark.parametrize(
    ("role", "creatable"),
    [("viewer", set()), ("editor", {"system"}), ("architect", {"system", "processHouse"}), ("administrator", ALL)],
)
def test_types_say_what_the_caller_may_create(api: Api, role: str, creatable: set[str]) -> None:
    types = {each["key"]: each["isCreatable"] for each in api.read("rest/types", role=role)["values"]}

    assert {key for key in ALL if types.get(key)} == creatable
    assert not types.get("task"), "lives in diagrams alone"


@pytest.mark.parametrize(
    ("role", "reasons"),
    [
        ("viewer", {"role", "administrative", "diagram"}),
        ("editor", {"structure", "administrative", "diagram"}),
        ("architect", {"administrative", "diagram"}),
        ("administrator", {"diagram"}),
    ],
)
def test_types_say_why_the_caller_may_not_create_any(api: Api, role: str, reasons: set[str]) -> None:
    types = api.read("rest/types", role=role)["values"]

    assert {each["whyNotCreatable"] for each in types if not each["isCreatable"]} == reasons
    assert not any("whyNotCreatable" in each for each in types if each["isCreatable"])
