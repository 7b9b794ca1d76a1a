"""What is shown of the right to edit is what the next update meets: `setReadOnly` and the update agree."""

import pytest

from tests.rest.editing.archive import IDS, PAY, PROCESSES
from tests.walls.rooms import Room
from tests.walls.served import Served

AUTOMATION = "rest/facets/automation/views/list/elements"


@pytest.fixture
def room(served: Served) -> Room:
    return Room(served)


def rename(room: Room, who: str, element: str) -> int:
    """The status of an update."""
    given = {"id": element, "attributes": {"name": {"1033": "Renamed"}}}
    return room.send(who, PROCESSES, {"elements": [given]}).status


def test_an_editor_who_creates_a_process_is_shown_that_it_can_be_edited(room: Room) -> None:
    draft = {"type": "subProcess", "parent": IDS["sales"], "attributes": {"name": {"1033": "Quotes"}}}

    (made,) = room.write("stan", PROCESSES, {"elements": [draft]})["elements"]

    assert (made.get("setReadOnly", False), rename(room, "stan", made["id"])) == (False, 200)


def test_a_token_that_was_granted_only_viewer_is_shown_that_it_cannot_edit(room: Room) -> None:
    room.served.database.add_token(room.tenant, "editor", "robot")
    tokens = room.read("adam", AUTOMATION)["elements"]
    (robot,) = [each["id"] for each in tokens if "robot" in each["attributes"]["name"].values()]
    grants = [{"principal": robot, "permissionSets": [IDS["read"]]}]
    room.write("adam", f"{PROCESSES}/{PAY}/permissions", {"grants": grants, "excludes": False})

    (found,) = room.read("robot", f"{PROCESSES}/{PAY}")["elements"]

    assert (found.get("setReadOnly", False), rename(room, "robot", PAY)) == (True, 403)
