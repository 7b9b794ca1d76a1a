"""Preferences: what a page remembers for a user, or for all users of a tenant."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Final, cast

from facetstore.domain.preference_kinds import SHARED, Preference, PreferenceKind
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.ports.preference_store import Present

LIST: Final = """
    SELECT kind, key, owner, author, value FROM preference
     WHERE tenant = :tenant AND (owner = :owner OR owner = :shared) AND {among}
     ORDER BY kind, changed DESC, key, owner
"""
KEYS: Final = """
    SELECT key FROM preference WHERE tenant = :tenant AND owner = :owner AND kind = :kind ORDER BY key
"""
VALUE: Final = "SELECT value FROM preference WHERE tenant = :tenant AND owner = :owner AND kind = :kind AND key = :key"
PRESENT: Final = """
    SELECT count(*), max(CASE WHEN key = :key THEN author END), max(CASE WHEN key = :key THEN value END),
           max(CASE WHEN key = :key THEN changed END) = max(changed)
      FROM preference
     WHERE tenant = :tenant AND owner = :owner AND kind = :kind
"""
PUT: Final = """
    INSERT INTO preference (tenant, owner, kind, key, author, value, changed)
    VALUES (:tenant, :owner, :kind, :key, :author, :value, :changed)
    ON CONFLICT (tenant, owner, kind, key) DO UPDATE SET value = excluded.value, changed = excluded.changed
"""
DROP: Final = "DELETE FROM preference WHERE tenant = :tenant AND owner = :owner AND kind = :kind AND key = :key"
DROP_ALL: Final = "DELETE FROM preference WHERE tenant = :tenant AND owner = :owner"
TRIM: Final = """
    DELETE FROM preference
     WHERE tenant = :tenant AND owner = :owner AND kind = :kind AND key NOT IN
           (SELECT key FROM preference WHERE tenant = :tenant AND owner = :owner AND kind = :kind
             ORDER BY changed DESC, key LIMIT :most)
"""


class SqlPreferences:
    """The preferences of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def of(self, owner: str, kinds: Collection[PreferenceKind]) -> Sequence[Preference]:
        text = LIST.format(among=self._dialect.among("kind", "kinds"))
        kept = self._dialect.pack(sorted(each.value for each in kinds))
        rows = await self._fetch(text, {"tenant": self._tenant, "owner": owner, "shared": SHARED, "kinds": kept})
        return [
            Preference(PreferenceKind(kind), key, whose, author, value)
            for kind, key, whose, author, value in cast("list[tuple[str, str, str, str, str]]", rows)
        ]

    async def keys(self, owner: str, kind: PreferenceKind) -> Sequence[str]:
        rows = await self._fetch(KEYS, {"tenant": self._tenant, "owner": owner, "kind": kind.value})
        return [str(key) for (key,) in rows]

    async def value(self, owner: str, kind: PreferenceKind, key: str) -> str | None:
        rows = await self._fetch(VALUE, {"tenant": self._tenant, "owner": owner, "kind": kind.value, "key": key})
        return str(rows[0][0]) if rows else None

    async def present(self, owner: str, kind: PreferenceKind, key: str) -> Present:
        values = {"tenant": self._tenant, "owner": owner, "kind": kind.value, "key": key}
        rows = cast("list[tuple[int, str | None, str | None, bool | None]]", await self._fetch(PRESENT, values))
        ((number, author, value, is_newest),) = rows
        return Present(number, author, value, bool(is_newest))

    async def put(self, preference: Preference) -> None:
        values = {**preference._asdict(), "kind": preference.kind.value, "changed": time.time_ns() // 1000}
        await self._fetch(PUT, {"tenant": self._tenant, **values})

    async def drop(self, owner: str, kind: PreferenceKind, key: str) -> None:
        await self._fetch(DROP, {"tenant": self._tenant, "owner": owner, "kind": kind.value, "key": key})

    async def drop_all(self, owner: str) -> None:
        await self._fetch(DROP_ALL, {"tenant": self._tenant, "owner": owner})

    async def trim(self, owner: str, kind: PreferenceKind, most: int) -> None:
        await self._fetch(TRIM, {"tenant": self._tenant, "owner": owner, "kind": kind.value, "most": most})
