"""The word index against the texts of versions. The order of texts in it has no meaning, and is left out.

SQLite does not give back what it has indexed, only the triples of letters. They are summed up for each version, by one statement.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Final, cast

from facetstore.query.filter_forms import BETWEEN, words_of
from facetstore.regional.time_zones import time_zone
from facetstore.storage.engines.engine import Engine, Session
from facetstore.storage.rows.attribute_rows import compared_values
from facetstore.storage.rows.version_rows import NEXT_BY_KEY, WholeRow, stored_version, whole_row
from facetstore.storage.rows.words import Words, own_letters, postgres_row, sqlite_row
from facetstore.storage.verifying.expected import Defined
from facetstore.storage.verifying.faults import Fault, Part
from facetstore.usecases.documents import shown_version

_BATCH: Final = 200
_PRIME: Final = 1_000_003
_WEIGHTS: Final = {"scope": 1, "name": 2, "text": 3, "rest": 5, "called": 7}
_MARKS: Final = frozenset(map(ord, (BETWEEN, own_letters(BETWEEN))))
"""What stands between two texts. Triples with it in their middle depend on the order of the texts."""
_INDEXED: Final = " AND (v.newest = 1 OR v.published = 1)"

SUMS: Final = f"""
    SELECT doc, sum((((unicode(term) * 31 + unicode(substr(term, 2, 1))) * 31 + unicode(substr(term, 3, 1)))
                     * CASE col {" ".join(f"WHEN '{name}' THEN {weight}" for name, weight in _WEIGHTS.items())} END) % {_PRIME})
      FROM words_terms WHERE substr(term, 2, 1) NOT IN (:between, :own) GROUP BY doc
"""
NAMES: Final = "SELECT rowid, names FROM words"
STORED: Final = """
    SELECT version, name, text, names, CAST(letters AS text) FROM words WHERE tenant = :tenant AND {among}
"""
REVISIONS: Final = "SELECT key, revision FROM tenant"
CHANGED_SINCE: Final = "SELECT DISTINCT element FROM history WHERE tenant = :tenant AND revision > :revision"
STRAYS: Final = """
    SELECT w.version FROM words w
     WHERE w.tenant = :tenant AND NOT EXISTS (SELECT 1 FROM version v
                                               WHERE v.tenant = w.tenant AND v.key = w.version
                                                 AND (v.newest = 1 OR v.published = 1))
     LIMIT 1
"""

Seen = tuple[object, ...]
"""What can be seen of a version in the index."""


class WordIndex:
    """The index of a whole database. SQLite has one for all tenants, in no order by version: it is read once, when it is first needed."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._seen: Mapping[int, Seen] = {}
        self._revisions: Mapping[int, int] | None = None

    async def check(self, tenant: int, definition: Defined) -> AsyncIterator[Part]:
        """Check the words of every version of a tenant that is indexed, some at a time."""
        check = self._check_sqlite if self._engine.dialect.name == "sqlite" else self._check_postgres
        last, text = 0, NEXT_BY_KEY.format(where=_INDEXED)
        while True:
            async with self._engine.snapshot() as session:
                rows = await session.fetch(text, {"tenant": tenant, "after": last, "limit": _BATCH})
                if not rows:
                    break
                batch = {(row := whole_row(each)).key: row for each in rows}
                expected = {key: _words(row, definition) for key, row in batch.items()}
                wrong = await check(session, tenant, batch, expected)
            last = max(batch)
            faults = [Fault(f"version {each.id}", "its words are not those of its texts") for each in wrong]
            yield Part("words of versions", len(batch), tuple(faults))
        if self._engine.dialect.name == "postgres":
            strays = await self._engine.fetch(STRAYS, {"tenant": tenant})
            yield Part(
                "words of versions", 0, tuple(Fault(f"words of key {key}", "no version has it") for (key,) in strays)
            )

    async def _check_postgres(
        self, session: Session, tenant: int, batch: Mapping[int, WholeRow], expected: Mapping[int, Words]
    ) -> Sequence[WholeRow]:
        text = STORED.format(among=self._engine.dialect.among("version", "keys", "bigint"))
        rows = await session.fetch(text, {"tenant": tenant, "keys": self._engine.dialect.pack(list(batch))})
        seen = {cast("int", key): (*map(_parts, texts), _numbers(letters)) for key, *texts, letters in rows}
        return [row for key, row in batch.items() if seen.get(key) != _expected_in_postgres(tenant, expected[key])]

    async def _check_sqlite(
        self, session: Session, tenant: int, batch: Mapping[int, WholeRow], expected: Mapping[int, Words]
    ) -> Sequence[WholeRow]:
        if self._revisions is None:
            await self._read()
        wrong = [row for key, row in batch.items() if self._seen.get(key) != _expected_in_sqlite(tenant, expected[key])]
        if not wrong:
            return ()
        # What was changed since the index was read is left out.
        values = {"tenant": tenant, "revision": (self._revisions or {}).get(tenant, -1)}
        changed = {str(element) for (element,) in await session.fetch(CHANGED_SINCE, values)}
        return [row for row in wrong if row.element not in changed]

    async def _read(self) -> None:
        self._revisions = {
            cast("int", key): cast("int", number) for key, number in await self._engine.fetch(REVISIONS, {})
        }
        marks = {"between": BETWEEN, "own": own_letters(BETWEEN)}
        sums = {cast("int", key): total for key, total in await self._engine.fetch(SUMS, marks)}
        names = await self._engine.fetch(NAMES, {})
        self._seen = {cast("int", key): (sums.get(cast("int", key), 0), _parts(text)) for key, text in names}


def _words(row: WholeRow, definition: Defined) -> Words:
    metamodel, settings = definition
    version = stored_version(row, metamodel)
    shown = shown_version(version, settings.removed_cultures) if settings.removed_cultures else version
    found = words_of(compared_values(shown, metamodel), metamodel.types[row.type], time_zone(settings.time_zone))
    return (row.key, *found)


def _expected_in_sqlite(tenant: int, words: Words) -> Seen:
    row = sqlite_row(tenant, *words)
    total = sum(_sum(str(row[column]), weight) for column, weight in _WEIGHTS.items())
    return total, _parts(row["names"])


def _sum(text: str, weight: int) -> int:
    letters = list(map(ord, text))
    triples = zip(letters, letters[1:], letters[2:], strict=False)
    return sum(((a * 31 + b) * 31 + c) * weight % _PRIME for a, b, c in triples if b not in _MARKS)


def _expected_in_postgres(tenant: int, words: Words) -> Seen:
    row = postgres_row(tenant, *words)
    return (*(_parts(row[column]) for column in ("name", "text", "names")), _numbers(row["letters"]))


def _parts(text: object) -> frozenset[str]:
    return frozenset(str(text).split(BETWEEN))


def _numbers(letters: object) -> frozenset[str]:
    return frozenset(str(letters).strip("{}").split(","))
