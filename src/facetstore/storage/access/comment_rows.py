"""Comments: what people say about elements and shapes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, cast

import msgspec

from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch, Row
from facetstore.usecases.ports.comment_store import StoredComment

_COLUMNS: Final = "id, thread, element, version, shape, public, author, text, mentions, created, resolved, resolver"
ABOUT: Final = f"SELECT {_COLUMNS} FROM comment WHERE tenant = :tenant AND element = :element ORDER BY created, id"
OF_THREADS: Final = f"SELECT {_COLUMNS} FROM comment WHERE tenant = :tenant AND {{among}} ORDER BY created, id"
ONE: Final = f"SELECT {_COLUMNS} FROM comment WHERE tenant = :tenant AND id = :id"
ADD: Final = f"""
    INSERT INTO comment (tenant, {_COLUMNS})
    VALUES (:tenant, :id, :thread, :element, :version, :shape, :public, :author, :text, :mentions, :created, :resolved, :resolver)
"""
RESOLVE: Final = "UPDATE comment SET resolved = :at, resolver = :by WHERE tenant = :tenant AND id = :thread"
BLANK: Final = "UPDATE comment SET text = '', mentions = '[]' WHERE tenant = :tenant AND id = :id"
DROP: Final = "DELETE FROM comment WHERE tenant = :tenant AND id = :id"


class SqlComments:
    """The comments of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def about(self, element: str) -> Sequence[StoredComment]:
        return [_comment(row) for row in await self._fetch(ABOUT, {"tenant": self._tenant, "element": element})]

    async def of_threads(self, threads: Collection[str]) -> Sequence[StoredComment]:
        text = OF_THREADS.format(among=self._dialect.among("thread", "threads"))
        values = {"tenant": self._tenant, "threads": self._dialect.pack(sorted(threads))}
        return [_comment(row) for row in await self._fetch(text, values)]

    async def one(self, id_: str) -> StoredComment | None:
        rows = await self._fetch(ONE, {"tenant": self._tenant, "id": id_})
        return _comment(rows[0]) if rows else None

    async def add(self, comment: StoredComment) -> None:
        packed = {"public": int(comment.public), "mentions": msgspec.json.encode(comment.mentions).decode()}
        await self._fetch(ADD, {"tenant": self._tenant, **comment._asdict(), **packed})

    async def resolve(self, thread: str, at: int, by: str | None) -> None:
        await self._fetch(RESOLVE, {"tenant": self._tenant, "thread": thread, "at": at, "by": by})

    async def blank(self, id_: str) -> None:
        await self._fetch(BLANK, {"tenant": self._tenant, "id": id_})

    async def drop(self, id_: str) -> None:
        await self._fetch(DROP, {"tenant": self._tenant, "id": id_})


def _comment(row: Row) -> StoredComment:
    comment = StoredComment(*cast("Sequence[Any]", row))
    mentions = msgspec.json.decode(cast("str", comment.mentions), type=list[str])
    return comment._replace(public=bool(comment.public), mentions=mentions)
