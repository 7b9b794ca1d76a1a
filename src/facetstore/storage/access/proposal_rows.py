"""Proposals of agents: drafts that are decided together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

import msgspec

from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.lifecycle.steps import TaskState
from facetstore.usecases.ports.proposal_store import Proposal, ProposedDraft

_COLUMNS: Final = "id, principal, agent, title, reason, drafts, created, state, decided, decided_by, note"
ONE: Final = f"SELECT {_COLUMNS} FROM proposal WHERE tenant = :tenant AND id = :id"
NEWEST: Final = f"""
    SELECT {_COLUMNS} FROM proposal WHERE tenant = :tenant
     ORDER BY CASE state WHEN 'open' THEN 0 ELSE 1 END, decided DESC, created DESC, id LIMIT :most
"""
NUMBER_OPEN: Final = """
    SELECT count(*) FROM proposal WHERE tenant = :tenant AND principal = :principal AND state = 'open'
"""
PUT: Final = """
    INSERT INTO proposal (tenant, id, principal, agent, title, reason, drafts, created, state, decided, decided_by, note)
    VALUES (:tenant, :id, :principal, :agent, :title, :reason, :drafts, :created, :state, :decided, :decided_by, :note)
    ON CONFLICT (tenant, id) DO UPDATE
       SET state = excluded.state, decided = excluded.decided, decided_by = excluded.decided_by, note = excluded.note
"""
TRIM: Final = """
    DELETE FROM proposal
     WHERE tenant = :tenant AND state <> 'open' AND id NOT IN
           (SELECT id FROM proposal WHERE tenant = :tenant AND state <> 'open' ORDER BY decided DESC, id LIMIT :most)
"""


class SqlProposals:
    """The proposals of one tenant."""

    def __init__(self, fetch: Fetch, tenant: int) -> None:
        self._fetch = fetch
        self._tenant = tenant

    async def one(self, id_: str) -> Proposal | None:
        rows = await self._fetch(ONE, {"tenant": self._tenant, "id": id_})
        return _proposal(rows[0]) if rows else None

    async def newest(self, most: int) -> Sequence[Proposal]:
        return [_proposal(row) for row in await self._fetch(NEWEST, {"tenant": self._tenant, "most": most})]

    async def number_open(self, principal: str) -> int:
        ((number,),) = await self._fetch(NUMBER_OPEN, {"tenant": self._tenant, "principal": principal})
        return cast("int", number)

    async def put(self, proposal: Proposal) -> None:
        drafts = msgspec.json.encode(proposal.drafts).decode()
        values = {**proposal._asdict(), "drafts": drafts, "state": proposal.state.value}
        await self._fetch(PUT, {"tenant": self._tenant, **values})

    async def trim(self, most: int) -> None:
        await self._fetch(TRIM, {"tenant": self._tenant, "most": most})


def _proposal(row: object) -> Proposal:
    found = Proposal(*cast("Sequence[Any]", row))
    drafts = msgspec.json.decode(cast("str", found.drafts), type=tuple[ProposedDraft, ...])
    return found._replace(drafts=drafts, state=TaskState(found.state))
