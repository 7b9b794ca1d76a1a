"""Agents that persons have signed in: grants and their secrets, of one tenant."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from facetstore.storage.engines.engine import Engine, Row, Session
from facetstore.usecases.ports.agent_store import AgentGrant, AgentSecret, Exchanged, SecretKind

_GRANT: Final = "g.id, g.element, g.client, g.name, g.scope, g.created, g.used, g.expires"
_KEPT: Final = 24 * 3600 * 1_000_000
"""How long a used secret is kept, so that its second use is recognised."""
# Deleted users cannot act.
HOLDER: Final = f"""
    SELECT {_GRANT}, s.expires AS ends
      FROM agent_secret s JOIN agent_grant g ON g.tenant = s.tenant AND g.id = s.agent_grant
     WHERE s.tenant = :tenant AND s.hash = :hash AND s.kind = 'access' AND s.expires > :now AND g.expires > :now
       AND EXISTS (SELECT 1 FROM element e WHERE e.tenant = g.tenant AND e.id = g.element)
"""
OF_USER: Final = f"""
    SELECT {_GRANT} FROM agent_grant g
     WHERE g.tenant = :tenant AND g.element = :element AND g.expires > :now ORDER BY g.created DESC, g.id
"""
ONE: Final = f"SELECT {_GRANT} FROM agent_grant g WHERE g.tenant = :tenant AND g.id = :id"
ADD: Final = """
    INSERT INTO agent_grant (tenant, id, element, client, name, scope, created, used, expires)
    VALUES (:tenant, :id, :element, :client, :name, :scope, :created, :used, :expires)
"""
INSERT: Final = """
    INSERT INTO agent_secret (tenant, hash, agent_grant, kind, challenge, redirect, expires, used)
    VALUES (:tenant, :hash, :grant, :kind, :challenge, :redirect, :expires, 0)
"""
TAKE: Final = """
    UPDATE agent_secret SET used = :now
     WHERE tenant = :tenant AND hash = :hash AND kind = :kind AND used = 0 AND expires > :now
    RETURNING agent_grant, challenge, redirect, expires
"""
KNOWN: Final = "SELECT agent_grant, used FROM agent_secret WHERE tenant = :tenant AND hash = :hash"
TOUCH: Final = "UPDATE agent_grant SET used = :now WHERE tenant = :tenant AND id = :id"
END_SECRETS: Final = "DELETE FROM agent_secret WHERE tenant = :tenant AND agent_grant = :id"
END: Final = "DELETE FROM agent_grant WHERE tenant = :tenant AND id = :id"
# A grant has one access token at a time.
END_ACCESS: Final = """
    DELETE FROM agent_secret
     WHERE tenant = :tenant AND agent_grant = :id AND (kind = 'access' OR (used > 0 AND used < :kept))
"""
FORGET: Final = "SELECT id FROM agent_grant WHERE tenant = :tenant AND expires <= :now"
EARLIER: Final = """
    SELECT id FROM agent_grant WHERE tenant = :tenant AND element = :element AND client = :client
     UNION
    SELECT id FROM (SELECT id FROM agent_grant WHERE tenant = :tenant AND element = :element
                     ORDER BY created DESC, id LIMIT 1000 OFFSET :most) older
"""
# For the transactions that end the sessions of users.
END_SECRETS_OF: Final = """
    DELETE FROM agent_secret WHERE tenant = :tenant
       AND agent_grant IN (SELECT id FROM agent_grant WHERE tenant = :tenant AND {among})
"""
END_GRANTS_OF: Final = "DELETE FROM agent_grant WHERE tenant = :tenant AND {among}"


class SqlAgentGrants:
    """The grants of one tenant."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant

    async def holder(self, digest: str, now: int) -> tuple[AgentGrant, int] | None:
        rows = await self._engine.fetch(HOLDER, self._values(hash=digest, now=now))
        return (_grant(rows[0]), cast("int", rows[0][8])) if rows else None

    async def of(self, element: str, now: int) -> Sequence[AgentGrant]:
        return [_grant(row) for row in await self._engine.fetch(OF_USER, self._values(element=element, now=now))]

    async def add(self, grant: AgentGrant, code: AgentSecret, most: int) -> None:
        async with self._engine.transaction() as session:
            same = self._values(element=grant.element, client=grant.client, most=most - 1)
            over = [*await session.fetch(FORGET, self._values(now=grant.created)), *await session.fetch(EARLIER, same)]
            for id_ in dict.fromkeys(str(row[0]) for row in over):
                await self._end(session, id_)
            await session.fetch(ADD, self._values(**grant._asdict()))
            await self._add_secret(session, grant.id, code)

    async def exchange(
        self,
        presented: tuple[SecretKind, str],
        fits: Callable[[Exchanged], bool],
        new: Sequence[AgentSecret],
        now: int,
    ) -> AgentGrant | None:
        kind, digest = presented
        async with self._engine.transaction() as session:
            taken = await session.fetch(TAKE, self._values(hash=digest, kind=kind.value, now=now))
            if not taken:
                await self._end_reused(session, digest)
                return None
            id_, challenge, redirect, expires = cast("tuple[str, str, str, int]", tuple(taken[0]))
            grant = await self._one(session, id_)
            secret = AgentSecret(digest, kind, expires, challenge, redirect)
            if grant is None or grant.expires <= now or not fits(Exchanged(secret, grant)):
                await self._end(session, id_)
                return None
            await session.fetch(END_ACCESS, self._values(id=id_, kept=now - _KEPT))
            await session.fetch(TOUCH, self._values(id=id_, now=now))
            for each in new:
                await self._add_secret(session, id_, each._replace(expires=min(each.expires, grant.expires)))
            return grant

    async def end(self, element: str, id_: str) -> AgentGrant | None:
        async with self._engine.transaction() as session:
            grant = await self._one(session, id_)
            if grant is None or grant.element != element:
                return None
            await self._end(session, id_)
            return grant

    async def end_by(self, digest: str) -> AgentGrant | None:
        async with self._engine.transaction() as session:
            known = await session.fetch(KNOWN, self._values(hash=digest))
            grant = await self._one(session, str(known[0][0])) if known else None
            if grant is not None:
                await self._end(session, grant.id)
            return grant

    async def _end_reused(self, session: Session, digest: str) -> None:
        known = await session.fetch(KNOWN, self._values(hash=digest))
        if known and known[0][1]:
            await self._end(session, str(known[0][0]))

    async def _one(self, session: Session, id_: str) -> AgentGrant | None:
        rows = await session.fetch(ONE, self._values(id=id_))
        return _grant(rows[0]) if rows else None

    async def _end(self, session: Session, id_: str) -> None:
        for statement in (END_SECRETS, END):
            await session.fetch(statement, self._values(id=id_))

    async def _add_secret(self, session: Session, grant: str, secret: AgentSecret) -> None:
        values = {"hash": secret.digest, "grant": grant, "kind": secret.kind.value, "expires": secret.expires}
        await session.fetch(INSERT, self._values(**values, challenge=secret.challenge, redirect=secret.redirect))

    def _values(self, **more: object) -> dict[str, Any]:
        return {"tenant": self._tenant, **more}


def _grant(row: Row) -> AgentGrant:
    return AgentGrant._make(cast("tuple[Any, ...]", tuple(row)[:8]))
