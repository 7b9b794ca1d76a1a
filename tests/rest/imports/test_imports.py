"""Imports of tables: the plan, its correction, apply and undo, and who may do and see what."""

import json

import httpx
import pytest

from tests.support.api import Json
from tests.support.changing import Changing
from tests.support.company import CHECK, ERP, RETURNS

IMPORTS = "rest/imports"


def upload(
    changing: Changing, table: str | bytes, role: str = "editor", query: str = "facet=processes"
) -> httpx.Response:
    content = table if isinstance(table, bytes) else table.encode()
    return changing.api.send("POST", f"{IMPORTS}?{query}", role, tenant=changing.address, content=content)


def planned(changing: Changing, table: str, query: str = "facet=processes", role: str = "editor") -> Json:
    response = upload(changing, table, role, query)
    assert response.status_code == 200, response.text
    (plan,) = response.json()["values"]
    return dict(plan)


def act(changing: Changing, plan: Json, what: str, body: object = None, role: str = "editor") -> httpx.Response:
    content = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} if content else {}
    path = f"{IMPORTS}/{plan['id']}/{what}"
    return changing.api.send("POST", path, role, tenant=changing.address, content=content, headers=headers)


def detail(changing: Changing, id_: str, role: str = "editor") -> Json:
    (found,) = changing.read(f"rest/facets/processes/views/detail/elements/{id_}", role)["elements"]
    return dict(found)


EDITED = f"elementId,name.1031,name.1033,description.1033\n{RETURNS},Rückgaben,Take backs,Text\n"


def test_a_plan_shows_the_mapping_and_the_difference_and_changes_nothing(changing: Changing) -> None:
    before = detail(changing, RETURNS)

    plan = planned(changing, EDITED)

    assert plan["state"] == "planned"
    assert plan["applicable"] is True
    assert plan["counts"] == {"rows": 1, "created": 0, "changed": 1, "unchanged": 0, "faulty": 0}
    assert [each["standsFor"] for each in plan["mapping"]] == [
        "elementId",
        "name.1031",
        "name.1033",
        "description.1033",
    ]
    (change,) = plan["changes"]
    assert change["id"] == RETURNS
    assert {"path": "attributes.name.1033", "before": "Returns", "after": "Take backs"} in change["values"]
    assert detail(changing, RETURNS) == before


def test_an_applied_plan_changes_exactly_what_it_shows_and_undo_gives_everything_back(changing: Changing) -> None:
    address = f"rest/facets/processes/views/detail/elements/{RETURNS}"
    before = changing.api.get(address, "editor", tenant=changing.address).content
    plan = planned(changing, EDITED)

    applied = act(changing, plan, "apply")

    assert applied.status_code == 200, applied.text
    assert applied.json()["values"][0]["state"] == "applied"
    assert detail(changing, RETURNS)["attributes"]["name"]["1033"] == "Take backs"
    assert [each["state"] for each in changing.read(IMPORTS, "editor")["values"]] == ["applied"]
    undone = act(changing, plan, "undo")
    assert undone.status_code == 200, undone.text
    assert changing.api.get(address, "editor", tenant=changing.address).content == before
    assert act(changing, plan, "undo").status_code == 409
    assert act(changing, plan, "apply").status_code == 409


def test_rows_without_an_element_create_one_and_undo_deletes_it(changing: Changing) -> None:
    listed = "rest/facets/processes/views/list/elements"
    before = changing.api.get(listed, "editor", tenant=changing.address).content
    plan = planned(changing, "name.1033;description.1033\nNew one;Text\n", "facet=processes&type=subProcess")
    assert plan["counts"]["created"] == 1

    assert act(changing, plan, "apply").status_code == 200

    names = [each["attributes"]["name"].get("1033") for each in changing.read(listed, "editor")["elements"]]
    assert "New one" in names
    assert act(changing, plan, "undo").status_code == 200
    assert changing.api.get(listed, "editor", tenant=changing.address).content == before


