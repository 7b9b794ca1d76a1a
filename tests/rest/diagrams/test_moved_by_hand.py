"""Shapes that users have moved by hand: their diagram keeps the places, and shows them in the layout that has places."""

import json

import pytest

from tests.rest.diagrams.test_diagrams import address, draw
from tests.rest.diagrams.test_script_preview import preview
from tests.support import company
from tests.support.changing import DETAIL, DIAGRAM, Changing

DRAFT = company.RECEIPT_2_1


def place(changing: Changing, moved: object) -> None:
    changing.update(
        {"id": DRAFT, "type": "subProcess", "attributes": {"drawnAt": {"127": json.dumps({"moved": moved})}}}
    )


def places(diagram: dict[str, object], *ids: str) -> list[tuple[float, float]]:
    nodes = {each["shapeId"]: each for each in diagram["nodes"]}  # type: ignore[attr-defined]
    return [(nodes[each]["x"], nodes[each]["y"]) for each in ids]


def test_what_was_moved_stands_there_and_all_else_below(changing: Changing) -> None:
    shapes = changing.shapes(DRAFT)
    one, other = shapes["Weigh the truck"], shapes["Quality check"]
    assert "origin" not in draw(changing, DRAFT, "asDrawn")

    place(changing, {one: [300, 40, 160, 60], other: [20, 200, 160, 60], "unknown": [1, 2, 3, 4], "bad": "here"})

    diagram = draw(changing, DRAFT, "asDrawn")
    (x, y), (left, top) = places(diagram, one, other)
    assert (x - left, y - top) == (280, -160)
    assert diagram["origin"] == pytest.approx([x - 300, y - 40])
    assert all(each["y"] >= top for each in diagram["nodes"] if each["shapeId"] not in (one, other))
    assert "origin" not in draw(changing, DRAFT, "vertical")


def test_the_picture_shows_it_and_an_undone_change_brings_back_what_was(changing: Changing) -> None:
    one = changing.shapes(DRAFT)["Weigh the truck"]
    before = changing.get(f"{address(DRAFT, 'asDrawn')}?format=svg").text

    place(changing, {one: [500, 400, 160, 60]})

    assert changing.get(f"{address(DRAFT, 'asDrawn')}?format=svg").text != before
    body = {"from": str(changing.revision - 1), "to": str(changing.revision)}
    changing.write(f"{DETAIL}/{DRAFT}/restore", body)
    assert changing.get(f"{address(DRAFT, 'asDrawn')}?format=svg").text == before


def test_places_stay_while_lines_change(changing: Changing) -> None:
    changing.post(f"{DIAGRAM}/{DRAFT}/content?format=script&culture=1033&create=true", {"script": "( Go\nOne\nTwo\n"})
    shapes = changing.shapes(DRAFT)
    one, two = shapes["One"], shapes["Two"]
    place(changing, {one: [0, 0, 160, 60], two: [300, 300, 160, 60]})

    typed = preview(changing, "( Go\nBetween\nOne\nTwo\n", layout="asDrawn").json()["drawing"]

    (x, y), (right, below) = places(typed, one, two)
    assert (right - x, below - y) == (300, 300)
