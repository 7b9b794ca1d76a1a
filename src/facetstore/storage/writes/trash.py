"""Deleted elements and versions, stored whole until they are restored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from facetstore.domain.access import Audience
from facetstore.domain.element import Version
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch, Row
from facetstore.storage.rows.followed_changes import version_of
from facetstore.storage.rows.stored_changes import Whole, whole_version
from facetstore.usecases.ports.writes import Deleted, StoredVersion, Trashed

_SHOWN = "id, element, version, type, name, at, actor"
LIST = f"SELECT {_SHOWN} FROM trash t WHERE t.tenant = :tenant{{seen}} ORDER BY t.at DESC, t.id LIMIT :limit OFFSET :offset"
COUNT = "SELECT count(*) FROM trash t WHERE t.tenant = :tenant{seen}"
LAST = """
    SELECT id FROM trash WHERE tenant = :tenant AND element = :element AND version IS NULL ORDER BY at DESC, id LIMIT 1
"""
TAKE = f"DELETE FROM trash WHERE tenant = :tenant AND id = :id RETURNING {_SHOWN}, zone, versions, children"
ADD = f"""
    INSERT INTO trash (tenant, {_SHOWN}, facet, zone, versions, children)
    VALUES (:tenant, :id, :element, :version, :type, :name, :at, :actor, :facet, :zone, :versions, :children)
"""

ADD_FILE = "INSERT INTO trash_file (tenant, deletion, hash) VALUES (:tenant, :deletion, :hash)"


class _TrashedVersion(msgspec.Struct, array_like=True):
    """A version as the trash stores it."""

    element: str
    id: str
    whole: Whole
    revision: int = 0


_versions = msgspec.json.Decoder(list[_TrashedVersion])
_children = msgspec.json.Decoder(list[str])


class SqlTrash:
    """The trash of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def list(self, audience: Audience, limit: int, offset: int) -> tuple[int, Sequence[Deleted]]:
        seen = sight_of(audience, self._dialect).naming.hidden("t")
        page = {"tenant": self._tenant, "limit": limit, "offset": offset}
        values = {**page, **sight_values(audience, self._dialect)}
        ((total,),) = await self._fetch(COUNT.format(seen=seen), values)
        return cast("int", total), [_deleted(row) for row in await self._fetch(LIST.format(seen=seen), values)]

    async def add(self, trashed: Trashed) -> None:
        kept = {
            "versions": _encoded([_keep(each) for each in (*trashed.versions, *trashed.flow_objects)]),
            "children": _encoded(trashed.children),
            "facet": trashed.versions[-1].version.facet,
            "zone": trashed.versions[-1].zone,
        }
        await self._fetch(ADD, {"tenant": self._tenant, **trashed.deleted._asdict(), **kept})
        for hash_ in _contents(trashed):
            await self._fetch(ADD_FILE, {"tenant": self._tenant, "deletion": trashed.deleted.id, "hash": hash_})

    async def deletion_of(self, element: str) -> str | None:
        rows = await self._fetch(LAST, {"tenant": self._tenant, "element": element})
        return str(rows[0][0]) if rows else None

    async def take(self, id_: str) -> Trashed | None:
        rows = await self._fetch(TAKE, {"tenant": self._tenant, "id": id_})
        if not rows:
            return None
        *shown, zone, versions, children = rows[0]
        deleted = _deleted(shown)
        kept = [_stored(each, cast("int", zone)) for each in _versions.decode(str(versions))]
        own = [each for each in kept if each.version.element == deleted.element]
        others = [each for each in kept if each.version.element != deleted.element]
        return Trashed(deleted, own, others, _children.decode(str(children)))


def _contents(trashed: Trashed) -> Iterable[str]:
    """The contents that a restored element would need, each once."""
    versions = (each.version for each in (*trashed.versions, *trashed.flow_objects))
    return dict.fromkeys(file.hash for version in versions for file in version.files)


def _deleted(row: Row) -> Deleted:
    return Deleted(*cast("tuple[str, str, str | None, str, str, int, str | None]", tuple(row)))


def _keep(stored: StoredVersion) -> tuple[object, ...]:
    version = stored.version
    return version.element, version.id, msgspec.Raw(whole_version(version).encode()), stored.revision


def _stored(kept: _TrashedVersion, zone: int) -> StoredVersion:
    version = version_of(kept.element, kept.id, kept.whole)
    return StoredVersion(version, newest=False, visible=False, published=False, zone=zone, revision=kept.revision)


def trashed_versions(kept: str) -> list[Version]:
    """The versions in a row of the trash."""
    return [version_of(each.element, each.id, each.whole) for each in _versions.decode(kept)]


def _encoded(values: Sequence[object]) -> str:
    return msgspec.json.encode(values).decode()
