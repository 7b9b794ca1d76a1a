"""Whether something can be deleted shows nothing of what is hidden, and deleting orphans nothing that is hidden: finding 14."""

import pytest

from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, RECORDS
from tests.walls.rooms import Room
from tests.walls.served import Answer, Served

PERSONNEL = IDS["personnel"]


@pytest.fixture
def room(served: Served) -> Room:
    return Room(served)


def removable(room: Room, who: str, element: str) -> bool:
    (value,) = room.read(who, f"{PROCESSES}/{element}/info")["values"]
    answer: bool = value["isCurrentRemovable"]
    return answer


def names_nothing(refused: Answer, *hidden: str) -> bool:
    """Whether a refusal says that something is hidden, and no more."""
    answer = refused.json()
    return (
        refused.status == 409
        and not any(each.encode() in refused.body for each in hidden)
        and [each["code"] for each in answer["data"]] == ["hidden"]
    )


def hide_what_is_below(room: Room) -> None:
    for each in (HIRING, PAY):
        room.permit(each, {"staff": "full"})


def test_what_stands_below_and_is_hidden_is_not_shown(room: Room) -> None:
    assert removable(room, "boss", PERSONNEL) is False

    hide_what_is_below(room)

    assert removable(room, "boss", PERSONNEL) is True, "as if nothing were below it"


@pytest.mark.parametrize("query", ["", "?force=true"])
def test_what_stands_below_and_is_hidden_is_not_orphaned(room: Room, query: str) -> None:
    hide_what_is_below(room)

    refused = room.send("boss", f"{PROCESSES}/{PERSONNEL}{query}", method="DELETE")

    (found,) = room.read("hanna", f"{PROCESSES}/{HIRING}?$resources=rootPath")["elements"]
    assert [each["id"] for each in found.get("rootPath", [])[:1]] == [PERSONNEL]
    assert names_nothing(refused, HIRING, PAY, "Hiring", "Pay"), refused.body


def test_what_refers_to_it_and_is_hidden_is_not_shown_but_kept_from_missing_it(room: Room) -> None:
    assert removable(room, "stan", OFFERS) is False
    room.permit(RECORDS, {"staff": "full"})

    assert removable(room, "stan", OFFERS) is True
    refused = room.send("stan", f"{PROCESSES}/{OFFERS}", method="DELETE")
    assert names_nothing(refused, RECORDS, "Records"), refused.body
    assert room.send("stan", f"{PROCESSES}/{OFFERS}?force=true", method="DELETE").status == 200


def test_removable_is_shown_where_deleting_is_accepted(room: Room) -> None:
    for element in (PAY, OFFERS, PERSONNEL):
        for who in ("adam", "stan"):
            found = removable(room, who, element)
            if not found:
                assert room.send(who, f"{PROCESSES}/{element}", method="DELETE").status in (403, 409)
    assert removable(room, "stan", PAY)
    assert room.send("stan", f"{PROCESSES}/{PAY}", method="DELETE").status == 200


def test_a_place_among_siblings_does_not_show_those_that_are_hidden(room: Room) -> None:
    """Found by the oracle: the first of those that are seen is moved to the first place, and nothing happens."""
    children = [each["id"] for each in room.read("adam", f"{PROCESSES}/{PERSONNEL}/children")["elements"]]
    first, *_, last = children
    room.permit(first, {"staff": "full"})
    seen = [each["id"] for each in room.read("boss", f"{PROCESSES}/{PERSONNEL}/children")["elements"]]
    assert seen == [each for each in children if each != first]

    stays = room.send("boss", f"{PROCESSES}/{seen[0]}/move", {"position": 0})
    moves = room.send("boss", f"{PROCESSES}/{last}/move", {"position": 0})

    assert (stays.status, moves.status) == (200, 200), stays.body + moves.body
    assert stays.headers["etag"].startswith('"1-'), "nothing has changed"
    after = [each["id"] for each in room.read("adam", f"{PROCESSES}/{PERSONNEL}/children")["elements"]]
    assert after == [first, last, *[each for each in seen if each != last]]
