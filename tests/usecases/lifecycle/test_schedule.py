"""What is released comes into effect on the day after its validity begins."""

from dataclasses import replace

import pytest

from facetstore.domain.element import Version
from facetstore.metamodel.lifecycle_model import ScheduledStep
from facetstore.metamodel.model import Metamodel
from facetstore.metamodel.schedule import advanced, due, moves_after
from tests.usecases.lifecycle.givens import BEN, STANDARD, a_version


def target_of(metamodel: Metamodel, version: Version, now: str) -> str | None:
    step = due(metamodel, version, now)
    return step.target if step is not None else None


VERSIONED = [key for key, each in STANDARD.types.items() if each.versioned]


@pytest.mark.parametrize(
    ("valid_from", "now", "target"),
    [
        ("2026-11-15T00:00:00", "2026-11-15T00:00:00", None),
        ("2026-11-15T00:00:00", "2026-11-15T23:59:59.9999999", None),
        ("2026-11-15T00:00:00", "2026-11-16T00:00:00", "inEffect"),
        ("2026-11-15T18:00:00", "2026-11-16T00:00:01", "inEffect"),
        ("2026-12-31T00:00:00", "2027-01-01T00:00:00", "inEffect"),
        ("2026-11-15T00:00:00", "2027-03-01T12:00:00", "inEffect"),
        ("2026-11-15T00:00:00", "2026-11-14T12:00:00", None),
        ("", "2026-11-16T00:00:00", None),
        (None, "2026-11-16T00:00:00", None),
    ],
)
def test_it_is_due_from_the_day_after_on(valid_from: str | None, now: str, target: str | None) -> None:
    assert target_of(STANDARD, a_version("released", number="1.0", validFrom=valid_from), now) == target


@pytest.mark.parametrize("kind", VERSIONED)
def test_only_what_is_released_comes_into_effect(kind: str) -> None:
    lifecycle = STANDARD.lifecycles[STANDARD.types[kind].lifecycle or ""]
    targets = {
        state: target_of(STANDARD, a_version(state, kind=kind, validFrom="2026-01-01T00:00:00"), "2026-11-15T00:00:00")
        for state in lifecycle.states
    }

    assert targets == {state: "inEffect" if state == "released" else None for state in lifecycle.states}


def test_what_has_no_lifecycle_is_never_due() -> None:
    version = a_version("released")._replace(type="task", attributes={"validFrom": {127: "2020-01-01T00:00:00"}})

    assert target_of(STANDARD, version, "2026-11-15T00:00:00") is None


def test_time_changes_the_state_and_nothing_else() -> None:
    version = a_version("released", number="1.0", changedOn="2026-11-15T09:30:00", related={"changedBy": (BEN,)})

    assert advanced(version, "inEffect") == version._replace(state="inEffect")


@pytest.mark.parametrize(
    ("state", "valid_from", "day"),
    [
        ("released", "2026-11-15T18:30:00.1234567", "2026-11-15T00:00:00"),
        ("released", "", None),
        ("released", None, None),
        ("inProcess", "2026-11-15T00:00:00", None),
        ("inEffect", "2026-11-15T00:00:00", None),
    ],
)
def test_the_day_it_waits_for_is_returned(state: str, valid_from: str | None, day: str | None) -> None:
    assert moves_after(STANDARD, a_version(state, validFrom=valid_from)) == day


def test_a_step_on_a_day_waits_for_the_day_before_to_end() -> None:
    version = a_version("inEffect", validUntil="2027-03-01T00:00:00")

    assert moves_after(STANDARD, version) == "2027-02-28T00:00:00"
    assert due(STANDARD, version, "2027-02-28T23:59:59") is None
    assert due(STANDARD, version, "2027-03-01T00:00:00") == ("2027-02-28T00:00:00", "expired", True)
    assert moves_after(STANDARD, a_version("inEffect", validUntil="9999-12-31T00:00:00")) is None


EXPIRING = replace(
    STANDARD,
    lifecycles={
        **STANDARD.lifecycles,
        "release": replace(
            STANDARD.lifecycles["release"],
            scheduled=(
                ScheduledStep("released", "inEffect", "validFrom"),
                ScheduledStep("released", "expired", "validUntil"),
                ScheduledStep("inEffect", "expired", "validUntil"),
            ),
        ),
    },
)
"""A method in which time also ends what is valid."""


@pytest.mark.parametrize(
    ("valid_from", "valid_until", "target", "day"),
    [
        ("2026-11-10T00:00:00", "2026-11-12T00:00:00", "inEffect", "2026-11-10T00:00:00"),
        ("2026-11-12T00:00:00", "2026-11-10T00:00:00", "expired", "2026-11-10T00:00:00"),
        ("2026-11-10T09:00:00", "2026-11-10T08:00:00", "inEffect", "2026-11-10T00:00:00"),
        (None, "2026-11-10T00:00:00", "expired", "2026-11-10T00:00:00"),
        ("2026-11-10T00:00:00", "9999-12-31T00:00:00", "inEffect", "2026-11-10T00:00:00"),
    ],
)
def test_of_several_steps_the_first_comes_first(
    valid_from: str | None, valid_until: str, target: str, day: str
) -> None:
    version = a_version("released", validFrom=valid_from, validUntil=valid_until)

    assert target_of(EXPIRING, version, "2026-11-15T00:00:00") == target
    assert moves_after(EXPIRING, version) == day


def test_what_was_missed_is_caught_up_with_step_by_step() -> None:
    version = a_version("released", validFrom="2026-11-10T00:00:00", validUntil="2026-11-12T00:00:00")
    passed = []

    while (target := target_of(EXPIRING, version, "2026-11-15T00:00:00")) is not None:
        version = advanced(version, target)
        passed.append(target)

    assert passed == ["inEffect", "expired"]
