"""One difference of two versions: empty of a version and itself, and the same both ways round."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facetstore.domain.element import Shape, Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.changes.difference import Difference, difference, summary
from facetstore.usecases.changes.difference_content import ContentDifference, content_difference
from facetstore.usecases.changes.stamps import first_stamps, stamp_changed, stamps
from tests.support.proof import scaled
from tests.usecases.changes.random_bodies import versions
from tests.usecases.changes.samples import (
    ANNA,
    CHECK,
    CHECK_GOODS,
    END,
    ERP,
    HOUSE,
    MAIN,
    METAMODEL,
    NOW,
    OLGA,
    OTHER_PROCESS,
    RECEIPT,
    SCANNER,
    SECRET_SYSTEM,
    SHOWN,
    START,
    TOKEN,
    XML,
    element,
    shape,
    version,
)

LATER = RECEIPT._replace(
    id=version(66),
    state="released",
    stereotype=None,
    number="1.0",
    parent=HOUSE,
    attributes={
        "name": {1031: "Annahme", 1033: "Goods receipt"},
        "description": {1031: f"{XML}<p>Neu</p>", 1033: f"{XML}<p>Take in goods</p>"},
        "cycleTime": {127: 2.5},
        "processMaturity": {127: "isLived"},
    },
    related={"owner": (OLGA,), "systems": (SCANNER, ERP), "createdBy": (ANNA,)},
    content=(
        Shape(shape(2), CHECK, (shape(1),)),
        Shape(shape(1), START),
        Shape(shape(5), element(205), (shape(2), shape(1))),
        Shape(shape(4), END, (shape(5),)),
    ),
)


def test_everything_that_differs_is_shown_in_a_fixed_order() -> None:
    found = difference(RECEIPT, LATER, children=([MAIN, HOUSE, OLGA], [OLGA, MAIN, ERP]))

    assert json.loads(json.dumps(found.as_json())) == {
        "state": {"from": "inProcess", "to": "released"},
        "version": {"from": "0.1", "to": "1.0"},
        "stereotype": {"from": "localProcess", "to": None},
        "parent": {"from": MAIN, "to": HOUSE},
        "attributes": {
            "changedOn": {"127": {"from": "2024-01-02T03:04:05", "to": None}},
            "createdOn": {"127": {"from": "2024-01-02T03:04:05", "to": None}},
            "description": {"1031": {"from": None, "to": f"{XML}<p>Neu</p>"}},
            "name": {"1031": {"from": "Wareneingang", "to": "Annahme"}},
            "validUntil": {"127": {"from": "9999-12-31T00:00:00", "to": None}},
        },
        "related": {
            "author": {"added": [], "removed": [ANNA], "reordered": False},
            "owner": {"added": [OLGA], "removed": [], "reordered": False},
            "systems": {"added": [], "removed": [SECRET_SYSTEM], "reordered": True},
        },
        "children": {"added": [ERP], "removed": [HOUSE], "reordered": True},
        "content": {
            "shapes": {
                "added": [{"shapeId": shape(5), "id": element(205)}],
                "removed": [{"shapeId": shape(3), "id": OTHER_PROCESS}],
                "moved": [{"shapeId": shape(2), "id": CHECK, "from": 1, "to": 0}],
            },
            "flows": {
                "added": [
                    {"from": shape(2), "to": shape(5)},
                    {"from": shape(1), "to": shape(5)},
                    {"from": shape(5), "to": shape(4)},
                ],
                "removed": [{"from": shape(2), "to": shape(3)}, {"from": shape(3), "to": shape(4)}],
            },
        },
    }


def test_the_summary_names_what_differs() -> None:
    found = difference(RECEIPT, LATER, children=([MAIN], []), leave_out={"changedOn", "createdOn"})

    assert summary(found) == [
        "state",
        "version",
        "stereotype",
        "parent",
        "description",
        "name",
        "validUntil",
        "author",
        "owner",
        "systems",
        "children",
        "content",
    ]


def test_stamps_can_be_left_out() -> None:
    stamped = stamp_changed(RECEIPT, METAMODEL, NOW, TOKEN)

    assert summary(difference(RECEIPT, stamped)) == ["changedOn", "changedBy"]
    assert not difference(RECEIPT, stamped, leave_out=stamps(METAMODEL))


def test_a_place_among_siblings_is_a_difference() -> None:
    assert difference(RECEIPT, RECEIPT._replace(position=4)).as_json() == {"position": {"from": 3, "to": 4}}


def test_truth_is_no_number_but_one_is_one() -> None:
    one = RECEIPT._replace(attributes={"a": {127: 1}, "b": {127: 1}})
    other = RECEIPT._replace(attributes={"a": {127: True}, "b": {127: 1.0}})

    assert summary(difference(one, other)) == ["a"]


# Diagrams.


def diagram(text: str) -> tuple[Shape, ...]:
    """Shapes out of `id:element<predecessors`, such as `2:b<1`."""
    shapes = []
    for word in text.split():
        head, _, before = word.partition("<")
        id_, _, shown = head.partition(":")
        shapes.append(Shape(id_, ElementId(shown), tuple(before)))
    return tuple(shapes)


CREATION_IDS = {"A": "a", "B": "b", "C": "B", "X": "a"}

CONTENTS: list[tuple[str, str, dict[str, Any]]] = [
    ("1:a 2:b<1", "1:a 2:b<1", {}),
    # A new version: new shapes, copied flow objects, the same flow.
    ("1:a 2:b<1", "3:A 4:B<3", {}),
    ("3:A 4:B<3", "5:X 6:C<5", {}),
    ("1:a 2:b<1", "3:a 4:b<3", {}),
    # One id, but something else is shown.
    (
        "1:a 2:z<1",
        "1:a 2:y<1",
        {
            "shapes": {"added": [{"shapeId": "2", "id": "y"}], "removed": [{"shapeId": "2", "id": "z"}]},
            "flows": {"added": [{"from": "1", "to": "2"}], "removed": [{"from": "1", "to": "2"}]},
        },
    ),
    # One element shown twice: the shapes pair up in their order.
    (
        "1:a 2:a<1",
        "3:a 4:a<3 5:a<4",
        {"shapes": {"added": [{"shapeId": "5", "id": "a"}]}, "flows": {"added": [{"from": "4", "to": "5"}]}},
    ),
    # As few moves as can be.
    ("1:a 2:b 3:c 4:d", "4:d 1:a 2:b 3:c", {"shapes": {"moved": [{"shapeId": "4", "id": "d", "from": 3, "to": 0}]}}),
    # What came and went moves nothing.
    (
        "1:a 2:b 3:c",
        "9:z 2:b 3:c",
        {"shapes": {"added": [{"shapeId": "9", "id": "z"}], "removed": [{"shapeId": "1", "id": "a"}]}},
    ),
    # The same predecessors in another order.
    ("1:a 2:b 3:c<12", "1:a 2:b 3:c<21", {"flows": {"reordered": ["3"]}}),
    ("1:a 2:b<1", "1:a 2:b", {"flows": {"removed": [{"from": "1", "to": "2"}]}}),
    ("", "1:a", {"shapes": {"added": [{"shapeId": "1", "id": "a"}]}}),
]


@pytest.mark.parametrize(("old", "new", "expected"), CONTENTS)
def test_shapes_find_each_other_by_id_by_element_or_by_what_it_is_a_copy_of(
    old: str, new: str, expected: dict[str, Any]
) -> None:
    found = content_difference(diagram(old), diagram(new), CREATION_IDS)

    assert found.as_json() == expected
    assert bool(found) == bool(expected)


def test_a_shape_is_changed_where_it_shows_a_copy_that_differs() -> None:
    same, other = element(301), element(302)
    copied = (RECEIPT.content[0], replace(RECEIPT.content[1], element=other), RECEIPT.content[2])
    draft = RECEIPT._replace(content=(*copied, replace(RECEIPT.content[3], element=same)))
    renamed = CHECK_GOODS._replace(
        element=other, attributes={"name": {1033: "Check"}, "createdOn": {127: NOW}}, related={}
    )
    made_later = SHOWN[END]._replace(element=same, creation_id=END, related={"createdBy": (TOKEN,)})
    elements = {**SHOWN, other: renamed._replace(creation_id=CHECK), same: made_later}

    found = difference(RECEIPT, draft, elements=(elements, elements), of_copies=first_stamps(METAMODEL))

    assert found.as_json() == {
        "content": {
            "shapes": {
                "changed": [
                    {
                        "shapeId": shape(2),
                        "id": other,
                        "before": CHECK,
                        "difference": {
                            "attributes": {"name": {"1033": {"from": "Check goods", "to": "Check"}}},
                            "related": {"systems": {"added": [], "removed": [ERP], "reordered": False}},
                        },
                    }
                ]
            }
        }
    }
    assert summary(found) == ["content"]
    assert not difference(RECEIPT, RECEIPT, elements=(elements, elements))


@st.composite
def diagrams(draw: st.DrawFn) -> tuple[Shape, ...]:
    ids = draw(st.lists(st.sampled_from("123456789"), unique=True, max_size=7))
    return tuple(
        Shape(
            id_,
            ElementId(draw(st.sampled_from("abcABCXyz"))),
            tuple(draw(st.lists(st.sampled_from([each for each in ids if each != id_]), unique=True, max_size=2)))
            if len(ids) > 1
            else (),
        )
        for id_ in ids
    )


def swapped(found: ContentDifference) -> list[Any]:
    """What can be compared from both sides: sets, with places and sides exchanged."""
    return [
        set(found.removed),
        set(found.added),
        {(each.new, each.old) for each in found.moved},
        set(found.flows_removed),
        set(found.flows_added),
        len(found.flows_reordered),
    ]


@settings(max_examples=scaled(2000), deadline=None)
@given(diagrams(), diagrams())
def test_diagrams_differ_the_same_both_ways_round(old: tuple[Shape, ...], new: tuple[Shape, ...]) -> None:
    there, back = content_difference(old, new, CREATION_IDS), content_difference(new, old, CREATION_IDS)

    assert swapped(there) == [
        set(back.added),
        set(back.removed),
        {(each.old, each.new) for each in back.moved},
        set(back.flows_added),
        set(back.flows_removed),
        len(back.flows_reordered),
    ]
    assert not content_difference(old, old, CREATION_IDS)
    assert len(old) - len(there.removed) == len(new) - len(there.added)


@settings(max_examples=scaled(1000), deadline=None)
@given(versions(), versions())
def test_versions_differ_the_same_both_ways_round(one: Version, other: Version) -> None:
    children = (list(one.related), list(other.related))

    there, back = difference(one, other, children=children), difference(other, one, children=children[::-1])

    assert not difference(one, one, children=(children[0], children[0]))
    assert fields_of(there) == [(name, culture, new, old) for name, culture, old, new in fields_of(back)]
    assert lists_of(there) == [(name, removed, added, moved) for name, added, removed, moved in lists_of(back)]
    assert summary(there) == summary(back)
    assert bool(there) == bool(summary(there))


def fields_of(found: Difference) -> list[tuple[object, ...]]:
    fields: list[tuple[object, ...]] = [(each.name, 0, each.old, each.new) for each in found.fields]
    return fields + [(each.name, each.culture, each.old, each.new) for each in found.attributes]


def lists_of(found: Difference) -> list[tuple[object, ...]]:
    return [(each.name, each.added, each.removed, each.reordered) for each in (*found.related, found.children)]


@settings(max_examples=scaled(1000), deadline=None)
@given(versions())
def test_the_plain_form_is_json(found: Version) -> None:
    other = Version(found.element, VersionId(found.id), found.facet, found.type)

    plain = difference(found, other).as_json()

    assert json.loads(json.dumps(plain)) == plain
