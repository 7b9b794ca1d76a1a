"""Of what a caller may only see by name, no answer shows more: findings 4 to 8."""

from typing import Any

import pytest

from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, RECORDS
from tests.walls.rooms import Room
from tests.walls.served import Served


@pytest.fixture
def room(served: Served) -> Room:
    return Room(served)


def test_a_filter_of_versions_does_not_look_into_what_is_shown_by_its_name(room: Room) -> None:
    system = room.add_system("Ledger", "the secret vault")
    room.change(RECORDS, related={"systems": [{"id": system}]})

    def found(who: str, word: str) -> int:
        path = f"{PROCESSES}/{RECORDS}/versions?$filter=systems/description -like '%25{word}%25'"
        number: int = room.read(who, path.replace(" ", "%20"))["count"]
        return number

    assert (found("hanna", "vault"), found("hanna", "nothing")) == (1, 0)
    assert found("stan", "vault") == found("stan", "nothing") == 0


def test_content_shows_no_more_of_it_than_its_name(room: Room) -> None:
    room.change(HIRING, related={"systems": [{"id": room.add_system("Ledger", "plain")}]})
    room.permit(HIRING, {"staff": "full", "stan": "glance"})

    def shown(who: str) -> Any:
        content = room.read(who, f"{PROCESSES}/{IDS['personnel']}/content")["elements"]
        return next(each for each in content if each["id"] == HIRING)

    assert "systems" in shown("hanna")["related"]
    found = shown("stan")
    assert list(found.get("related", ())) == []
    assert list(found["attributes"]) == ["name"]


def test_explained_transitions_name_nothing_that_is_hidden(room: Room) -> None:
    shapes = [{"shapeInfo": {"index": number}, "element": {"id": each}} for number, each in enumerate((PAY, RECORDS))]
    room.write("adam", f"{PROCESSES}/{OFFERS}/content", {"values": shapes})
    room.permit(PAY, {"staff": "full"})

    def explained_to(who: str) -> str:
        return str(room.read(who, f"release/{OFFERS}/transitions?explain=true"))

    assert "Pay" in explained_to("hanna")
    assert "Records" in explained_to("stan")
    assert "Pay" not in explained_to("stan")
    refused = room.send("stan", f"release/{OFFERS}/transitions/InProcessToInReview")
    assert b"Pay" not in refused.body


def test_a_write_confirms_no_value_of_it(room: Room) -> None:
    room.permit(HIRING, {"staff": "full", "stan": "glance"})
    (stored,) = room.read("hanna", f"{PROCESSES}/{HIRING}")["elements"]
    text, number = stored["attributes"]["description"], room.all("hanna", f"{PROCESSES}/{HIRING}")[0].headers["etag"]
    guesses: list[dict[str, object]] = [
        {"attributes": {"description": text}},
        {"attributes": {"description": {"1033": "<p>Another</p>"}}},
        {"attributes": {"unknown": {"1033": "?"}}},
        {"related": {"owner": []}},
        {"stereotype": "anything"},
    ]

    answers = [room.send("stan", PROCESSES, {"elements": [{"id": HIRING, **each}]}) for each in guesses]
    matching = [
        room.send("stan", PROCESSES, {"elements": [{"id": HIRING, **guesses[0]}]}, if_match=each)
        for each in (number, '"1-0"')
    ]

    found = [(each.status, {**each.json(), "requestId": ""}) for each in (*answers, *matching)]
    assert [status for status, _ in found] == [403] * len(found)
    assert all(each == found[0] for each in found)


def test_a_report_leaves_out_what_may_not_be_opened(room: Room) -> None:
    room.permit(HIRING, {"staff": "full", "stan": "glance"})

    def children(who: str) -> list[str]:
        (found,) = room.read(who, f"rest/facets/processes/reporting/{IDS['personnel']}?$resources=children")["values"]
        return sorted(each["id"] for each in found.get("children", []))

    assert children("hanna") == sorted([HIRING, PAY])
    assert children("stan") == [PAY]
