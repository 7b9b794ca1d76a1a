"""What a step leaves behind: state, dates, people, number, the earlier version, and what is recorded."""

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Invalid
from facetstore.domain.values import INVARIANT, NO_END, ElementId
from facetstore.usecases.lifecycle.effects import (
    Acting,
    clear_property,
    created,
    set_property,
    states_that_expire,
    touched,
)
from facetstore.usecases.lifecycle.perform import Around, explain
from facetstore.usecases.lifecycle.steps import step_of
from facetstore.usecases.lifecycle.transitions import find
from facetstore.usecases.lifecycle.validation import Severity
from tests.usecases.lifecycle.givens import (
    ANNA,
    BEN,
    CLARA,
    NOW,
    SETTINGS,
    STANDARD,
    TODAY,
    a_version,
    acting,
    applied,
)

ARCHITECT = acting("dora", Role.ARCHITECT)


def invariants(version: Version) -> dict[str, object]:
    """The dates and other invariant attributes of a version."""
    return {name: values[INVARIANT] for name, values in version.attributes.items() if INVARIANT in values}


def test_sending_to_review_changes_state_and_who_changed_it_and_nothing_else() -> None:
    draft = a_version(related={"reviewer": (BEN,)}, validUntil=NO_END, changedOn="2020-01-01T00:00:00")

    outcome = applied(draft, "InProcessToInReview", acting("anna"))

    assert outcome.version == a_version(
        "inReview", related={"reviewer": (BEN,), "changedBy": (ANNA,)}, validUntil=NO_END, changedOn=NOW
    )
    assert (outcome.predecessor, outcome.closed, outcome.recorded, outcome.findings) == (None, (), {}, ())


def test_a_release_sets_dates_releaser_and_number() -> None:
    draft = a_version(related={"author": (ANNA,), "owner": (ANNA,)})

    released = applied(draft, "InProcessToReleased", acting("anna")).version

    assert (released.state, released.number) == ("released", "1.0")
    assert invariants(released) == {"changedOn": NOW, "relOn": NOW, "validFrom": TODAY}
    assert released.related == {"author": (ANNA,), "owner": (ANNA,), "changedBy": (ANNA,), "relBy": (ANNA,)}


def test_a_release_keeps_the_day_from_which_the_author_wants_it_valid() -> None:
    draft = a_version(validFrom="2026-12-01T00:00:00")

    released = applied(draft, "InProcessToReleased", ARCHITECT).version

    assert invariants(released)["validFrom"] == "2026-12-01T00:00:00"


@pytest.mark.parametrize("empty", ["", None])
def test_an_empty_day_counts_as_none(empty: object) -> None:
    released = applied(a_version(validFrom=empty), "InProcessToReleased", ARCHITECT).version

    assert invariants(released)["validFrom"] == TODAY


@pytest.mark.parametrize(("draft", "released"), [("0.1", "1.0"), ("1.1", "2.0"), ("1.7", "2.0"), ("9.1", "10.0")])
def test_a_release_has_the_number_after_the_last_release(draft: str, released: str) -> None:
    version = a_version(number=draft, reasonForRevision="New law.")

    assert applied(version, "InProcessToReleased", ARCHITECT).version.number == released


@pytest.mark.parametrize("state", ["released", "inEffect", "requestToExpire"])
def test_the_earlier_version_expires_on_the_day_of_the_release(state: str) -> None:
    earlier = a_version(state, number="1.0", validUntil=NO_END, relOn="2020-01-01T08:00:00", related={"relBy": (BEN,)})
    draft = a_version(number="1.1", reasonForRevision="New law.")

    outcome = applied(draft, "InProcessToReleased", ARCHITECT, around=Around(predecessor=earlier))

    assert outcome.predecessor == a_version(
        "expired",
        number="1.0",
        validUntil=TODAY,
        relOn="2020-01-01T08:00:00",
        changedOn=NOW,
        related={"relBy": (BEN,), "changedBy": (ElementId("dora"),)},
    )
    assert outcome.version.state == "released"


def test_an_earlier_version_that_expired_before_stays_as_it_is() -> None:
    earlier = a_version("expired", number="1.0", validUntil="2021-01-01T00:00:00")

    outcome = applied(a_version(number="1.1"), "InProcessToReleased", ARCHITECT, around=Around(predecessor=earlier))

    assert outcome.predecessor is None


def test_other_steps_leave_the_earlier_version_alone() -> None:
    earlier = a_version("inEffect", number="1.0")

    outcome = applied(a_version(number="1.1"), "InProcessToInReview", ARCHITECT, around=Around(predecessor=earlier))

    assert outcome.predecessor is None


