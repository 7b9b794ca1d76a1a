"""Who may not read a property cannot write it either, and who may not write one leaves it as it is."""

import json
from typing import Final

import pytest

from facetstore.usecases.tenants.tenant_changes import apply_metamodel
from tests.rest.access.ruled import (
    DRAFT,
    PROCESS,
    PROCESS_1_1,
    READ_BY_ARCHITECTS,
    SECRETS,
    TASK,
    VALUES,
    additions,
    comparable,
)
from tests.support import company
from tests.support.api import Json
from tests.support.changing import DETAIL, Changing, existing, new

BODIES: Final = (
    {"codeWord": {"127": "Purpur"}},
    {"codeWord": {"127": "Zinnober"}},
    {"CODEWORD": None},
    {"codeWor": {"127": "x"}},
    {"verdict": {"1033": None}},
    {"patron": {"127": "x"}},
    {"reserve": "not even a map"},
)


@pytest.mark.parametrize("attributes", BODIES, ids=str)
def test_a_hidden_attribute_in_a_body_is_an_unknown_one(fixed: Changing, twin: Changing, attributes: Json) -> None:
    changed = {"elements": [{"id": PROCESS_1_1, "attributes": attributes}]}
    made = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "New"}, **attributes}}]}

    for body in (changed, made):
        response = fixed.post(DETAIL, body, "editor")

        assert response.status_code == 400
        assert {each["code"] for each in response.json()["data"]} == {"unknown-attribute"}
        assert comparable(response, fixed) == comparable(twin.post(DETAIL, body, "editor"), twin)


def test_a_hidden_context_in_a_body_is_an_unknown_one(fixed: Changing, twin: Changing) -> None:
    body = {"elements": [{"id": PROCESS_1_1, "related": {"patron": [{"id": company.ANNA}]}}]}

    response = fixed.post(DETAIL, body, "editor")

    assert response.status_code == 400
    assert comparable(response, fixed) == comparable(twin.post(DETAIL, body, "editor"), twin)


def test_what_is_hidden_stays_when_others_write(ruled: Changing) -> None:
    before = ruled.read(DRAFT)["elements"][0]

    (answer,) = ruled.update({"id": PROCESS_1_1, "attributes": {"openWord": {"127": "Ocker"}}}, role="editor")

    after = ruled.read(DRAFT)["elements"][0]
    assert not [each for each in SECRETS if each in json.dumps(answer)]
    for name in ("codeWord", "reserve", "verdict"):
        assert after["attributes"][name] == before["attributes"][name] == {str(k): v for k, v in VALUES[name].items()}
    assert after["related"]["patron"] == before["related"]["patron"]


@pytest.mark.parametrize("role", ["editor", "architect", "administrator"])
def test_what_was_read_can_be_posted_back(ruled: Changing, role: str) -> None:
    read = ruled.read(DRAFT, role)
    revision = ruled.revision

    ruled.write(DETAIL, read, role)

    assert ruled.revision == revision


FIXED: Final[tuple[tuple[str, Json], ...]] = (
    ("attributes.ceiling", {"attributes": {"ceiling": {"127": 101}}}),
    ("attributes.Ceiling", {"attributes": {"Ceiling": None}}),
    ("attributes.ceiling", {"attributes": {"ceiling": {"127": None}, "openWord": {"127": "Ocker"}}}),
    ("related.sponsor", {"related": {"sponsor": [{"id": company.OLGA}]}}),
    ("related.sponsor", {"related": {"sponsor": []}}),
)


@pytest.mark.parametrize(("path", "change"), FIXED, ids=str)
def test_who_may_not_write_a_property_is_shown_where(ruled: Changing, path: str, change: Json) -> None:
    body, revision = {"elements": [{"id": PROCESS_1_1, **change}]}, ruled.revision

    refused = ruled.post(DETAIL, body, "editor")

    assert refused.status_code == 403
    (finding,) = refused.json()["data"]
    assert (finding["code"], finding["path"]) == ("forbidden", f"elements[0].{path}")
    assert ruled.revision == revision
    ruled.write(DETAIL, body, "architect")


