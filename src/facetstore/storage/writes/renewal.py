"""Renders and indexes versions again, when the metamodel or time zone of a tenant changes or a migration asks for it, and computes
order keys of names and counts of translations again, when its cultures change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings, address_of
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.loader import load_with_additions
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.metamodel.schedule import moves_after
from facetstore.regional.time_zones import time_zone
from facetstore.storage.engines.dialect import Dialect
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.attribute_rows import index_versions
from facetstore.storage.rows.changed_column import load_changed
from facetstore.storage.rows.stored_settings import load_settings
from facetstore.storage.rows.version_rows import NEXT_BY_KEY, WholeRow, stored_version, whole_row
from facetstore.storage.rows.words import delete_words
from facetstore.usecases.changes.text_states import counts_column
from facetstore.usecases.documents import given_attributes, render_documents, sort_name

_BATCH = 500

DEFINITIONS = "SELECT key, collection, storage, settings, additions FROM tenant"
RENDER = """
    UPDATE version
       SET card = :card, attributes = :attributes, reference = :reference, sort_name = :sort_name,
           authored = :authored, moves_after = :moves_after, released_on = :released_on, named = :named, complete = :complete,
           unshown = :unshown, translations = :translations
     WHERE tenant = :tenant AND key = :key
"""
DELETE_ATTRIBUTES = "DELETE FROM attribute WHERE tenant = :tenant AND {among}"
NAMES = """
    SELECT key, type, attributes, changed, sort_name, translations FROM version
     WHERE tenant = :tenant AND key > :after ORDER BY key LIMIT 1000
