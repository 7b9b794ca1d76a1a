"""Every transition of every type, from every state, by every role and every person who may be named."""

from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest

from facetstore.domain.callers import Role
from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Forbidden
from facetstore.domain.values import ElementId
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.lifecycle.steps import EXTERNAL_REFERENCE, MESSAGE, REASON, Alternative, step_of
from facetstore.usecases.lifecycle.transitions import Block, blocks, find, offered, offered_from
from tests.usecases.lifecycle.givens import ANNA, BEN, CLARA, STANDARD, STRANGER, STRICT, a_version, acting, applied

RIGHTS = """
    lifecycle    from             transition                   to               named                  role      edits
    release      inProcess        InProcessToInReview          inReview         -                      editor    yes
    release      inProcess        InProcessToReadyForQA        readyForQa       -                      editor    yes
    release      inProcess        InProcessToReadyForRelease   readyForRelease  -                      editor    yes
    release      inProcess        InProcessToReleased          released         author=owner           architect yes
    release      inProcess        InProcessToReleasedQA        released         qualityManager         architect no
    release      inProcess        InProcessToReleasedExternal  released         owner                  approver  yes
    release      inReview         InReviewToInProcess          inProcess        reviewer,author        architect no
    release      inReview         InReviewToReadyForQA         readyForQa       reviewer               architect no
    release      inReview         InReviewToReadyForRelease    readyForRelease  reviewer               architect no
    release      readyForQa       ReadyForQAToInProcess        inProcess        qualityManager,author  architect no
    release      readyForQa       ReadyForQAToReadyForRelease  readyForRelease  qualityManager         architect no
    release      readyForRelease  ReadyForReleaseToInProcess   inProcess        owner,author           approver  no
    release      readyForRelease  ReadyForReleaseToReleased    released         owner                  approver  no
    release      released         ReleasedToRequestToExpire    released         author,owner           architect no
    release      inEffect         ReleasedToRequestToExpire    inEffect         author,owner           architect no
    release      requestToExpire  RequestToExpireToReleased    released         owner,qualityManager   architect no
    release      requestToExpire  RequestToExpireToExpired     expired          owner,qualityManager   architect no
    mainProcess  inProcess        InProcessToReleased          released         -                      architect yes
    mainProcess  released         ReleasedToHide               hide             -                      architect yes
    mainProcess  released         ReleasedToExpired            expired          -                      architect yes
    mainProcess  inEffect         InEffectToHide               hide             -                      architect yes
    mainProcess  inEffect         InEffectToExpired            expired          -                      architect yes
    mainProcess  hide             HideToReleased               released         -                      architect yes
    mainProcess  hide             HideToExpired                expired          -                      architect yes
    structure    show             ShowToHide                   hide             -                      architect yes
    structure    hide             HideToShow                   show             -                      architect yes
"""
"""Who may what: an editor who is named, or all from a role on. What takes the right to edit also takes the role editor,
being no stranger where authors are named, and for structure the role architect."""

CONTEXTS = ("author", "secondaryAuthors", "owner", "qualityManager", "reviewer")
STANDINGS = ("nobody is named", "others are named", *CONTEXTS, "author=owner")
"""How the caller stands to the element."""


class Right(NamedTuple):
    to: str
    named: frozenset[str]
    role: Role
    edits: bool
    approves: bool
    """No author takes it."""


APPROVING = (
    "InReviewToReadyForQA",
    "InReviewToReadyForRelease",
    "ReadyForQAToReadyForRelease",
    "ReadyForReleaseToReleased",
)


def rights() -> dict[tuple[str, str, str], Right]:
    rows = [line.split() for line in RIGHTS.strip().splitlines()[1:]]
    return {
        (lifecycle, source, transition): Right(
            to, frozenset(named.split(",")), Role[role.upper()], edits == "yes", transition in APPROVING
        )
        for lifecycle, source, transition, to, named, role, edits in rows
    }


TABLE = rights()
TYPES = [key for key, each in STANDARD.types.items() if each.lifecycle is not None]


def people(standing: str) -> dict[str, tuple[ElementId, ...]]:
    """The contexts of an element to which Anna stands like this; all others are strangers."""
    if standing == "nobody is named":
        return {}
    of_anna = standing.split("=")
    return {each: (ANNA if each in of_anna else ElementId(f"other-{each}"),) for each in CONTEXTS}


def may(right: Right, role: Role, standing: str, *, structural: bool) -> bool:
    """What the table promises."""
    mine = {standing, *standing.split("=")}
    if right.approves and mine & {"author", "secondaryAuthors"}:
        return False
    if role == Role.VIEWER or (role < right.role and not mine & right.named):
        return False
    if not right.edits or role >= Role.ARCHITECT:
        return True
    stranger = not (mine & {"nobody is named", "author", "secondaryAuthors", *right.named})
    return not structural and not stranger


def test_the_table_holds_every_transition_of_every_lifecycle() -> None:
    declared = {(key, t.source, t.id) for key, each in STANDARD.lifecycles.items() for t in each.transitions}

    assert set(TABLE) == declared


@pytest.mark.parametrize("kind", TYPES)
def test_a_transition_is_taken_by_those_who_may_and_by_no_other_user(kind: str) -> None:
    element_type = STANDARD.types[kind]
    offers = {key[1:]: right for key, right in TABLE.items() if key[0] == element_type.lifecycle}
    wrong = []
    for ((state, transition), right), role, standing in product(offers.items(), Role, STANDINGS):
        expected = right.to if may(right, role, standing, structural=element_type.structural) else "forbidden"
        found = state_after(a_version(state, kind=kind, related=people(standing)), transition, role)
        if found != expected:
            wrong.append((state, transition, role.name, standing, found, expected))

    assert wrong == []


