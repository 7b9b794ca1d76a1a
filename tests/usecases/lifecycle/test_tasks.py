"""Who is asked to decide, how many must accept, and what follows."""

from dataclasses import replace

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Invalid
from facetstore.domain.values import ElementId, VersionId
from facetstore.usecases.lifecycle.perform import Around, Outcome, follow
from facetstore.usecases.lifecycle.steps import Follow, SetProperty, TaskState
from facetstore.usecases.lifecycle.task_decisions import Decision, Task, accept, decline
from tests.usecases.lifecycle.asked import ARCHITECT, AUTHOR, LATER, after, by, merged, sent, states
from tests.usecases.lifecycle.givens import (
    ANNA,
    BEN,
    CLARA,
    DORA,
    NOW,
    SETTINGS,
    STANDARD,
    STRICT,
    a_version,
    applied,
    ids,
)


def test_a_task_shows_what_is_asked_of_whom() -> None:
    (task,) = sent("InProcessToInReview", reviewer=(BEN,)).opened

    assert task == Task(
        id="new2",
        kind="Review",
        element=ElementId("element"),
        version=VersionId("version-0.1"),
        transition="InProcessToInReview",
        group="new1",
        needed=1,
        opened_on=NOW,
        assignee=BEN,
        role=None,
        state=TaskState.OPEN,
        closed_on=None,
        closed_by=None,
        reason=None,
    )


@pytest.mark.parametrize(
    ("transition", "context", "kind", "needed"),
    [
        ("InProcessToInReview", "reviewer", "Review", 3),
        ("InProcessToReadyForQA", "qualityManager", "Approve quality", 1),
        ("InProcessToReadyForRelease", "owner", "Approve release", 1),
    ],
)
def test_all_who_are_named_are_asked(transition: str, context: str, kind: str, needed: int) -> None:
    opened = sent(transition, contexts={context: (BEN, CLARA, DORA)}).opened

    assert [(each.kind, each.assignee, each.role, each.needed) for each in opened] == [
        (kind, BEN, None, needed),
        (kind, CLARA, None, needed),
        (kind, DORA, None, needed),
    ]
    assert len({each.group for each in opened}) == 1
    assert len({each.id for each in opened}) == 3


@pytest.mark.parametrize("transition", ["InProcessToInReview", "InProcessToReadyForQA", "InProcessToReadyForRelease"])
def test_if_no_user_is_named_one_task_asks_the_architects(transition: str) -> None:
    (task,) = sent(transition).opened

    assert (task.assignee, task.role, task.needed) == (None, Role.ARCHITECT, 1)


def test_who_stands_in_two_contexts_is_asked_once() -> None:
    version = a_version("released", number="1.0", related={"owner": (BEN,), "qualityManager": (BEN, CLARA)})

    opened = applied(version, "ReleasedToRequestToExpire", ARCHITECT).opened

    assert states(opened) == [(BEN, "open"), (CLARA, "open")]


def test_a_type_sets_its_own_number_of_acceptances_but_never_more_than_are_asked() -> None:
    three = sent("InProcessToInReview", STRICT, reviewer=(BEN, CLARA, DORA)).opened
    one = sent("InProcessToReadyForQA", STRICT, qualityManager=(BEN,)).opened
    nobody = sent("InProcessToReadyForQA", STRICT).opened

    assert [each.needed for each in (*three, *one, *nobody)] == [2, 2, 2, 1, 1]


def test_the_last_needed_acceptance_moves_on_and_closes_the_rest() -> None:
    review = sent("InProcessToInReview", STRICT, reviewer=(BEN, CLARA, DORA))
    first = accept(STRICT, review.version, review.opened[0], review.opened, by("ben"))
    waiting = after(review, first, by("ben"), STRICT)

    assert waiting.version == review.version
    assert states(waiting.closed) == [(BEN, "accepted")]
    assert waiting.opened == ()

    tasks = merged(review.opened, waiting.closed)
    second = accept(STRICT, review.version, tasks[2], tasks, by("dora"))
    done = follow(STRICT, SETTINGS, review.version, second, by("dora"), Around(tasks=tasks))

    assert done.version.state == "readyForRelease"
    assert states(done.closed) == [(DORA, "accepted"), (CLARA, "closed")]
    assert [(each.closed_on, each.closed_by) for each in done.closed] == [(LATER, DORA), (LATER, None)]
    assert [each.kind for each in done.opened] == ["Approve release"]


