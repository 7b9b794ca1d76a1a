"""The rows of contents: received chunk by chunk, kept under their hash, read chunk by chunk.

A content without a hash is invisible: it is still being received, or waits to be deleted (`collecting.py`).
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from typing import Final, cast

from facetstore.domain.element_files import CHUNK, ElementFile
from facetstore.domain.errors import Unavailable
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Fetch
from facetstore.storage.files.collecting import give_up, remove
from facetstore.storage.rows.version_rows import load_files
from facetstore.usecases.ports.file_store import StagedContent, StoredContent

BEGIN: Final = "INSERT INTO file_content (tenant, id, idle_since) VALUES (:tenant, :id, :now)"
_RECEIVING: Final = "tenant = :tenant AND id = :id AND hash IS NULL AND idle_since >= 0"
TOUCH: Final = f"UPDATE file_content SET idle_since = :now WHERE {_RECEIVING} RETURNING id"
ADD_CHUNK: Final = "INSERT INTO file_chunk (tenant, content, number, data) VALUES (:tenant, :id, :number, :data)"
KEEP: Final = f"""
    UPDATE file_content SET hash = :hash, size = :size, chunk_bytes = :chunk_bytes, idle_since = :now
     WHERE {_RECEIVING} RETURNING id
"""
KNOWN: Final = "SELECT hash, size FROM file_content WHERE tenant = :tenant AND {among}"
FILES: Final = "SELECT key, files FROM version WHERE tenant = :tenant AND {among}"
CONTENT: Final = "SELECT id, size, chunk_bytes FROM file_content WHERE tenant = :tenant AND hash = :hash"
DAMAGED: Final = """
    SELECT count(*) FROM file_content c
     WHERE c.tenant = :tenant AND c.hash IS NOT NULL
       AND c.size <> (SELECT coalesce(sum(length(k.data)), 0) FROM file_chunk k WHERE k.tenant = c.tenant AND k.content = c.id)
"""
MISSING: Final = """
    SELECT count(*) FROM (SELECT hash FROM file_use WHERE tenant = :tenant
                           UNION SELECT hash FROM trash_file WHERE tenant = :tenant) u
     WHERE NOT EXISTS (SELECT 1 FROM file_content c WHERE c.tenant = :tenant AND c.hash = u.hash)
"""
READ_CHUNK: Final = "SELECT data FROM file_chunk WHERE tenant = :tenant AND content = :id AND number = :number"


class SqlFileReads:
    """Reads files of one tenant."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._fetch = engine.fetch
        self._dialect = engine.dialect
        self._tenant = tenant

    async def of_versions(self, keys: Collection[int]) -> Mapping[int, tuple[ElementFile, ...]]:
        text = FILES.format(among=self._dialect.among("key", "keys", "bigint"))
        rows = await self._fetch(text, {"tenant": self._tenant, "keys": self._dialect.pack(sorted(keys))})
        return {cast("int", key): load_files(cast("str | None", files)) for key, files in rows}

    async def content(self, hash_: str) -> StoredContent | None:
        rows = await self._fetch(CONTENT, {"tenant": self._tenant, "hash": hash_})
        return StoredContent(*cast("tuple[str, int, int]", tuple(rows[0]))) if rows else None

    async def chunk(self, content: str, number: int) -> bytes:
        rows = await self._fetch(READ_CHUNK, {"tenant": self._tenant, "id": content, "number": number})
        if not rows:
            raise Unavailable("The file was deleted while it was read.")
        return cast("bytes", rows[0][0])


class SqlStaging:
    """Receives contents of one tenant, each chunk in a transaction of its own."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        self._engine = engine
        self._tenant = tenant

    async def add(self, content: str, number: int, data: bytes) -> None:
        async with self._engine.transaction() as session:
            await add_chunk(session.fetch, self._tenant, content, number, data)

    async def drop(self, content: str) -> None:
        if await give_up(self._engine, self._tenant, content):
            await remove(self._engine, self._tenant, content)


class SqlFileChanges:
    """The contents of one tenant, in one transaction."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def add(self, content: str, number: int, data: bytes) -> None:
        await add_chunk(self._fetch, self._tenant, content, number, data)

    async def keep(self, staged: StagedContent) -> None:
        if await self.known([staged.hash]):
            return
        values = {"hash": staged.hash, "size": staged.size, "chunk_bytes": CHUNK}
        _check(await self._fetch(KEEP, {"tenant": self._tenant, "id": staged.id, "now": _now(), **values}))

    async def known(self, hashes: Collection[str]) -> Mapping[str, int]:
        text = KNOWN.format(among=self._dialect.among("hash", "hashes"))
        rows = await self._fetch(text, {"tenant": self._tenant, "hashes": self._dialect.pack(sorted(hashes))})
        return {str(hash_): cast("int", size) for hash_, size in rows}


async def add_chunk(fetch: Fetch, tenant: int, content: str, number: int, data: bytes) -> None:
    """Store a chunk of a content that is being received. Raises Unavailable."""
    values = {"tenant": tenant, "id": content}
    if number == 0:
        await fetch(BEGIN, {**values, "now": _now()})
    else:
        _check(await fetch(TOUCH, {**values, "now": _now()}))
    await fetch(ADD_CHUNK, {**values, "number": number, "data": data})


async def count_damaged(engine: Engine, tenant: int) -> tuple[int, int]:
    """How many contents of a tenant lack some of their bytes, and how many are in use but not there."""
    counts = [await engine.fetch(text, {"tenant": tenant}) for text in (DAMAGED, MISSING)]
    damaged, missing = (int(str(rows[0][0])) for rows in counts)
    return damaged, missing


def _check(rows: Collection[object]) -> None:
    if not rows:
        raise Unavailable("The upload paused for too long and was given up. Send the file again.")


def _now() -> int:
    return time.time_ns() // 1000
