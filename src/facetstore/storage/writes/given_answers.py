"""Responses to writes with an idempotency key, stored with the write: a repeated request gets them without a second effect."""

from __future__ import annotations

import time
from typing import Final, cast

from facetstore.storage.engines.engine import Session
from facetstore.usecases.ports.writes import GivenAnswer

KEPT_FOR: Final = 24 * 3600 * 1_000_000
"""Microseconds for which a stored response is used."""

FIND = """
    SELECT digest, revision, headers, body FROM given_answer
     WHERE tenant = :tenant AND principal = :principal AND key = :key AND at > :since
"""
FORGET_OLD = "DELETE FROM given_answer WHERE tenant = :tenant AND at <= :since"
FORGET = "DELETE FROM given_answer WHERE tenant = :tenant AND principal = :principal AND key = :key"
KEEP = """
    INSERT INTO given_answer (tenant, principal, key, digest, at, revision, headers, body)
    VALUES (:tenant, :principal, :key, :digest, :at, :revision, :headers, :body)
"""


class SqlGivenAnswers:
    """The stored responses of one tenant, in an open transaction."""

    def __init__(self, session: Session, tenant: int) -> None:
        self._session = session
        self._tenant = tenant

    async def find(self, principal: str, key: str) -> GivenAnswer | None:
        values = {"tenant": self._tenant, "principal": principal, "key": key, "since": _now() - KEPT_FOR}
        rows = await self._session.fetch(FIND, values)
        return GivenAnswer(*cast("tuple[str, int, str, bytes]", tuple(rows[0]))) if rows else None

    async def keep(self, principal: str, key: str, answer: GivenAnswer) -> None:
        now, named = _now(), {"tenant": self._tenant, "principal": principal, "key": key}
        await self._session.fetch(FORGET_OLD, {"tenant": self._tenant, "since": now - KEPT_FOR})
        await self._session.fetch(FORGET, named)
        await self._session.fetch(KEEP, {**named, "at": now, **answer._asdict()})


def _now() -> int:
    return time.time_ns() // 1000
