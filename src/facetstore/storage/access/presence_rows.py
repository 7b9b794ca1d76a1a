"""Who is where: rows that end by themselves, outside of everything that is content. The times are those of the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, cast

from facetstore.storage.engines.engine import Engine
from facetstore.usecases.ports.presence_store import PresentWindow

MOST_OF_TENANT: Final = 1000
"""Windows of one tenant. Further ones are not shown to others."""
MOST_OF_PERSON: Final = 16

_COLUMNS: Final = ", ".join(PresentWindow._fields)
TIDY: Final = """
    DELETE FROM presence
     WHERE tenant = :tenant
       AND (until <= {now}
            OR (person = :person AND holder <> :holder
                AND holder NOT IN (SELECT holder FROM presence
                                    WHERE tenant = :tenant AND person = :person AND holder <> :holder
                                    ORDER BY until DESC, holder LIMIT :others)))
"""
PUT: Final = f"""
    INSERT INTO presence (tenant, {_COLUMNS}, until)
    SELECT CAST(:tenant AS BIGINT), CAST(:holder AS TEXT), CAST(:person AS TEXT), CAST(:element AS TEXT),
           CAST(:shape AS TEXT), CAST(:editing AS BIGINT), {{now}} + CAST(:span AS BIGINT)
     WHERE (SELECT count(*) FROM presence WHERE tenant = :tenant AND holder <> :holder) < :most
    ON CONFLICT (tenant, holder) DO UPDATE
       SET element = excluded.element, shape = excluded.shape, editing = excluded.editing, until = excluded.until
"""
LEAVE: Final = "DELETE FROM presence WHERE tenant = :tenant AND holder = :holder"
KEEP: Final = (
    "UPDATE presence SET until = {now} + CAST(:span AS BIGINT) WHERE tenant = :tenant AND until > {now} AND {among}"
)
ALL: Final = f"""
    SELECT {_COLUMNS} FROM presence WHERE tenant = :tenant AND until > {{now}} ORDER BY holder LIMIT {MOST_OF_TENANT}
"""


class SqlPresence:
    """Who is where in one tenant."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._fetch = engine.fetch_passing
        self._dialect = engine.dialect
        self._tenant = tenant

    async def put(self, present: PresentWindow, seconds: int) -> None:
        whose = {"tenant": self._tenant, "person": present.person, "holder": present.holder}
        await self._fetch(self._text(TIDY), {**whose, "others": MOST_OF_PERSON - 1})
        values = {**present._asdict(), "tenant": self._tenant, "span": _micro(seconds), "most": MOST_OF_TENANT}
        await self._fetch(self._text(PUT), values)

    async def leave(self, holder: str) -> None:
        await self._fetch(LEAVE, {"tenant": self._tenant, "holder": holder})

    async def keep(self, holders: Collection[str], seconds: int) -> None:
        values = {"tenant": self._tenant, "span": _micro(seconds), "holders": self._dialect.pack(sorted(holders))}
        await self._fetch(self._text(KEEP), values)

    async def all(self) -> Sequence[PresentWindow]:
        rows = await self._fetch(self._text(ALL), {"tenant": self._tenant})
        return [PresentWindow(*row) for row in cast("Sequence[tuple[str, str, str, str, int]]", rows)]

    def _text(self, text: str) -> str:
        return text.format(now=self._dialect.now, among=self._dialect.among("holder", "holders"))


def _micro(seconds: int) -> int:
    return seconds * 1_000_000
