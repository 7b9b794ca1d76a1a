"""Reads about translations: when texts were changed, how many are in which state, and which elements have them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final, cast

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.element import Attributes
from facetstore.storage.access.sight import Sight
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch
from facetstore.storage.reads.stats_statements import listed
from facetstore.storage.rows.changed_column import load_changed
from facetstore.storage.rows.followed_changes import States
from facetstore.usecases.changes.text_states import TextState, column_pattern, counts_in
from facetstore.usecases.ports.finding import Among
from facetstore.usecases.ports.translation_reads import CountedTexts, TextChange, TranslatedPage, TranslatedRow
from facetstore.usecases.ports.writes import DELETIONS

CHANGED: Final = "SELECT changed FROM version WHERE tenant = :tenant AND key = :key"
CHANGED_OF: Final = """
    SELECT key, changed FROM version WHERE tenant = :tenant AND {among} AND changed LIKE '[%'
"""
CHANGES: Final = """
    SELECT revision, min(at), min(actor) FROM history
     WHERE tenant = :tenant AND element = :element AND {among} GROUP BY revision
"""
UP_TO: Final = """
    SELECT revision, kind, version, change FROM history
     WHERE tenant = :tenant AND element = :element AND revision <= :last AND version IS NOT NULL
     ORDER BY revision + 0, ordinal
"""
"""Ordered by a sum, which is in no index: otherwise both engines would walk through the history of the whole tenant."""
COUNTS: Final = """
    SELECT v.facet, v.translations, count(*) FROM version v
     WHERE {listed} AND v.translations <> '' GROUP BY v.facet, v.translations
"""
# The first row has the total, also if the page is empty.
LIST: Final = """
    WITH found AS MATERIALIZED (
             SELECT v.key AS key, v.sort_name AS sort_name, v.element AS element FROM version v
              WHERE {listed} AND ({fitting})),
         page AS MATERIALIZED (SELECT * FROM found ORDER BY sort_name, element LIMIT :limit OFFSET :offset)
    SELECT count(*) AS total, '' AS sort_name, '' AS element, '' AS type, NULL AS reference, NULL AS attributes,
           '' AS translations
      FROM found
     UNION ALL
    SELECT 0, page.sort_name, page.element, v.type, {reference}, {attributes}, v.translations
      FROM page CROSS JOIN version v
     WHERE v.tenant = :tenant AND v.key = page.key
     ORDER BY 2, 3
"""


class SqlTranslationReader:
    """Reads about translations of one tenant for one audience."""

    def __init__(self, fetch: Fetch, dialect: Dialect, sight: Sight, base: Mapping[str, object]) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._sight = sight
        self._base = base
        """Parameters of every statement: the tenant, and what is hidden."""

    async def changed_texts(self, key: int) -> ChangedTexts:
        rows = await self._fetch(CHANGED, {**self._base, "key": key})
        return load_changed(cast("str | None", rows[0][0]) if rows else None)

    async def changed_texts_of(self, elements: Sequence[str]) -> Mapping[int, ChangedTexts]:
        text = CHANGED_OF.format(among=self._dialect.among("element", "elements"))
        rows = await self._fetch(text, {**self._base, "elements": self._dialect.pack(elements)})
        return {cast("int", key): load_changed(cast("str", changed)) for key, changed in rows}

    async def text_changes(self, element: str, revisions: Collection[int]) -> Mapping[int, TextChange]:
        text = CHANGES.format(among=self._dialect.among("revision", "revisions", "bigint"))
        values = {**self._base, "element": element, "revisions": self._dialect.pack(sorted(revisions))}
        rows = cast("Sequence[tuple[int, int, str | None]]", await self._fetch(text, values))
        return {revision: TextChange(at, actor) for revision, at, actor in rows}

    async def texts_then(self, element: str, revisions: Collection[int]) -> Mapping[int, Attributes]:
        rows = await self._fetch(UP_TO, {**self._base, "element": element, "last": max(revisions)})
        states, found = States(), dict[int, Attributes]()
        wanted = sorted(revisions, reverse=True)
        now: Attributes | None = None
        for revision, kind, version, change in cast("Sequence[tuple[int, str, str, str]]", rows):
            while now is not None and wanted and wanted[-1] < revision:
                found[wanted.pop()] = now
            after = states.follow(element, version, change).after
            if after is not None and kind not in DELETIONS:
                now = after.attributes
        return found if now is None else {**found, **dict.fromkeys(wanted, now)}

    async def counted_texts(self, among: Among) -> Sequence[CountedTexts]:
        text = COUNTS.format(listed=listed(self._dialect, self._sight, among))
        rows = cast("Sequence[tuple[str, str, int]]", await self._fetch(text, {**self._base, **self._narrowed(among)}))
        return [CountedTexts(facet, counts_in(column), number) for facet, column, number in rows]

    async def translated(
        self, culture: int, states: Collection[TextState], among: Among, limit: int, offset: int
    ) -> TranslatedPage:
        patterns = {f"state{n}": column_pattern(culture, each) for n, each in enumerate(states)}
        text = LIST.format(
            listed=listed(self._dialect, self._sight, among),
            fitting=" OR ".join(f"v.translations LIKE :{name}" for name in patterns),
            reference=self._dialect.as_bytes("v.reference"),
            attributes=self._dialect.as_bytes("v.attributes"),
        )
        values = {**self._base, **self._narrowed(among), **patterns, "limit": limit, "offset": offset}
        (total, *_), *page = cast(
            "Sequence[tuple[int, str, str, str, bytes, bytes, str]]", await self._fetch(text, values)
        )
        rows = [
            TranslatedRow(type_, reference, attributes, counts_in(column))
            for _, _, _, type_, reference, attributes, column in page
        ]
        return TranslatedPage(rows, total)

    def _narrowed(self, among: Among) -> Mapping[str, object]:
        return {name: self._dialect.pack(names or ()) for name, names in among._asdict().items()}
