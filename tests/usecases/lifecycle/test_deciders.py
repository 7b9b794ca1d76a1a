"""Who decides a task: its assignee, members of an assigned group, a delegate, and those who may decide for others."""

from dataclasses import replace

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.errors import Conflict, Forbidden
from facetstore.domain.values import ElementId
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.lifecycle.task_decisions import accept, decline, delegate, may_decide
from tests.usecases.lifecycle.asked import ARCHITECT, after, by, merged, sent
from tests.usecases.lifecycle.givens import BEN, CLARA, DORA, EMIL, STANDARD, acting


@pytest.mark.parametrize("role", Role)
def test_a_task_is_decided_by_its_assignee_unless_a_viewer_or_from_the_fallback_role_on(role: Role) -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    unnamed = sent("InProcessToInReview")

    assert may_decide(STANDARD, asked.version, asked.opened[0], acting("ben", role)) == (role > Role.VIEWER)
    assert may_decide(STANDARD, asked.version, asked.opened[0], acting("emil", role)) == (role >= Role.ARCHITECT)
    assert may_decide(STANDARD, unnamed.version, unnamed.opened[0], acting("emil", role)) == (role >= Role.ARCHITECT)


@pytest.mark.parametrize("owner", [(BEN,), ()])
@pytest.mark.parametrize("role", Role)
def test_approvers_decide_on_every_release(role: Role, owner: tuple[ElementId, ...]) -> None:
    asked = sent("InProcessToReadyForRelease", owner=owner)

    assert may_decide(STANDARD, asked.version, asked.opened[0], acting("emil", role)) == (role >= Role.APPROVER)


def test_who_may_not_decide_is_shown_who_may() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))

    for attempt in (
        lambda: accept(STANDARD, asked.version, asked.opened[0], asked.opened, by("emil")),
        lambda: decline(STANDARD, asked.version, asked.opened[0], asked.opened, by("emil"), "No."),
        lambda: delegate(STANDARD, asked.version, asked.opened[0], asked.opened, by("emil"), EMIL),
    ):
        with pytest.raises(Forbidden) as refused:
            attempt()
        assert refused.value.message == "This task is for its assignee, or for the role architect or higher."


def test_a_task_for_a_group_is_decided_by_its_members() -> None:
    asked = sent("InProcessToInReview", reviewer=(ElementId("reviewers"),))

    decision = accept(STANDARD, asked.version, asked.opened[0], asked.opened, acting("ben", Role.EDITOR, "reviewers"))

    assert decision.changed[0].closed_by == BEN


def test_one_person_counts_once_however_many_groups_they_are_in() -> None:
    asked = sent("InProcessToInReview", reviewer=(ElementId("buyers"), ElementId("planners")))
    ben = acting("ben", Role.EDITOR, "buyers", "planners")
    tasks = merged(asked.opened, accept(STANDARD, asked.version, asked.opened[0], asked.opened, ben).changed)

    with pytest.raises(Conflict) as refused:
        accept(STANDARD, asked.version, tasks[1], tasks, ben)

    assert refused.value.findings[0].code == "counts-once"
    assert accept(STANDARD, asked.version, tasks[1], tasks, acting("clara", Role.EDITOR, "planners")).follows


def test_an_architect_may_decide_for_all() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))
    tasks = merged(asked.opened, accept(STANDARD, asked.version, asked.opened[0], asked.opened, ARCHITECT).changed)

    assert accept(STANDARD, asked.version, tasks[1], tasks, ARCHITECT).follows is not None


@pytest.mark.parametrize("state", [TaskState.ACCEPTED, TaskState.DECLINED, TaskState.CLOSED])
def test_a_decided_task_is_decided(state: TaskState) -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    task = replace(asked.opened[0], state=state)

    with pytest.raises(Conflict) as refused:
        accept(STANDARD, asked.version, task, (task,), by("ben"))

    assert refused.value.message == f"This task is {state.value} already."


def test_a_task_of_a_kind_that_the_method_dropped_cannot_be_decided() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    task = replace(asked.opened[0], kind="Approve colour")

    with pytest.raises(Conflict) as refused:
        accept(STANDARD, asked.version, task, (task,), by("ben"))

    assert refused.value.findings[0].code == "unknown-kind-of-task"


def test_a_delegated_task_is_the_other_ones_and_counts_like_before() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))

    handed = delegate(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), EMIL)
    tasks = merged(asked.opened, (handed,))

    assert handed == replace(asked.opened[0], assignee=EMIL)
    with pytest.raises(Forbidden):
        accept(STANDARD, asked.version, handed, tasks, by("ben"))
    tasks = merged(tasks, accept(STANDARD, asked.version, handed, tasks, by("emil")).changed)
    assert accept(STANDARD, asked.version, tasks[1], tasks, by("clara")).follows is not None


def test_an_acceptance_of_a_delegate_moves_on_though_no_context_names_them() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    handed = delegate(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), EMIL)

    outcome = after(asked, accept(STANDARD, asked.version, handed, (handed,), by("emil")), by("emil"))

    assert outcome.version.state == "readyForRelease"
    assert outcome.version.related["changedBy"] == (EMIL,)


def test_a_task_of_a_role_can_be_handed_to_a_person() -> None:
    asked = sent("InProcessToInReview")

    handed = delegate(STANDARD, asked.version, asked.opened[0], asked.opened, ARCHITECT, EMIL)

    assert (handed.assignee, handed.role) == (EMIL, None)


@pytest.mark.parametrize("to", [BEN, CLARA, DORA])
def test_no_user_gets_a_second_task_by_delegation(to: ElementId) -> None:
    """Ben has this one, Clara another, and Dora decided for a group."""
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA, ElementId("reviewers")))
    dora = acting("dora", Role.EDITOR, "reviewers")
    tasks = merged(asked.opened, accept(STANDARD, asked.version, asked.opened[2], asked.opened, dora).changed)

    with pytest.raises(Conflict):
        delegate(STANDARD, asked.version, tasks[0], tasks, by("ben"), to)
