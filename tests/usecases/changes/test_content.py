"""A content create changes a diagram as a whole: shapes, flows, what they show, or nothing at all."""

from dataclasses import replace
from time import process_time
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetstore.domain.element import Shape, Version
from facetstore.domain.errors import Finding
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.changes.content import (
    Answer,
    ContentChange,
    ContentScope,
    Existing,
    apply_content,
    wanted_ids,
)
from facetstore.usecases.changes.content_items import parse_content
from facetstore.usecases.changes.content_shapes import without
from tests.support.proof import scaled
from tests.usecases.changes.samples import (
    CHECK,
    CHECK_GOODS,
    ELSEWHERE,
    END,
    ERP,
    HOUSE,
    KNOWN,
    MAIN,
    METAMODEL,
    NOW,
    NOWHERE,
    OTHER,
    OTHER_PROCESS,
    PROCESS,
    RECEIPT,
    SCANNER,
    SECRET_SYSTEM,
    SETTINGS,
    SHOWN,
    START,
    TOKEN,
    flow_object,
    made,
    new_ids,
    shape,
    version,
)

EMPTY: Final = replace(RECEIPT, content=())
THIRD, THIRD_VERSION = ElementId("e1e00000-0000-0000-0000-000000000008"), version(8)
EXISTING: Final[dict[str, Existing]] = {
    **{id_: Existing(ElementId(id_), VersionId(id_), kind) for id_, kind in KNOWN.items()},
    THIRD: Existing(THIRD, THIRD_VERSION, "subProcess"),
    THIRD_VERSION: Existing(THIRD, THIRD_VERSION, "subProcess"),
}


def applied(values: list[Any], diagram: Version = RECEIPT, **more: Any) -> ContentChange:
    scope = ContentScope(METAMODEL, SETTINGS, EXISTING, new_ids(), NOW, TOKEN, **more)
    return apply_content(diagram, SHOWN, parse_content(values), scope)


def good(values: list[Any], diagram: Version = RECEIPT, **more: Any) -> ContentChange:
    """A change that must go well."""
    change = applied(values, diagram, **more)
    assert change.findings == ()
    return change


def item(index: int, *predecessors: int, **element: Any) -> dict[str, Any]:
    """A new shape, as requests write it."""
    names = {"attributes": {"name": {"1031": element.pop("name")}}} if "name" in element else {}
    return {"shapeInfo": {"index": index, "predecessors": list(predecessors)}, "element": {**element, **names}}


def anchor(index: int, id_: str, *predecessors: int, **more: Any) -> dict[str, Any]:
    before = {"predecessors": list(predecessors)} if predecessors else {}
    return {"shapeInfo": {"index": index, "id": id_, **before}, **more}


# New shapes, in the forms the specification shows.


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
    assert change.answers == (Answer(made(1), 0), Answer(made(4), 1), Answer(made(6), 2))
    assert (change.changed, change.removed) == ((), ())


def test_the_diagram_is_stamped_and_nothing_else_of_it_changes() -> None:
    change = good([item(0, type="evStart")], EMPTY)

    assert replace(change.diagram, content=()) == replace(
        EMPTY,
        attributes={**EMPTY.attributes, "changedOn": {127: NOW}},
        related={**EMPTY.related, "changedBy": (TOKEN,)},
    )


@pytest.mark.parametrize("id_", [shape(2), CHECK, CHECK.upper()])
def test_a_new_shape_follows_an_existing_one_named_by_shape_or_element(id_: str) -> None:
    change = good([anchor(0, id_), item(1, 0, type="task", name="Buchen")])

    assert change.diagram.content == (*RECEIPT.content, Shape(made(2), ElementId(made(1)), (shape(2),)))
    assert change.answers == (Answer(CHECK, 0), Answer(made(1), 1))


@pytest.mark.parametrize("id_", [shape(3), OTHER_PROCESS, version(7)])
def test_a_versioned_element_is_answered_by_its_version_and_can_be_named_by_it(id_: str) -> None:
    change = good([anchor(0, id_)])

    assert change.answers == (Answer(version(7), 0),)
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
    assert change.answers[1] == Answer(answer, 1)


