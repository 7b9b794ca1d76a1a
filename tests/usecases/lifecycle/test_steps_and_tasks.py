"""Steps taken while tasks are open: who may step over whom, and how the tasks end."""

import pytest

from facetstore.domain.errors import Conflict
from facetstore.usecases.lifecycle.perform import Around
from facetstore.usecases.lifecycle.task_decisions import accept, delegate
from tests.usecases.lifecycle.asked import ARCHITECT, AUTHOR, by, merged, sent, states
from tests.usecases.lifecycle.givens import BEN, CLARA, DORA, EMIL, STANDARD, a_version, applied


def test_a_single_reviewer_cannot_step_over_the_others() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA, DORA))

    with pytest.raises(Conflict) as refused:
        applied(asked.version, "InReviewToReadyForRelease", by("ben"), around=Around(tasks=asked.opened))

    assert [(each.error, each.code) for each in refused.value.findings] == [
        ("Acceptances of others are missing: 2.", "acceptances-missing")
    ]


def test_a_reviewer_who_accepted_cannot_step_over_the_others_either() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))
    tasks = merged(asked.opened, accept(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben")).changed)

    with pytest.raises(Conflict) as refused:
        applied(asked.version, "InReviewToReadyForRelease", by("ben"), around=Around(tasks=tasks))

    assert refused.value.findings[0].error == "Acceptances of others are missing: 1."


def test_the_last_reviewer_may_apply_the_transition_instead_of_accepting() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))
    tasks = merged(asked.opened, accept(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben")).changed)

    outcome = applied(asked.version, "InReviewToReadyForRelease", by("clara"), around=Around(tasks=tasks))

    assert outcome.version.state == "readyForRelease"
    assert states(outcome.closed) == [(CLARA, "accepted")]


def test_who_handed_their_task_on_cannot_step_over_its_new_owner() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    handed = delegate(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), EMIL)

    with pytest.raises(Conflict):
        applied(asked.version, "InReviewToReadyForRelease", by("ben"), around=Around(tasks=(handed,)))


def test_an_architect_steps_over_all_and_their_tasks_close_undecided() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))

    outcome = applied(asked.version, "InReviewToReadyForQA", ARCHITECT, around=Around(tasks=asked.opened))

    assert outcome.version.state == "readyForQa"
    assert states(outcome.closed) == [(BEN, "closed"), (CLARA, "closed")]


def test_an_architect_who_steps_on_accepts_the_task_of_their_role() -> None:
    asked = sent("InProcessToInReview")

    outcome = applied(asked.version, "InReviewToReadyForQA", ARCHITECT, around=Around(tasks=asked.opened))

    assert states(outcome.closed) == [(None, "accepted")]


def test_an_author_takes_their_draft_back_and_the_tasks_close() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))

    outcome = applied(
        asked.version, "InReviewToInProcess", AUTHOR, around=Around(tasks=asked.opened), given={"reason": "Typo."}
    )

    assert outcome.version.state == "inProcess"
    assert outcome.recorded == {"reason": "Typo."}
    assert states(outcome.closed) == [(BEN, "closed")]


def test_a_reviewer_who_sends_back_has_declined_their_task() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))

    outcome = applied(
        asked.version, "InReviewToInProcess", by("ben"), around=Around(tasks=asked.opened), given={"reason": "No."}
    )

    assert [(each.assignee, each.state, each.reason) for each in outcome.closed] == [
        (BEN, "declined", "No."),
        (CLARA, "closed", None),
    ]


def test_a_version_that_came_without_tasks_moves_on_by_its_reviewer() -> None:
    imported = a_version("inReview", related={"reviewer": (BEN, CLARA)})

    assert applied(imported, "InReviewToReadyForRelease", by("ben")).version.state == "readyForRelease"