def test_new_elements_have_no_property_that_one_may_not_write(ruled: Changing) -> None:
    body = {"elements": [{"type": "subProcess", "attributes": {"name": {"1033": "New"}, "ceiling": {"127": 1}}}]}

    refused = ruled.post(DETAIL, body, "editor")

    assert refused.status_code == 403
    assert [each["path"] for each in refused.json()["data"]] == ["elements[0].attributes.ceiling"]
    assert ruled.write(DETAIL, body, "architect")["elements"][0]["attributes"]["ceiling"] == {"127": 1}


def test_the_configuration_shows_which_contexts_one_does_not_write(fixed: Changing) -> None:
    def read_only(role: str) -> bool:
        comparable = fixed.read("rest/facets/processes/views/detail/config/subProcess", role)["values"][0]["properties"]
        (sponsor,) = (each["related"]["readOnly"] for each in comparable if each["key"] == "sponsor")
        return bool(sponsor)

    assert [read_only(role) for role in ("editor", "architect")] == [True, False]


def test_diagrams_keep_and_refuse_as_elements_do(ruled: Changing, twin: Changing) -> None:
    shape = company.shape_id(501, "1.1", 1)

    def change(attributes: Json) -> Json:
        return existing(0, shape, element={"attributes": attributes})

    for attributes in ({"codeWord": {"127": "Indigo"}}, {"codeWord": None}):
        unknown = ruled.draw(PROCESS_1_1, change(attributes), role="editor")
        assert unknown.status_code == 400
        assert comparable(unknown, ruled) == comparable(twin.draw(PROCESS_1_1, change(attributes), role="editor"), twin)
    assert ruled.draw(PROCESS_1_1, change({"ceiling": {"127": 1}}), role="editor").status_code == 403
    made = new(1, "task", "Another", attributes={"name": {"1033": "Another"}, "ceiling": {"127": 1}})
    assert ruled.draw(PROCESS_1_1, made, role="editor").status_code == 403
    renamed = ruled.draw(PROCESS_1_1, change({"name": {"1033": "Work hard"}}), role="editor")
    assert renamed.status_code == 200, renamed.text
    (task,) = ruled.read(f"{DETAIL}/{TASK}", "architect")["elements"]
    assert (task["attributes"]["name"]["1033"], task["attributes"]["codeWord"]) == ("Work hard", {"127": "Indigo"})
    (process,) = ruled.read(DRAFT, "administrator")["elements"]
    assert process["attributes"]["codeWord"] == {"127": "Zinnober"}


def test_new_versions_take_over_what_their_maker_may_not_read(ruled: Changing) -> None:
    ruled.release(PROCESS)

    answer = ruled.post(f"release/{PROCESS}/createversion", role="architect")

    assert answer.status_code == 200, answer.text
    (made,) = ruled.read(f"{DETAIL}/{PROCESS}")["elements"]
    assert made["attributes"]["verdict"] == {"1031": "Fraglich", "1033": "Doubtful"}
    assert "verdict" not in answer.text


def test_a_rule_holds_for_values_that_no_type_has_any_more(ruled: Changing) -> None:
    storage, tenant = ruled.database.storage, ruled.database.tenant(ruled.address)

    ruled.database.run(apply_metamodel(storage, tenant, additions(unused=READ_BY_ARCHITECTS)))

    assert "Zinnober" not in ruled.get(DRAFT, "editor").text
    assert "Zinnober" in ruled.get(DRAFT, "architect").text


def test_a_rule_holds_from_the_next_request_on(ruled: Changing) -> None:
    storage, tenant = ruled.database.storage, ruled.database.tenant(ruled.address)
    assert ruled.read("rest/search?q=karmin", "editor")["total"] == 1
    closed = additions()
    closed["properties"]["openWord"] = {**closed["properties"]["openWord"], "readableBy": "architect"}

    ruled.database.run(apply_metamodel(storage, tenant, closed))

    assert ruled.read("rest/search?q=karmin", "editor")["total"] == 0
    assert "Karmin" not in ruled.get(DRAFT, "editor").text
    assert "Karmin" in ruled.get(DRAFT, "architect").text
