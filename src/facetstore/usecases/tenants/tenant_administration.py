"""Creating, deleting and restoring tenants, for commands and for elements that stand for tenants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final
from uuid import uuid4

from facetstore.domain.errors import Conflict, Finding, InvalidValues, NotFound
from facetstore.domain.tenant import EMPTY_TEMPLATE, SYSTEM_ADMINISTRATION, Tenant, TenantAddress, TenantSettings
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.template_store import Template
from facetstore.usecases.ports.transactions import Tenants, Writer
from facetstore.usecases.tenancy import serve
from facetstore.usecases.tenants.configuring import ensure_configuration
from facetstore.usecases.tenants.settings_parsing import check_settings
from facetstore.usecases.tenants.tenant_elements import hide, show

_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


async def make_tenant(
    tenants: Tenants,
    address: TenantAddress,
    tenant_id: str,
    settings: TenantSettings,
    template: Template | None = None,
    given: Mapping[str, object] = _NOTHING,
) -> Tenant:
    """Create a tenant, fill it from the template, and create its elements. Settings in `given` override those of the template.

    Raises InvalidValues, and Conflict when the address is taken or its collection is deleted.
    """
    if findings := check_settings(settings):
        raise InvalidValues("The settings are not valid.", findings)
    if address.is_reserved:
        error = f"{address}: names that begin with an underscore are reserved."
        raise InvalidValues(error, [Finding(error, "reserved", "id")])
    await _check_free(tenants, address)
    await _ensure_collection(tenants, address, settings)
    tenant = await tenants.create(address, tenant_id, settings)
    async with tenants.writer(tenant) as writer:
        if template is not None:
            await template.fill(writer, tenant, given)
        await _ensure_configuration(writer)
        tenant = writer.current
    await show(tenants, tenant.id)
    if address.is_administration:
        await _show_others(tenants, address)
    return await tenants.named(tenant_id) or tenant


async def _ensure_configuration(writer: Writer) -> None:
    await ensure_configuration(writer, serve(writer.current).metamodel)


async def _check_free(tenants: Tenants, address: TenantAddress) -> None:
    known = await tenants.at(address)
    if known is not None and known.deleted_at is not None:
        raise Conflict(f"The tenant {address} was deleted and can be brought back until {until(known)}.")
    if known is not None:
        raise Conflict(f"There is a tenant {address} already.")


async def _ensure_collection(tenants: Tenants, address: TenantAddress, settings: TenantSettings) -> None:
    """Create the administration tenant of a collection if it is missing and there is a system administration.

    Raises Conflict when it is deleted.
    """
    if address.is_administration:
        return
    collection = await tenants.at(address.administration)
    if collection is not None and collection.deleted_at is not None:
        raise Conflict(f"The collection {address.collection} was deleted: bring it back first.")
    if collection is None and await tenants.at(SYSTEM_ADMINISTRATION) is not None:
        own = replace(
            settings, title=address.collection.spelled, description="", base_tenant="", template=EMPTY_TEMPLATE
        )
        await make_tenant(tenants, address.administration, str(uuid4()), own)


async def _show_others(tenants: Tenants, administration: TenantAddress) -> None:
    """Add the elements of existing tenants to an administration tenant that was created or restored: collections first."""
    everywhere = administration == SYSTEM_ADMINISTRATION
    others = [
        each
        for each in await tenants.all()
        if each.deleted_at is None and (everywhere or each.address.administration == administration)
    ]
    for each in others if everywhere else ():
        await _ensure_collection(tenants, each.address, each.settings)
    for each in sorted(others, key=lambda each: not each.address.is_administration):
        await show(tenants, each.id)


async def remove_tenant(tenants: Tenants, tenant: Tenant) -> Tenant:
    """Delete a tenant, and put its elements into the trash.

    Raises Conflict for the system administration, and for a collection that holds storages.
    """
    address = tenant.address
    if address == SYSTEM_ADMINISTRATION:
        raise Conflict("The system administration cannot be deleted.")
    if address.is_administration and (held := await _storages(tenants, address)):
        error = f"The collection {address.collection} holds storages: {', '.join(held[:5])}. Delete them first."
        raise Conflict(error, [Finding(error, "still-used")])
    deleted = await tenants.delete(tenant)
    await hide(tenants, deleted)
    return deleted


async def _storages(tenants: Tenants, administration: TenantAddress) -> list[str]:
    return [
        each.address.storage.spelled
        for each in await tenants.all()
        if each.deleted_at is None and each.address != administration and each.address.administration == administration
    ]


async def bring_back(tenants: Tenants, tenant: Tenant) -> Tenant:
    """Bring back a deleted tenant and its elements. Raises Conflict when it is too late, or its collection is deleted."""
    address = tenant.address
    collection = None if address.is_administration else await tenants.at(address.administration)
    if collection is not None and collection.deleted_at is not None:
        raise Conflict(f"The collection {address.collection} was deleted as well: bring it back first.")
    restored = await tenants.restore(tenant)
    if restored is None:
        error = f"The tenant {address} can no longer be brought back."
        raise Conflict(error, [Finding(error, "purged")])
    async with tenants.writer(restored) as writer:
        await _ensure_configuration(writer)  # a later release may have been installed meanwhile
    await show(tenants, restored.id)
    if address.is_administration:
        await _show_others(tenants, address)
    return restored


async def delete_tenant(storage: Storage, address: TenantAddress) -> Tenant:
    """Delete a tenant. Raises NotFound, Conflict."""
    async with storage.administer(reason="tenant delete") as tenants:
        return await remove_tenant(tenants, await _access(tenants, address, deleted=False))


async def restore_tenant(storage: Storage, address: TenantAddress) -> Tenant:
    """Bring back a deleted tenant. Raises NotFound, Conflict."""
    async with storage.administer(reason="tenant restore") as tenants:
        return await bring_back(tenants, await _access(tenants, address, deleted=True))


async def set_quota(storage: Storage, address: TenantAddress, elements: int | None) -> Tenant:
    """Set how many elements a tenant may hold; None: any number. Existing elements stay. Raises NotFound, InvalidValues."""
    if elements is not None and elements < 0:
        raise InvalidValues(f"A quota is a number of elements from 0 on, not {elements}.")
    async with storage.administer(reason="tenant quota") as tenants:
        tenant = await tenants.set_quota(await _access(tenants, address, deleted=False), elements)
        await show(tenants, tenant.id)
    return tenant


async def _access(tenants: Tenants, address: TenantAddress, *, deleted: bool) -> Tenant:
    tenant = await tenants.at(address)
    if tenant is None or (tenant.deleted_at is not None) != deleted:
        raise NotFound(f"There is no {'deleted ' if deleted else ''}tenant {address}.")
    return tenant


def until(tenant: Tenant) -> str:
    """Until when a deleted tenant can be brought back, as text in UTC."""
    return datetime.fromtimestamp((tenant.purge_at or 0) / 1e6, UTC).strftime("%Y-%m-%d %H:%M UTC")
