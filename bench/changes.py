"""A committed change of an element that no measured read shows: what happens to a tenant while it is read."""

from __future__ import annotations

from bench.dataset import ADDRESS, FACET
from facetstore.domain.element import Version
from facetstore.domain.values import ElementId, VersionId
from facetstore.rest.changes import ChangeLog
from facetstore.usecases.ports import Storage
from facetstore.usecases.write_ports import StoredVersion

_NOWHERE = ElementId("7fffffff-0000-4000-8000-000000000001")


async def change(storage: Storage, log: ChangeLog, facet: str, number: int) -> None:
    """Change an element of a facet that nobody refers to, commit, and note what that touched."""
    tenant = await storage.tenant(ADDRESS)
    assert tenant is not None
    async with storage.writer(tenant, actor=None) as writer:
        await writer.replace_version(_version(facet, number), "changed")
    revisions = await storage.revisions(tenant.key)
    assert revisions is not None
    await log.until(tenant.key, revisions)


def _version(facet: str, number: int) -> StoredVersion:
    """Named so that it comes last in its list, where no page that is measured reaches."""
    type_ = "capability" if facet == FACET else "tag"
    id_ = str(_NOWHERE)[:-1] + str(len(type_) % 10)
    version = Version(
        element=ElementId(id_),
        id=VersionId(id_),
        facet=facet,
        type=type_,
        attributes={"name": {1031: f"zzz {number}", 1033: f"zzz {number}"}},
    )
    return StoredVersion(version, newest=True, visible=True, published=True)
