"""To those who may not read a property it does not exist, wherever they ask."""

from typing import Final

import pytest

from tests.rest.access.ruled import (
    DRAFT,
    EVERY_ROLE,
    HIDDEN,
    PROCESS,
    PROCESS_1_0,
    PROCESS_1_1,
    SECRETS,
    VIEW,
    comparable,
)
from tests.support import company
from tests.support.api import element
from tests.support.changing import DETAIL, Changing

READS: Final = (
    DRAFT,
    f"{DRAFT}?$culture=1031",
    element(PROCESS_1_0, view="tree"),
    f"{DRAFT}/attributes",
    f"{DRAFT}/attributes?$filter=NOT name -eq 'x'",
    f"{DRAFT}/related",
    f"{DRAFT}/versions",
    f"{DRAFT}/content",
    f"{DRAFT}/usages",
    element(VIEW) + "?$expandRelated=processes",
    f"{DETAIL}?$filter=type -eq 'subProcess'",
    f"{DETAIL}?$facetCounts=owner&$pageSize=5",
    "rest/facets/processes/views/detail/config",
    "rest/facets/processes/views/detail/config/subProcess",
    "rest/facets/processes/reporting",
    f"rest/facets/processes/reporting/{PROCESS}",
    f"rest/facets/processes/reporting/{VIEW}?$expandRelated=processes",
    "rest/facets/processes/reporting?$flat=true",
    f"{element(company.ANNA, 'users')}/usages",
    "rest/search?q=process",
    f"{DETAIL}/{PROCESS}/diff?from={PROCESS_1_0}&to={PROCESS_1_1}",
)


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("role", ["viewer", "editor", "analyzer"])
def test_a_read_is_as_if_what_is_hidden_had_never_been(fixed: Changing, twin: Changing, role: str, path: str) -> None:
    if role == "viewer":
        path = path.replace(PROCESS_1_1, PROCESS_1_0)

    response = fixed.get(path, role)

    assert comparable(response, fixed) == comparable(twin.get(path, role), twin)
    assert response.status_code == 200 or role == "viewer"
    assert not [each for each in SECRETS if each in response.text]


READERS_SEE: Final = (
    DRAFT,
    f"{DRAFT}/attributes",
    f"{DRAFT}/versions",
    element(VIEW) + "?$expandRelated=processes",
    f"{DETAIL}?$filter=type -eq 'subProcess'",
)


@pytest.mark.parametrize("path", READERS_SEE)
def test_those_who_may_read_it_do(fixed: Changing, path: str) -> None:
    seen = {role: fixed.get(path, role).text for role in EVERY_ROLE}

    assert [role for role in EVERY_ROLE if "Zinnober" in seen[role]] == ["architect", "administrator"]
    assert [role for role in EVERY_ROLE if "Doubtful" in seen[role]] == ["administrator"]


UNKNOWN: Final = (
    "{list}?$filter={name} -eq 'Zinnober'",
    "{list}?$filter=IsNull({name})",
    "{list}?$filter={shorter} -eq 'Zinnober'",
    "{list}?$filter={name}/1033 -eq 'x'",
    "{list}?$filter=processes/{name} -eq 'x'",
    "{list}?$orderby={name} desc",
    "{list}?$select=name,{name}",
    "{list}?$select={shorter}",
    "{list}?$expandRelated={name}",
    "{list}?$expandRelated=processes&$select={name}",
    "{list}?$facetCounts={name}",
    "{process}?$select={name}",
    "{process}/attributes/{name}",
    "{process}/related/{name}",
    "{process}/related/{name}?$expandRelated=owner",
    "{process}/attributes?$filter={name} -eq 'x'",
    "{process}/usages?context={name}",
    "{process}/usages?context={shorter}",
    "rest/facets/processes/reporting?$select={name}",
    "rest/facets/processes/reporting?$orderby={name}",
)


@pytest.mark.parametrize("question", UNKNOWN)
@pytest.mark.parametrize("name", HIDDEN)
def test_a_hidden_name_is_an_unknown_one(fixed: Changing, twin: Changing, name: str, question: str) -> None:
    path = question.format(list=DETAIL, process=DRAFT, name=name, shorter=name[:-1])

    response = fixed.get(path, "editor")

    assert response.status_code in (400, 404)
    assert comparable(response, fixed) == comparable(twin.get(path, "editor"), twin)
    assert f"mean {name}" not in response.text