def test_all_reviewers_must_accept_unless_the_type_says_otherwise() -> None:
    review = sent("InProcessToInReview", reviewer=(BEN, CLARA))
    first = accept(STANDARD, review.version, review.opened[0], review.opened, by("ben"))
    tasks = merged(review.opened, first.changed)

    second = accept(STANDARD, review.version, tasks[1], tasks, by("clara"))

    assert first.follows is None
    assert second.follows is not None


@pytest.mark.parametrize(
    ("contexts", "state", "kind"),
    [
        ({"qualityManager": (CLARA,)}, "readyForQa", "Approve quality"),
        ({"qualityManager": ()}, "readyForRelease", "Approve release"),
        ({}, "readyForRelease", "Approve release"),
    ],
)
def test_a_review_leads_to_quality_if_there_is_a_user_for_it(
    contexts: dict[str, tuple[ElementId, ...]], state: str, kind: str
) -> None:
    review = sent("InProcessToInReview", reviewer=(BEN,), contexts=contexts)

    outcome = after(review, accept(STANDARD, review.version, review.opened[0], review.opened, by("ben")), by("ben"))

    assert (outcome.version.state, [each.kind for each in outcome.opened]) == (state, [kind])


def test_the_owner_releases_by_accepting_and_is_named_as_releaser() -> None:
    ready = sent("InProcessToReadyForRelease", owner=(BEN,))
    earlier = a_version("inEffect", number="0.0")

    decision = accept(STANDARD, ready.version, ready.opened[0], ready.opened, by("ben"))
    outcome = follow(STANDARD, SETTINGS, ready.version, decision, by("ben"), Around(earlier, ready.opened))

    assert (outcome.version.state, outcome.version.number) == ("released", "1.0")
    assert outcome.version.related["relBy"] == (BEN,)
    assert outcome.version.invariant("validFrom") == "2026-11-16T00:00:00"
    assert outcome.predecessor is not None
    assert outcome.predecessor.state == "expired"


def test_what_an_acceptance_releases_is_validated() -> None:
    ready = sent("InProcessToReadyForRelease", owner=(BEN,))
    bare = replace(ready, version=ready.version._replace(attributes={}))

    outcome = after(bare, accept(STANDARD, bare.version, bare.opened[0], bare.opened, by("ben")), by("ben"))

    assert [each.path for each in outcome.findings] == [
        "attributes/name/1031",
        "attributes/name/1033",
        "attributes/description/1031",
        "attributes/description/1033",
    ]


@pytest.mark.parametrize(
    ("transition", "context"),
    [
        ("InProcessToInReview", "reviewer"),
        ("InProcessToReadyForQA", "qualityManager"),
        ("InProcessToReadyForRelease", "owner"),
    ],
)
def test_one_decline_returns_the_draft_with_the_reason(transition: str, context: str) -> None:
    asked = sent(transition, contexts={context: (BEN, CLARA)})

    decision = decline(STANDARD, asked.version, asked.opened[1], asked.opened, by("clara"), " Step 3 is missing. ")
    outcome = after(asked, decision, by("clara"))

    assert (outcome.version.state, outcome.version.number) == ("inProcess", "0.1")
    assert outcome.recorded == {"reason": "Step 3 is missing."}
    assert [(each.assignee, each.state, each.reason, each.closed_by) for each in outcome.closed] == [
        (CLARA, "declined", "Step 3 is missing.", CLARA),
        (BEN, "closed", None, None),
    ]
    assert outcome.opened == ()


def test_a_decline_needs_a_reason() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))

    with pytest.raises(Invalid) as refused:
        decline(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), " ")

    assert refused.value.findings[0].code == "reason-missing"


