"""Notices and subscriptions, and how far a source of notices was read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Final, cast

from facetstore.storage.access.comment_rows import SqlComments
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Engine, Fetch, Row
from facetstore.usecases.changes.text_states import TextState, column_pattern, counts_in
from facetstore.usecases.ports.notice_store import Expiring, StaleTexts, StoredNotice, Subscription

_COLUMNS: Final = "person, id, kind, element, version, actor, detail, public, created, seen"
OF: Final = f"""
    SELECT {_COLUMNS} FROM notice WHERE tenant = :tenant AND person = :person{{before}} ORDER BY created DESC, id LIMIT :limit
"""
_BEFORE: Final = " AND created <= :created AND (created < :created OR id > :id)"
TRIM: Final = """
    DELETE FROM notice WHERE tenant = :tenant AND (created < :before OR (seen > 0 AND created < :read_before))
"""
THESE: Final = f"""
    SELECT {_COLUMNS} FROM notice WHERE tenant = :tenant AND person = :person AND {{among}} ORDER BY created DESC, id
"""
FOLLOWED: Final = """
    SELECT element, person, below, created FROM subscription WHERE tenant = :tenant AND person = :person ORDER BY created, element
"""
FOLLOWING: Final = """
    SELECT element, person, below, created FROM subscription WHERE tenant = :tenant AND element = :element ORDER BY created, person
"""
# The distance ends a circle, should there ever be one.
FOLLOWERS: Final = """
    WITH RECURSIVE above (began, id, distance) AS (
        SELECT e.id, e.id, 0 FROM {wanted} JOIN element e ON e.tenant = :tenant AND e.id = wanted.value
         UNION ALL
        SELECT above.began, e.parent, above.distance + 1
          FROM above JOIN element e ON e.tenant = :tenant AND e.id = above.id
         WHERE e.parent IS NOT NULL AND above.distance < 100)
    SELECT DISTINCT above.began, s.person
      FROM above JOIN subscription s ON s.tenant = :tenant AND s.element = above.id
     WHERE above.distance = 0 OR s.below = 1
"""
MEMBERS: Final = """
    SELECT r.target, v.element
      FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND r.context = :context AND {among}
"""
EXPIRING: Final = """
    SELECT v.key, v.element, v.id, v.type, a.instant
      FROM attribute a JOIN version v ON v.tenant = a.tenant AND v.key = a.version
     WHERE a.tenant = :tenant AND a.name = :attribute AND a.instant > :after AND a.instant <= :until AND v.published = 1
"""
STALE: Final = """
    SELECT v.key, v.element, v.id, v.type, v.translations FROM version v
     WHERE v.tenant = :tenant AND v.newest = 1 AND v.flow = 0 AND ({fitting}) ORDER BY v.key LIMIT :limit
"""
RESPONSIBLE: Final = """
    SELECT r.version, r.target FROM reference r
     WHERE r.tenant = :tenant AND {among_keys} AND {among_contexts}
"""
ANYONE: Final = """
    SELECT EXISTS (SELECT 1 FROM subscription WHERE tenant = :tenant) OR EXISTS (SELECT 1 FROM task WHERE tenant = :tenant)
        OR EXISTS (SELECT 1 FROM comment WHERE tenant = :tenant)
        OR EXISTS (SELECT 1 FROM acknowledgement_request WHERE tenant = :tenant)
"""
FOLLOW: Final = """
    INSERT INTO subscription (tenant, element, person, below, created) VALUES (:tenant, :element, :person, :below, :created)
    ON CONFLICT (tenant, element, person) DO UPDATE SET below = excluded.below
"""
UNFOLLOW: Final = "DELETE FROM subscription WHERE tenant = :tenant AND element = :element AND person = :person"
MARK: Final = "UPDATE notice SET seen = :at WHERE tenant = :tenant AND person = :person AND seen = 0"
PROGRESS: Final = "SELECT done FROM notice_progress WHERE tenant = :tenant AND source = :origin"
MOVE_ON: Final = """
    INSERT INTO notice_progress (tenant, source, done) VALUES (:tenant, :origin, :after)
    ON CONFLICT (tenant, source) DO UPDATE SET done = excluded.done WHERE notice_progress.done = :before
    RETURNING done
"""
ADD: Final = f"""
    INSERT INTO notice (tenant, {_COLUMNS})
    VALUES (:tenant, :person, :id, :kind, :element, :version, :actor, :detail, :public, :created, :seen)
    ON CONFLICT (tenant, person, id) DO NOTHING
