"""The keys of the service, which belong to no tenant: on PostgreSQL the role that works on tenants cannot reach them."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Final, cast

from facetstore.storage.engines.engine import Engine, Fetch
from facetstore.usecases.ports.signing_keys import KeyPair, SigningKey

CURRENT: Final = "SELECT id, public, created, retired, private FROM signing_key WHERE retired IS NULL"
ALL: Final = "SELECT id, public, created, retired FROM signing_key ORDER BY created DESC, id"
# Of two processes that make the first key at once, one has made it.
ADD: Final = """
    INSERT INTO signing_key (id, public, private, created) VALUES (:id, :public, :private, :created)
    ON CONFLICT DO NOTHING
"""
RETIRE: Final = "UPDATE signing_key SET retired = :now, private = NULL WHERE retired IS NULL"


class SqlSigningKeys:
    """The keys of a database."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def current(self, make: Callable[[], KeyPair]) -> SigningKey:
        if found := await self._current(self._engine.fetch):
            return found
        async with self._engine.transaction() as session:
            await session.fetch(ADD, _row(make()))
        found = await self._current(self._engine.fetch)
        assert found is not None
        return found

    async def rotate(self, make: Callable[[], KeyPair]) -> SigningKey:
        async with self._engine.transaction() as session:
            await session.fetch(RETIRE, {"now": _now()})
            await session.fetch(ADD, _row(make()))
            found = await self._current(session.fetch)
        assert found is not None
        return found

    async def all(self) -> Sequence[SigningKey]:
        rows = cast("Sequence[tuple[str, bytes, int, int | None]]", await self._engine.fetch(ALL, {}))
        return [SigningKey(id_, bytes(public), created, retired) for id_, public, created, retired in rows]

    async def _current(self, fetch: Fetch) -> SigningKey | None:
        rows = cast("Sequence[tuple[str, bytes, int, None, bytes]]", await fetch(CURRENT, {}))
        return next((SigningKey(row[0], bytes(row[1]), row[2], None, bytes(row[4])) for row in rows), None)


def _row(pair: KeyPair) -> dict[str, object]:
    id_ = hashlib.sha256(pair.public).hexdigest()[:16]
    return {"id": id_, "public": pair.public, "private": pair.private, "created": _now()}


def _now() -> int:
    return time.time_ns() // 1000
