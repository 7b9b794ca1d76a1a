"""Shapes of a diagram that a caller does not see: they do not appear, and the changes of this caller leave them in place."""

import re
from typing import Any, Final

import pytest

from tests.rest.editing.archive import HIRING, IDS, OFFERS, PAY, PROCESSES, RECORDS, Archive, open_archive
from tests.support import company
from tests.support.api import Api, Database

UNKNOWN: Final = company.element_id(999)
CONTENT: Final = f"{PROCESSES}/{RECORDS}/content"


@pytest.fixture
def archive(api: Api, database: Database) -> Archive:
    """Records are drawn: tasks, and between them hiring and pay, which only the staff sees."""
    archive = open_archive(api, database)
    archive.permit(IDS["personnel"], {"staff": "full"})
    shapes = [made("first"), shown(HIRING, 0), made("second", 0, 1), shown(PAY, 2), made("last", 3)]
    draw(archive, "hanna", *({**each, "shapeInfo": {"index": n, **each["shapeInfo"]}} for n, each in enumerate(shapes)))
    return archive


def made(name: str, *before: int) -> dict[str, Any]:
    return {
        "shapeInfo": {"predecessors": list(before)},
        "element": {"type": "task", "attributes": {"name": {"1033": name}}},
    }


def shown(element: str, *before: int) -> dict[str, Any]:
    return {"shapeInfo": {"predecessors": list(before)}, "element": {"id": element, "type": "subProcess"}}


def draw(archive: Archive, who: str, *items: dict[str, Any], status: int = 200) -> Any:
    return archive.post(CONTENT, who, {"values": list(items)}, status=status)


def drawn(archive: Archive, who: str) -> dict[str, list[str]]:
    """By the name of each shape, in their order, the names of those before it."""
    found = archive.get(CONTENT, who)["elements"]
    names = {each["properties"]["shapeId"]: each["attributes"]["name"]["1033"].lower() for each in found}
    return {
        names[each["properties"]["shapeId"]]: [
            names[before["properties"]["shapeId"]] for before in each["properties"]["predecessors"]
        ]
        for each in found
    }


def shape(archive: Archive, name: str) -> str:
    for each in archive.get(CONTENT, "hanna")["elements"]:
        if each["attributes"]["name"]["1033"].lower() == name:
            return str(each["properties"]["shapeId"])
    raise AssertionError(name)


WHOLE: Final = {"first": [], "hiring": ["first"], "second": ["first", "hiring"], "pay": ["second"], "last": ["pay"]}


def test_the_others_see_a_diagram_without_them(archive: Archive) -> None:
    assert drawn(archive, "hanna") == WHOLE
    assert drawn(archive, "stan") == {"first": [], "second": ["first"], "last": []}


@pytest.mark.parametrize("deed", ["anchor", "change", "delete", "follow", "connect", "show"])
@pytest.mark.parametrize("named", ["element", "version", "shape"])
def test_who_names_one_is_answered_as_for_an_unknown_one(archive: Archive, deed: str, named: str) -> None:
    version = archive.get(f"{PROCESSES}/{HIRING}", "hanna")["elements"][0]["versionId"]
    id_ = {"element": HIRING, "version": version, "shape": shape(archive, "hiring")}[named]

    found = []
    for each in (UNKNOWN, id_, UNKNOWN):  # the first one finds out who is calling
        response = archive.send("POST", CONTENT, "stan", {"values": items(deed, each)})
        body = re.sub(rb'"requestId":"[^"]*"', b"", response.content).replace(each.encode(), b"ID")
        found.append((response.status_code, body, archive.api.statements))

    assert found[1] == found[2]
    assert found[1][0] == 400
    assert drawn(archive, "hanna") == WHOLE


