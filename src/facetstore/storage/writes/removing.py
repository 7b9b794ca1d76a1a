"""Stored versions taken away, and the rows that tell of changes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec

from facetstore.domain.element import Version
from facetstore.storage.access.audit_rows import COLUMNS, audit_row
from facetstore.storage.access.zoning import Zoning
from facetstore.storage.rows import history
from facetstore.storage.rows.words import delete_words
from facetstore.storage.writes.loading import Loading
from facetstore.usecases.audit import Entry, changed_access
from facetstore.usecases.ports.writes import StoredVersion

MOST_REFERRERS = 1000
"""How many of those who would miss an element are told at most: after so many changes nothing that is kept holds any more."""

REFERRERS = f"""
    SELECT v.element FROM reference r JOIN version v ON v.tenant = r.tenant AND v.key = r.version
     WHERE r.tenant = :tenant AND {{targets}} AND NOT ({{themselves}}){{contexts}}
     UNION
    SELECT v.element FROM shape s JOIN version v ON v.tenant = s.tenant AND v.key = s.version
     WHERE s.tenant = :tenant AND {{shown}} AND NOT ({{themselves}})
     UNION
    SELECT v.element FROM {{wanted}} CROSS JOIN version v WHERE v.tenant = :tenant AND v.stereotype = wanted.value
     ORDER BY 1 LIMIT {MOST_REFERRERS}
"""
DELETE_VERSIONS = "DELETE FROM version WHERE tenant = :tenant AND {among} RETURNING key"
DELETE_BARE_ELEMENTS = """
    DELETE FROM element WHERE tenant = :tenant AND {among}
       AND NOT EXISTS (SELECT 1 FROM version v WHERE v.tenant = :tenant AND v.element = element.id)
    RETURNING id
"""
# What lists show of it beside those who refer to it.
DELETE_CARDS = """
    DELETE FROM card_related
     WHERE tenant = :tenant AND version IN (SELECT r.version FROM reference r WHERE r.tenant = :tenant AND {among})
"""
DELETE_LOCKS = "DELETE FROM edit_lock WHERE tenant = :tenant AND {among}"


class Removing(Loading):
    """The part of a writer that takes versions away."""

    _history: history.Chain
    zones: Zoning

    async def referrers(self, elements: Collection[str], *, but: Collection[str] = ()) -> Sequence[str]:
        among = self._dialect.among
        text = REFERRERS.format(
            targets=among("r.target", "elements"),
            shown=among("s.element", "elements"),
            wanted=self._dialect.each_of("elements"),
            themselves=among("v.element", "elements"),
            contexts=f" AND NOT ({among('r.context', 'contexts')})" if but else "",
        )
        values = {**self._named(elements), "contexts": self._dialect.pack(sorted(but))}
        return [str(id_) for (id_,) in await self._session.fetch(text, values)]

    async def delete_versions(self, versions: Sequence[StoredVersion], kind: str) -> None:
        ids = {"tenant": self._tenant.key, "ids": self._dialect.pack([each.version.id for each in versions])}
        gone = await self._session.fetch(DELETE_VERSIONS.format(among=self._dialect.among("id", "ids")), ids)
        # Also those that are still to be written.
        await delete_words(self._session, self._dialect, self._tenant.key, [int(str(key)) for (key,) in gone])
        bare = DELETE_BARE_ELEMENTS.format(among=self._dialect.among("id", "elements"))
        rows = await self._session.fetch(bare, self._named({str(each.version.element) for each in versions}))
        if rows:
            await self._forget([str(id_) for (id_,) in rows])
        await self._audit_access(kind, [(each.version, None) for each in versions])
        await self.record_versions(kind, versions)

    async def _forget(self, elements: Collection[str]) -> None:
        """Take away what hangs on elements that are gone."""
        await self._forget_cards(elements)
        text = DELETE_LOCKS.format(among=self._dialect.among("element", "elements"))
        await self._session.fetch(text, self._named(elements))

    async def _forget_cards(self, elements: Collection[str]) -> None:
        text = DELETE_CARDS.format(among=self._dialect.among("r.target", "elements"))
        await self._session.fetch(text, self._named(elements))

    async def _audit_access(self, kind: str, changes: Collection[tuple[Version | None, Version | None]]) -> None:
        """Tell the audit of changes of users, groups, permission sets and tokens."""
        types = self._metamodel.types
        if any(types[each.type].administrative for change in changes for each in change if each is not None):
            await self._tell(list(changed_access(kind, changes, self._metamodel)))

    async def audit(self, kind: str, subject: str | None, detail: Mapping[str, str]) -> None:
        await self._tell([Entry(kind, subject, detail)])

    async def _tell(self, entries: Collection[Entry]) -> None:
        rows, tenant = self._history, self._tenant.key
        if entries:
            told = [audit_row(tenant, each, rows.at, rows.actor, rows.address) for each in entries]
            await self._session.insert("audit", COLUMNS, told)

    def _named(self, elements: Collection[str]) -> dict[str, object]:
        return {"tenant": self._tenant.key, "elements": self._dialect.pack(sorted(elements))}

    async def note(self, kind: str, element: str | None, version: str | None, told: Mapping[str, str]) -> None:
        await self.record(kind, element, version, msgspec.json.encode(told).decode())

    async def touch(self, elements: Iterable[str], kind: str, told: Mapping[str, str] | None = None) -> None:
        change = msgspec.json.encode(told or {}).decode()
        await self._leave([self._history.row(kind, each, None, change, history.Reach.NEAR) for each in elements])

    async def record_versions(self, kind: str, versions: Iterable[StoredVersion]) -> None:
        """Leave a row in the history for each of these versions."""
        await self._leave(
            [
                self._history.row(kind, each.version.element, each.version.id, history.whole_version(each.version))
                for each in versions
            ]
        )

    async def record(
        self,
        kind: str,
        element: str | None,
        version: str | None,
        change: str,
        reach: history.Reach = history.Reach.EVERYWHERE,
    ) -> None:
        """Leave a row in the history."""
        await self._leave([self._history.row(kind, element, version, change, reach)])

    async def _leave(self, rows: Sequence[tuple[object, ...]]) -> None:
        if rows:
            await self._session.insert("history", history.COLUMNS, rows)
            await self._history.advance(self._session)
