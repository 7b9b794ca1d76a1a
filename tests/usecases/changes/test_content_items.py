"""The items of a content create are read strictly, and everything that is wrong is reported at once."""

from typing import Any

import pytest

from facetstore.domain.errors import Finding
from facetstore.usecases.changes.content_items import Deed, Item, parse_content
from tests.usecases.changes.samples import CHECK, ERP, PROCESS, shape

START = {"element": {"type": "evStart"}}


def test_a_request_is_read_item_by_item() -> None:
    content = parse_content(
        [
            {"shapeInfo": {"index": 5, "id": shape(1).upper()}},
            {"shapeInfo": {"index": 3, "predecessors": [5, 4]}, "element": {"type": "task", "attributes": {}}},
            {"shapeInfo": {"index": 4, "predecessors": None}, "element": {"type": "subProcess", "id": PROCESS}},
            {"shapeInfo": {"id": shape(2), "index": 0}, "element": {"attributes": {}}, "delete": False},
            {"shapeInfo": {"id": shape(3), "index": 1}, "delete": True, "reconnect": True, "element": None},
            {"shapeInfo": {"id": shape(4), "index": 2, "predecessors": []}},
        ]
    )

    assert content.findings == ()
    assert content.items == (
        Item("values[0]", 5, Deed.ANCHOR, shape(1), None, {}, None),
        Item("values[1]", 3, Deed.MAKE, None, None, {"type": "task", "attributes": {}}, (5, 4)),
        Item("values[2]", 4, Deed.SHOW, None, PROCESS, {"type": "subProcess", "id": PROCESS}, None),
        Item("values[3]", 0, Deed.CHANGE, shape(2), None, {"attributes": {}}, None),
        Item("values[4]", 1, Deed.DELETE, shape(3), None, {}, None, reconnect=True),
        Item("values[5]", 2, Deed.ANCHOR, shape(4), None, {}, ()),
    )


def test_an_item_without_an_index_has_that_of_its_place() -> None:
    content = parse_content([START, {"shapeInfo": {"predecessors": [0]}, **START}, {"shapeInfo": None, **START}])

    assert [(each.index, each.predecessors) for each in content.items] == [(0, None), (1, (0,)), (2, None)]


def test_the_ids_to_look_up_are_those_of_elements() -> None:
    content = parse_content(
        [
            {"shapeInfo": {"id": shape(1)}},
            {"element": {"id": PROCESS, "related": {"systems": [shape(9)]}}},
            {"element": {"type": "task", "related": {"systems": [{"id": ERP}]}}},
        ]
    )

    assert content.ids == {PROCESS, ERP}


