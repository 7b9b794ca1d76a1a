"""A content create changes nothing at all where something is wrong, and reports everything that is."""

from typing import Any, Final

import pytest

from facetstore.domain.element import Shape, Version
from facetstore.domain.errors import Finding
from facetstore.usecases.changes.content_change import ContentChange
from tests.usecases.changes.content_requests import EMPTY, THIRD, anchor, applied, good, item
from tests.usecases.changes.samples import (
    CHECK,
    CHECK_GOODS,
    ELSEWHERE,
    ERP,
    HOUSE,
    MAIN,
    NOWHERE,
    RECEIPT,
    START,
    shape,
)

TWO_CHECKS: Final = RECEIPT._replace(content=(*RECEIPT.content, Shape(shape(5), CHECK)))

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
        f"The task {ELSEWHERE} belongs to another diagram: create a new one here.",
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
        "condition, ruleAnd, ruleOr, ruleXor, processInterfacePlaceholder, subProcess, evBoundary, "
        "ruleEvent, ruleComplex, flowBlock, flowPool, flowMessage, flowNote, flowGroup, flowData, flowStore.",
    ),
    (
        [item(0, type="mainProcess", name="x")],
        RECEIPT,
        "not-in-diagram",
        "values[0].element.type",
        "A mainProcess cannot stand in the diagram of a subProcess. Possible are: evStart, evIntermediate, evEnd, task, "
        "condition, ruleAnd, ruleOr, ruleXor, processInterfacePlaceholder, subProcess, evBoundary, "
        "ruleEvent, ruleComplex, flowBlock, flowPool, flowMessage, flowNote, flowGroup, flowData, flowStore.",
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
        RECEIPT._replace(content=(Shape(shape(9), NOWHERE),)),
        "unknown-element",
        "values[0].element",
        f"The element {NOWHERE} cannot be changed here.",
    ),
    (
        [item(0, type="subProcess", name="x")],
        EMPTY._replace(element=MAIN, type="mainProcess"),
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


def test_every_finding_of_form_and_content_is_reported_at_once() -> None:
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


def test_cleaned_html_is_reported() -> None:
    values = [item(0, type="task", attributes={"description": {"1033": "<p>a<script>b</script></p>"}})]

    assert [each.path for each in good(values).warnings] == ["values[0].element.attributes.description.1033"]
