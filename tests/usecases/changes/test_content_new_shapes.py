"""New shapes come into a diagram in the forms the specification shows, with new elements or existing ones."""

import pytest

from facetstore.domain.element import Shape
from facetstore.domain.errors import Finding
from facetstore.domain.values import ElementId
from facetstore.usecases.changes.content_change import ItemResult
from tests.usecases.changes.content_requests import EMPTY, THIRD, THIRD_VERSION, anchor, good, item
from tests.usecases.changes.samples import (
    CHECK,
    MAIN,
    NOW,
    OTHER_PROCESS,
    PROCESS,
    RECEIPT,
    TOKEN,
    made,
    shape,
    version,
)


def test_a_flow_is_made_in_an_empty_diagram() -> None:
    change = good(
        [
            {"shapeInfo": {"index": 0}, "element": {"type": "evStart", "attributes": {"name": {"1031": "Los"}}}},
            item(1, 0, type="subProcess", name="Prüfen"),
            item(2, 1, type="evEnd", name="Fertig"),
        ],
        EMPTY,
        next_position=6,
    )

    start, process, end = change.created
    assert [(each.element, each.id, each.type, each.creation_id) for each in change.created] == [
        (made(1), made(1), "evStart", made(1)),
        (made(3), made(4), "subProcess", None),
        (made(6), made(6), "evEnd", made(6)),
    ]
    assert change.diagram.content == (
        Shape(made(2), start.element),
        Shape(made(5), process.element, (made(2),)),
        Shape(made(7), end.element, (made(5),)),
    )
    assert (process.state, process.number, process.parent, process.position) == ("inProcess", "0.1", PROCESS, 6)
    assert (start.parent, start.position) == (None, 0)
    assert process.attributes["name"] == {1031: "Prüfen"}
    assert process.related["author"] == start.related["createdBy"] == (TOKEN,)
    assert change.answers == (ItemResult(made(1), 0), ItemResult(made(4), 1), ItemResult(made(6), 2))
    assert (change.changed, change.removed) == ((), ())


def test_the_diagram_is_stamped_and_nothing_else_of_it_changes() -> None:
    change = good([item(0, type="evStart")], EMPTY)

    assert change.diagram._replace(content=()) == EMPTY._replace(
        attributes={**EMPTY.attributes, "changedOn": {127: NOW}},
        related={**EMPTY.related, "changedBy": (TOKEN,)},
    )


@pytest.mark.parametrize("id_", [shape(2), CHECK, CHECK.upper()])
def test_a_new_shape_follows_an_existing_one_named_by_shape_or_element(id_: str) -> None:
    change = good([anchor(0, id_), item(1, 0, type="task", name="Buchen")])

    assert change.diagram.content == (*RECEIPT.content, Shape(made(2), ElementId(made(1)), (shape(2),)))
    assert change.answers == (ItemResult(CHECK, 0), ItemResult(made(1), 1))


@pytest.mark.parametrize("id_", [shape(3), OTHER_PROCESS, version(7)])
def test_a_versioned_element_is_answered_by_its_version_and_can_be_named_by_it(id_: str) -> None:
    change = good([anchor(0, id_)])

    assert change.answers == (ItemResult(version(7), 0),)
    assert change.diagram is RECEIPT


@pytest.mark.parametrize(
    ("id_", "element", "answer"),
    [
        (THIRD, THIRD, THIRD_VERSION),
        (THIRD_VERSION, THIRD, THIRD_VERSION),
        (OTHER_PROCESS, OTHER_PROCESS, version(7)),
        (PROCESS, PROCESS, version(6)),
        (version(6), PROCESS, version(6)),
        (CHECK, CHECK, CHECK),
    ],
)
def test_an_existing_element_is_shown(id_: str, element: str, answer: str) -> None:
    kind = "task" if id_ == CHECK else "SubProcess"

    change = good([anchor(0, shape(1)), item(1, 0, type=kind, id=id_)])

    assert change.diagram.content[4:] == (Shape(made(1), ElementId(element), (shape(1),)),)
    assert change.created == change.changed == ()
    assert change.answers[1] == ItemResult(answer, 1)


def test_an_element_that_is_shown_stays_as_it_is_and_that_is_reported() -> None:
    change = good([item(0, id=THIRD, name="Neu")])

    assert change.warnings == (
        Finding(
            f"The element {THIRD} is shown as it is: the field attributes was ignored.",
            "shown-as-it-is",
            "values[0].element.attributes",
        ),
    )


def test_predecessors_lead_forward_and_backward_and_loops_are_allowed() -> None:
    change = good([item(7, 9, type="task"), item(9, 8, 7, type="ruleXor"), item(8, type="evStart")], EMPTY)

    task, rule, start = change.diagram.content
    assert (task.predecessors, rule.predecessors, start.predecessors) == ((rule.id,), (start.id, task.id), ())
    assert [each.index for each in change.answers] == [7, 9, 8]


def test_a_new_sub_process_stands_where_its_body_says() -> None:
    below, orphan, default = good(
        [
            item(0, type="subProcess", name="a", parent=MAIN),
            item(1, type="subProcess", name="b", parent=None),
            item(2, type="subProcess", name="c"),
        ]
    ).created

    assert [each.parent for each in (below, orphan, default)] == [MAIN, None, PROCESS]


def test_where_the_type_has_no_children_a_new_process_is_an_orphan() -> None:
    (process,) = good([item(0, type="subProcess", name="a")], EMPTY._replace(type="scenario", stereotype=None)).created

    assert process.parent is None
