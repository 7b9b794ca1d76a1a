"""Plans of imports: files that wait to be applied, and what applied ones changed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.ports.import_plan_store import PLANNED, ImportPlan

_COLUMNS: Final = "id, principal, facet, state, {file}, settings, result, digest, revision, changed, created, expires"
FIND: Final = f"""
    SELECT {_COLUMNS.format(file="file")} FROM import_plan
     WHERE tenant = :tenant AND id = :id AND principal = :principal AND expires > :now
"""
LIST: Final = f"""
    SELECT {_COLUMNS.format(file="substr(file, 1, 0)")} FROM import_plan
     WHERE tenant = :tenant AND principal = :principal AND expires > :now
     ORDER BY created DESC, id
"""
PUT: Final = """
    INSERT INTO import_plan (tenant, id, principal, facet, state, file, settings, result, digest, revision, changed, created, expires)
    VALUES (:tenant, :id, :principal, :facet, :state, :file, :settings, :result, :digest, :revision, :changed, :created, :expires)
    ON CONFLICT (tenant, id) DO UPDATE
       SET state = excluded.state, file = excluded.file, settings = excluded.settings, result = excluded.result,
           digest = excluded.digest, revision = excluded.revision, changed = excluded.changed, expires = excluded.expires
"""
DROP: Final = "DELETE FROM import_plan WHERE tenant = :tenant AND id = :id"
DROP_EXPIRED: Final = "DELETE FROM import_plan WHERE tenant = :tenant AND expires <= :now"
TRIM: Final = """
    DELETE FROM import_plan
     WHERE tenant = :tenant AND principal = :principal AND state = :planned AND id NOT IN
           (SELECT id FROM import_plan WHERE tenant = :tenant AND principal = :principal AND state = :planned
             ORDER BY created DESC, id LIMIT :most)
"""


class SqlImportPlans:
    """The plans of one tenant."""

    def __init__(self, fetch: Fetch, tenant: int) -> None:
        self._fetch = fetch
        self._tenant = tenant

    async def find(self, id_: str, principal: str, now: int) -> ImportPlan | None:
        rows = await self._fetch(FIND, {"tenant": self._tenant, "id": id_, "principal": principal, "now": now})
        return _plan(rows[0]) if rows else None

    async def of(self, principal: str, now: int) -> Sequence[ImportPlan]:
        values = {"tenant": self._tenant, "principal": principal, "now": now}
        return [_plan(row) for row in await self._fetch(LIST, values)]

    async def put(self, plan: ImportPlan) -> None:
        await self._fetch(PUT, {"tenant": self._tenant, **plan._asdict()})

    async def drop(self, id_: str) -> None:
        await self._fetch(DROP, {"tenant": self._tenant, "id": id_})

    async def trim(self, principal: str, most: int, now: int) -> None:
        await self._fetch(DROP_EXPIRED, {"tenant": self._tenant, "now": now})
        values = {"tenant": self._tenant, "principal": principal, "planned": PLANNED, "most": most}
        await self._fetch(TRIM, values)


def _plan(row: object) -> ImportPlan:
    plan = ImportPlan(*cast("Sequence[Any]", row))
    # Of an empty content SQLite returns NULL instead of a part.
    return plan._replace(file=bytes(plan.file or b""))
