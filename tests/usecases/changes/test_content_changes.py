"""A content create changes what is there: elements through their shapes, and the flow between them."""

from facetstore.domain.element import Shape
from facetstore.usecases.changes.content_change import ContentScope, ItemResult, apply_content, wanted_ids
from facetstore.usecases.changes.content_items import parse_content
from tests.usecases.changes.content_requests import EXISTING, anchor, good, item
from tests.usecases.changes.samples import (
    CHECK,
    CHECK_GOODS,
    ERP,
    METAMODEL,
    NOW,
    PROCESS,
    RECEIPT,
    SCANNER,
    SECRET_SYSTEM,
    SETTINGS,
    SHOWN,
    START,
    TOKEN,
    made,
    new_ids,
    shape,
)


def test_an_element_is_renamed_through_its_shape() -> None:
    change = good([anchor(0, shape(2), element={"attributes": {"name": {"1031": "Prüfen"}}})])

    assert change.diagram is RECEIPT
    assert change.changed == (
        CHECK_GOODS._replace(
            attributes={
                **CHECK_GOODS.attributes,
                "name": {1031: "Prüfen", 1033: "Check goods"},
                "changedOn": {127: NOW},
            },
            related={**CHECK_GOODS.related, "changedBy": (TOKEN,)},
        ),
    )
    assert change.answers == (ItemResult(CHECK, 0),)


def test_a_change_that_changes_nothing_leaves_nothing() -> None:
    values = [
        anchor(0, CHECK, 1, element={"id": CHECK, "type": "TASK", "attributes": {"name": {"1033": "Check goods"}}}),
        anchor(1, START),
    ]

    change = good(values)

    assert (change.diagram is RECEIPT, change.changed) == (True, ())


def test_references_of_an_element_are_replaced_but_for_the_hidden_ones() -> None:
    task = CHECK_GOODS._replace(related={"systems": (ERP, SECRET_SYSTEM)})
    content = parse_content([anchor(0, CHECK, element={"related": {"systems": [{"id": SCANNER}]}})])
    shown = {**SHOWN, CHECK: task}

    wanted = wanted_ids(RECEIPT, shown, content)
    known = {id_: each for id_, each in EXISTING.items() if id_ in wanted}
    change = apply_content(RECEIPT, shown, content, ContentScope(METAMODEL, SETTINGS, known, new_ids(), NOW, TOKEN))

    assert wanted == {SCANNER, ERP, SECRET_SYSTEM}
    assert change.changed[0].related["systems"] == (SCANNER, SECRET_SYSTEM)


def test_predecessors_are_replaced_and_can_be_taken_away() -> None:
    change = good(
        [
            anchor(0, shape(1)),
            anchor(1, shape(4), 0, 2),
            item(2, 0, type="task"),
            {"shapeInfo": {"index": 3, "id": shape(2), "predecessors": []}},
        ]
    )

    assert {each.id: each.predecessors for each in change.diagram.content} == {
        shape(1): (),
        shape(2): (),
        shape(3): (shape(2),),
        shape(4): (shape(1), made(2)),
        made(2): (shape(1),),
    }


def test_an_element_shown_twice_takes_both_changes() -> None:
    twice = RECEIPT._replace(content=(*RECEIPT.content, Shape(shape(5), CHECK)))
    values = [
        anchor(0, shape(2), element={"attributes": {"name": {"1031": "Prüfen"}}}),
        anchor(1, shape(5), element={"attributes": {"name": {"1033": "Check"}}}),
    ]

    (task,) = good(values, twice).changed

    assert task.attributes["name"] == {1031: "Prüfen", 1033: "Check"}


def test_a_diagram_that_shows_itself_can_be_renamed_and_grow_at_once() -> None:
    itself = RECEIPT._replace(content=(Shape(shape(9), PROCESS),))
    values = [anchor(0, shape(9), element={"attributes": {"name": {"1033": "Receipt"}}}), item(1, 0, type="task")]

    change = good(values, itself)

    assert change.changed == ()
    assert change.diagram.attributes["name"] == {1031: "Wareneingang", 1033: "Receipt"}
    assert len(change.diagram.content) == 2