FINDINGS: list[tuple[Any, str, str, str]] = [
    (None, "wrong-form", "values", "values needs a list with one item at least."),
    ([], "wrong-form", "values", "values needs a list with one item at least."),
    ({}, "wrong-form", "values", "values needs a list with one item at least, not {}."),
    ([START] * 4, "too-many-items", "values", "values takes at most 3 items, not 4."),
    (
        [7],
        "wrong-form",
        "values[0]",
        "An item needs an object with shapeInfo, element or both, not 7.",
    ),
    ([{}], "empty-item", "values[0]", "An item needs a shapeInfo.id, an element, or both."),
    (
        [{"shapeInfo": {"index": 0, "predecessors": []}}],
        "empty-item",
        "values[0]",
        "An item needs a shapeInfo.id, an element, or both.",
    ),
    (
        [{"shapeinfo": {}, **START}],
        "unknown-field",
        "values[0].shapeinfo",
        "An item has no field 'shapeinfo'. Did you mean shapeInfo?",
    ),
    (
        [{"shapeInfo": {"predecesors": []}, **START}],
        "unknown-field",
        "values[0].shapeInfo.predecesors",
        "shapeInfo has no field 'predecesors'. Did you mean predecessors?",
    ),
    (
        [{"shapeInfo": {"id": shape(1), "delete": True}}],
        "unknown-field",
        "values[0].shapeInfo.delete",
        "delete belongs beside shapeInfo, not in it.",
    ),
    ([{"shapeInfo": 7, **START}], "wrong-form", "values[0].shapeInfo", "shapeInfo needs an object, not 7."),
    ([{"element": []}], "wrong-form", "values[0].element", "element needs an object, not []."),
    (
        [{"shapeInfo": {"id": shape(1)}, "delete": "yes"}],
        "wrong-form",
        "values[0].delete",
        "delete needs true or false, not 'yes'.",
    ),
    (
        [{"shapeInfo": {"index": -1}, **START}],
        "wrong-index",
        "values[0].shapeInfo.index",
        "index needs a whole number from 0 on, not -1.",
    ),
    (
        [{"shapeInfo": {"index": True}, **START}],
        "wrong-index",
        "values[0].shapeInfo.index",
        "index needs a whole number from 0 on, not True.",
    ),
    (
        [{"shapeInfo": {"predecessors": ["0"]}, **START}],
        "wrong-index",
        "values[0].shapeInfo.predecessors",
        "predecessors needs a list of indices of this request, such as [0, 1], not ['0'].",
    ),
    (
        [START, {"shapeInfo": {"index": 0}, **START}],
        "index-taken",
        "values[1].shapeInfo.index",
        "The index 0 is taken by values[0]: each item needs an index of its own.",
    ),
    (
        [START, {"shapeInfo": {"predecessors": [0, 9]}, **START}],
        "unknown-index",
        "values[1].shapeInfo.predecessors[1]",
        "No item has the index 9: predecessors are items of this request; name an existing shape by an item with its id.",
    ),
    (
        [START, {"shapeInfo": {"index": 4, "predecessors": [4]}, **START}],
        "precedes-itself",
        "values[1].shapeInfo.predecessors[0]",
        "The item 4 cannot come before itself.",
    ),
    (
        [START, {"shapeInfo": {"predecessors": [0, 0]}, **START}],
        "repeated-predecessor",
        "values[1].shapeInfo.predecessors[1]",
        "The index 0 occurs twice in the predecessors.",
    ),
    (
        [{"shapeInfo": {"id": shape(1)}, "delete": True}, {"shapeInfo": {"predecessors": [0]}, **START}],
        "predecessor-deleted",
        "values[1].shapeInfo.predecessors[0]",
        "The item 0 deletes its shape, so nothing can come after it.",
    ),
    (
        [{"shapeInfo": {"id": "one"}}],
        "wrong-id",
        "values[0].shapeInfo.id",
        "shapeInfo.id needs a GUID, not 'one'.",
    ),
    (
        [{"element": {"id": 7}}],
        "wrong-id",
        "values[0].element.id",
        "element.id needs a GUID, not 7.",
    ),
    (
        [{"delete": True}],
        "id-missing",
        "values[0].shapeInfo.id",
        "An item that deletes needs the shape's id, or that of the element it shows.",
    ),
    (
        [{"shapeInfo": {"id": shape(1)}, "delete": True, "element": {"id": CHECK}}],
        "delete-alone",
        "values[0].element",
        "An item that deletes a shape takes no element.",
    ),
    (
        [START, {"shapeInfo": {"id": shape(1), "predecessors": [0]}, "delete": True}],
        "delete-alone",
        "values[1].shapeInfo.predecessors",
        "An item that deletes a shape takes no shapeInfo.predecessors.",
    ),
    (
        [{"shapeInfo": {"id": shape(1)}, "reconnect": True}],
        "reconnect-alone",
        "values[0].reconnect",
        "reconnect is for items that delete a shape.",
    ),
]


@pytest.mark.parametrize(("values", "code", "path", "sentence"), FINDINGS)
def test_a_finding_says_what_would_have_worked(values: Any, code: str, path: str, sentence: str) -> None:
    assert parse_content(values, most=3).findings == (Finding(sentence, code, path),)


def test_every_finding_is_reported_and_good_items_remain() -> None:
    content = parse_content(
        [
            {"shapeInfo": {"index": 0, "x": 1}, **START},
            {"shapeInfo": {"index": 1, "predecessors": [0, 1, 7]}, "element": {"id": "x"}},
            {"shapeInfo": {"index": 2, "predecessors": [0]}, **START},
        ]
    )

    assert [each.path for each in content.findings] == [
        "values[0].shapeInfo.x",
        "values[1].shapeInfo.predecessors[1]",
        "values[1].shapeInfo.predecessors[2]",
        "values[1].element.id",
    ]
    assert [each.path for each in content.items] == ["values[2]"]
