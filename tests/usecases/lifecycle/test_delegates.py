"""To whom a task can be handed: to people who could be named for it and may decide."""

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, InvalidValues
from facetstore.domain.values import INVARIANT, VersionId
from facetstore.metamodel.loader import load_standard
from facetstore.usecases.lifecycle.delegates import check_delegate
from tests.usecases.lifecycle.asked import sent
from tests.usecases.lifecycle.givens import BEN, EMIL, STANDARD

ASKED = sent("InProcessToInReview", reviewer=(BEN,))


def person(*flags: str, kind: str = "user") -> Version:
    attributes = {name: {INVARIANT: True} for name in flags}
    return Version(EMIL, VersionId(EMIL), STANDARD.types[kind].facet, kind, attributes=attributes)


def handed_to(whom: Version | None) -> Version:
    return check_delegate(STANDARD, ASKED.version, ASKED.opened[0], whom, "emil")


@pytest.mark.parametrize("role", [each for each in Role if each > Role.VIEWER])
def test_who_may_decide_can_be_asked_instead(role: Role) -> None:
    emil = person("roleViewer", load_standard().roles.role_flags[role])

    assert handed_to(emil) is emil


@pytest.mark.parametrize("kind", ["subProcess", "authToken", "userGroup", "role"])
def test_only_those_can_be_asked_who_could_have_been_named(kind: str) -> None:
    with pytest.raises(InvalidValues) as refused:
        handed_to(person("roleArchitect", kind=kind))

    (found,) = refused.value.findings
    assert found.error == f"An element of type {kind} cannot decide a task 'Review'. Possible: user."
    assert (found.code, found.path) == ("unsuited-person", "to")


def test_an_unknown_person_cannot_be_asked() -> None:
    with pytest.raises(InvalidValues) as refused:
        handed_to(None)

    assert refused.value.message == "There is no element with the id emil."


@pytest.mark.parametrize(
    ("flags", "sentence"),
    [
        ((), "Deciding a task takes the role editor or higher."),
        (("roleViewer",), "Deciding a task takes the role editor or higher."),
        (("roleViewer", "roleArchitect", "roleInactive"), "emil is inactive."),
    ],
)
def test_who_may_not_decide_is_not_asked(flags: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(Conflict) as refused:
        handed_to(person(*flags))

    assert [(each.error, each.code) for each in refused.value.findings] == [(sentence, "unsuited-person")]
