"""The lifecycles of the shipped method offer the transitions of the specification, and those of our own (D6.1)."""

import pytest

from facetstore.metamodel.lifecycle_model import Lifecycle, Transition
from facetstore.metamodel.loader import load_standard

RELEASE = load_standard().lifecycles["release"]


def step(transition: Transition) -> tuple[str, str, str]:
    return transition.id, transition.source, transition.target


def transitions_from(lifecycle: Lifecycle, state: str) -> list[Transition]:
    return [each for each in lifecycle.transitions if each.source == state]


def transition_of(lifecycle: Lifecycle, id: str, source: str) -> Transition:  # noqa: A002
    return next(each for each in transitions_from(lifecycle, source) if each.id == id)


def test_a_draft_offers_the_six_transitions_in_the_order_of_the_specification() -> None:
    assert [step(each) for each in transitions_from(RELEASE, "inProcess")] == [
        ("InProcessToInReview", "inProcess", "inReview"),
        ("InProcessToReadyForQA", "inProcess", "readyForQa"),
        ("InProcessToReadyForRelease", "inProcess", "readyForRelease"),
        ("InProcessToReleased", "inProcess", "released"),
        ("InProcessToReleasedQA", "inProcess", "released"),
        ("InProcessToReleasedExternal", "inProcess", "released"),
    ]


@pytest.mark.parametrize(
    ("source", "offered"),
    [
        ("inReview", ["InReviewToInProcess", "InReviewToReadyForQA", "InReviewToReadyForRelease"]),
        ("readyForQa", ["ReadyForQAToInProcess", "ReadyForQAToReadyForRelease"]),
        ("readyForRelease", ["ReadyForReleaseToInProcess", "ReadyForReleaseToReleased"]),
        ("released", ["ReleasedToRequestToExpire"]),
        ("inEffect", ["ReleasedToRequestToExpire"]),
        ("requestToExpire", ["RequestToExpireToReleased", "RequestToExpireToExpired"]),
        ("expired", []),
    ],
)
def test_other_states_offer_what_decision_6_lists(source: str, offered: list[str]) -> None:
    assert [each.id for each in transitions_from(RELEASE, source)] == offered


def test_no_state_is_a_dead_end_but_the_last() -> None:
    for lifecycle in load_standard().lifecycles.values():
        assert [key for key in lifecycle.states if not transitions_from(lifecycle, key)] in ([], ["expired"])


def test_main_processes_are_released_hidden_and_expired() -> None:
    lifecycle = load_standard().lifecycles["mainProcess"]

    assert list(lifecycle.states) == ["inProcess", "released", "inEffect", "hide", "expired"]
    assert [step(each) for each in lifecycle.transitions] == [
        ("InProcessToReleased", "inProcess", "released"),
        ("ReleasedToHide", "released", "hide"),
        ("ReleasedToExpired", "released", "expired"),
        ("InEffectToHide", "inEffect", "hide"),
        ("InEffectToExpired", "inEffect", "expired"),
        ("HideToReleased", "hide", "released"),
        ("HideToExpired", "hide", "expired"),
    ]


def test_structure_is_shown_or_hidden_and_carries_no_state() -> None:
    lifecycle = load_standard().lifecycles["structure"]

    assert (lifecycle.initial, lifecycle.wire_state) == ("show", False)
    assert [step(each) for each in lifecycle.transitions] == [
        ("ShowToHide", "show", "hide"),
        ("HideToShow", "hide", "show"),
    ]


def test_states_say_who_sees_and_changes_them() -> None:
    states = RELEASE.states.values()

    assert {each.key for each in states if each.visible} == {"released", "inEffect"}
    assert {each.key for each in states if each.released} == {"released", "inEffect"}
    assert {each.key for each in states if each.was_released} == {"released", "inEffect", "requestToExpire", "expired"}
    assert {each.key for each in states if each.editable} == {"inProcess"}
    assert all(each.editable for each in load_standard().lifecycles["structure"].states.values())
    assert not load_standard().lifecycles["mainProcess"].states["hide"].editable


def test_sending_to_review_opens_tasks_for_the_reviewers() -> None:
    declaration = transition_of(RELEASE, "InProcessToInReview", "inProcess").declaration

    assert declaration == {
        "permission": "EditElement",
        "allowed": [{"role": "editor"}],
        "opens": "Review",
        "effects": [],
        "tasks": {
            "kind": "Review",
            "assignees": ["reviewer"],
            "fallbackRole": "architect",
            "needed": "all",
            "accept": [
                {"named": "qualityManager", "transition": "InReviewToReadyForQA", "effects": []},
                {"transition": "InReviewToReadyForRelease", "effects": []},
            ],
            "decline": {"transition": "InReviewToInProcess", "effects": []},
        },
    }


def test_every_way_to_release_is_validated_and_has_the_effects_of_a_release() -> None:
    drafts = {each.key for each in RELEASE.states.values() if not each.was_released}
    releases = [each for each in RELEASE.transitions if each.target == "released" and each.source in drafts]

    assert len(releases) == 4
    for each in releases:
        assert each.declaration["validation"] is True
        assert each.declaration["effects"] == [
            {"do": "set", "property": "relOn", "to": "now"},
            {"do": "set", "property": "relBy", "to": "caller"},
            {"do": "set", "property": "validFrom", "to": "today", "onlyIfEmpty": True},
            {"do": "raiseMajorVersion"},
            {"do": "expirePredecessor", "states": ["released", "inEffect", "requestToExpire"], "to": "expired"},
        ]


def test_direct_release_is_for_author_and_owner_in_one_or_architects() -> None:
    declaration = transition_of(RELEASE, "InProcessToReleased", "inProcess").declaration

    assert declaration["direct"] is True
    assert declaration["allowed"] == [{"role": "editor", "same": ["author", "owner"]}, {"role": "architect"}]


@pytest.mark.parametrize("source", ["released", "inEffect"])
def test_expiry_waits_for_its_approval(source: str) -> None:
    declaration = transition_of(RELEASE, "ReleasedToRequestToExpire", source).declaration
    tasks = declaration["tasks"]

    assert declaration["deferred"] is True
    assert isinstance(tasks, dict)
    assert tasks["kind"] == "Approve expiry"
    assert tasks["accept"] == [
        {"target": "expired", "effects": [{"do": "set", "property": "validUntil", "to": "today"}]}
    ]
    assert tasks["decline"] == {"effects": []}


def test_the_scheduler_makes_released_versions_valid() -> None:
    scheduled, *superseded = RELEASE.scheduled

    assert (scheduled.source, scheduled.target, scheduled.date) == ("released", "inEffect", "validFrom")
    assert [(each.source, each.target, each.superseded) for each in superseded] == [
        ("inEffect", "expired", True),
        ("requestToExpire", "expired", True),
    ]


def test_validation_rules_hold_for_the_types_they_are_meant_for() -> None:
    rules = {each.key: each for each in load_standard().rules}

    assert {key: each.severity for key, each in rules.items()} == {
        "mandatoryAttributes": "error",
        "reasonForRevision": "error",
        "validityInOrder": "error",
        "noGapOfValidity": "warning",
        "startsWithStartEvent": "warning",
        "endsWithEndEvent": "warning",
        "noUnconnectedShape": "warning",
        "shownIsReleased": "warning",
    }
    assert set(rules["startsWithStartEvent"].types) == {"midProcess", "subProcess", "scenario"}
    assert {"subProcess", "mainProcess", "risk"} <= set(rules["mandatoryAttributes"].types)
    assert "subCategory" not in rules["mandatoryAttributes"].types
