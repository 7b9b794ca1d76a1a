"""The endpoint table of proposals of agents."""

from __future__ import annotations

from typing import Final

from facetstore.rest.operations import proposals
from facetstore.rest.routing.routes import READ, Route
from facetstore.usecases.lifecycle.steps import LEAST_ROLE

PROPOSALS: Final = "Proposals"
_DRY_RUN: Final = frozenset({"dryRun"})
_POST: Final = ("POST",)
_ALL: Final = "rest/proposals"
_ONE: Final = f"{_ALL}/{{proposalId}}"

OF_AGENTS: Final[tuple[Route, ...]] = (
    Route(
        "+", "proposals-list", (_ALL,), proposals.list_proposals, "4.0", LEAST_ROLE, PROPOSALS,
        "List the proposals of agents", methods=READ,
    ),
    Route(
        "+", "proposal-get", (_ONE,), proposals.get_proposal, "4.0", LEAST_ROLE, PROPOSALS,
        "Show a proposal of an agent", methods=READ,
    ),
    Route(
        "+", "proposal-accept", (f"{_ONE}/accept",), proposals.accept_proposal, "4.0", LEAST_ROLE, PROPOSALS,
        "Accept a proposal", methods=_POST, parameters=_DRY_RUN | {"ignoreWarnings"}, writes=True,
    ),
    Route(
        "+", "proposal-decline", (f"{_ONE}/decline",), proposals.decline_proposal, "4.0", LEAST_ROLE, PROPOSALS,
        "Decline a proposal, with a reason", methods=_POST, parameters=_DRY_RUN, writes=True, body="GivenAlong",
    ),
)  # fmt: skip
