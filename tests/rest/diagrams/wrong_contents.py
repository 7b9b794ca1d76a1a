"""Bodies of content creates with something wrong in them, and all findings about each."""

from typing import Any, Final

from tests.support import company
from tests.support.changing import existing, new

WEIGH: Final = company.shape_id(6, "2.1", 2)
TASK: Final = {"type": "task", "attributes": {"name": {"1033": "Sign"}}}

WRONG: Final[dict[str, tuple[list[Any], list[dict[str, str]]]]] = {
    "a predecessor that no item has": (
        [new(0, "task", "Sign", 3)],
        [
            {
                "error": "No item has the index 3: predecessors are items of this request; name an existing shape by an "
                "item with its id.",
                "code": "unknown-index",
                "path": "values[0].shapeInfo.predecessors[0]",
            }
        ],
    ),
    "a shape before itself": (
        [new(4, "task", "Sign", 4)],
        [
            {
                "error": "The item 4 cannot come before itself.",
                "code": "precedes-itself",
                "path": "values[0].shapeInfo.predecessors[0]",
            }
        ],
    ),
    "an anchor that is not there": (
        [existing(0, company.START), new(1, "task", "Sign", 0)],
        [
            {
                "error": f"The diagram has no shape {company.START}, and none that shows such an element.",
                "code": "unknown-anchor",
                "path": "values[0].shapeInfo.id",
            }
        ],
    ),
    "an index twice": (
        [new(0, "task", "Sign"), new(0, "task", "Stamp")],
        [
            {
                "error": "The index 0 is taken by values[0]: each item needs an index of its own.",
                "code": "index-taken",
                "path": "values[1].shapeInfo.index",
            }
        ],
    ),
    "an index that is none": (
        [{"shapeInfo": {"index": -1, "predecessors": ["0"]}, "element": TASK}],
        [
            {
                "error": "index needs a whole number from 0 on, not -1.",
                "code": "wrong-index",
                "path": "values[0].shapeInfo.index",
            },
            {
                "error": "predecessors needs a list of indices of this request, such as [0, 1], not ['0'].",
                "code": "wrong-index",
                "path": "values[0].shapeInfo.predecessors",
            },
        ],
    ),
    "a predecessor that goes": (
        [existing(0, WEIGH, delete=True), new(1, "task", "Sign", 0)],
        [
            {
                "error": "The item 0 deletes its shape, so nothing can come after it.",
                "code": "predecessor-deleted",
                "path": "values[1].shapeInfo.predecessors[0]",
            }
        ],
    ),
    "an element that is not there": (
        [{"element": {"type": "subProcess", "id": company.NOWHERE}}],
        [
            {
                "error": f"There is no element {company.NOWHERE} to show.",
                "code": "unknown-element",
                "path": "values[0].element.id",
            }
        ],
    ),
    "a task of another diagram": (
        [{"element": {"type": "task", "id": company.UNLOAD}}],
        [
            {
                "error": f"The task {company.UNLOAD} belongs to another diagram: create a new one here.",
                "code": "in-another-diagram",
                "path": "values[0].element.id",
            }
        ],
    ),
    "a type that no diagram shows": (
        [new(0, "system", "Scale")],
        [
            {
                "error": "A system cannot stand in the diagram of a subProcess. Possible are: evStart, evIntermediate, "
                "evEnd, task, condition, ruleAnd, ruleOr, ruleXor, processInterfacePlaceholder, subProcess, "
                "evBoundary, ruleEvent, ruleComplex, flowBlock, flowPool, flowMessage, flowNote, flowGroup, flowData, flowStore.",
                "code": "not-in-diagram",
                "path": "values[0].element.type",
            }
        ],
    ),
    "everything at once": (
        [
            7,
            {"shapeInfo": {"index": 1, "id": "x"}},
            {"shapeInfo": {"index": 2}},
            {"shapeInfo": {"index": 3, "delete": True}, "elment": TASK},
            existing(4, WEIGH, reconnect=True),
            {"shapeInfo": {"index": 5}, "delete": True},
        ],
        [
            {
                "error": "An item needs an object with shapeInfo, element or both, not 7.",
                "code": "wrong-form",
                "path": "values[0]",
            },
            {"error": "shapeInfo.id needs a GUID, not 'x'.", "code": "wrong-id", "path": "values[1].shapeInfo.id"},
            {
                "error": "An item has no field 'elment'. Did you mean element?",
                "code": "unknown-field",
                "path": "values[3].elment",
            },
            {
                "error": "delete belongs beside shapeInfo, not in it.",
                "code": "unknown-field",
                "path": "values[3].shapeInfo.delete",
            },
            {"error": "An item needs a shapeInfo.id, an element, or both.", "code": "empty-item", "path": "values[2]"},
            {
                "error": "reconnect is for items that delete a shape.",
                "code": "reconnect-alone",
                "path": "values[4].reconnect",
            },
            {
                "error": "An item that deletes needs the shape's id, or that of the element it shows.",
                "code": "id-missing",
                "path": "values[5].shapeInfo.id",
            },
        ],
    ),
    "wrong values of an element": (
        [
            {"element": {"type": "task", "attributes": {"nmae": {"1033": "Sign"}, "name": {"1036": "Signer"}}}},
            existing(1, WEIGH, element={"related": {"systems": [{"id": company.ANNA}]}}),
        ],
        [
            {
                "error": "The type task has no attribute 'nmae'. Did you mean name?",
                "code": "unknown-attribute",
                "path": "values[0].element.attributes.nmae",
            },
            {
                "error": "The storage has no culture '1036': give the value of name under 1031 or 1033.",
                "code": "unknown-culture",
                "path": "values[0].element.attributes.name.1036",
            },
            {
                "error": f"The related context systems takes system; {company.ANNA} is of the type user.",
                "code": "wrong-target-type",
                "path": "values[1].element.related.systems[0]",
            },
        ],
    ),
    "another identity for what is shown": (
        [existing(0, WEIGH, element={"type": "evEnd"})],
        [
            {
                "error": f"type of the element {company.DRAFT_TASK} cannot be changed: it is task, not 'evEnd'.",
                "code": "identity-fixed",
                "path": "values[0].element.type",
            }
        ],
    ),
}