@pytest.mark.parametrize("state", ["released", "inEffect", "hide"])
def test_a_hidden_main_process_expires_with_its_next_release_like_a_visible_one(state: str) -> None:
    earlier = a_version(state, kind="mainProcess", number="1.0")
    draft = a_version(kind="mainProcess", number="1.1", reasonForRevision="New law.")

    outcome = applied(draft, "InProcessToReleased", ARCHITECT, around=Around(predecessor=earlier))

    assert outcome.predecessor is not None
    assert outcome.predecessor.state == "expired"
    assert outcome.version.number == "2.0"


@pytest.mark.parametrize(
    ("state", "transition"),
    [("released", "ReleasedToExpired"), ("inEffect", "InEffectToExpired"), ("hide", "HideToExpired")],
)
def test_a_main_process_expires_at_once_and_today(state: str, transition: str) -> None:
    version = a_version(state, kind="mainProcess", number="1.0", validUntil=NO_END)

    outcome = applied(version, transition, ARCHITECT, given={"reason": "  No longer done.  "})

    assert (outcome.version.state, outcome.version.number) == ("expired", "1.0")
    assert invariants(outcome.version) == {"changedOn": NOW, "validUntil": TODAY}
    assert outcome.recorded == {"reason": "No longer done."}


@pytest.mark.parametrize("by", [acting("ben"), ARCHITECT])
def test_what_was_imported_with_its_expiry_requested_expires_or_stays(by: Acting) -> None:
    version = a_version("requestToExpire", number="1.0", validUntil=NO_END, related={"owner": (BEN,)})

    expired = applied(version, "RequestToExpireToExpired", by, given={"reason": "No longer done."})
    kept = applied(version, "RequestToExpireToReleased", by)

    assert (expired.version.state, invariants(expired.version)["validUntil"]) == ("expired", TODAY)
    assert expired.recorded == {"reason": "No longer done."}
    assert (kept.version.state, kept.version.number) == ("released", "1.0")
    assert invariants(kept.version) == {"changedOn": NOW, "validUntil": NO_END}


def test_showing_a_main_process_again_is_no_second_release() -> None:
    hidden = a_version("hide", kind="mainProcess", number="1.0", relOn="2020-01-01T08:00:00")

    shown = applied(hidden, "HideToReleased", ARCHITECT).version

    assert (shown.state, shown.number, invariants(shown)["relOn"]) == ("released", "1.0", "2020-01-01T08:00:00")


def test_an_external_approval_records_its_reference_where_one_is_given() -> None:
    draft = a_version(related={"owner": (ANNA,)})

    nothing: dict[str, str] = {}
    for given in (nothing, {"externalReference": "  "}):
        without = applied(draft, "InProcessToReleasedExternal", acting("anna"), given=given)
        assert (without.version.state, without.recorded) == ("released", {})

    outcome = applied(
        draft, "InProcessToReleasedExternal", acting("anna"), given={"externalReference": "Minutes of 3 March"}
    )
    assert outcome.recorded == {"externalReference": "Minutes of 3 March"}
    assert outcome.version.state == "released"


def test_what_a_step_does_not_record_is_refused_rather_than_lost() -> None:
    with pytest.raises(Invalid) as refused:
        applied(
            a_version(related={"owner": (ANNA,)}),
            "InProcessToReleasedExternal",
            acting("anna"),
            given={"reason": "So."},
        )

    errors = [each.error for each in refused.value.findings]
    assert errors == ["InProcessToReleasedExternal does not record reason."]


@pytest.mark.parametrize("reason", ["", "Nobody does this any more."])
def test_asking_for_expiry_leaves_the_element_as_it_is(reason: str) -> None:
    version = a_version("inEffect", number="1.0", related={"owner": (ANNA,), "qualityManager": (BEN,)})

    outcome = applied(version, "ReleasedToRequestToExpire", acting("anna"), given={"reason": reason})

    assert outcome.version == version
    assert outcome.recorded == ({"reason": reason} if reason else {})
    assert [(each.kind, each.assignee) for each in outcome.opened] == [
        ("Approve expiry", ANNA),
        ("Approve expiry", BEN),
    ]


def test_expiry_is_asked_for_once_at_a_time() -> None:
    version = a_version("released", number="1.0", related={"owner": (ANNA,)})
    first = applied(version, "ReleasedToRequestToExpire", acting("anna"))

    with pytest.raises(Conflict) as refused:
        applied(version, "ReleasedToRequestToExpire", acting("anna"), around=Around(tasks=first.opened))

    assert [each.error for each in refused.value.findings] == ["It waits for its tasks 'Approve expiry' already."]


