"""Requests that take more work than one may: refused, with what to narrow, and before they have cost much (findings 9 and 10)."""

import json
from typing import Final
from urllib.parse import urlencode

import pytest

from tests.walls.processes import processor_seconds
from tests.walls.served import Answer, Served

LIST: Final = "rest/facets/processes/views/detail/elements"
TIMES: Final = 2
"""How much longer than another request one may take that should take as long. It was four times and more without a limit."""
GENEROUS_SECONDS: Final = 1.5
"""Of a processor. The request took 4 s before it was limited; what is left of it takes a twentieth of this."""


def refusal(answer: Answer) -> str:
    assert answer.status == 400, answer.body
    assert answer.json()["data"][0]["code"] == "too-costly"
    return str(answer.json()["message"])


def spent(served: Served, tenant: str, role: str, path: str, body: object = None) -> tuple[Answer, float]:
    served.ask_all(tenant, role, LIST)
    before = processor_seconds(served.node.pid)
    answer = served.ask(tenant, role, path, body)
    return answer, processor_seconds(served.node.pid) - before


@pytest.mark.parametrize("joined", [" OR ", " AND NOT "])
def test_a_filter_of_many_wildcards_on_related_elements_is_refused_before_it_runs(served: Served, joined: str) -> None:
    tenant = served.new_tenant()
    conditions = joined.join(f"systems/description -like '%a%{number}%'" for number in range(99))

    for answer in served.ask_all(tenant, "viewer", f"{LIST}?{urlencode({'$filter': conditions})}"):
        message = refusal(answer)
        assert "weigh 1,584, and at most 400" in message
        assert "systems/description with like" in message


def unknown_attributes(name: str) -> object:
    attributes = [{f"{name}{number}{place}": {"1033": "x"} for number in range(40)} for place in range(1000)]
    return {"elements": [{"type": "mainProcess", "attributes": each} for each in attributes]}


def test_a_body_of_many_unknown_attributes_is_refused_without_looking_for_names_like_each(served: Served) -> None:
    tenant = served.new_tenant()

    _, without_hints = spent(served, tenant, "editor", LIST, unknown_attributes("n" * 61))
    answer, seconds = spent(served, tenant, "editor", LIST, unknown_attributes("nme"))

    assert answer.status == 400
    assert answer.json()["message"] == "The type mainProcess has no attribute 'nme00'. Did you mean name?"
    assert answer.json()["data"][-1] == {"error": "39900 more findings not listed here.", "code": "more-findings"}
    assert seconds < TIMES * without_hints, "Names that are too long to be looked for take about as long."


def test_a_body_of_very_many_values_is_refused_before_it_is_parsed(served: Served) -> None:
    tenant = served.new_tenant()
    body = json.dumps({"elements": [{"type": "mainProcess", "x": [[]] * 2_000_000}]}).encode()

    answer, seconds = spent(served, tenant, "editor", LIST, body)

    assert "Send fewer elements at a time." in refusal(answer)
    assert seconds < GENEROUS_SECONDS


def test_names_like_thousands_of_wrong_ones_are_not_looked_for(served: Served) -> None:
    tenant = served.new_tenant()
    names = ",".join(f"nam{number:x}" for number in range(1100))

    answer = served.ask(tenant, "viewer", f"{LIST}?{urlencode({'$select': names}, safe=',$')}")

    assert answer.status == 400
    findings = answer.json()["data"]
    assert [number for number, each in enumerate(findings) if "Did you mean name?" in each["error"]] == [*range(10)]