def items(deed: str, id_: str) -> list[dict[str, Any]]:
    anchor = {"shapeInfo": {"id": id_, "index": 0}}
    match deed:
        case "anchor":
            return [anchor]
        case "change":
            return [{**anchor, "element": {"attributes": {"name": {"1033": "Mine"}}}}]
        case "delete":
            return [{**anchor, "delete": True, "reconnect": True}]
        case "follow":
            return [anchor, {**made("new", 0), "shapeInfo": {"index": 1, "predecessors": [0]}}]
        case "connect":
            return [made("new"), {"shapeInfo": {"id": id_, "index": 1, "predecessors": [0]}}]
        case _:
            return [shown(id_)]


def test_what_others_draw_leaves_them_where_they_are(archive: Archive) -> None:
    second = {"shapeInfo": {"id": shape(archive, "second"), "index": 0}}
    new = made("new")
    new["shapeInfo"] = {"index": 1, "predecessors": [0]}
    answer = draw(archive, "stan", second, new)

    assert answer["count"] == 2
    assert drawn(archive, "hanna") == {**WHOLE, "new": ["second"]}
    assert drawn(archive, "stan") == {"first": [], "second": ["first"], "last": [], "new": ["second"]}


def test_what_comes_after_them_still_does_when_it_is_reconnected(archive: Archive) -> None:
    first = {"shapeInfo": {"id": shape(archive, "first"), "index": 0}}
    last = {"shapeInfo": {"id": shape(archive, "last"), "index": 1, "predecessors": [0]}}
    draw(archive, "stan", first, last)

    assert drawn(archive, "stan")["last"] == ["first"]
    assert drawn(archive, "hanna") == {**WHOLE, "last": ["first", "pay"]}


def test_they_stay_when_their_neighbours_go(archive: Archive) -> None:
    gone = [{"shapeInfo": {"id": shape(archive, each)}, "delete": True} for each in ("first", "second")]
    draw(archive, "stan", *gone)

    assert drawn(archive, "stan") == {"last": []}
    assert drawn(archive, "hanna") == {"hiring": [], "pay": [], "last": ["pay"]}
    assert list(drawn(archive, "hanna")) == ["hiring", "pay", "last"]


def test_a_change_of_what_a_shape_shows_keeps_the_references_that_are_not_seen(archive: Archive) -> None:
    diagram = f"{PROCESSES}/{OFFERS}/content"
    archive.post(diagram, "hanna", {"values": [shown(RECORDS)]})
    change = {"shapeInfo": {"id": RECORDS}, "element": {"related": {"processes": []}}}
    archive.post(diagram, "stan", {"values": [change]})

    (found,) = archive.get(f"{PROCESSES}/{RECORDS}", "hanna")["elements"]
    assert [each["id"] for each in found["related"]["processes"]] == [HIRING]
    (seen,) = archive.get(f"{PROCESSES}/{RECORDS}", "stan")["elements"]
    assert "processes" not in seen.get("related", {})


def test_an_element_as_it_was_read_is_still_posted_back_without_a_change(archive: Archive) -> None:
    def changes() -> int:
        found: int = archive.get(f"{PROCESSES}/{RECORDS}/history", "hanna")["count"]
        return found

    before = changes()
    (found,) = archive.get(f"{PROCESSES}/{RECORDS}?$resources=attributes,related,content", "stan")["elements"]
    archive.change("processes", "stan", found)

    assert changes() == before
    archive.change("processes", "stan", {"id": RECORDS, "attributes": {"name": {"1033": "Archive"}}})
    assert drawn(archive, "hanna") == WHOLE


def test_a_script_shows_and_changes_nothing_of_what_its_writer_does_not_see(archive: Archive) -> None:
    address = f"{CONTENT}?format=script&culture=1033"
    script = archive.post(address, "stan", {"script": "first\nsecond\nlast\n"})["script"]

    assert "hiring" not in script.lower()
    assert "pay" not in script.lower()
    archive.post(address, "stan", {"script": "first\nsecond\nlast and done\n"})
    assert {"hiring", "pay"} <= drawn(archive, "hanna").keys()
    wrong = archive.post(address, "stan", {"script": "first\nsecond\nlast and done\n[[Pay]]\n"}, status=400)
    assert [each["code"] for each in wrong["data"]] == ["unknown-name"]