def test_filters_and_orders_of_those_who_may_read_it_work(fixed: Changing) -> None:
    for question in ("$filter=codeWord -eq 'zinnober'", "$filter=reserve -gt 4000", "$filter=NOT IsNull(patron)"):
        assert fixed.read(f"{DETAIL}?{question}&$select=codeWord", "architect")["count"] == 1
    assert fixed.get(f"{DETAIL}?$orderby=codeWord", "architect").status_code == 200
    assert "Zinnober" in fixed.get(f"rest/facets/processes/reporting/{PROCESS}?$select=codeWord", "architect").text
    assert fixed.read(f"{DETAIL}?$facetCounts=patron&$pageSize=1", "architect")["facetCounts"] == {
        "patron": {company.OLGA: 1}
    }


@pytest.mark.parametrize("text", ["Zinnober", "Doubtful"])
def test_any_attribute_is_any_that_one_may_read(fixed: Changing, text: str) -> None:
    contains = f"{DETAIL}?$filter=attributes -contains '{text}'&$select=name"
    lacks = f"{DETAIL}?$filter=NOT attributes -contains '{text}' AND type -eq 'subProcess'&$select=name"

    found = {role: (fixed.read(contains, role)["count"], fixed.read(lacks, role)["count"]) for role in EVERY_ROLE}

    readers = ("architect", "administrator") if text == "Zinnober" else ("administrator",)
    assert found == {role: (1, 0) if role in readers else (0, 1) for role in EVERY_ROLE}


def test_what_has_a_rule_is_not_searched(fixed: Changing) -> None:
    for role in ("editor", "administrator"):
        assert fixed.read("rest/search?q=zinnober", role)["total"] == 0
        assert fixed.read("rest/search?q=karmin", role)["total"] == 1


def test_usages_in_a_hidden_context_are_not_shown(fixed: Changing) -> None:
    path = f"{element(company.OLGA, 'users')}/usages"

    assert fixed.read(path, "editor") == {"count": 0, "total": 0, "values": {}}
    assert fixed.read(path, "architect")["total"] == 1


def test_the_history_shows_what_one_may_read(ruled: Changing) -> None:
    both = {"codeWord": {"127": "Purpur"}, "openWord": {"127": "Ocker"}}
    ruled.update({"id": PROCESS_1_1, "attributes": both, "related": {"patron": []}})
    ruled.update({"id": PROCESS_1_1, "attributes": {"reserve": {"127": 1}}})

    hidden, mixed, *_ = ruled.read(f"{DETAIL}/{PROCESS}/history", "editor")["values"]
    whole, _, *_ = ruled.read(f"{DETAIL}/{PROCESS}/history", "architect")["values"]

    assert (hidden["changed"], hidden["difference"]) == ([], {})
    assert mixed["changed"] == ["openWord"]
    assert mixed["difference"] == {"attributes": {"openWord": {"127": {"from": "Karmin", "to": "Ocker"}}}}
    assert whole["changed"] == ["reserve"]


def test_standard_counts_of_sign_ins_are_for_administrators(fixed: Changing) -> None:
    names = {"userLastLogin", "userLoginCount"}
    path = element(company.ANNA, "users")

    shown = {role: fixed.read(path, role)["elements"][0]["attributes"].keys() & names for role in EVERY_ROLE}

    assert shown == {role: names if role == "administrator" else set() for role in EVERY_ROLE}
    for question in ("$filter=userLoginCount -gt 3", "$orderby=userLastLogin", "$select=userFirstLogin"):
        refused = fixed.get(f"rest/facets/users/views/detail/elements?{question}", "architect")
        name = question.partition("=")[2].split()[0]
        assert [each["code"] for each in refused.json()["data"]] == ["unknown-name"]
        assert f"knows no {name}" in refused.text
        assert not [each for each in (*names, "userFirstLogin") if each != name and each in refused.text]
