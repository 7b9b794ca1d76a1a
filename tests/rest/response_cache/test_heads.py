"""What follows the identity of an element: by mark as the judge decides, and cached without authors where they decide nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import pytest

from facetstore.domain.callers import Caller, Role
from facetstore.domain.rights import rights_of
from facetstore.domain.values import ElementId
from facetstore.metamodel.loader import load_standard
from facetstore.rest.operations.heads import CARD, Judged
from facetstore.usecases.judging import facts_of_mark

METAMODEL: Final = load_standard()
MARKS: Final = (
    b"subProcess",
    b"subProcess+me",
    b"subProcess+you",
    b"subProcess+you,me",
    b"subProcess+you 7",
    b"subProcess 7",
    b"task 0" + CARD + b"subProcess+you 3" + CARD + b"subProcess+me 4",
    b"task+you 0" + CARD + b"subProcess+you 3",
)


def judged_as(role: Role) -> tuple[Caller, Judged]:
    caller = Caller(1, ElementId("me"), role, 1 << 60)
    return caller, Judged(METAMODEL, caller)


@pytest.mark.parametrize("role", Role)
def test_a_head_says_what_the_judge_decides_for_every_mark(role: Role) -> None:
    caller, judged = judged_as(role)
    for mark in (*MARKS, *reversed(MARKS)):
        denied = rights_of(caller, facts_of_mark(METAMODEL, mark)).edit is not None
        assert (judged[mark] != b"") == denied, mark


def marks_of_many_authors() -> Sequence[bytes]:
    return [b"subProcess+%036d" % number for number in range(2000)]


@pytest.mark.parametrize("role", [Role.VIEWER, Role.ARCHITECT, Role.ADMINISTRATOR])
def test_authors_take_no_place_where_they_decide_nothing(role: Role) -> None:
    _, judged = judged_as(role)
    for mark in marks_of_many_authors():
        assert judged[mark] == judged[b"subProcess"]
    assert list(judged) == [b"subProcess"]


def test_authors_make_a_difference_where_they_decide() -> None:
    _, judged = judged_as(Role.EDITOR)
    assert judged[b"subProcess+me"] != judged[b"subProcess+you"]
