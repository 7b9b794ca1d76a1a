"""What holds of every content create: the diagram holds together, and many shapes are quick."""

from time import process_time
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from facetstore.domain.element import Version
from facetstore.usecases.changes.content_change import ContentScope, apply_content
from facetstore.usecases.changes.content_items import parse_content
from tests.support.proof import scaled
from tests.usecases.changes.content_requests import EMPTY, anchor, good, item
from tests.usecases.changes.samples import (
    METAMODEL,
    NOW,
    OTHER,
    RECEIPT,
    SETTINGS,
    SHOWN,
    START,
    TOKEN,
    flow_object,
    new_ids,
    version,
)


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
