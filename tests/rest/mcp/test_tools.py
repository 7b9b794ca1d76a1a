"""The tools of agents: each answers with facts that can be cited, shows nothing that the caller may not see, and changes nothing."""

import json
from typing import Any

import pytest

from facetstore.rest.mcp.tools import TOOLS
from tests.rest.mcp.asking import data, message, post, tool
from tests.support import company
from tests.support.api import ACME, ROLES, Api

FACT = ["element", "version", "facet", "type", "state", "name", "culture", "fallback", "revision", "link"]
OF_ELEMENTS = [name for name in TOOLS if name not in ("find", "propose")]


def test_what_is_found_can_be_cited(api: Api) -> None:
    found = data(api, "find", words="goods", culture=1033)

    first = found["found"][0]
    assert list(first) == [*FACT, "passages"]
    assert first["link"] == f"http://test/{ACME}/elements/{first['facet']}/{first['version']}?culture=1033"
    assert first["revision"] == api.read("rest/revision")["revision"]
    assert api.read(f"rest/facets/{first['facet']}/views/detail/elements/{first['version']}")["count"] == 1


def test_an_element_is_read_with_its_texts_and_what_it_refers_to(api: Api) -> None:
    found = data(api, "read", element=company.RECEIPT, culture=1033)

    assert [found[name] for name in ("element", "type")] == [company.RECEIPT, "subProcess"]
    assert found["related"]
    assert {"property", "text", "culture", "fallback"} <= found["texts"][0].keys()
    assert found["steps"] or found["leftOut"]["steps"]
    assert data(api, "steps_of", element=company.RECEIPT)["steps"]


def test_a_fallback_is_named_as_one(api: Api) -> None:
    german, english = (data(api, "read", element=company.RECEIPT, culture=each) for each in (1031, 1033))

    for found, asked in ((german, 1031), (english, 1033)):
        assert found["fallback"] == (found["culture"] not in (asked, 127))


def test_who_is_responsible_and_what_depends_on_it(api: Api) -> None:
    assert data(api, "responsible_for", element=company.RECEIPT)["responsible"]
    used = data(api, "impact_of", element=company.ERP)
    assert used["total"] == sum(map(len, used["usedBy"].values()))


def test_what_keeps_a_version_from_its_next_state(api: Api) -> None:
    found = data(api, "why_blocked", element=company.RETURNS_0_1)

    assert {"transition", "to", "allowed", "because", "rules"} == found["transitions"][0].keys()


def test_what_changed_takes_an_editor_as_the_history_does(api: Api) -> None:
    assert tool(api, "what_changed", "viewer", element=company.RECEIPT)["code"] == "forbidden"
    assert data(api, "what_changed", "editor", element=company.RECEIPT)["changes"] is not None


@pytest.mark.parametrize("name", OF_ELEMENTS)
@pytest.mark.parametrize("element", [company.NOWHERE, "not-a-guid", company.RIVAL_HOUSE])
def test_what_is_not_there_and_what_is_a_strangers_is_one_answer(api: Api, name: str, element: str) -> None:
    assert tool(api, name, element=element) == {"error": "There is no such element.", "code": "not-found"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({}, "find needs words."),
        ({"words": 7}, "words takes a text of up to 500 letters."),
        ({"words": "goods", "most": 0}, "most takes a whole number from 1 to 20."),
        ({"words": "goods", "word": "x"}, "find takes no word. It takes: words, types, most, culture."),
        ({"words": "goods", "culture": 1036}, "This tenant has no culture '1036'. It has: 1031, 1033."),
        ({"words": "goods", "types": "subProces"}, "types knows no subProces here. Did you mean subProcess?"),
    ],
)
def test_wrong_arguments_are_refused_with_what_would_have_worked(
    api: Api, arguments: dict[str, Any], said: str
) -> None:
    assert tool(api, "find", "administrator", **arguments)["error"] == said


@pytest.mark.parametrize("role", ROLES)
def test_no_tool_shows_a_caller_more_than_the_reads_of_the_interface(api: Api, role: str) -> None:
    """Every element of the company, by every tool: one answer for all that the caller may not see."""
    hidden = [company.RETURNS, company.RETURNS_0_1, company.RECEIPT_1_0, company.RECEIPT_2_1, company.ARCHIVE]
    hidden += [company.DRAFT_TASK, company.OLD_START]
    seen = [company.RECEIPT, company.ERP, company.LOGISTICS]

    for name in OF_ELEMENTS:
        for each in hidden:
            there = api.get(f"release/{each}/transitions", role).status_code
            code = tool(api, name, role, element=each).get("code")
            if (name, role) == ("what_changed", "viewer"):
                assert code == "forbidden"
            else:
                assert (code == "not-found") == (there == 404), (name, each)
        answers = [
            post(api, message("tools/call", {"name": name, "arguments": {"element": one}}), role) for one in seen
        ]
        text = "".join(each.text for each in answers)
        assert role != "viewer" or not [each for each in hidden if each in text], name


def test_no_tool_changes_anything(api: Api) -> None:
    before = api.read("rest/revision")

    for name in OF_ELEMENTS:
        tool(api, name, element=company.RECEIPT)
    tool(api, "find", words="goods")

    assert api.read("rest/revision") == before


def test_texts_are_data_in_fields_of_their_own(api: Api) -> None:
    response = post(api, message("tools/call", {"name": "read", "arguments": {"element": company.RECEIPT}}))

    (content,) = response.json()["result"]["content"]
    assert list(json.loads(content["text"])) == ["data"]
