"""Pictures of users. A row goes with its element: a deleted user has no picture, also after being restored."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Final, cast

from facetstore.domain.pictures import Picture
from facetstore.storage.engines.engine import Engine, Fetch

READ: Final = "SELECT media_type, hash, data FROM picture WHERE tenant = :tenant AND element = :element"
HASHES: Final = "SELECT element, hash FROM picture WHERE tenant = :tenant ORDER BY element"
PUT: Final = """
    INSERT INTO picture (tenant, element, media_type, hash, data)
    VALUES (:tenant, :element, :media_type, :hash, :data)
    ON CONFLICT (tenant, element) DO UPDATE SET media_type = excluded.media_type, hash = excluded.hash, data = excluded.data
"""
DROP: Final = "DELETE FROM picture WHERE tenant = :tenant AND element = :element RETURNING element"
NEXT: Final = """
    SELECT element, hash, data FROM picture WHERE tenant = :tenant AND element > :after ORDER BY element LIMIT :limit
"""
_AT_ONCE: Final = 20
"""How many pictures are in memory while they are checked."""


class SqlPictures:
    """The pictures of one tenant."""

    def __init__(self, fetch: Fetch, tenant: int) -> None:
        self._fetch = fetch
        self._tenant = tenant

    async def of(self, element: str) -> Picture | None:
        rows = await self._fetch(READ, {"tenant": self._tenant, "element": element})
        if not rows:
            return None
        media_type, hash_, data = cast("tuple[str, str, bytes]", tuple(rows[0]))
        return Picture(element, media_type, hash_, bytes(data))

    async def hashes(self) -> Mapping[str, str]:
        rows = await self._fetch(HASHES, {"tenant": self._tenant})
        return {str(element): str(hash_) for element, hash_ in rows}

    async def put(self, picture: Picture) -> None:
        values = {"media_type": picture.media_type, "hash": picture.hash, "data": picture.data}
        await self._fetch(PUT, {"tenant": self._tenant, "element": picture.element, **values})

    async def drop(self, element: str) -> bool:
        return bool(await self._fetch(DROP, {"tenant": self._tenant, "element": element}))


async def count_damaged_pictures(engine: Engine, tenant: int) -> int:
    """How many pictures of a tenant do not have the content that was stored."""
    damaged, after = 0, ""
    while rows := await engine.fetch(NEXT, {"tenant": tenant, "after": after, "limit": _AT_ONCE}):
        for element, hash_, data in cast("list[tuple[str, str, bytes]]", rows):
            damaged += hashlib.sha256(data).hexdigest() != hash_
            after = element
    return damaged
