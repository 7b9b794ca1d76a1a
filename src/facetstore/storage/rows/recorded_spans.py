"""The spans of a tenant against its history: checked, and rebuilt from it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple, cast

from facetstore.domain.tenant import address_of
from facetstore.metamodel.loader import load_stored
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch, Session
from facetstore.storage.rows.history_rows import FIRST_DEFINITION
from facetstore.storage.rows.span_rows import COLUMNS, ElementSpan, RecordedChange, SpanDefinition, SpanPlace, spans_of
from facetstore.storage.rows.stored_settings import StoredDefinition, load_definition, load_settings, name_order
from facetstore.usecases.measure import Pace

_BATCH: Final = 200

TENANTS: Final = "SELECT key FROM tenant ORDER BY key"
DEFINED: Final = "SELECT collection, storage, settings, additions FROM tenant WHERE key = :tenant"
DEFINITIONS: Final = """
    SELECT revision, change FROM history
     WHERE tenant = :tenant AND element IS NULL AND kind IN (:kind, :first) ORDER BY revision, ordinal
"""
# Also elements of which the history knows nothing.
NEXT: Final = f"""
    SELECT id FROM (
        SELECT id FROM (SELECT DISTINCT h.element AS id FROM history h
                         WHERE h.tenant = :tenant AND h.element > :after ORDER BY 1 LIMIT {_BATCH}) changed
         UNION
        SELECT id FROM (SELECT DISTINCT s.element AS id FROM span s WHERE s.tenant = :tenant AND s.element > :after
                         ORDER BY 1 LIMIT {_BATCH}) spanned) found
     ORDER BY id LIMIT {_BATCH}
"""
CHANGES: Final = """
    SELECT revision, kind, element, version, change FROM history
     WHERE tenant = :tenant AND {among} AND version IS NOT NULL ORDER BY element, revision, ordinal
"""
STORED: Final = f"SELECT {', '.join(COLUMNS[1:])} FROM span WHERE tenant = :tenant AND {{among}}"
FORGET: Final = "DELETE FROM span WHERE tenant = :tenant AND {among}"


class CheckedSpans(NamedTuple):
    """Some elements: the spans that they have, and those that they must have."""

    elements: Sequence[str]
    stored: frozenset[ElementSpan]
    expected: frozenset[ElementSpan]

    @property
    def wrong(self) -> Sequence[ElementSpan]:
        """Spans that are missing, or that there must not be."""
        return sorted(self.stored ^ self.expected, key=lambda each: each[:4])


class RecordedSpans:
    """The spans of one tenant."""

    def __init__(self, fetch: Fetch, dialect: Dialect, tenant: int) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant

    async def definitions(self) -> Sequence[SpanDefinition]:
        """All definitions of the tenant that the history knows, without those after which everything stands where it stood."""
        ((collection, storage, settings, additions),) = await self._fetch(DEFINED, {"tenant": self._tenant})
        administration = address_of(str(collection), str(storage)).is_administration
        kinds = {"kind": "definition", "first": FIRST_DEFINITION}
        rows = [
            (cast("int", revision), load_definition(str(change)))
            for revision, change in await self._fetch(DEFINITIONS, {"tenant": self._tenant, **kinds})
        ] or [(0, StoredDefinition(str(settings), str(additions)))]
        found: dict[int, SpanDefinition] = {}
        decisive: object = None
        for number, (revision, each) in enumerate(rows):
            known = load_settings(each.settings)
            if (now := (each.additions, name_order(known))) != decisive:
                since = revision if number else 0  # the first one holds from the beginning
                found[since] = SpanDefinition(since, load_stored(each.additions, administration), known)
                decisive = now
        return list(found.values())

    async def check(self, elements: Sequence[str], definitions: Sequence[SpanDefinition]) -> CheckedSpans:
        values = {"tenant": self._tenant, "elements": self._dialect.pack(elements)}
        among = self._dialect.among("element", "elements")
        rows = await self._fetch(CHANGES.format(among=among), values)
        changes = (RecordedChange._make(cast("tuple[int, str, str, str, str]", tuple(row))) for row in rows)
        expected, pace = set[ElementSpan](), Pace()
        for element, of_element in groupby(changes, lambda each: each.element):
            await pace.step()
            expected.update(spans_of(element, of_element, definitions))
        stored = [_span(tuple(row)) for row in await self._fetch(STORED.format(among=among), values)]
        return CheckedSpans(elements, frozenset(stored), frozenset(expected))

    async def next_elements(self, after: str) -> Sequence[str]:
        return [str(id_) for (id_,) in await self._fetch(NEXT, {"tenant": self._tenant, "after": after})]

    async def check_all(self) -> AsyncIterator[CheckedSpans]:
        """All elements, some at a time."""
        after, definitions = "", await self.definitions()
        while elements := await self.next_elements(after):
            yield await self.check(elements, definitions)
            after = elements[-1]

    async def rebuild(self, session: Session) -> int:
        """Write what the history says. Returns how many spans were wrong."""
        number = 0
        async for checked in self.check_all():
            number += len(checked.wrong)
            await self._write(session, checked)
        return number

    async def rebuild_of(self, session: Session, elements: Sequence[str]) -> None:
        """Write what the history says of some elements."""
        await self._write(session, await self.check(elements, await self.definitions()))

    async def _write(self, session: Session, checked: CheckedSpans) -> None:
        elements = sorted({each.element for each in checked.wrong})
        if not elements:
            return
        values = {"tenant": self._tenant, "elements": self._dialect.pack(elements)}
        await session.fetch(FORGET.format(among=self._dialect.among("element", "elements")), values)
        of_these = frozenset(elements)
        rows = [each.row(self._tenant) for each in sorted(checked.expected) if each.element in of_these]
        if rows:
            await session.insert("span", COLUMNS, rows)


def _span(row: tuple[object, ...]) -> ElementSpan:
    element, version, since, until, *place = row
    revisions = cast("int", since), cast("int", until)
    return ElementSpan(str(element), str(version), *revisions, SpanPlace._make(cast("list[Any]", place)))


async def fill_spans(session: Session, dialect: Dialect) -> None:
    """Fill the spans of all tenants."""
    for (key,) in await session.fetch(TENANTS, {}):
        await RecordedSpans(session.fetch, dialect, cast("int", key)).rebuild(session)
