"""Shapes that users have put somewhere: the content of the diagram keeps their places, and layouts that have places show them."""

from typing import Any

import pytest

from tests.rest.diagrams.test_diagrams import address, draw
from tests.rest.diagrams.test_script_preview import preview
from tests.support import company
from tests.support.changing import DETAIL, DIAGRAM, Changing

DRAFT = company.RECEIPT_2_1


def place(changing: Changing, places: dict[str, Any]) -> None:
    items = [
        {"shapeInfo": {"index": index, "id": shape, "place": at}} for index, (shape, at) in enumerate(places.items())
    ]
    changing.drawn(DRAFT, *items)


def places(diagram: dict[str, object], *ids: str) -> list[tuple[float, float]]:
    nodes = {each["shapeId"]: each for each in diagram["nodes"]}  # type: ignore[attr-defined]
    return [(nodes[each]["x"], nodes[each]["y"]) for each in ids]


def stored(changing: Changing) -> dict[str, object]:
    shapes = (each["properties"] for each in changing.content(DRAFT))
    return {each["shapeId"]: each["place"] for each in shapes if "place" in each}


def test_what_was_moved_stands_there_and_all_else_below(changing: Changing) -> None:
    shapes = changing.shapes(DRAFT)
    one, other = shapes["Weigh the truck"], shapes["Quality check"]
    assert "origin" not in draw(changing, DRAFT, "asDrawn")

    place(changing, {one: [300, 40.4], other: [20, 200]})

    diagram = draw(changing, DRAFT, "asDrawn")
    (x, y), (left, top) = places(diagram, one, other)
    assert (x - left, y - top) == (280, -160)
    assert diagram["origin"] == pytest.approx([x - 300, y - 40])
    assert all(each["y"] >= top for each in diagram["nodes"] if each["shapeId"] not in (one, other))
    assert "origin" not in draw(changing, DRAFT, "vertical")
    assert stored(changing) == {one: [300, 40], other: [20, 200]}

    place(changing, {one: None, other: None})

    assert "origin" not in draw(changing, DRAFT, "asDrawn")
    assert stored(changing) == {}


def test_wrong_places_are_refused(changing: Changing) -> None:
    shape = changing.shapes(DRAFT)["Weigh the truck"]
    for wrong in ([1], [1, 2, 3], ["a", 1], [1e9, 0], [True, 1], {"x": 1}, "here"):
        refused = changing.draw(DRAFT, {"shapeInfo": {"index": 0, "id": shape, "place": wrong}})

        assert refused.status_code == 400
        assert "wrong-place" in refused.text
    assert stored(changing) == {}


def test_the_picture_shows_it_and_an_undone_change_brings_back_what_was(changing: Changing) -> None:
    shapes = changing.shapes(DRAFT)
    one, other = shapes["Weigh the truck"], shapes["Quality check"]
    place(changing, {one: [10, 10]})
    before = changing.get(f"{address(DRAFT, 'asDrawn')}?format=svg").text

    place(changing, {one: [500, 400], other: [0, 0]})

    moved, first = changing.revision, changing.revision - 1
    assert changing.get(f"{address(DRAFT, 'asDrawn')}?format=svg").text != before
    assert changing.get(f"{address(DRAFT, 'asDrawn')}?format=svg&asOf={first}").text == before
    newest = next(each for each in changing.history(DRAFT) if each["revision"] == moved)
    assert {each["shapeId"] for each in newest["difference"]["content"]["shapes"]["placed"]} == {one, other}

    place(changing, {other: [7, 7]})
    changing.write(f"{DETAIL}/{DRAFT}/restore", {"from": str(first), "to": str(moved)})

    assert stored(changing) == {one: [10, 10], other: [7, 7]}, "what was put elsewhere since stays there"


def test_places_stay_while_lines_change_and_come_along_into_copies(changing: Changing) -> None:
    changing.post(f"{DIAGRAM}/{DRAFT}/content?format=script&culture=1033&create=true", {"script": "( Go\nOne\nTwo\n"})
    shapes = changing.shapes(DRAFT)
    one, two = shapes["One"], shapes["Two"]
    place(changing, {one: [0, 0], two: [300, 300]})

    typed = preview(changing, "( Go\nBetween\nOne\nTwo\n", layout="asDrawn").json()["drawing"]

    (x, y), (right, below) = places(typed, one, two)
    assert (right - x, below - y) == (300, 300)
    copied = changing.write(f"{DETAIL}/{DRAFT}/copy", None)["elements"][0]["versionId"]
    assert sorted(each["properties"].get("place", []) for each in changing.content(copied)) == [[], [0, 0], [300, 300]]