def test_an_element_that_is_shown_stays_as_it_is_and_that_is_told() -> None:
    change = good([item(0, id=THIRD, name="Neu")])

    assert change.warnings == (
        Finding(
            f"The element {THIRD} is shown as it is: what was given as its attributes was passed over.",
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
    (process,) = good([item(0, type="subProcess", name="a")], replace(EMPTY, type="scenario", stereotype=None)).created

    assert process.parent is None


# Changes of what is there.


def test_an_element_is_renamed_through_its_shape() -> None:
    change = good([anchor(0, shape(2), element={"attributes": {"name": {"1031": "Prüfen"}}})])

    assert change.diagram is RECEIPT
    assert change.changed == (
        replace(
            CHECK_GOODS,
            attributes={
                **CHECK_GOODS.attributes,
                "name": {1031: "Prüfen", 1033: "Check goods"},
                "changedOn": {127: NOW},
            },
            related={**CHECK_GOODS.related, "changedBy": (TOKEN,)},
        ),
    )
    assert change.answers == (Answer(CHECK, 0),)


def test_a_change_that_changes_nothing_leaves_nothing() -> None:
    values = [
        anchor(0, CHECK, 1, element={"id": CHECK, "type": "TASK", "attributes": {"name": {"1033": "Check goods"}}}),
        anchor(1, START),
    ]

    change = good(values)

    assert (change.diagram is RECEIPT, change.changed) == (True, ())


def test_references_of_an_element_are_replaced_but_for_the_hidden_ones() -> None:
    task = replace(CHECK_GOODS, related={"systems": (ERP, SECRET_SYSTEM)})
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
    twice = replace(RECEIPT, content=(*RECEIPT.content, Shape(shape(5), CHECK)))
    values = [
        anchor(0, shape(2), element={"attributes": {"name": {"1031": "Prüfen"}}}),
        anchor(1, shape(5), element={"attributes": {"name": {"1033": "Check"}}}),
    ]

    (task,) = good(values, twice).changed

    assert task.attributes["name"] == {1031: "Prüfen", 1033: "Check"}


def test_a_diagram_that_shows_itself_can_be_renamed_and_grow_at_once() -> None:
    itself = replace(RECEIPT, content=(Shape(shape(9), PROCESS),))
    values = [anchor(0, shape(9), element={"attributes": {"name": {"1033": "Receipt"}}}), item(1, 0, type="task")]

    change = good(values, itself)

    assert change.changed == ()
    assert change.diagram.attributes["name"] == {1031: "Wareneingang", 1033: "Receipt"}
    assert len(change.diagram.content) == 2


# Deleting.


def test_a_deleted_shape_leaves_a_gap_and_its_flow_object_goes() -> None:
    change = good([anchor(0, CHECK, delete=True)])

    assert change.diagram.content == (
        Shape(shape(1), START),
        Shape(shape(3), OTHER_PROCESS),
        Shape(shape(4), END, (shape(3),)),
    )
    assert change.removed == (CHECK_GOODS,)
    assert change.answers == (Answer(CHECK, 0),)


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


# Findings.

TWO_CHECKS: Final = replace(RECEIPT, content=(*RECEIPT.content, Shape(shape(5), CHECK)))

FINDINGS: list[tuple[list[Any], Version, str, str, str]] = [
    (
        [anchor(0, NOWHERE)],
        RECEIPT,
        "unknown-anchor",
        "values[0].shapeInfo.id",
        f"The diagram has no shape {NOWHERE}, and none that shows such an element.",
    ),
    (
        [anchor(0, CHECK)],
        TWO_CHECKS,
        "ambiguous-anchor",
        "values[0].shapeInfo.id",
        f"Several shapes show the element {CHECK}: name one of them, {shape(2)}, {shape(5)}.",
    ),
    (
        [anchor(0, shape(2)), anchor(1, CHECK, delete=True)],
        RECEIPT,
        "anchored-twice",
        "values[1].shapeInfo.id",
        f"The shape {shape(2)} is named by values[0] already.",
    ),
    (
        [item(0, id=NOWHERE)],
        RECEIPT,
        "unknown-element",
        "values[0].element.id",
        f"There is no element {NOWHERE} to show.",
    ),
    (
        [item(0, id=ELSEWHERE)],
        RECEIPT,
        "in-another-diagram",
        "values[0].element.id",
        f"The task {ELSEWHERE} lives in another diagram: create one of its own here.",
    ),
    (
        [item(0, id=THIRD, type="task")],
        RECEIPT,
        "identity-fixed",
        "values[0].element.type",
        f"The element {THIRD} is of the type subProcess, not 'task'.",
    ),
    (
        [item(0, id=ERP)],
        RECEIPT,
        "not-in-diagram",
        "values[0].element.type",
        "A system cannot stand in the diagram of a subProcess. Possible are: evStart, evIntermediate, evEnd, task, "
        "condition, ruleAnd, ruleOr, ruleXor, processInterfacePlaceholder, subProcess.",
    ),
    (
        [item(0, type="mainProcess", name="x")],
        RECEIPT,
        "not-in-diagram",
        "values[0].element.type",
        "A mainProcess cannot stand in the diagram of a subProcess. Possible are: evStart, evIntermediate, evEnd, task, "
        "condition, ruleAnd, ruleOr, ruleXor, processInterfacePlaceholder, subProcess.",
    ),
    (
        [item(0, type="tsk")],
        RECEIPT,
        "unknown-type",
        "values[0].element.type",
        "There is no type 'tsk'. Did you mean task?",
    ),
    (
        [item(0, attributes={})],
        RECEIPT,
        "type-missing",
        "values[0].element.type",
        "A new element needs the name of its type.",
    ),
    (
        [item(0, type="subProcess")],
        RECEIPT,
        "name-missing",
        "values[0].element.attributes.name",
        "A new subProcess needs its name, in one culture at least.",
    ),
    (
        [item(0, type="task", attributes={"name": {"1036": "x"}})],
        RECEIPT,
        "unknown-culture",
        "values[0].element.attributes.name.1036",
        "The storage has no culture '1036': give the value of name under 1031 or 1033.",
    ),
    (
        [item(0, id=THIRD, typ="x")],
        RECEIPT,
        "unknown-field",
        "values[0].element.typ",
        "An element has no field 'typ'. Did you mean type?",
    ),
    (
        [anchor(0, CHECK, element={"type": "evEnd"})],
        RECEIPT,
        "identity-fixed",
        "values[0].element.type",
        f"type of the element {CHECK} cannot be changed: it is task, not 'evEnd'.",
    ),
    (
        [anchor(0, CHECK, element={"id": START})],
        RECEIPT,
        "identity-fixed",
        "values[0].element.id",
        f"id of the element {CHECK} cannot be changed: it is {CHECK}, not '{START}'.",
    ),
    (
        [anchor(0, shape(9), element={"attributes": {}})],
        replace(RECEIPT, content=(Shape(shape(9), NOWHERE),)),
        "unknown-element",
        "values[0].element",
        f"The element {NOWHERE} cannot be changed here.",
    ),
    (
        [item(0, type="subProcess", name="x")],
        replace(EMPTY, element=MAIN, type="mainProcess"),
        "shows-children",
        "values",
        "The diagram of a mainProcess shows its children: create them by POST …/elements with this parent.",
    ),
    ([item(0, type="task")], CHECK_GOODS, "no-diagram", "values", "A task has no diagram."),
]


@pytest.mark.parametrize(("values", "diagram", "code", "path", "sentence"), FINDINGS)
def test_a_finding_says_what_would_have_worked(
    values: list[Any], diagram: Version, code: str, path: str, sentence: str
) -> None:
    change = applied(values, diagram)

    assert change == ContentChange(diagram, findings=(Finding(sentence, code, path),))
    assert change.diagram is diagram


def test_every_finding_of_form_and_content_is_told_at_once() -> None:
    values = [
        anchor(0, NOWHERE),
        item(1, 0, 8, type="task"),
        item(2, 1, type="system", name="x"),
        item(3, 3, type="task"),
        item(4, 2, type="task", nmae="x"),
        item(5, id=HOUSE),
    ]

    assert [(each.path, each.code) for each in applied(values).findings] == [
        ("values[1].shapeInfo.predecessors[1]", "unknown-index"),
        ("values[3].shapeInfo.predecessors[0]", "precedes-itself"),
        ("values[0].shapeInfo.id", "unknown-anchor"),
        ("values[2].element.type", "not-in-diagram"),
        ("values[4].element.nmae", "unknown-field"),
        ("values[5].element.type", "not-in-diagram"),
    ]


def test_cleaned_html_is_told() -> None:
    values = [item(0, type="task", attributes={"description": {"1033": "<p>a<script>b</script></p>"}})]

    assert [each.path for each in good(values).warnings] == ["values[0].element.attributes.description.1033"]


# What holds of every request.


@settings(max_examples=scaled(1000), deadline=None)
@given(st.data())
def test_a_diagram_holds_together_whatever_is_asked_for(data: st.DataObject) -> None:
    number = data.draw(st.integers(1, 8))
    indices = data.draw(st.permutations(range(number)))
    kinds = [data.draw(st.sampled_from(["make", "anchor", "delete"])) for _ in range(number)]
    free = [each.id for each in RECEIPT.content]
    values: list[Any] = []
    for n, kind in zip(indices, kinds, strict=True):
        usable = [k for k, other in zip(indices, kinds, strict=True) if other != "delete" and k != n]
        before = data.draw(st.lists(st.sampled_from(usable), unique=True, max_size=3)) if usable else []
        if kind == "make" or not free:
            values.append(item(n, *before, type="task"))
        elif kind == "anchor":
            values.append(anchor(n, free.pop(0), *before))
        else:
            values.append(anchor(n, free.pop(), delete=True, reconnect=data.draw(st.booleans())))

    change = good(values)

    ids = {each.id for each in change.diagram.content}
    assert len(ids) == len(change.diagram.content)
    for each in change.diagram.content:
        assert set(each.predecessors) <= ids - {each.id}
        assert len(set(each.predecessors)) == len(each.predecessors)
    shown = {each.element for each in change.diagram.content}
    flows = {id_ for id_, each in SHOWN.items() if METAMODEL.types[each.type].flow}
    assert {each.element for each in change.removed} == flows - shown
    assert {each.element for each in change.created} <= shown
    assert [each.index for each in change.answers] == list(indices)


def test_five_hundred_shapes_are_quick() -> None:
    values = [item(n, *([n - 1] if n else []), type="task", name=f"Step {n}") for n in range(500)]
    started = process_time()

    change = good(values, EMPTY)
    taken = process_time() - started
    elements: dict[str, Version] = {each.element: each for each in change.created}
    removal = [anchor(n, each.id, delete=True, reconnect=True) for n, each in enumerate(change.diagram.content[1:-1])]
    scope = ContentScope(METAMODEL, SETTINGS, {}, new_ids(), NOW, TOKEN)
    started = process_time()
    emptied = apply_content(change.diagram, elements, parse_content(removal), scope)
    taken_again = process_time() - started

    first, last = emptied.diagram.content
    assert last.predecessors == (first.id,)
    assert len(emptied.removed) == 498
    # Far above what it takes, so that a busy machine does not fail the test.
    assert (taken < 0.5, taken_again < 0.5) == (True, True)


def test_the_samples_hold_together() -> None:
    assert {each.element for each in RECEIPT.content} == set(SHOWN)
    assert OTHER.id == version(7)
    assert flow_object(START, "evStart", "Truck arrived") == SHOWN[START]
