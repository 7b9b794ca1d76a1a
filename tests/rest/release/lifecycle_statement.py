"""What the lifecycles are to do, written down by hand: which state offers which transition, where it leads, who may take it.

Nothing here is read from the metamodel or asked of the engine: a mistake there must not make its own test pass.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

ROLES: Final = ("viewer", "editor", "approver", "analyzer", "architect", "administrator")
_ARCHITECTS: Final = ("architect", "administrator")
_APPROVERS: Final = ("approver", "analyzer", *_ARCHITECTS)


class Step(NamedTuple):
    """The state after a transition, and who takes it beside the architects, who take every one.

    Those who take it: callers named in one of some contexts; `editing`, callers who may edit the element; `sole author`,
    the caller who is both its author and its owner; `approving`, approvers; `editing and approving`, approvers who may edit it.
    """

    then: str
    takers: frozenset[str] = frozenset()
    approves: bool = False
    """It approves a draft: none of its authors takes it, whatever their role."""


class Lifecycle(NamedTuple):
    """States, those that viewers see among them, by state and transition the steps, and how callers may stand to it."""

    states: tuple[str, ...]
    seen: tuple[str, ...]
    steps: Mapping[tuple[str, str], Step]
    standings: tuple[str, ...]


def by(*takers: str) -> frozenset[str]:
    return frozenset(takers)


_RELEASE: Final = {
    ("inProcess", "InProcessToInReview"): Step("inReview", by("editing")),
    ("inProcess", "InProcessToReadyForQA"): Step("readyForQa", by("editing")),
    ("inProcess", "InProcessToReadyForRelease"): Step("readyForRelease", by("editing")),
    ("inReview", "InReviewToInProcess"): Step("inProcess", by("reviewer", "author")),
    ("inReview", "InReviewToReadyForQA"): Step("readyForQa", by("reviewer"), approves=True),
    ("inReview", "InReviewToReadyForRelease"): Step("readyForRelease", by("reviewer"), approves=True),
    ("readyForQa", "ReadyForQAToInProcess"): Step("inProcess", by("qualityManager", "author")),
    ("readyForQa", "ReadyForQAToReadyForRelease"): Step("readyForRelease", by("qualityManager"), approves=True),
    ("readyForRelease", "ReadyForReleaseToInProcess"): Step("inProcess", by("owner", "author", "approving")),
    ("readyForRelease", "ReadyForReleaseToReleased"): Step("released", by("owner", "approving"), approves=True),
    # It stays as it is until the expiry is approved.
    ("released", "ReleasedToRequestToExpire"): Step("released", by("author", "owner")),
    ("inEffect", "ReleasedToRequestToExpire"): Step("inEffect", by("author", "owner")),
    ("requestToExpire", "RequestToExpireToReleased"): Step("released", by("owner", "qualityManager")),
    ("requestToExpire", "RequestToExpireToExpired"): Step("expired", by("owner", "qualityManager")),
}
_DIRECT_RELEASE: Final = {
    ("inProcess", "InProcessToReleased"): Step("released", by("sole author")),
    ("inProcess", "InProcessToReleasedQA"): Step("released", by("qualityManager")),
    ("inProcess", "InProcessToReleasedExternal"): Step("released", by("owner", "editing and approving")),
}
_MAIN_PROCESS: Final = {
    ("inProcess", "InProcessToReleased"): Step("released"),
    ("released", "ReleasedToHide"): Step("hide"),
    ("released", "ReleasedToExpired"): Step("expired"),
    ("inEffect", "InEffectToHide"): Step("hide"),
    ("inEffect", "InEffectToExpired"): Step("expired"),
    ("hide", "HideToReleased"): Step("released"),
    ("hide", "HideToExpired"): Step("expired"),
}
_STRUCTURE: Final = {("show", "ShowToHide"): Step("hide"), ("hide", "HideToShow"): Step("show")}

_RELEASE_STATES: Final = (
    "inProcess", "inReview", "readyForQa", "readyForRelease", "released", "inEffect", "requestToExpire", "expired",
)  # fmt: skip
_STANDINGS: Final = (
    "nobody named", "stranger", "author", "secondaryAuthors", "reviewer", "qualityManager", "owner", "sole author",
)  # fmt: skip

_AUTHORS: Final = ("author", "secondaryAuthors", "sole author")
_STRUCTURAL: Final = ("nobody named", "author", "owner", "sole author")

LIFECYCLES: Final = {
    "release": Lifecycle(_RELEASE_STATES, ("released", "inEffect"), {**_RELEASE, **_DIRECT_RELEASE}, _STANDINGS),
    # Types that prohibit it differ in their drafts only.
    "release, never directly": Lifecycle(("inProcess",), (), _RELEASE, _STANDINGS),
    "main process": Lifecycle(
        ("inProcess", "released", "inEffect", "hide", "expired"), ("released", "inEffect"), _MAIN_PROCESS, _STRUCTURAL
    ),
    "structure": Lifecycle(("show", "hide"), ("show",), _STRUCTURE, _STRUCTURAL),
}


def transitions(lifecycle: Lifecycle) -> tuple[str, ...]:
    """What to ask for: the lifecycle's own transitions, those that most types have, and one that nothing has."""
    known = (id_ for each in (lifecycle, LIFECYCLES["release"]) for _, id_ in each.steps)
    return (*dict.fromkeys(known), "ReleasedToTheMoon")


class Outcome(NamedTuple):
    """The status that a caller gets, the state in which that leaves the element, and after a refusal what it offers."""

    status: int
    state: str
    offered: frozenset[str] = frozenset()


def outcome(lifecycle: Lifecycle, state: str, transition: str, role: str, standing: str) -> Outcome:
    """What becomes of applying a transition in a state, as a caller of a role who stands so to the element."""
    if role == "viewer" and state not in lifecycle.seen:
        return Outcome(404, state)
    step = lifecycle.steps.get((state, transition))
    if step is None:
        return Outcome(409, state, frozenset(id_ for source, id_ in lifecycle.steps if source == state))
    return Outcome(200, step.then) if _takes(step, role, standing) else Outcome(403, state)


def _takes(step: Step, role: str, standing: str) -> bool:
    if role == "viewer" or (step.approves and standing in _AUTHORS):
        return False
    return role in _ARCHITECTS or not step.takers.isdisjoint(_words_for(role, standing))


def _words_for(role: str, standing: str) -> set[str]:
    """Everything that is true of an editor, or of a caller with more rights, who stands so to an element."""
    words = {standing}
    if standing == "sole author":
        words |= {"author", "owner"}
    if role in _APPROVERS:
        words.add("approving")
    if standing in ("nobody named", "author", "secondaryAuthors", "sole author"):
        words |= {"editing", "editing and approving"} if role in _APPROVERS else {"editing"}
    return words
