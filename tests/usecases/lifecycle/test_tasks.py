"""Who is asked to decide, how many must accept, and what follows."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Forbidden, Invalid
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.effects import Acting
from facetstore.usecases.lifecycle.perform import Around, Outcome, follow
from facetstore.usecases.lifecycle.steps import Follow, SetProperty, TaskState
from facetstore.usecases.lifecycle.tasks import Decision, Task, accept, decline, delegate, may_decide
from tests.usecases.lifecycle.givens import (
    ANNA,
    BEN,
    CLARA,
    DORA,
    EMIL,
    NOW,
    SETTINGS,
    STANDARD,
    STRICT,
    a_version,
    acting,
    applied,
    ids,
)

LATER = "2026-11-16T10:00:00"

AUTHOR = acting("anna")
ARCHITECT = acting("stranger", Role.ARCHITECT, now=LATER)


def sent(
    transition: str,
    metamodel: Metamodel = STANDARD,
    contexts: Mapping[str, tuple[ElementId, ...]] | None = None,
    **more: tuple[ElementId, ...],
) -> Outcome:
    """A draft of Anna's that was sent on its way."""
    kind = "contract" if metamodel is STRICT else "subProcess"
    draft = a_version(kind=kind, metamodel=metamodel, related={"author": (ANNA,), **(contexts or {}), **more})
    return applied(draft, transition, acting("anna"), metamodel=metamodel)


def after(outcome: Outcome, decision: Decision, by: Acting, metamodel: Metamodel = STANDARD) -> Outcome:
    return follow(metamodel, SETTINGS, outcome.version, decision, by, Around(tasks=outcome.opened))


def by(who: str) -> Acting:
    return acting(who, Role.EDITOR, now=LATER)


def merged(tasks: tuple[Task, ...], changed: tuple[Task, ...]) -> tuple[Task, ...]:
    """The tasks as they stand after some of them changed."""
    return tuple({each.id: each for each in (*tasks, *changed)}.values())


def states(tasks: tuple[Task, ...]) -> list[tuple[ElementId | None, str]]:
    return [(each.assignee, each.state.value) for each in tasks]


def test_a_task_tells_what_is_asked_of_whom() -> None:
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
def test_everybody_named_is_asked(transition: str, context: str, kind: str, needed: int) -> None:
    opened = sent(transition, contexts={context: (BEN, CLARA, DORA)}).opened

    assert [(each.kind, each.assignee, each.role, each.needed) for each in opened] == [
        (kind, BEN, None, needed),
        (kind, CLARA, None, needed),
        (kind, DORA, None, needed),
    ]
    assert len({each.group for each in opened}) == 1
    assert len({each.id for each in opened}) == 3


@pytest.mark.parametrize("transition", ["InProcessToInReview", "InProcessToReadyForQA", "InProcessToReadyForRelease"])
def test_if_nobody_is_named_one_task_asks_the_architects(transition: str) -> None:
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
def test_a_review_leads_to_quality_if_there_is_somebody_for_it(
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
    bare = replace(ready, version=replace(ready.version, attributes={}))

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


@pytest.mark.parametrize("role", Role)
def test_a_task_is_decided_by_its_assignee_or_from_the_fallback_role_on(role: Role) -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    unnamed = sent("InProcessToInReview")

    assert may_decide(STANDARD, asked.version, asked.opened[0], acting("ben", role))
    assert may_decide(STANDARD, asked.version, asked.opened[0], acting("emil", role)) == (role >= Role.ARCHITECT)
    assert may_decide(STANDARD, unnamed.version, unnamed.opened[0], acting("emil", role)) == (role >= Role.ARCHITECT)


def test_whoever_may_not_decide_is_told_who_may() -> None:
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


def test_one_person_counts_once_however_many_groups_he_is_in() -> None:
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


def test_a_delegated_task_is_the_other_ones_and_counts_like_before() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))

    handed = delegate(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), EMIL)
    tasks = merged(asked.opened, (handed,))

    assert handed == replace(asked.opened[0], assignee=EMIL)
    with pytest.raises(Forbidden):
        accept(STANDARD, asked.version, handed, tasks, by("ben"))
    tasks = merged(tasks, accept(STANDARD, asked.version, handed, tasks, by("emil")).changed)
    assert accept(STANDARD, asked.version, tasks[1], tasks, by("clara")).follows is not None


def test_an_acceptance_of_a_delegate_moves_on_though_no_context_names_him() -> None:
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
def test_nobody_gets_a_second_task_by_delegation(to: ElementId) -> None:
    """Ben has this one, Clara another, and Dora decided for a group."""
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA, ElementId("reviewers")))
    dora = acting("dora", Role.EDITOR, "reviewers")
    tasks = merged(asked.opened, accept(STANDARD, asked.version, asked.opened[2], asked.opened, dora).changed)

    with pytest.raises(Conflict):
        delegate(STANDARD, asked.version, tasks[0], tasks, by("ben"), to)


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


def test_every_round_of_tasks_counts_anew() -> None:
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


def test_the_last_reviewer_may_apply_the_transition_instead_of_accepting() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))
    tasks = merged(asked.opened, accept(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben")).changed)

    outcome = applied(asked.version, "InReviewToReadyForRelease", by("clara"), around=Around(tasks=tasks))

    assert outcome.version.state == "readyForRelease"
    assert states(outcome.closed) == [(CLARA, "accepted")]


def test_whoever_handed_his_task_on_cannot_step_over_its_new_owner() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    handed = delegate(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"), EMIL)

    with pytest.raises(Conflict):
        applied(asked.version, "InReviewToReadyForRelease", by("ben"), around=Around(tasks=(handed,)))


def test_an_architect_steps_over_all_and_their_tasks_close_undecided() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN, CLARA))

    outcome = applied(asked.version, "InReviewToReadyForQA", ARCHITECT, around=Around(tasks=asked.opened))

    assert outcome.version.state == "readyForQa"
    assert states(outcome.closed) == [(BEN, "closed"), (CLARA, "closed")]


def test_an_architect_who_steps_on_accepts_the_task_of_his_role() -> None:
    asked = sent("InProcessToInReview")

    outcome = applied(asked.version, "InReviewToReadyForQA", ARCHITECT, around=Around(tasks=asked.opened))

    assert states(outcome.closed) == [(None, "accepted")]


def test_an_author_takes_his_draft_back_and_the_tasks_close() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))

    outcome = applied(
        asked.version, "InReviewToInProcess", AUTHOR, around=Around(tasks=asked.opened), given={"reason": "Typo."}
    )

    assert outcome.version.state == "inProcess"
    assert outcome.recorded == {"reason": "Typo."}
    assert states(outcome.closed) == [(BEN, "closed")]


def test_a_reviewer_who_sends_back_has_declined_his_task() -> None:
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


def test_a_task_whose_version_moved_on_meanwhile_leads_nowhere() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    decision = accept(STANDARD, asked.version, asked.opened[0], asked.opened, by("ben"))
    moved = replace(asked.version, state="inProcess")

    with pytest.raises(Conflict):
        follow(STANDARD, SETTINGS, moved, decision, by("ben"), Around(tasks=asked.opened))


def test_a_task_of_a_kind_that_the_method_dropped_cannot_be_decided() -> None:
    asked = sent("InProcessToInReview", reviewer=(BEN,))
    task = replace(asked.opened[0], kind="Approve colour")

    with pytest.raises(Conflict) as refused:
        accept(STANDARD, asked.version, task, (task,), by("ben"))

    assert refused.value.findings[0].code == "unknown-kind-of-task"


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