def test_what_was_changed_since_refuses_the_undo_or_stays(changing: Changing) -> None:
    plan = planned(changing, EDITED)
    act(changing, plan, "apply")
    changing.post(
        "rest/facets/processes/views/detail/elements",
        {"elements": [{"id": RETURNS, "attributes": {"description": {"1033": "Mine"}}}]},
        "editor",
    )

    refused = act(changing, plan, "undo")

    assert refused.status_code == 409
    assert "changed since" in refused.text
    kept = act(changing, plan, "undo", {"changedSince": "keep"})
    assert kept.status_code == 200, kept.text
    assert len(kept.json()["values"][0]["changedSince"]) == 1
    assert "<p>Mine</p>" in detail(changing, RETURNS)["attributes"]["description"]["1033"]


def test_a_plan_is_refused_if_its_elements_changed_since(changing: Changing) -> None:
    plan = planned(changing, EDITED)
    changing.post(
        "rest/facets/processes/views/detail/elements",
        {"elements": [{"id": RETURNS, "attributes": {"name": {"1033": "Other"}}}]},
        "editor",
    )

    assert act(changing, plan, "apply").status_code == 409
    assert detail(changing, RETURNS)["attributes"]["name"]["1033"] == "Other"


def test_faulty_rows_stop_everything_unless_they_are_skipped(changing: Changing) -> None:
    table = f"elementId,name.1033\n{RETURNS},Take backs\n{CHECK},Released\nnonsense,X\n{'0' * 8}-0000-0000-0000-{'0' * 12},Y\n"
    plan = planned(changing, table)

    assert plan["applicable"] is False
    assert plan["counts"]["faulty"] == 3
    assert {(each["row"], each["code"]) for each in plan["findings"]} == {
        (3, "not-editable"), (4, "wrong-form"), (5, "not-found"),
    }  # fmt: skip
    assert act(changing, plan, "apply").status_code == 409
    corrected = act(changing, plan, "settings", {"faultyRows": "skip"})
    assert corrected.json()["values"][0]["applicable"] is True
    assert act(changing, plan, "apply").status_code == 200
    assert detail(changing, RETURNS)["attributes"]["name"]["1033"] == "Take backs"


def test_a_wrong_mapping_is_corrected_and_rows_match_by_a_natural_key(changing: Changing) -> None:
    plan = planned(changing, "Bez;Nonsense\nReturns;Text\n", "facet=processes&type=subProcess")
    assert [each["standsFor"] for each in plan["mapping"]] == [None, None]
    assert {each["code"] for each in plan["warnings"]} == {"unknown-column"}

    response = act(
        changing,
        plan,
        "settings",
        {"mapping": {"Bez": "name.1033", "Nonsense": "description.1033"}, "match": "name.1033"},
    )

    (corrected,) = response.json()["values"]
    assert corrected["id"] == plan["id"]
    (change,) = corrected["changes"]
    assert change["id"] == RETURNS
    assert [each["path"] for each in change["values"]] == ["attributes.description.1033"]


@pytest.mark.parametrize("what", ["", "/apply", "/undo", "/settings"])
def test_a_plan_exists_for_its_creator_alone(changing: Changing, what: str) -> None:
    plan = planned(changing, EDITED)
    method = "POST" if what else "GET"
    content = b"{}" if what == "/settings" else None

    for role, status in (("administrator", 404), ("viewer", 403)):
        response = changing.api.send(
            method, f"{IMPORTS}/{plan['id']}{what}", role, tenant=changing.address, content=content
        )
        assert response.status_code == status, response.text
    assert changing.read(IMPORTS, "administrator")["values"] == []
    assert [each["id"] for each in changing.read(IMPORTS, "editor")["values"]] == [plan["id"]]


def test_references_are_found_by_name_and_by_id(changing: Changing) -> None:
    table = "elementId,systems\n{id},{targets}\n"
    (system,) = changing.read(f"rest/facets/it/views/detail/elements/{ERP}", "editor")["elements"]
    label = next(iter(system["attributes"]["name"].values()))

    by_name = planned(changing, table.format(id=RETURNS, targets=label))
    by_id = planned(changing, table.format(id=RETURNS, targets=f"Anything <{ERP}>"))
    unknown = planned(changing, table.format(id=RETURNS, targets="Nothing of that name"))

    for plan in (by_name, by_id):
        assert plan["changes"][0]["values"] == [{"path": "related.systems", "removed": [], "added": [ERP]}]
    assert [each["code"] for each in unknown["findings"]] == ["not-found"]
