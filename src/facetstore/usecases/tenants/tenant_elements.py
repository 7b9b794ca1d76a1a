"""The elements that stand for tenants: each tenant has one in every tenant that administers it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from uuid import uuid4

from facetstore.domain.element import Version
from facetstore.domain.tenant import SYSTEM_ADMINISTRATION, Tenant, TenantAddress
from facetstore.domain.values import INVARIANT, ElementId, VersionId
from facetstore.metamodel.model import ElementType, Metamodel
from facetstore.metamodel.roles import MethodRoles
from facetstore.regional.time_zones import local_now, time_zone
from facetstore.usecases.changes.stamps import stamp_changed, stamp_created
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.transactions import Tenants, Writer
from facetstore.usecases.ports.writes import Deleted, StoredVersion, Trashed
from facetstore.usecases.tenancy import serve

COLLECTION: Final = "collection"
STORAGE: Final = "storage"
"""The values of `stands_for` of the types whose elements stand for tenants."""
_AT_ONCE: Final = 50


class _ShownTenant(NamedTuple):
    """What an element says about a tenant."""

    tenant: Tenant
    collection: Tenant | None
    """The administration tenant of the collection of a storage, if there is one; None for a collection."""
    pool: str | None
    """Where it lives; None: there are no pools."""


async def show(tenants: Tenants, tenant_id: str) -> None:
    """Create, update or restore the elements of a tenant, with its current values, in the tenants that administer it.

    Does nothing for a tenant that is deleted or unknown.
    """
    tenant = await tenants.named(tenant_id)
    if tenant is None or tenant.deleted_at is not None:
        return
    for administration in await administrations(tenants, tenant.address):
        async with tenants.writer(administration) as writer:
            await _show_in(writer, administration, await _shown_tenant(tenants, tenant))


async def show_again(storage: Storage, tenant_ids: Sequence[str]) -> None:
    """Update the elements of tenants that live elsewhere than before, some in each transaction: others wait for it."""
    for first in range(0, len(tenant_ids), _AT_ONCE):
        async with storage.administer(reason="tenant move") as tenants:
            for tenant_id in tenant_ids[first : first + _AT_ONCE]:
                await show(tenants, tenant_id)


async def hide(tenants: Tenants, tenant: Tenant) -> None:
    """Put the elements that stand for a tenant into the trash, unless they are there already."""
    for administration in await administrations(tenants, tenant.address):
        async with tenants.writer(administration) as writer:
            versions = await writer.stored.versions_of([tenant.id], gone=True)
            if versions:
                await writer.versions.delete(versions, "element.deleted")
                deleted = _deletion(tenant, versions[-1].version)
                await writer.trash.add(Trashed(deleted, versions, (), ()))


async def administrations(tenants: Tenants, address: TenantAddress) -> Sequence[Tenant]:
    """The tenants that administer a tenant: the system administration, and that of its collection (for a collection, itself).

    Missing and deleted ones are left out; the system administration has none.
    """
    if address == SYSTEM_ADMINISTRATION:
        return ()
    found = [await tenants.at(each) for each in (SYSTEM_ADMINISTRATION, address.administration)]
    return [each for each in found if each is not None and each.deleted_at is None]


def title_of(tenant: Tenant) -> str:
    """The name of the element of a tenant: its title, or its name in the address."""
    address = tenant.address
    return tenant.settings.title or (address.collection if address.is_administration else address.storage).spelled


async def _shown_tenant(tenants: Tenants, tenant: Tenant) -> _ShownTenant:
    is_collection = tenant.address.is_administration
    collection = None if is_collection else await tenants.at(tenant.address.administration)
    return _ShownTenant(tenant, collection, tenants.pool_of(tenant))


async def _show_in(writer: Writer, administration: Tenant, shown: _ShownTenant) -> None:
    metamodel, tenant = serve(administration).metamodel, shown.tenant
    kind = COLLECTION if tenant.address.is_administration else STORAGE
    element_type = next(each for each in metamodel.types.values() if each.stands_for == kind)
    stored = (await writer.stored.load([tenant.id])).get(tenant.id) or await _brought_back(writer, tenant.id)
    before = stored.version if stored is not None else _blank(tenant, element_type)
    after = _shown(before, administration, shown, metamodel)
    now = local_now(time_zone(administration.settings.time_zone))
    if stored is None:
        made = stamp_created(after, metamodel, now, None)
        await writer.versions.add([StoredVersion(made, newest=True, visible=True, published=True)], "element.created")
    elif after != before:
        changed = stored._replace(version=stamp_changed(after, metamodel, now, None))
        await writer.versions.replace([changed], "element.changed")


async def _brought_back(writer: Writer, element: str) -> StoredVersion | None:
    """Restore the element of a tenant from the trash, with the values it had, and return it; None if it is not there."""
    deletion = await writer.trash.deletion_of(element)
    trashed = await writer.trash.take(deletion) if deletion is not None else None
    if trashed is None:
        return None
    versions = [each._replace(newest=True, visible=True, published=True) for each in trashed.versions]
    await writer.versions.add(versions, "element.restored")
    return (await writer.stored.load([element]))[element]


def _blank(tenant: Tenant, element_type: ElementType) -> Version:
    return Version(ElementId(tenant.id), VersionId(tenant.id), element_type.facet, element_type.key)


def _shown(version: Version, administration: Tenant, shown: _ShownTenant, metamodel: Metamodel) -> Version:
    """The element with the values of the tenant; values that only the element has, such as the contact person, stay."""
    element_type, roles = metamodel.types[version.type], metamodel.roles
    tenant, collection = shown.tenant, shown.collection
    values = {name: value for name, value in _values(shown, roles).items() if name in element_type.attributes}
    attributes: dict[str, Mapping[int, object]] = {**version.attributes}
    for name, value in values.items():
        attributes.pop(name, None)
        if value is not None:
            attributes[name] = {INVARIANT: value}
    names = {**version.attributes.get(roles.name, {}), administration.settings.default_data_culture: title_of(tenant)}
    related = dict(version.related)
    if collection is not None and roles.in_collection in element_type.contexts:
        related[roles.in_collection] = (ElementId(collection.id),)
    return version._replace(attributes={**attributes, roles.name: names}, related=related)


def _values(shown: _ShownTenant, roles: MethodRoles) -> Mapping[str, object]:
    tenant, address, settings = shown.tenant, shown.tenant.address, shown.tenant.settings
    return {
        roles.tenant_name: (address.collection if address.is_administration else address.storage).spelled,
        roles.template: settings.template,
        roles.time_zone: settings.time_zone,
        roles.region: settings.region,
        roles.expire_predecessor: settings.expire_predecessor,
        roles.storage_created: True,
        roles.element_quota: tenant.quota,
        roles.storage_pool: shown.pool,
    }


def _deletion(tenant: Tenant, version: Version) -> Deleted:
    at = tenant.deleted_at or time.time_ns() // 1000
    return Deleted(str(uuid4()), version.element, None, version.type, title_of(tenant), at, None)
