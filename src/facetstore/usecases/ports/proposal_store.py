"""The port for proposals of agents: which drafts belong together, who made them, and what was decided."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from facetstore.usecases.lifecycle.steps import TaskState


class ProposedDraft(NamedTuple):
    """A draft of a proposal, and the step that opened its review."""

    element: str
    version: str
    facet: str
    type: str
    step: str
    before: str | None = None
    """The version that the draft starts from; None: the element is new."""


class Proposal(NamedTuple):
    """Drafts that an agent made together. Times are microseconds since 1970 UTC."""

    id: str
    principal: str
    """Whose credential the agent used."""
    agent: str
    """The program, as it names itself."""
    title: str
    reason: str
    drafts: tuple[ProposedDraft, ...]
    created: int
    state: TaskState = TaskState.OPEN
    decided: int = 0
    decided_by: str | None = None
    note: str | None = None
    """Why it was declined."""


class Proposals(Protocol):
    """The proposals of one tenant, to be read."""

    async def one(self, id_: str) -> Proposal | None: ...

    async def newest(self, most: int) -> Sequence[Proposal]:
        """The open ones first, then those decided last."""
        ...


class ProposalChanges(Proposals, Protocol):
    """The proposals of one tenant, in an open transaction."""

    async def number_open(self, principal: str) -> int:
        """How many proposals of a principal wait for a decision."""
        ...

    async def put(self, proposal: Proposal) -> None:
        """Store a proposal; one with this id is replaced."""
        ...

    async def trim(self, most: int) -> None:
        """Delete the oldest that are decided, so that this many decided ones are left."""
        ...