def asked_to_expire(state: str = "inEffect") -> Outcome:
    related = {"author": (ANNA,), "owner": (BEN,), "qualityManager": (CLARA,)}
    return applied(a_version(state, number="1.0", related=related), "ReleasedToRequestToExpire", AUTHOR)


@pytest.mark.parametrize("state", ["released", "inEffect"])
def test_an_accepted_expiry_ends_the_validity_today(state: str) -> None:
    asked = asked_to_expire(state)

    outcome = after(asked, accept(STANDARD, asked.version, asked.opened[1], asked.opened, by("clara")), by("clara"))

    assert (outcome.version.state, outcome.version.number) == ("expired", "1.0")
    assert outcome.version.invariant("validUntil") == "2026-11-16T00:00:00"
    assert outcome.version.invariant("changedOn") == LATER
    assert outcome.version.related["changedBy"] == (CLARA,)
    assert states(outcome.closed) == [(CLARA, "accepted"), (BEN, "closed")]


def test_a_declined_expiry_changes_nothing_but_its_tasks() -> None:
    asked = asked_to_expire()

    outcome = after(
        asked, decline(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), "Still used."), by("ben")
    )

    assert outcome.version == asked.version
    assert outcome.recorded == {"reason": "Still used."}
    assert states(outcome.closed) == [(BEN, "declined"), (CLARA, "closed")]


def test_an_expiry_can_be_asked_for_again_once_it_was_declined() -> None:
    asked = asked_to_expire()
    declined = decline(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), "Still used.").changed

    again = applied(asked.version, "ReleasedToRequestToExpire", AUTHOR, around=Around(tasks=declined))

    assert len(again.opened) == 2


def test_every_round_of_tasks_counts_by_itself() -> None:
    """Ben accepted and Clara declined; after the author's changes both are asked once more."""
    first = sent("InProcessToInReview", reviewer=(BEN, CLARA))
    tasks = merged(first.opened, accept(STANDARD, first.version, first.opened[0], first.opened, by("ben")).changed)
    declined = decline(STANDARD, first.version, tasks[1], tasks, by("clara"), "Step 3.")
    back = follow(STANDARD, SETTINGS, first.version, declined, by("clara"), Around(tasks=tasks)).version
    again = applied(back, "InProcessToInReview", replace(AUTHOR, new_id=ids("second")))
    tasks = (*merged(tasks, declined.changed), *again.opened)

    decision = accept(STANDARD, again.version, again.opened[0], tasks, by("ben"))

    assert (states(decision.changed), decision.follows) == ([(BEN, "accepted")], None)


def test_what_follows_may_change_properties_and_leave_the_state() -> None:
    asked = asked_to_expire()
    marked = Decision(asked.opened, Follow(effects=(SetProperty("validUntil", "today"),)))

    outcome = after(asked, marked, by("ben"))

    assert (outcome.version.state, outcome.version.invariant("validUntil")) == ("inEffect", "2026-11-16T00:00:00")


def test_a_task_whose_version_moved_on_meanwhile_leads_nowhere() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    decision = accept(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"))
    moved = asked.version._replace(state="inProcess")

    with pytest.raises(Conflict):
        follow(STANDARD, SETTINGS, moved, decision, by("ben"), Around(tasks=asked.opened))


def test_three_people_release_a_draft_one_after_the_other() -> None:
    review = sent("InProcessToInReview", reviewer=(BEN,), qualityManager=(CLARA,), owner=(DORA,))

    quality = after(review, accept(STANDARD, review.version, review.opened[0], review.opened, by("ben")), by("ben"))
    ready = after(
        quality, accept(STANDARD, quality.version, quality.opened[0], quality.opened, by("clara")), by("clara")
    )
    released = after(ready, accept(STANDARD, ready.version, ready.opened[0], ready.opened, by("dora")), by("dora"))

    walked: list[Version] = [review.version, quality.version, ready.version, released.version]
    assert [each.state for each in walked] == ["inReview", "readyForQa", "readyForRelease", "released"]
    assert [each.assignee for each in (*review.opened, *quality.opened, *ready.opened)] == [BEN, CLARA, DORA]
    assert released.opened == ()
