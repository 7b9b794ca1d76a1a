"""A deleted shape leaves a gap or joins its neighbours, and takes a flow object that is shown no more along."""

import pytest

from facetstore.domain.element import Shape
from facetstore.usecases.changes.content_change import ItemResult
from facetstore.usecases.changes.content_shapes import without
from tests.usecases.changes.content_requests import anchor, good, item
from tests.usecases.changes.samples import CHECK, CHECK_GOODS, END, OTHER_PROCESS, START, made, shape


def test_a_deleted_shape_leaves_a_gap_and_its_flow_object_goes() -> None:
    change = good([anchor(0, CHECK, delete=True)])

    assert change.diagram.content == (
        Shape(shape(1), START),
        Shape(shape(3), OTHER_PROCESS),
        Shape(shape(4), END, (shape(3),)),
    )
    assert change.removed == (CHECK_GOODS,)
    assert change.answers == (ItemResult(CHECK, 0),)


def test_neighbours_are_joined_when_asked_for() -> None:
    change = good([anchor(0, shape(2), delete=True, reconnect=True), anchor(1, shape(3), delete=True, reconnect=True)])

    assert change.diagram.content == (Shape(shape(1), START), Shape(shape(4), END, (shape(1),)))
    assert change.removed == (CHECK_GOODS,)


def test_an_element_that_is_no_flow_object_outlives_its_shape() -> None:
    assert good([anchor(0, OTHER_PROCESS, delete=True)]).removed == ()


def test_a_flow_object_that_is_still_shown_stays() -> None:
    change = good([anchor(0, CHECK, delete=True), anchor(1, START), item(2, 1, id=CHECK)])

    assert change.removed == ()
    assert change.diagram.content[-1] == Shape(made(1), CHECK, (shape(1),))


@pytest.mark.parametrize(
    ("flow", "gone", "left"),
    [
        ({"a": "", "b": "a", "c": "b"}, {"b": False}, {"a": "", "c": ""}),
        ({"a": "", "b": "a", "c": "b"}, {"b": True}, {"a": "", "c": "a"}),
        ({"a": "", "b": "", "x": "ab", "c": "x", "d": "x"}, {"x": True}, {"a": "", "b": "", "c": "ab", "d": "ab"}),
        ({"a": "", "x": "a", "c": "ax"}, {"x": True}, {"a": "", "c": "a"}),
        ({"a": "", "b": "", "x": "b", "c": "xa"}, {"x": True}, {"a": "", "b": "", "c": "ba"}),
        ({"a": "x", "x": "a"}, {"x": True}, {"a": ""}),
        ({"a": "", "x": "ay", "y": "x", "b": "y"}, {"x": True, "y": True}, {"a": "", "b": "a"}),
        ({"a": "", "x": "a", "y": "x", "b": "y"}, {"x": False, "y": True}, {"a": "", "b": ""}),
        ({"a": "", "x": "a", "y": "x", "b": "y"}, {"x": True, "y": False}, {"a": "", "b": ""}),
        ({"x": ""}, {"x": True}, {}),
    ],
)
def test_gaps_close(flow: dict[str, str], gone: dict[str, bool], left: dict[str, str]) -> None:
    shapes = [Shape(id_, START, tuple(before)) for id_, before in flow.items()]

    assert {each.id: "".join(each.predecessors) for each in without(shapes, gone)} == left
