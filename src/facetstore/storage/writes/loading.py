"""Stored versions loaded whole: in a transaction that may change them, or from one state of the data to be looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.export_rows import ALL_OF, NAMED, ONE_NAMED, WholeRow, stored_version, whole_row
from facetstore.storage.writes.showing import showing
from facetstore.storage.writes.task_rows import SqlTasks
from facetstore.usecases.pace import paced
from facetstore.usecases.ports.storage import Tenant
from facetstore.usecases.ports.writes import EditLock, StoredVersion

_lock = msgspec.json.Decoder(EditLock)


class Loaded(NamedTuple):
    """The row of a version, and the version in it."""

    row: WholeRow
    version: Version
    by: object = None
    """Who loaded it: to a writer, until it writes something itself, nothing changes that it has loaded."""


class Loading:
    """Reads whole versions of one tenant."""

    _session: Session
    _dialect: Dialect
    _tenant: Tenant
    _metamodel: Metamodel

    async def version(self, id_: str) -> StoredVersion | None:
        found = (await self.load([id_])).get(id_)
        return found if found is not None and found.version.id == id_ else None

    async def load(self, ids: Iterable[str]) -> Mapping[str, StoredVersion]:
        wanted = list(ids)
        if len(wanted) == 1:
            row = await self._one(wanted[0])
            return {wanted[0]: self._stored(row)} if row is not None else {}
        text = NAMED.format(wanted=self._dialect.each_of("ids"))
        rows = await self._session.fetch(text, {"tenant": self._tenant.key, "ids": self._dialect.pack(wanted)})
        found = await paced(self._stored(whole_row(row)) for row in rows)
        by_element = {str(each.version.element): each for each in found if each.newest}
        by_version = {str(each.version.id): each for each in found}
        known = {**by_element, **by_version}
        return {id_: known[id_] for id_ in wanted if id_ in known}

    async def _one(self, id_: str) -> WholeRow | None:
        rows = await self._session.fetch(ONE_NAMED, {"tenant": self._tenant.key, "id": id_})
        return whole_row(rows[0]) if rows else None

    async def versions_of(self, elements: Iterable[str], *, gone: bool = False) -> Sequence[StoredVersion]:
        text = ALL_OF.format(among=self._dialect.among("v.element", "elements"))
        values = {"tenant": self._tenant.key, "elements": self._dialect.pack(list(elements))}
        rows = await self._session.fetch(text, values)
        return await paced(self._stored(whole_row(row), gone=gone) for row in rows)

    def _stored(self, row: WholeRow, *, gone: bool = False) -> StoredVersion:
        version = stored_version(row, self._metamodel, gone=gone)
        return StoredVersion(
            version,
            bool(row.newest),
            bool(row.visible),
            bool(row.published),
            zone=row.zone,
            revision=row.revision,
            lock=_lock.decode(row.lock) if row.lock is not None else None,
            loaded=None if gone else Loaded(row, version, self),
        )


class SqlSnapshot(Loading):
    """Whole versions and tasks of one tenant in one state of the data, to be read."""

    def __init__(self, session: Session, dialect: Dialect, tenant: Tenant, metamodel: Metamodel) -> None:
        self._session = session
        self._dialect = dialect
        self._tenant = tenant
        self._metamodel = metamodel
        self.tasks = SqlTasks(session.fetch, dialect, tenant.key)

    async def showing(self, elements: Collection[str]) -> Mapping[str, Sequence[str]]:
        return await showing(self._session, self._dialect, self._tenant.key, elements)