def state_after(version: Version, transition: str, role: Role) -> str | None:
    given = {EXTERNAL_REFERENCE: "letter of 3 March"} if transition.endswith("External") else {}
    try:
        return applied(version, transition, acting("anna", role), given=given).version.state
    except Forbidden:
        return "forbidden"


@pytest.mark.parametrize("kind", TYPES)
def test_what_a_state_does_not_offer_is_refused_with_those_it_offers(kind: str) -> None:
    lifecycle = STANDARD.types[kind].lifecycle
    names = sorted({key[2] for key in TABLE})
    states = STANDARD.lifecycles[lifecycle or ""].states
    for state, name in product(states, names):
        if (lifecycle, state, name) in TABLE:
            continue
        with pytest.raises(Conflict) as refused:
            find(STANDARD, a_version(state, kind=kind), name)
        expected = [f"Offered: {key[2]}" for key in TABLE if key[:2] == (lifecycle, state)] or ["It offers none."]
        assert [each.error for each in refused.value.findings] == expected


def test_a_refusal_names_type_state_and_transition() -> None:
    with pytest.raises(Conflict) as refused:
        find(STANDARD, a_version("readyForQa"), "Nonsense")

    assert refused.value.message == "An element of type subProcess in state readyForQa offers no transition Nonsense."
    assert {each.code for each in refused.value.findings} == {"transition-not-offered"}


def test_what_has_no_state_is_refused_by_its_type() -> None:
    with pytest.raises(Conflict) as refused:
        find(STANDARD, a_version()._replace(type="task", state=None), "InProcessToInReview")

    assert refused.value.message == "An element of type task offers no transition InProcessToInReview."


def test_a_transition_is_found_ignoring_letter_case() -> None:
    found = find(STANDARD, a_version(), "INPROCESSTOREADYFORQA")

    assert found.id == "InProcessToReadyForQA"


def test_what_has_no_lifecycle_offers_nothing() -> None:
    assert offered_from(STANDARD, "task", None) == ()
    assert offered_from(STANDARD, "user", "show") == ()


def test_a_state_that_only_imported_data_hold_offers_nothing() -> None:
    assert offered(STANDARD, a_version("inReview", kind="mainProcess")) == ()


def test_a_type_that_forbids_direct_release_does_not_offer_it() -> None:
    draft = a_version(kind="contract", metamodel=STRICT)

    assert [each.id for each in offered(STRICT, draft)] == [
        "InProcessToInReview",
        "InProcessToReadyForQA",
        "InProcessToReadyForRelease",
    ]
    with pytest.raises(Conflict):
        find(STRICT, draft, "InProcessToReleased")


def blocked(transition: str, who: str, role: Role, metamodel: Metamodel = STANDARD) -> tuple[Block, ...]:
    version = a_version(related={"author": (ANNA,), "owner": (BEN,), "qualityManager": (CLARA,)})
    by = acting(who, role)
    step = step_of(metamodel, version.type, find(metamodel, version, transition))
    return blocks(step, by.caller, version, by.principals)


def test_everything_that_blocks_is_reported_in_a_sentence() -> None:
    assert blocked("InProcessToReleased", STRANGER, Role.EDITOR) == (
        Block("permission-missing", "This takes the permission EditElement on the element."),
        Block(
            "not-allowed",
            "This takes the role editor or higher and the same user as author and owner; "
            "or the role architect or higher.",
        ),
    )
    assert blocked("InProcessToReleasedQA", "anna", Role.EDITOR) == (
        Block(
            "not-allowed",
            "This takes the role editor or higher and being named as qualityManager; or the role architect or higher.",
        ),
    )
    assert blocked("InProcessToReleasedQA", "clara", Role.EDITOR) == ()


def test_who_is_named_by_one_of_their_groups_is_named() -> None:
    version = a_version("inReview", related={"reviewer": (ElementId("reviewers"),)})

    outcome = applied(version, "InReviewToReadyForRelease", acting("anna", Role.EDITOR, "reviewers"))

    assert outcome.version.state == "readyForRelease"


@pytest.mark.parametrize("role", Role)
def test_where_no_user_is_named_architects_act_for_them(role: Role) -> None:
    declared = step_of(STANDARD, "subProcess", find(STANDARD, a_version("inReview"), "InReviewToReadyForQA"))
    step = replace(declared, allowed=(Alternative(named_in=("reviewer",)),))
    by = acting("anna", role)

    unnamed = blocks(step, by.caller, a_version("inReview"), by.principals)
    others = blocks(step, by.caller, a_version("inReview", related={"reviewer": (BEN,)}), by.principals)

    assert (unnamed == ()) == (role >= Role.ARCHITECT)
    assert [each.sentence for each in others] == ["This takes the role editor or higher and being named as reviewer."]


def test_author_and_owner_must_both_name_the_one() -> None:
    draft = a_version(related={"author": (ANNA,), "owner": ()})

    with pytest.raises(Forbidden) as refused:
        applied(draft, "InProcessToReleased", acting("anna"))

    assert refused.value.message == "You may not apply InProcessToReleased."
    assert [each.code for each in refused.value.findings] == ["not-allowed"]


def test_a_step_is_read_once_and_says_what_it_records() -> None:
    external = step_of(STANDARD, "subProcess", find(STANDARD, a_version(), "InProcessToReleasedExternal"))
    expire = step_of(STANDARD, "subProcess", find(STANDARD, a_version("released"), "ReleasedToRequestToExpire"))

    assert (set(external.records), set(expire.records)) == ({EXTERNAL_REFERENCE}, {REASON, MESSAGE})
    assert step_of(STANDARD, "subProcess", find(STANDARD, a_version(), "InProcessToReleasedExternal")) is external