"""


class SqlNotices:
    """The notices of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def of(self, person: str, limit: int, before: StoredNotice | None = None) -> Sequence[StoredNotice]:
        values: dict[str, object] = {"tenant": self._tenant, "person": person, "limit": limit}
        if before is not None:
            values |= {"created": before.created, "id": before.id}
        return _notices(await self._fetch(OF.format(before="" if before is None else _BEFORE), values))

    async def these(self, person: str, ids: Collection[str]) -> Sequence[StoredNotice]:
        values = {"tenant": self._tenant, "person": person, "ids": self._dialect.pack(sorted(ids))}
        return _notices(await self._fetch(THESE.format(among=self._dialect.among("id", "ids")), values))

    async def followed(self, person: str) -> Sequence[Subscription]:
        return await self._subscriptions(FOLLOWED, {"person": person})

    async def following(self, element: str) -> Sequence[Subscription]:
        return await self._subscriptions(FOLLOWING, {"element": element})

    async def _subscriptions(self, text: str, values: dict[str, object]) -> Sequence[Subscription]:
        rows = await self._fetch(text, {"tenant": self._tenant, **values})
        found = [Subscription(*cast("Sequence[Any]", row)) for row in rows]
        return [each._replace(below=bool(each.below)) for each in found]

    async def followers(self, elements: Collection[str]) -> Sequence[tuple[str, str]]:
        text = FOLLOWERS.format(wanted=self._dialect.each_of("elements"))
        values = {"tenant": self._tenant, "elements": self._dialect.pack(sorted(elements))}
        return [(str(element), str(person)) for element, person in await self._fetch(text, values)]

    async def members(self, groups: Collection[str], context: str) -> Sequence[tuple[str, str]]:
        text = MEMBERS.format(among=self._dialect.among("r.target", "groups"))
        values = {"tenant": self._tenant, "context": context, "groups": self._dialect.pack(sorted(groups))}
        return [(str(group), str(user)) for group, user in await self._fetch(text, values)]

    async def expiring(self, attribute: str, after: int, until: int) -> Sequence[Expiring]:
        values = {"tenant": self._tenant, "attribute": attribute, "after": after, "until": until}
        return [Expiring(*cast("Sequence[Any]", row)) for row in await self._fetch(EXPIRING, values)]

    async def stale(self, cultures: Collection[int], limit: int) -> Sequence[StaleTexts]:
        patterns = {f"culture{n}": column_pattern(each, TextState.STALE) for n, each in enumerate(sorted(cultures))}
        if not patterns:
            return []
        text = STALE.format(fitting=" OR ".join(f"v.translations LIKE :{name}" for name in patterns))
        rows = await self._fetch(text, {"tenant": self._tenant, "limit": limit, **patterns})
        return [
            StaleTexts(cast("int", key), str(element), str(version), str(type_), counts_in(str(column)))
            for key, element, version, type_, column in rows
        ]

    async def responsible(self, keys: Collection[int], contexts: Collection[str]) -> Sequence[tuple[int, str]]:
        among = self._dialect.among
        text = RESPONSIBLE.format(
            among_keys=among("r.version", "keys", "bigint"), among_contexts=among("r.context", "contexts")
        )
        pack = self._dialect.pack
        values = {"tenant": self._tenant, "keys": pack(sorted(keys)), "contexts": pack(sorted(contexts))}
        return cast("Sequence[tuple[int, str]]", [tuple(row) for row in await self._fetch(text, values)])

    async def concerns_anyone(self) -> bool:
        return bool((await self._fetch(ANYONE, {"tenant": self._tenant}))[0][0])

    async def follow(self, subscription: Subscription) -> None:
        values = {**subscription._asdict(), "below": int(subscription.below)}
        await self._fetch(FOLLOW, {"tenant": self._tenant, **values})

    async def unfollow(self, element: str, person: str) -> None:
        await self._fetch(UNFOLLOW, {"tenant": self._tenant, "element": element, "person": person})

    async def mark(self, person: str, ids: Collection[str] | None, at: int) -> None:
        values: dict[str, object] = {"tenant": self._tenant, "person": person, "at": at}
        text = MARK
        if ids is not None:
            text = f"{MARK} AND {self._dialect.among('id', 'ids')}"
            values["ids"] = self._dialect.pack(sorted(ids))
        await self._fetch(text, values)


class SqlNoticeWork(SqlNotices):
    """The same for the work that derives notices, in transactions of its own."""

    def __init__(self, engine: Engine, tenant: int) -> None:
        super().__init__(engine.fetch, engine.dialect, tenant)
        self._engine = engine
        self.comments = SqlComments(engine.fetch, engine.dialect, tenant)

    async def progress(self, source: str) -> int:
        rows = await self._fetch(PROGRESS, {"tenant": self._tenant, "origin": source})
        return cast("int", rows[0][0]) if rows else 0

    async def add(self, notices: Collection[StoredNotice]) -> None:
        async with self._engine.transaction() as session:
            await session.run_for_each(ADD, [self._values(each) for each in notices])

    async def trim(self, read_before: int, before: int) -> None:
        async with self._engine.transaction() as session:
            await session.fetch(TRIM, {"tenant": self._tenant, "read_before": read_before, "before": before})

    def _values(self, notice: StoredNotice) -> dict[str, object]:
        return {"tenant": self._tenant, **notice._asdict(), "public": int(notice.public)}

    async def store(self, source: str, before: int, after: int, notices: Collection[StoredNotice]) -> bool:
        async with self._engine.transaction() as session:
            values = {"tenant": self._tenant, "origin": source, "before": before, "after": after}
            if not await session.fetch(MOVE_ON, values):
                return False
            if notices:
                await session.run_for_each(ADD, [self._values(each) for each in notices])
        return True


def _notices(rows: Sequence[Row]) -> Sequence[StoredNotice]:
    found = [StoredNotice(*cast("Sequence[Any]", row)) for row in rows]
    return [each._replace(public=bool(each.public)) for each in found]