"""
RENAME = "UPDATE version SET sort_name = :sort_name WHERE tenant = :tenant AND key = :key"
COUNT_AGAIN = "UPDATE version SET translations = :translations WHERE tenant = :tenant AND key = :key"


async def renew_tenants(session: Session, dialect: Dialect) -> None:
    """Render and index every version of every tenant, with the metamodel that it has."""
    for key, collection, storage, settings, additions in await session.fetch(DEFINITIONS, {}):
        administration = address_of(str(collection), str(storage)).context_type != "IStorageContext"
        metamodel = load_with_additions(msgspec.json.decode(str(additions)), administration=administration)
        tenant = int(str(key))
        await renew_versions(session, dialect, tenant, metamodel, metamodel, load_settings(str(settings)))


async def renew_versions(
    session: Session,
    dialect: Dialect,
    tenant: int,
    before: Metamodel,
    after: Metamodel,
    settings: TenantSettings,
    *,
    where: str = "",
) -> None:
    """Render and index every version of a tenant, or those for which `where` holds.

    `before` is the metamodel that the stored documents were rendered with.
    """
    last, text = 0, NEXT_BY_KEY.format(where=where)
    while rows := await session.fetch(text, {"tenant": tenant, "after": last, "limit": _BATCH}):
        batch = [whole_row(row) for row in rows]
        await _render(session, tenant, batch, before, after, settings)
        await _index(session, dialect, tenant, batch, before, after, settings)
        last = batch[-1].key


async def index_versions_again(
    session: Session, dialect: Dialect, tenant: int, metamodel: Metamodel, settings: TenantSettings
) -> None:
    """Index every version of a tenant whose rows came from another database."""
    last: int | None = 0
    while last is not None:
        last = await index_next(session, dialect, tenant, metamodel, settings, last)


async def index_next(
    session: Session, dialect: Dialect, tenant: int, metamodel: Metamodel, settings: TenantSettings, after: int
) -> int | None:
    """Index some of the versions behind a key. Returns the last of them; None: there are no more."""
    rows = await session.fetch(NEXT_BY_KEY.format(where=""), {"tenant": tenant, "after": after, "limit": _BATCH})
    batch = [whole_row(row) for row in rows]
    if not batch:
        return None
    await _index(session, dialect, tenant, batch, metamodel, metamodel, settings)
    return batch[-1].key


async def index_these(
    session: Session,
    dialect: Dialect,
    tenant: int,
    metamodel: Metamodel,
    settings: TenantSettings,
    keys: Sequence[int],
) -> None:
    """Index some versions by their keys."""
    text = NEXT_BY_KEY.format(where=f" AND {dialect.among('v.key', 'keys', 'bigint')}")
    for first in range(0, len(keys), _BATCH):
        some = dialect.pack(keys[first : first + _BATCH])
        rows = await session.fetch(text, {"tenant": tenant, "after": 0, "limit": _BATCH, "keys": some})
        batch = [whole_row(row) for row in rows]
        await _index(session, dialect, tenant, batch, metamodel, metamodel, settings)


async def _render(
    session: Session,
    tenant: int,
    batch: Sequence[WholeRow],
    before: Metamodel,
    after: Metamodel,
    settings: TenantSettings,
) -> None:
    rows = []
    for row in batch:
        version = stored_version(row, before)
        documents = render_documents(version, after, settings)._asdict()
        moves = moves_after(after, version)
        rows.append(
            {
                "tenant": tenant,
                "key": row.key,
                **documents,
                "authored": int(documents["authored"]),
                "moves_after": moves,
                "translations": _translations(version, row.changed, after, settings),
            }
        )
    await session.run_for_each(RENDER, rows)


async def _index(
    session: Session,
    dialect: Dialect,
    tenant: int,
    batch: Sequence[WholeRow],
    before: Metamodel,
    after: Metamodel,
    settings: TenantSettings,
) -> None:
    keys = [row.key for row in batch]
    of_attributes = DELETE_ATTRIBUTES.format(among=dialect.among("version", "keys", "bigint"))
    await session.fetch(of_attributes, {"tenant": tenant, "keys": dialect.pack(keys)})
    await delete_words(session, dialect, tenant, keys)
    versions = [(row.key, stored_version(row, before)) for row in batch if row.newest or row.published]
    await index_versions(
        session, dialect, tenant, versions, after, time_zone(settings.time_zone), settings.removed_cultures
    )


async def renew_cultures(
    session: Session, dialect: Dialect, tenant: int, metamodel: Metamodel, before: TenantSettings, after: TenantSettings
) -> None:
    """Hide the texts of cultures that the tenant has removed, and show those of cultures that came back."""
    gone, back = set(after.removed_cultures) - set(before.removed_cultures), set(before.removed_cultures)
    conditions = [f"v.attributes LIKE '%\"{culture:d}\":%'" for culture in sorted(gone)]
    if not back <= set(after.removed_cultures):
        conditions.append("v.unshown IS NOT NULL")
    if conditions:
        where = f" AND ({' OR '.join(conditions)})"
        await renew_versions(session, dialect, tenant, metamodel, metamodel, after, where=where)


async def renew_names_and_counts(session: Session, tenant: int, metamodel: Metamodel, settings: TenantSettings) -> None:
    """Compute again what follows from the order of the cultures: order keys of names, and counts of translations."""
    after = 0
    while rows := await session.fetch(NAMES, {"tenant": tenant, "after": after}):
        for key, type_, attributes, changed, stored_name, stored_counts in rows:
            element_type = metamodel.types[str(type_)]
            version = _named(element_type, str(attributes))
            name = sort_name(version, element_type, settings)
            if name != stored_name:
                await session.fetch(RENAME, {"tenant": tenant, "key": key, "sort_name": name})
            counts = _translations(version, None if changed is None else str(changed), metamodel, settings)
            if counts != stored_counts:
                await session.fetch(COUNT_AGAIN, {"tenant": tenant, "key": key, "translations": counts})
            after = int(str(key))


def _translations(version: Version, changed: str | None, metamodel: Metamodel, settings: TenantSettings) -> str:
    return counts_column(version.attributes, metamodel.types[version.type], load_changed(changed), settings)


def _named(element_type: ElementType, document: str) -> Version:
    """A version with only its type and what is shown of its attributes."""
    return Version(
        ElementId(""), VersionId(""), "", element_type.key, attributes=given_attributes(document, element_type)
    )