def test_the_tasks_of_an_earlier_version_close_when_it_expires() -> None:
    earlier = a_version("released", number="1.0", related={"owner": (BEN,)})
    asked = applied(earlier, "ReleasedToRequestToExpire", ARCHITECT).opened

    outcome = applied(
        a_version(number="1.1", reasonForRevision="New law."),
        "InProcessToReleased",
        ARCHITECT,
        around=Around(earlier, asked),
    )

    assert [(each.state, each.closed_on, each.closed_by) for each in outcome.closed] == [("closed", NOW, None)]


def test_a_release_is_validated_as_it_would_stand() -> None:
    """The author gave only the end, which lies before the day that the release fills in as the beginning."""
    draft = a_version(number="1.1", validUntil="2026-11-14T00:00:00")

    outcome = applied(draft, "InProcessToReleased", ARCHITECT)

    assert [(each.rule, each.severity) for each in outcome.findings] == [
        ("reasonForRevision", Severity.ERROR),
        ("validityInOrder", Severity.ERROR),
    ]


def test_a_step_that_is_no_release_is_not_validated() -> None:
    assert applied(a_version(number="1.1"), "InProcessToInReview", ARCHITECT).findings == ()


def test_explaining_shows_for_each_transition_what_stands_against_it() -> None:
    draft = a_version(number="1.1", related={"author": (ANNA,), "owner": (BEN,), "qualityManager": (CLARA,)})

    explained = explain(STANDARD, SETTINGS, draft, acting("anna"), Around())

    assert [
        (each.transition.id, [block.code for block in each.blocks], [finding.rule for finding in each.findings])
        for each in explained
    ] == [
        ("InProcessToInReview", [], []),
        ("InProcessToReadyForQA", [], []),
        ("InProcessToReadyForRelease", [], []),
        ("InProcessToReleased", ["not-allowed"], ["reasonForRevision"]),
        ("InProcessToReleasedQA", ["not-allowed"], ["reasonForRevision"]),
        ("InProcessToReleasedExternal", ["not-allowed"], ["reasonForRevision"]),
    ]
    assert explained[-1].step.records == {"externalReference"}


def test_from_a_state_that_its_lifecycle_lacks_no_step_is_next() -> None:
    version = a_version("elsewhere")

    assert not any(each.is_next for each in explain(STANDARD, SETTINGS, version, acting("anna"), Around()))


def test_explaining_shows_tasks_that_stand_against_it() -> None:
    version = a_version("released", number="1.0", related={"owner": (ANNA,)})
    asked = applied(version, "ReleasedToRequestToExpire", acting("anna")).opened

    (explained,) = explain(STANDARD, SETTINGS, version, acting("anna"), Around(tasks=asked))

    assert [block.code for block in explained.blocks] == ["tasks-open"]


def test_a_release_says_which_earlier_version_to_look_for() -> None:
    step = step_of(STANDARD, "subProcess", find(STANDARD, a_version(), "InProcessToReleased"))

    assert states_that_expire(step.effects) == ("released", "inEffect", "requestToExpire")


def test_a_change_names_its_moment_and_its_author_beside_what_was_there() -> None:
    version = a_version(createdOn="2020-01-01T00:00:00", related={"createdBy": (BEN,), "owner": (BEN,)})

    assert touched(STANDARD, version, ANNA, NOW) == a_version(
        createdOn="2020-01-01T00:00:00",
        changedOn=NOW,
        related={"createdBy": (BEN,), "owner": (BEN,), "changedBy": (ANNA,)},
    )
    assert created(STANDARD, version, ANNA, NOW) == a_version(
        createdOn=NOW, changedOn=NOW, related={"createdBy": (ANNA,), "owner": (BEN,), "changedBy": (ANNA,)}
    )


def test_a_property_is_set_to_what_its_word_stands_for() -> None:
    version, by = a_version(), acting("anna")

    words = {word: set_property(STANDARD, version, "validUntil", word, by).invariant("validUntil") for word in WORDS}
    assert words == WORDS
    assert set_property(STANDARD, version, "author", "caller", by).related == {"author": (ANNA,)}
    assert set_property(STANDARD, version, "eventType", "timer", by) == version
    assert clear_property(set_property(STANDARD, version, "author", "caller", by), "author") == version


WORDS = {"now": NOW, "today": TODAY, "never": NO_END, "caller": "anna", "2030-01-01T00:00:00": "2030-01-01T00:00:00"}
