"""Everything rendered from a tenant's definition, rendered anew when its metamodel or time zone changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from facetstore.domain.tenant import TenantSettings
from facetstore.metamodel.model import Metamodel
from facetstore.regional.time_zones import time_zone
from facetstore.storage import attribute_rows
from facetstore.storage.dialect import Dialect
from facetstore.storage.documents import render_documents
from facetstore.storage.engine import Session
from facetstore.storage.export_rows import NEXT_BY_KEY, WholeRow, exported, whole_row

_BATCH = 500

RENDER = """
    UPDATE version
       SET card = :card, attributes = :attributes, reference = :reference, sort_name = :sort_name,
           authored = :authored
     WHERE tenant = :tenant AND key = :key
"""
DELETE_ATTRIBUTES = "DELETE FROM attribute WHERE tenant = :tenant AND {among}"


async def renew_versions(
    session: Session, dialect: Dialect, tenant: int, before: Metamodel, after: Metamodel, settings: TenantSettings
) -> None:
    """Render every version with another metamodel or time zone. `before` tells what the stored documents were made with."""
    last = 0
    while rows := await session.fetch(NEXT_BY_KEY, {"tenant": tenant, "after": last, "limit": _BATCH}):
        batch = [whole_row(row) for row in rows]
        await _render(session, tenant, batch, before, after, settings)
        await _index(session, dialect, tenant, batch, before, after, settings)
        last = batch[-1].key


async def _render(
    session: Session,
    tenant: int,
    batch: Sequence[WholeRow],
    before: Metamodel,
    after: Metamodel,
    settings: TenantSettings,
) -> None:
    for row in batch:
        documents = render_documents(exported(row, before).version, after, settings)._asdict()
        values = {**documents, "authored": int(documents["authored"])}
        await session.fetch(RENDER, {"tenant": tenant, "key": row.key, **values})


async def _index(
    session: Session,
    dialect: Dialect,
    tenant: int,
    batch: Sequence[WholeRow],
    before: Metamodel,
    after: Metamodel,
    settings: TenantSettings,
) -> None:
    zone = time_zone(settings.time_zone)
    keys = dialect.pack([row.key for row in batch])
    await session.fetch(
        DELETE_ATTRIBUTES.format(among=dialect.among("version", "keys", "bigint")), {"tenant": tenant, "keys": keys}
    )
    rows = chain.from_iterable(
        attribute_rows.attribute_rows(tenant, row.key, exported(row, before).version, after.types[row.type], zone)
        for row in batch
        if row.newest or row.published
    )
    await session.insert("attribute", attribute_rows.COLUMNS, list(rows))
