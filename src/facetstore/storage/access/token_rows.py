"""What is stored of tokens beside their elements: which have a secret, and how often they were used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from facetstore.storage.engines.engine import Engine
from facetstore.usecases.ports.token_store import Used

WITH_SECRET: Final = "SELECT element FROM token WHERE tenant = :tenant"  # noqa: S105  # a statement, no secret
# Deleted principals cannot authenticate.
CREDENTIAL: Final = """
    SELECT c.element, c.expires
      FROM (SELECT element, expires FROM token WHERE tenant = :tenant AND hash = :hash
             UNION ALL
            SELECT element, expires FROM session WHERE tenant = :tenant AND hash = :hash) c
     WHERE EXISTS (SELECT 1 FROM element e WHERE e.tenant = :tenant AND e.id = c.element)
"""
COUNT_USE: Final = """
    INSERT INTO token_use (tenant, element, first_on, last_on, number)
    SELECT key, CAST(:element AS TEXT), CAST(:first_on AS TEXT), CAST(:last_on AS TEXT), CAST(:number AS BIGINT)
      FROM tenant WHERE key = :tenant
    ON CONFLICT (tenant, element) DO UPDATE
       SET number = token_use.number + excluded.number,
           last_on = CASE WHEN excluded.last_on > token_use.last_on THEN excluded.last_on ELSE token_use.last_on END
"""
TAKE_NOTICE: Final = "INSERT INTO expiry_notice (day) VALUES (:day) ON CONFLICT (day) DO NOTHING RETURNING day"
FORGET_NOTICES: Final = "DELETE FROM expiry_notice WHERE day < :day"


class SqlTokens:
    """The tokens of one tenant."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant

    async def with_secret(self) -> frozenset[str]:
        rows = await self._engine.fetch(WITH_SECRET, {"tenant": self._tenant})
        return frozenset(str(element) for (element,) in rows)

    async def count(self, uses: Sequence[Used]) -> None:
        async with self._engine.transaction() as session:
            # In a fixed order, so that no two nodes wait for each other.
            rows = [{"tenant": self._tenant, **each._asdict()} for each in sorted(uses)]
            await session.run_for_each(COUNT_USE, rows)


async def take_notice(engine: Engine, day: str) -> bool:
    """Claim the notice of this day about tokens that expire soon. False: it is claimed already."""
    async with engine.transaction() as session:
        taken = bool(await session.fetch(TAKE_NOTICE, {"day": day}))
        if taken:
            await session.fetch(FORGET_NOTICES, {"day": day})
    return taken
