"""A committed change of an element that no measured read shows: what happens to a tenant while it is read."""

from __future__ import annotations

from dataclasses import replace

from bench.dataset import ADDRESS
from facetstore.domain.element import Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.rest.changes import ChangeLog
from facetstore.usecases.ports import Storage, StoredVersion

_TAG = StoredVersion(
    Version(
        element=ElementId("7fffffff-0000-4000-8000-000000000001"),
        id=VersionId("7fffffff-0000-4000-8000-000000000001"),
        facet="tags",
        type="tag",
        attributes={"name": {1033: "Changed before each request"}},
    ),
    newest=True,
    visible=True,
    published=True,
)


async def change(storage: Storage, log: ChangeLog, number: int) -> None:
    """Change a tag nobody refers to, commit, and note what that touched."""
    tenant = await storage.tenant(ADDRESS)
    assert tenant is not None
    version = replace(_TAG.version, attributes={"name": {1033: f"Change {number}"}})
    async with storage.writer(tenant, actor=None) as writer:
        await writer.replace_version(replace(_TAG, version=version), "changed")
    revisions = await storage.revisions(tenant.key)
    assert revisions is not None
    await log.until(tenant.key, revisions)
