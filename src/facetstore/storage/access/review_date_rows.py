"""Review dates: when versions in force were last confirmed as still right, and which of them wait for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, cast

from facetstore.domain.access import EDITORS, Audience
from facetstore.storage.access.sight import sight_of, sight_values
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch
from facetstore.usecases.ports.review_date_store import DueReview, DueReviews, Owned, ReviewedType, ReviewedVersion

_SINCE: Final = "coalesce(r.confirmed, substr(v.released_on, 1, 10))"
IN_FORCE: Final = """
    SELECT v.element, v.id, v.type, v.state, v.released_on, r.confirmed, r.person, r.at
      FROM version v LEFT JOIN review_date r ON r.tenant = v.tenant AND r.version = v.id
     WHERE v.tenant = :tenant AND v.element = :element AND v.published = 1
"""
# One part for each type, so that each walks through the versions of its facet by the day of their release.
OF_TYPE: Final = f"""
    SELECT v.element, v.id, v.key, v.type, {_SINCE} AS since,
           CASE WHEN {_SINCE} < :overdue_before{{n}} THEN 1 ELSE 0 END AS overdue
      FROM version v LEFT JOIN review_date r ON r.tenant = v.tenant AND r.version = v.id
     WHERE v.tenant = :tenant AND {{seen}} AND v.flow = 0 AND v.facet = :facet{{n}} AND v.type = :type{{n}} AND {{among_states}}
       AND v.released_on IS NOT NULL AND v.released_on < :coming_before{{n}}
       AND (r.confirmed IS NULL OR r.confirmed < :coming_before{{n}}){{more}}
"""
DUE: Final = """
    SELECT element, id, key, type, since, overdue, count(*) OVER (), sum(overdue) OVER ()
      FROM ({parts}) due ORDER BY since, element LIMIT :limit
"""
_OWNED: Final = """
       AND EXISTS (SELECT 1 FROM reference o
                    WHERE o.tenant = v.tenant AND o.version = v.key AND o.context = :context AND {among})
"""
_UNANNOUNCED: Final = f" AND (r.announced IS NULL OR r.announced < {_SINCE})"
CONFIRM: Final = """
    INSERT INTO review_date (tenant, version, element, confirmed, person, at)
    VALUES (:tenant, :version, :element, :confirmed, :person, :at)
    ON CONFLICT (tenant, version) DO UPDATE SET confirmed = excluded.confirmed, person = excluded.person, at = excluded.at
     WHERE review_date.confirmed IS NULL OR review_date.confirmed < excluded.confirmed
    RETURNING version
"""
ANNOUNCE: Final = """
    INSERT INTO review_date (tenant, version, element, announced) VALUES (:tenant, :version, :element, :since)
    ON CONFLICT (tenant, version) DO UPDATE SET announced = excluded.announced
"""


class SqlReviewDates:
    """The review dates of one tenant for one audience; the service itself sees all."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int, audience: Audience = EDITORS) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._sight = sight_of(audience, dialect)
        self._base = {"tenant": tenant, **sight_values(audience, dialect)}
        self._tenant = tenant

    async def in_force(self, element: str) -> ReviewedVersion | None:
        rows = await self._fetch(IN_FORCE, {"tenant": self._tenant, "element": element})
        return ReviewedVersion(*cast("Sequence[Any]", rows[0])) if rows else None

    async def due(self, types: Sequence[ReviewedType], limit: int, owned: Owned | None = None) -> DueReviews:
        if owned is None:
            return await self._due(types, limit, "", {})
        values = {"context": owned.context, "principals": self._dialect.pack(sorted(owned.principals))}
        return await self._due(types, limit, _OWNED.format(among=self._dialect.among("o.target", "principals")), values)

    async def _due(self, types: Sequence[ReviewedType], limit: int, more: str, values: dict[str, object]) -> DueReviews:
        if not types:
            return DueReviews((), 0, 0)
        among, seen = self._dialect.among, self._sight.published("v")
        parts = (
            OF_TYPE.format(n=n, seen=seen, among_states=among("v.state", f"states{n}"), more=more)
            for n in range(len(types))
        )
        bound: dict[str, object] = {**self._base, **values, "limit": limit}
        for n, each in enumerate(types):
            bound |= {f"{name}{n}": value for name, value in each._asdict().items() if name != "states"}
            bound[f"states{n}"] = self._dialect.pack(each.states)
        rows = await self._fetch(DUE.format(parts=" UNION ALL ".join(parts)), bound)
        found = [DueReview(*cast("Sequence[Any]", row[:-2])) for row in rows]
        due, overdue = (int(str(number)) for number in rows[0][-2:]) if rows else (0, 0)
        return DueReviews([each._replace(is_overdue=bool(each.is_overdue)) for each in found], due, overdue)

    async def confirm(self, version: ReviewedVersion) -> bool:
        names = ("version", "element", "confirmed", "person", "at")
        values = {name: each for name, each in version._asdict().items() if name in names}
        return bool(await self._fetch(CONFIRM, {"tenant": self._tenant, **values}))

    async def announce(self, types: Sequence[ReviewedType], limit: int) -> Sequence[DueReview]:
        overdue = [each._replace(coming_before=each.overdue_before) for each in types]
        found = (await self._due(overdue, limit, _UNANNOUNCED, {})).values
        for each in found:
            values = {"version": each.version, "element": each.element, "since": each.since}
            await self._fetch(ANNOUNCE, {"tenant": self._tenant, **values})
        return found
