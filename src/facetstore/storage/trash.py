"""Deleted elements, whole, until somebody restores them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from facetstore.domain.element import Version
from facetstore.storage import history
from facetstore.storage.engine import Fetch
from facetstore.usecases.write_ports import Deleted

LIST = """
    SELECT id, element, type, name, at, actor FROM trash
     WHERE tenant = :tenant ORDER BY at DESC, id LIMIT :limit OFFSET :offset
"""
COUNT = "SELECT count(*) FROM trash WHERE tenant = :tenant"
FIND = "SELECT versions, children FROM trash WHERE tenant = :tenant AND id = :id"
DROP = "DELETE FROM trash WHERE tenant = :tenant AND id = :id"
ADD = """
    INSERT INTO trash (tenant, id, element, type, name, at, actor, versions, children)
    VALUES (:tenant, :id, :element, :type, :name, :at, :actor, :versions, :children)
"""


_versions = msgspec.json.Decoder(list[tuple[str, str, history.Whole]])
_children = msgspec.json.Decoder(list[str])


class SqlTrash:
    """The trash of one tenant."""

    def __init__(self, fetch: Fetch, tenant: int) -> None:
        self._fetch = fetch
        self._tenant = tenant

    async def list(self, limit: int, offset: int) -> tuple[int, Sequence[Deleted]]:
        values = {"tenant": self._tenant, "limit": limit, "offset": offset}
        ((total,),) = await self._fetch(COUNT, values)
        rows = await self._fetch(LIST, values)
        return cast("int", total), [
            Deleted(*cast("tuple[str, str, str, str, int, str | None]", tuple(r))) for r in rows
        ]

    async def add(self, deleted: Deleted, versions: Sequence[Version], children: Sequence[str]) -> None:
        documents = [(each.element, each.id, msgspec.Raw(history.whole_version(each).encode())) for each in versions]
        kept = {"versions": msgspec.json.encode(documents).decode(), "children": msgspec.json.encode(children).decode()}
        await self._fetch(ADD, {"tenant": self._tenant, **deleted._asdict(), **kept})

    async def take(self, id_: str) -> tuple[Sequence[Version], Sequence[str]] | None:
        """What was deleted, taken out of the trash: its versions, and the children it had."""
        values = {"tenant": self._tenant, "id": id_}
        rows = await self._fetch(FIND, values)
        if not rows:
            return None
        await self._fetch(DROP, values)
        versions, children = cast("tuple[str, str]", tuple(rows[0]))
        kept = [history.version_of(*each) for each in _versions.decode(versions)]
        return kept, _children.decode(children)
