"""Counts for dashboards: of what the caller sees, by what it is."""

from collections import Counter
from itertools import permutations

import pytest

from tests.support.api import RIVAL, Api, Json

FIELDS = ("facet", "type", "state", "stereotype")


def stats(api: Api, by: str, role: str = "administrator", **more: str) -> Json:
    return api.read(f"rest/stats?by={by}", role, **more)


def total(answer: Json) -> int:
    return sum(each["count"] for each in answer["values"])


def test_elements_are_counted_by_the_fields_that_were_named(api: Api) -> None:
    assert stats(api, "facet,state&facets=processes,risks") == {
        "count": 8,
        "values": [
            {"facet": "processes", "state": "hide", "count": 1},
            {"facet": "processes", "state": "inEffect", "count": 1},
            {"facet": "processes", "state": "inProcess", "count": 2},
            {"facet": "processes", "state": "released", "count": 3},
            {"facet": "processes", "state": "show", "count": 5},
            {"facet": "risks", "state": "inProcess", "count": 1},
            {"facet": "risks", "state": "released", "count": 1},
            {"facet": "risks", "state": "show", "count": 1},
        ],
    }


def test_viewers_are_shown_what_they_see(api: Api) -> None:
    assert stats(api, "state&facets=processes,risks", "viewer")["values"] == [
        {"state": "inEffect", "count": 2},
        {"state": "released", "count": 4},
        {"state": "show", "count": 6},
    ]


@pytest.mark.parametrize("role", ["viewer", "administrator"])
def test_counts_are_those_of_the_lists(api: Api, role: str) -> None:
    for each in stats(api, "facet", role)["values"]:
        listed = api.get(f"rest/facets/{each['facet']}/views/list/elements?$count=true&$pageSize=1", role)
        assert listed.headers["x-total-count"] == str(each["count"])


def test_what_is_missing_is_left_out_and_comes_last(api: Api) -> None:
    assert stats(api, "stereotype&facets=processes")["values"] == [
        {"stereotype": "standardProcess", "count": 1},
        {"count": 11},
    ]


@pytest.mark.parametrize("by", [each for length in (1, 2, 4) for each in permutations(FIELDS, length)], ids=",".join)
def test_every_order_of_fields_counts_the_same_elements(api: Api, by: tuple[str, ...]) -> None:
    found = stats(api, ",".join(by))

    places = [[(name not in each, each.get(name, "")) for name in by] for each in found["values"]]
    assert places == sorted(places)
    assert found["count"] == len(found["values"])
    assert total(found) == total(stats(api, "facet"))
    first = Counter[str | None]()
    for each in found["values"]:
        first[each.get(by[0])] += each["count"]
    assert first == {each.get(by[0]): each["count"] for each in stats(api, by[0])["values"]}


def test_flow_objects_are_not_counted(api: Api) -> None:
    types = {each["type"] for each in stats(api, "type")["values"]}

    assert "subProcess" in types
    assert not types & {"task", "evStart", "evEnd", "ruleXor"}


def test_tenants_are_counted_apart(api: Api) -> None:
    assert stats(api, "type", tenant=RIVAL)["values"] == [
        {"type": "authToken", "count": 2},
        {"type": "configCulture", "count": 1},
        {"type": "processHouse", "count": 1},
        {"type": "system", "count": 1},
    ]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", [("by is missing: the fields to count by, of facet, type, state, stereotype; or one of owner, month, missingCulture.", "by")]),
        ("by=", [("by takes names, separated by commas.", "by")]),
        ("by=facet,sate", [("by knows no sate here. Did you mean state?", "by")]),
        ("by=author&facets=procesess&types=task,sistem", [
            ("by knows no author here.", "by"),
            ("facets knows no procesess here. Did you mean processes?", "facets"),
            ("types knows no sistem here. Did you mean system?", "types"),
        ]),
        ("by=state,month", [("by takes month alone: ask for the other fields in another request.", "by")]),
        ("by=owner,missingCulture", [("by takes owner alone: ask for the other fields in another request.", "by")]),
        ("by=facet&by=type", [("by is given 2 times; give it once.", "by")]),
    ],
)  # fmt: skip
def test_unknown_fields_and_facets_are_refused(api: Api, query: str, expected: list[tuple[str, str]]) -> None:
    response = api.get(f"rest/stats?{query}")

    assert response.status_code == 400
    assert [(each["error"], each["path"]) for each in response.json()["data"]] == expected


def test_a_field_named_twice_counts_once(api: Api) -> None:
    assert stats(api, "Facet,facet") == stats(api, "facet")
