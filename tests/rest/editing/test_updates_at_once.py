"""Small changes that are sent at once: answered as if each had been sent alone."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from facetstore.usecases.editing.made import Made
from tests.rest.editing.at_once import FEW, MANY, Sending, at_once, id_of, steps
from tests.support import company
from tests.support.api import Database, Json
from tests.support.changing import DETAIL, Changing


@pytest.fixture
def many(database: Database) -> Iterator[Changing]:
    changing = Changing(database, steps)
    yield changing
    changing.close()


def renamed(n: int, name: object, culture: str = "1033") -> Json:
    return {"id": id_of(n), "attributes": {"name": {culture: name}}}


def names(many: Changing) -> Mapping[int, Any]:
    found = many.read(f"{DETAIL}?$pageSize=500")["elements"]
    by_id = {each["id"]: each["attributes"]["name"] for each in found}
    return {n: by_id[id_of(n)] for n in range(MANY)}


def test_those_of_one_caller_are_few_changes_of_the_tenant_and_each_is_answered_by_its_own_element(
    many: Changing,
) -> None:
    before = many.revision

    answers = at_once(many.api, many.address, *(Sending(renamed(n, f"New {n}")) for n in range(MANY)))

    assert [each.status_code for each in answers] == [200] * MANY
    assert many.revision - before <= FEW[many.api.engine]
    for n, answer in enumerate(answers):
        assert answer.json() == many.read(f"{DETAIL}/{id_of(n)}")
        assert answer.json()["elements"][0]["attributes"]["name"]["1033"] == f"New {n}"
        assert [each["kind"] for each in many.history(id_of(n))] == ["element.changed", "imported"]


def test_bodies_of_several_elements_and_new_ones_come_along(many: Changing) -> None:
    new = {"type": "subProcess", "attributes": {"name": {"1033": "Fresh"}}}

    both, created, one = at_once(
        many.api, many.address, Sending(renamed(0, "A"), renamed(1, "B")), Sending(new), Sending(renamed(2, "C"))
    )

    shown = [
        [each["attributes"]["name"]["1033"] for each in answer.json()["elements"]] for answer in (both, created, one)
    ]
    assert shown == [["A", "B"], ["Fresh"], ["C"]]
    assert [answer.json()["count"] for answer in (both, created, one)] == [2, 1, 1]


WRONG: list[Json] = [
    {"id": id_of(1), "attributes": {"nmae": {"1033": "Mistyped"}}},
    {"id": "00000000-0000-4000-8000-00000000dead", "attributes": {"name": {"1033": "Nobody"}}},
    {"id": company.RECEIPT_2_0, "attributes": {"name": {"1033": "In effect"}}},
    {"id": id_of(1), "attributes": {"name": {"1033": 7}}},
    {"type": "noType", "attributes": {"name": {"1033": "Of no type"}}},
]


@pytest.mark.parametrize("wrong", WRONG, ids=["attribute", "id", "state", "value", "type"])
def test_what_is_wrong_with_one_is_reported_to_that_caller_alone(many: Changing, wrong: Json) -> None:
    (alone,) = at_once(many.api, many.address, Sending(wrong))

    first, refused, last = at_once(
        many.api, many.address, Sending(renamed(0, "First")), Sending(wrong), Sending(renamed(2, "Last"))
    )

    assert (first.status_code, last.status_code) == (200, 200)
    assert refused.status_code == alone.status_code >= 400
    seen, body_alone = refused.json(), alone.json()
    assert {**seen, "requestId": ""} == {**body_alone, "requestId": ""}
    found = names(many)
    assert [found[n]["1033"] for n in range(3)] == ["First", "Step 1", "Last"]


def test_changes_of_one_element_are_all_kept(many: Changing) -> None:
    answers = at_once(
        many.api, many.address, *(Sending(renamed(0, f"In {culture}", culture)) for culture in ("1031", "1033"))
    )

    assert [each.status_code for each in answers] == [200, 200]
    assert names(many)[0] == {"1031": "In 1031", "1033": "In 1033"}


def test_of_several_changes_of_one_value_one_holds(many: Changing) -> None:
    answers = at_once(many.api, many.address, *(Sending(renamed(0, f"Name {n}")) for n in range(5)))

    assert [each.status_code for each in answers] == [200] * 5
    assert len(many.history(id_of(0))) == 6
    assert names(many)[0]["1033"] in {f"Name {n}" for n in range(5)}


def test_one_that_would_change_nothing_by_itself_still_counts(many: Changing) -> None:
    """Either it comes last, and its value holds, or it comes first, and is answered by it."""
    other, same = at_once(many.api, many.address, Sending(renamed(0, "Other")), Sending(renamed(0, "Step 0")))

    held = names(many)[0]["1033"]
    found = [each.json()["elements"][0]["attributes"]["name"]["1033"] for each in (other, same)]
    assert found == ["Other", "Step 0"]
    assert len(many.history(id_of(0))) == (3 if held == "Step 0" else 2)


def test_a_fault_in_one_is_not_reported_to_the_others(many: Changing, monkeypatch: pytest.MonkeyPatch) -> None:
    take_all = Made.take_all

    async def take(made: Made) -> None:
        if "Broken" in json.dumps([*made._given]):
            raise ZeroDivisionError
        await take_all(made)

    monkeypatch.setattr(Made, "take_all", take)
    first, broken, last = at_once(
        many.api, many.address, *(Sending(renamed(n, name)) for n, name in enumerate(("A", "Broken", "C")))
    )

    assert [each.status_code for each in (first, broken, last)] == [200, 500, 200]
    assert [names(many)[n]["1033"] for n in range(3)] == ["A", "Step 1", "C"]


def test_large_bodies_are_stored_as_well(many: Changing) -> None:
    long = "word " * 5000

    answers = at_once(
        many.api,
        many.address,
        *(Sending({"id": id_of(n), "attributes": {"description": {"1033": f"<p>{n} {long}</p>"}}}) for n in range(3)),
    )

    assert [each.status_code for each in answers] == [200] * 3
    assert all(str(n) in answer.text and long.strip() in answer.text for n, answer in enumerate(answers))


def test_terms_hold_for_the_caller_who_gave_them(many: Changing) -> None:
    plain, dry, with_reason, outdated = at_once(
        many.api,
        many.address,
        Sending(renamed(0, "Plain")),
        Sending(renamed(1, "Dry"), query="?dryRun=true"),
        Sending(renamed(2, "Told"), x_reason="It was time"),
        Sending(renamed(3, "Late"), if_match='"999-0"'),
    )

    assert [each.status_code for each in (plain, dry, with_reason, outdated)] == [200, 200, 200, 412]
    assert [names(many)[n]["1033"] for n in range(4)] == ["Plain", "Step 1", "Told", "Step 3"]
    assert [many.history(id_of(n))[0].get("reason") for n in (0, 2)] == [None, "It was time"]


def test_what_changes_nothing_stores_nothing(many: Changing) -> None:
    before = many.revision

    answers = at_once(many.api, many.address, *(Sending(renamed(n, f"Step {n}")) for n in range(MANY)))

    assert [each.status_code for each in answers] == [200] * MANY
    assert many.revision == before


def test_old_clients_get_their_form(many: Changing) -> None:
    new, old = at_once(
        many.api, many.address, Sending(renamed(0, "New")), Sending(renamed(1, "Old"), api_version="1.0")
    )

    assert ("elements" in new.json(), "elements" in old.json()) == (True, False)
    assert old.json() == many.get(f"{DETAIL}/{id_of(1)}", api_version="1.0").json()
