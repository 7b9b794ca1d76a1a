"""What changes of versions mean for their rows, worked out before any of them is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import NamedTuple, cast

from facetstore.domain.changed_texts import ChangedTexts, Places, follow
from facetstore.domain.element import Version
from facetstore.metamodel.model import Metamodel
from facetstore.storage.rows.changed_column import load_changed
from facetstore.storage.rows.stored_changes import WHOLE_EVERY, difference, whole_version
from facetstore.storage.rows.version_rows import (
    DOCUMENT_COLUMNS,
    FIXED_COLUMNS,
    THESE_VERSIONS,
    VERSION_COLUMNS,
    WholeRow,
    stored_version,
    version_row,
    whole_row,
)
from facetstore.storage.writes.loading import Loaded
from facetstore.storage.writes.transaction import Transaction
from facetstore.usecases.changes.text_states import counts_column
from facetstore.usecases.documents import Documents, NameColumns, render_documents
from facetstore.usecases.measure import Pace
from facetstore.usecases.ports.writes import StoredVersion

FLAGS = "SELECT key, revision, newest, visible, published FROM version WHERE tenant = :tenant AND {among}"
INDEXED = "SELECT DISTINCT version FROM attribute WHERE tenant = :tenant AND {among}"

_INDEXED = tuple(each for each in VERSION_COLUMNS if each not in (*FIXED_COLUMNS, *DOCUMENT_COLUMNS, "flow"))
"""The columns that are in indexes and may change."""
_stored = attrgetter(*_INDEXED)
_written = itemgetter(*_INDEXED)


def _different_in(row: WholeRow, now: Mapping[str, object]) -> frozenset[str]:
    """The indexed columns in which a row differs from the stored one."""
    before, after = _stored(row), _written(now)
    if before == after:
        return frozenset()
    return frozenset(name for name, was, is_ in zip(_INDEXED, before, after, strict=True) if was != is_)


class Replaced(NamedTuple):
    """A version before and after, with its new row (`now`), and the indexed columns that are different in it."""

    key: int
    before: Version
    after: Version
    now: Mapping[str, object]
    different: frozenset[str]
    was_indexed: bool
    is_indexed: bool
    row: WholeRow
    """The row as it was loaded, with references to deleted elements."""

    def swaps(self, context: str) -> bool:
        """Whether one reference replaces the only one that is stored in a context."""
        one_by_one = len(self.before.related.get(context, ())) == len(self.after.related.get(context, ())) == 1
        stored = self.row.references
        return one_by_one and stored is not None and stored.count(f'["{context}",') == 1

    def stored_change(self, metamodel: Metamodel, details: Mapping[str, str] | None) -> str:
        """What history stores of it: mostly what the change set, and every so often the whole version."""
        is_whole_due = (self.row.revision + 1) % WHOLE_EVERY == 0
        found = None if is_whole_due else difference(self.before, self.after, details)
        return found or whole_version(self._with_gone(metamodel), details)

    def _with_gone(self, metamodel: Metamodel) -> Version:
        """The version after the change, with the references to deleted elements, and shapes of them, that stay stored.

        They stay in each context, and in the diagram, that the change leaves as it is: deleted elements may be restored.
        """
        before, after = self.before, self.after
        stored = stored_version(self.row, metamodel, gone=True)
        same = {
            name: ids for name, ids in stored.related.items() if before.related.get(name) == after.related.get(name)
        }
        content = stored.content if before.content == after.content else after.content
        return after._replace(related={**after.related, **same}, content=content)

    @property
    def stands_elsewhere(self) -> bool:
        """Whether its parent or its content has changed."""
        return self.before.parent != self.after.parent or self.before.content != self.after.content

    @property
    def otherwise_indexed(self) -> bool:
        """Whether all of its values count as different: it was not indexed before, or no longer is, or has another type now."""
        return self.was_indexed != self.is_indexed or self.before.type != self.after.type


class Planning:
    """Compares versions with what is stored of them, and renders their documents."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._session = transaction.session
        self._dialect = transaction.dialect
        self._tenant = transaction.key
        self._stored = transaction.stored
        self.is_unsettled = False
        """Versions have lost the flags that they were loaded with, and history does not show it yet."""

    async def before(self, versions: Sequence[StoredVersion]) -> Mapping[str, Loaded]:
        """By id what is stored of versions; those that are not stored are left out.

        What this transaction loaded is used as it is until the transaction writes something: no other can change it.
        """
        loaded = {each.loaded.row.key: each.loaded for each in versions if isinstance(each.loaded, Loaded)}
        found: dict[str, Loaded] = {}
        if not (self._transaction.chain.ordinal or self.is_unsettled):
            found = {each.row.id: each for each in loaded.values() if each.by is self._stored}
        if unsure := {key: each for key, each in loaded.items() if each.row.id not in found}:
            found.update(await self._unchanged(unsure))
        if others := [each.version.id for each in versions if each.version.id not in found]:
            found.update(await self._loaded_again(others))
        return found

    async def _unchanged(self, loaded: Mapping[int, Loaded]) -> Mapping[str, Loaded]:
        """Of loaded versions those that are stored as they were loaded, with their present flags."""
        values = {"tenant": self._tenant, "keys": self._dialect.pack(list(loaded))}
        text = FLAGS.format(among=self._dialect.among("key", "keys", "bigint"))
        found: dict[str, Loaded] = {}
        for row in await self._session.fetch(text, values):
            key, revision, newest, visible, published = cast("tuple[int, int, int, int, int]", tuple(row))
            known, version, _ = loaded[key]
            if known.revision == revision:
                current = known._replace(newest=newest, visible=visible, published=published)
                found[known.id] = Loaded(current, version)
        return found

    async def _loaded_again(self, ids: Sequence[str]) -> Mapping[str, Loaded]:
        values = {"tenant": self._tenant, "ids": self._dialect.pack(ids)}
        rows = await self._session.fetch(THESE_VERSIONS.format(among=self._dialect.among("v.id", "ids")), values)
        metamodel = self._transaction.metamodel
        return {str(row.id): Loaded(row, stored_version(row, metamodel)) for row in map(whole_row, rows)}

    async def changes(
        self, stored: Sequence[tuple[Loaded, StoredVersion]], confirmed: Places = ()
    ) -> Sequence[Replaced]:
        """What replacing stored versions, and confirming texts of each, changes in their rows."""
        indexed = await self._indexed([before.row for before, _ in stored])
        found, pace = list[Replaced](), Pace()
        for before, after in stored:
            found.append(self._replaced(before, after, before.row.key in indexed, confirmed))
            await pace.step()
        return found

    async def _indexed(self, rows: Sequence[WholeRow]) -> frozenset[int]:
        """Which versions have attribute rows and words: those that are shown, and those that are being settled."""
        shown = frozenset(row.key for row in rows if row.newest or row.published)
        if not (others := [row.key for row in rows if row.key not in shown]):
            return shown
        values = {"tenant": self._tenant, "keys": self._dialect.pack(others)}
        text = INDEXED.format(among=self._dialect.among("version", "keys", "bigint"))
        return shown | frozenset(int(str(key)) for (key,) in await self._session.fetch(text, values))

    def _replaced(self, loaded: Loaded, stored: StoredVersion, was_indexed: bool, confirmed: Places) -> Replaced:
        (row, before, by), after = loaded, stored.version
        # Names that were loaded elsewhere or earlier may follow another definition of the tenant.
        known = before, NameColumns(row.sort_name, row.named, row.complete)
        documents = self.render(after, known if by is self._stored else None)
        revision = self._transaction.chain.revision
        changed = follow(load_changed(row.changed), before.attributes, after.attributes, revision, confirmed)
        columns = self.row(row.key, stored, documents, row.revision + 1, changed)
        now = dict(zip(VERSION_COLUMNS, columns, strict=True))
        is_indexed = stored.newest or stored.published
        return Replaced(row.key, before, after, now, _different_in(row, now), was_indexed, is_indexed, row)

    def render(self, version: Version, stored: tuple[Version, NameColumns] | None = None) -> Documents:
        return render_documents(version, self._transaction.metamodel, self._transaction.tenant.settings, stored)

    def row(
        self, key: int, stored: StoredVersion, documents: Documents, revision: int, changed: ChangedTexts
    ) -> tuple[object, ...]:
        transaction, version = self._transaction, stored.version
        metamodel = transaction.metamodel
        translations = counts_column(
            version.attributes, metamodel.types[version.type], changed, transaction.tenant.settings
        )
        return version_row(self._tenant, key, stored, documents, metamodel, revision, changed, translations)
