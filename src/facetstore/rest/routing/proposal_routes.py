"""The endpoint table of agents: what they propose, and what persons who sign them in allow."""

from __future__ import annotations

from typing import Final

from facetstore.domain.callers import Role
from facetstore.rest.operations import agent_grants, proposals
from facetstore.rest.routing.routes import READ, Route
from facetstore.usecases.lifecycle.steps import LEAST_ROLE

PROPOSALS: Final = "Proposals"
_DRY_RUN: Final = frozenset({"dryRun"})
_POST: Final = ("POST",)
_ALL: Final = "rest/proposals"
_GRANTS: Final = "rest/agents"
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
    Route(
        "+", "agents-list", (_GRANTS,), agent_grants.list_grants, "4.0", Role.VIEWER, "Agents", "List the agents that you have allowed",
        methods=READ,
    ),
    Route(
        "+", "agent-end", (f"{_GRANTS}/{{grantId}}",), agent_grants.end_grant, "4.0", Role.VIEWER, "Agents",
        "End what you have allowed an agent", methods=("DELETE",), writes=True,
    ),
    Route(
        "+", "agent-request", (f"{_GRANTS}/sign-in/request",), agent_grants.show_request, "4.0", Role.VIEWER, "AgentRequest",
        "Show what an agent asks for", methods=_POST, writes=True, body="AgentRequestBody",
    ),
    Route(
        "+", "agent-decide", (f"{_GRANTS}/sign-in",), agent_grants.decide, "4.0", Role.VIEWER, "AgentDecision",
        "Allow or refuse what an agent asks for", methods=_POST, writes=True, body="AgentDecisionBody",
    ),
)  # fmt: skip
