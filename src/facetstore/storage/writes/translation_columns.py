"""The columns of versions about translations, checked against the history and filled from it.

`changed` follows from the history alone, `translations` from it and from the settings of the tenant.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Final, NamedTuple

from facetstore.domain.changed_texts import ChangedTexts
from facetstore.domain.tenant import TenantSettings, address_of
from facetstore.metamodel.loader import load_stored
from facetstore.metamodel.model import Metamodel
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Fetch, Row, Session
from facetstore.storage.rows.changed_column import dump_changed, load_changed
from facetstore.storage.rows.stored_settings import load_settings
from facetstore.storage.rows.text_history import NO_HISTORY, text_histories
from facetstore.usecases.changes.text_states import counts_column
from facetstore.usecases.documents import given_attributes, with_unshown

_BATCH: Final = 500
DEFINITIONS: Final = "SELECT key, collection, storage, settings, additions FROM tenant"
_STORED: Final = """
    SELECT key, id, element, type, attributes, unshown, changed, translations FROM version WHERE tenant = :tenant
"""
STORED: Final = f"{_STORED} AND key > :after ORDER BY key LIMIT :limit"
OF_ELEMENTS: Final = f"{_STORED} AND {{among}} ORDER BY key"
SET: Final = "UPDATE version SET changed = :changed, translations = :translations WHERE tenant = :tenant AND key = :key"


class WrongColumns(NamedTuple):
    """A version whose columns are not what the history says."""

    key: int
    element: str
    version: str
    changed: str
    """What the columns must be."""
    translations: str


class TranslationColumns:
    """The columns of one tenant."""

    def __init__(
        self, fetch: Fetch, dialect: Dialect, tenant: int, metamodel: Metamodel, settings: TenantSettings
    ) -> None:
        self._fetch = fetch
        self._dialect = dialect
        self._tenant = tenant
        self._metamodel = metamodel
        self._settings = settings

    async def check_changed(self) -> AsyncIterator[WrongColumns]:
        """The versions whose columns differ from what the history says, in the order of their keys."""
        after = 0
        values = {"tenant": self._tenant, "limit": _BATCH}
        while rows := await self._fetch(STORED, {**values, "after": after}):
            for wrong in await self._wrong_in(rows):
                yield wrong
            after = int(str(rows[-1][0]))

    async def _wrong_in(self, rows: Sequence[Row]) -> Sequence[WrongColumns]:
        histories = await text_histories(
            self._fetch, self._dialect, self._tenant, {str(row[2]) for row in rows}, self._metamodel
        )
        found = []
        for key, id_, element, type_, document, unshown, changed, translations in rows:
            known = histories.get(str(element), NO_HISTORY).stored.get(str(id_))
            right = known.changed if known is not None else ChangedTexts(0)
            counts = self._counts(str(type_), str(document), unshown, right)
            stored = None if changed is None else load_changed(str(changed))
            if stored != right or translations != counts:
                found.append(WrongColumns(int(str(key)), str(element), str(id_), dump_changed(right), counts))
        return found

    def _counts(self, type_: str, document: str, unshown: object, changed: ChangedTexts) -> str:
        element_type = self._metamodel.types[type_]
        attributes = given_attributes(document, element_type)
        if unshown is not None:
            attributes = with_unshown(attributes, str(unshown))
        return counts_column(attributes, element_type, changed, self._settings)

    async def rebuild_of(self, session: Session, elements: Sequence[str]) -> None:
        """Write the columns of the versions of some elements where they differ."""
        text = OF_ELEMENTS.format(among=self._dialect.among("element", "elements"))
        rows = await self._fetch(text, {"tenant": self._tenant, "elements": self._dialect.pack(elements)})
        if wrong := await self._wrong_in(rows):
            await session.run_for_each(SET, [self._values(each) for each in wrong])

    def _values(self, wrong: WrongColumns) -> dict[str, object]:
        columns = {"changed": wrong.changed, "translations": wrong.translations}
        return {"tenant": self._tenant, "key": wrong.key, **columns}

    async def rebuild(self, session: Session) -> int:
        """Write the columns that differ. Returns how many versions had such ones."""
        number, batch = 0, list[dict[str, object]]()
        async for wrong in self.check_changed():
            batch.append(self._values(wrong))
            number += 1
            if len(batch) == _BATCH:
                await session.run_for_each(SET, batch)
                batch = []
        if batch:
            await session.run_for_each(SET, batch)
        return number


async def fill_translations(session: Session, dialect: Dialect) -> None:
    """Fill the columns of all tenants."""
    for key, collection, storage, settings, additions in await session.fetch(DEFINITIONS, {}):
        administration = address_of(str(collection), str(storage)).is_administration
        metamodel = load_stored(str(additions), administration)
        columns = TranslationColumns(session.fetch, dialect, int(str(key)), metamodel, load_settings(str(settings)))
        await columns.rebuild(session)
