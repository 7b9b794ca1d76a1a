"""Computes the order keys of names again, when the cultures of a tenant change."""

from __future__ import annotations

from facetstore.domain.element import Version
from facetstore.domain.tenant import TenantSettings
from facetstore.domain.values import ElementId, VersionId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.storage.engines.engine import Session
from facetstore.storage.rows.documents import given_attributes, sort_name

BATCH = """
    SELECT key, type, attributes, sort_name FROM version WHERE tenant = :tenant AND key > :after ORDER BY key LIMIT 1000
"""
RENAME = "UPDATE version SET sort_name = :sort_name WHERE tenant = :tenant AND key = :key"


async def renew_sort_names(session: Session, tenant: int, metamodel: Metamodel, settings: TenantSettings) -> None:
    after = 0
    while rows := await session.fetch(BATCH, {"tenant": tenant, "after": after}):
        for key, type_, attributes, stored in rows:
            element_type = metamodel.types[str(type_)]
            name = sort_name(_named(element_type, str(attributes)), element_type, settings)
            if name != stored:
                await session.fetch(RENAME, {"tenant": tenant, "key": key, "sort_name": name})
            after = int(str(key))


def _named(element_type: ElementType, document: str) -> Version:
    """A version with only what its name needs."""
    return Version(
        ElementId(""), VersionId(""), "", element_type.key, attributes=given_attributes(document, element_type)
    )
