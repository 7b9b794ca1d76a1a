"""Placeholders in the diagrams of viewers, where the flow goes through something that is not released (0077)."""

from typing import Any, Final

import pytest

from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, RECORDS, Archive, open_archive
from tests.support.api import Api, Database, Json

PATH: Final = f"rest/diagram/{RECORDS}/render/1033/vertical"


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    return open_archive(api, database)


def item(index: int, element: Json, *before: int) -> Json:
    return {"shapeInfo": {"index": index, "predecessors": list(before)}, "element": element}


def flow(type_: str, name: str) -> Json:
    return {"type": type_, "attributes": {"name": {"1033": name}}}


def release(archive: Archive, process: str) -> None:
    archive.post(f"release/{process}/transitions/InProcessToReleased?ignoreWarnings=true", "adam")


def release_with(archive: Archive, *between: str) -> None:
    """Release records, whose flow goes from its start through processes to its end."""
    items = [item(0, flow("evStart", "Asked"))]
    items += [item(number, {"id": id_}, number - 1) for number, id_ in enumerate(between, 1)]
    items.append(item(len(items), flow("evEnd", "Answered"), len(items) - 1))
    archive.post(f"{PROCESSES}/{RECORDS}/content", "adam", {"values": items})
    release(archive, RECORDS)


def seen(archive: Archive, who: str) -> tuple[list[str], list[tuple[str, str]]]:
    """The names in the diagram, and its connections by them."""
    diagram: Json = archive.get(f"{PATH}?format=json", who)["values"][0]
    names = {each["shapeId"]: each["name"] for each in diagram["nodes"]}
    return list(names.values()), sorted((names[each["from"]], names[each["to"]]) for each in diagram["edges"])


def gap(archive: Archive, who: str = "vera") -> Json:
    nodes: list[Json] = archive.get(f"{PATH}?format=json", who)["values"][0]["nodes"]
    (found,) = [each for each in nodes if each["figure"] == "gap"]
    return found


WHOLE: Final[Any] = (["Asked", "Answered", "Not released"], [("Asked", "Not released"), ("Not released", "Answered")])
TORN: Final[Any] = (["Asked", "Answered"], [])


def test_a_viewer_sees_a_placeholder_instead_of_two_pieces(archive: Archive) -> None:
    release_with(archive, HIRING)

    assert seen(archive, "vera") == WHOLE
    assert seen(archive, "hanna") == (["Asked", "Hiring", "Answered"], [("Asked", "Hiring"), ("Hiring", "Answered")])


def test_a_placeholder_shows_neither_what_nor_how_many_it_stands_for(archive: Archive) -> None:
    release_with(archive, HIRING, OFFERS, PAY)
    content = archive.get(f"{PROCESSES}/{RECORDS}/content", "adam")["elements"]
    secret = {each["properties"]["shapeId"] for each in content} | {HIRING, OFFERS, PAY, "Hiring"}

    assert seen(archive, "vera") == WHOLE
    assert gap(archive).keys().isdisjoint({"id", "type", "versionId", "state", "link"})
    picture = archive.send("GET", PATH, "vera").text
    shown = {
        each["properties"]["shapeId"] for each in archive.get(f"{PROCESSES}/{RECORDS}/content", "vera")["elements"]
    }
    assert len(shown) == 2
    assert [each for each in secret - shown if each in picture] == []
    assert "Not released" in picture


def test_what_permissions_hide_leaves_no_placeholder(archive: Archive) -> None:
    release_with(archive, HIRING)
    assert seen(archive, "vera") == WHOLE

    archive.permit(IDS["personnel"], {"staff": "full"})

    assert seen(archive, "vera") == TORN
    release(archive, HIRING)
    assert seen(archive, "vera") == TORN


def test_a_placeholder_goes_when_what_it_stands_for_is_released_or_deleted(archive: Archive) -> None:
    release_with(archive, HIRING, OFFERS)
    before = gap(archive)

    release(archive, HIRING)
    names, edges = seen(archive, "vera")
    assert names == ["Asked", "Hiring", "Answered", "Not released"]
    assert edges == [("Asked", "Hiring"), ("Hiring", "Not released"), ("Not released", "Answered")]
    assert gap(archive)["shapeId"] != before["shapeId"]
    archive.send("DELETE", f"{PROCESSES}/{OFFERS}?force=true", "adam")
    assert seen(archive, "vera") == (["Asked", "Hiring", "Answered"], [("Asked", "Hiring")])


def test_where_nothing_is_torn_there_is_no_placeholder(archive: Archive) -> None:
    items = [
        item(0, flow("evStart", "Asked")),
        item(1, flow("evEnd", "Answered"), 0),
        item(2, {"id": HIRING}, 0),
    ]
    archive.post(f"{PROCESSES}/{RECORDS}/content", "adam", {"values": items})
    release(archive, RECORDS)

    assert seen(archive, "vera") == (["Asked", "Answered"], [("Asked", "Answered")])
