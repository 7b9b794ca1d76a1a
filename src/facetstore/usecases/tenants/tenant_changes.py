"""Tenants: creating them, changing their settings and metamodel, and the response of operation 16."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import uuid4

import msgspec

from facetstore.domain.errors import Finding, InvalidValues, NotFound, nearest
from facetstore.domain.tenant import Tenant, TenantAddress, TenantSettings, parse_address
from facetstore.metamodel.file_findings import MetamodelErrors
from facetstore.metamodel.loader import load_with_additions, parse_additions
from facetstore.metamodel.model import Metamodel
from facetstore.regional import region, render_region, time_zone, windows_time_zone
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.ports.template_store import Template
from facetstore.usecases.tenancy import ServedTenant, serve
from facetstore.usecases.tenants.language_changes import change_languages
from facetstore.usecases.tenants.predefined import ensure_stereotypes
from facetstore.usecases.tenants.settings_parsing import check_settings, parse_settings
from facetstore.usecases.tenants.tenant_administration import make_tenant
from facetstore.usecases.tenants.tenant_elements import show
from facetstore.usecases.tenants.token_instants import keep_token_instants

_MOST_BASES = 32


async def create_tenant(
    storage: Storage,
    address: TenantAddress,
    settings: TenantSettings,
    template: Template | None = None,
    given: Mapping[str, object] | None = None,
    *,
    pool: str | None = None,
) -> Tenant:
    """Create a tenant, empty or filled from a template. Settings in `given` override those of the template. `pool` is where it lives,
    if that is not the pool of its collection.

    Raises InvalidValues, and Conflict when the address is taken or its collection is deleted.
    """
    await check_base(storage, address, settings)
    async with storage.administer(reason="tenant create", pool=pool) as tenants:
        return await make_tenant(tenants, address, str(uuid4()), settings, template, given or {})


async def access_tenant(storage: Storage, text: str) -> Tenant:
    """The tenant at `COLLECTION/STORAGE`. Raises InvalidValues or NotFound."""
    address = required_address(text)
    tenant = await storage.tenant(address)
    if tenant is None:
        known = [str(each.address) for each in await storage.tenants()]
        raise NotFound(f"There is no tenant {address}.{nearest(str(address), known)}")
    return tenant


def required_address(text: str) -> TenantAddress:
    address = parse_address(text)
    if address is None:
        raise InvalidValues(
            f"{text!r} is no address such as COLLECTION/STORAGE (letters, digits, dot, dash, underscore)."
        )
    return address


async def set_tenant(
    storage: Storage, tenant: Tenant, given: Mapping[str, object], *, force: bool = False
) -> TenantSettings:
    """Change the given settings, all or none, and return the result. The languages of the tenant follow its cultures.

    Raises InvalidValues with every finding, and Conflict if a culture would be removed that has texts, unless `force`.
    """
    async with storage.writer(tenant, actor=None, reason="tenant set", tenants=True) as writer:
        settings = parse_settings(given, writer.current.settings)
        await check_base(storage, tenant.address, settings)
        before = writer.current
        await change_languages(writer, serve(writer.current).metamodel, settings, force=force)
        await keep_token_instants(writer, before)
        await show(writer.tenants, tenant.id)
        return writer.current.settings


async def check_base(storage: Storage, address: TenantAddress, settings: TenantSettings) -> None:
    """Raise InvalidValues when the base tenant does not exist or leads back to the tenant itself."""
    seen = {address.folded}
    name = settings.base_tenant
    while name and len(seen) < _MOST_BASES:
        base = parse_address(name)
        found = await storage.tenant(base) if base is not None and base.folded not in seen else None
        if found is None:
            why = "leads back to itself" if base and base.folded in seen else "does not exist"
            error = f"baseTenant: the tenant {name} {why}."
            raise InvalidValues(error, [Finding(error, InvalidValues.code, "baseTenant")])
        seen.add(found.address.folded)
        name = found.settings.base_tenant


def check_metamodel(tenant: Tenant, text: str, filename: str) -> Mapping[str, object]:
    """The additions in a file, as plain data. Raises InvalidValues with every mistake, each with file and line."""
    try:
        return parse_additions(text, filename, administration=is_administration(tenant))
    except MetamodelErrors as errors:
        raise invalid_metamodel(errors) from errors


async def apply_metamodel(storage: Storage, tenant: Tenant, additions: Mapping[str, object]) -> None:
    """Replace the metamodel additions of a tenant. Raises InvalidValues, also when a type in use would be lost."""
    async with storage.writer(tenant, actor=None, reason="metamodel apply") as writer:
        await check_types_in_use(storage, tenant, additions)
        await writer.set_definition(writer.current.settings, msgspec.json.encode(additions).decode())
        await ensure_stereotypes(writer, load_metamodel(tenant, additions))


async def check_types_in_use(storage: Storage, tenant: Tenant, additions: Mapping[str, object]) -> None:
    """Raise InvalidValues when additions cannot be used, or when elements exist whose type would be lost."""
    if findings := _lost_types(load_metamodel(tenant, additions), await storage.population(tenant.key)):
        raise InvalidValues("Elements of these types exist, so the types must stay.", findings)


def load_metamodel(tenant: Tenant, additions: Mapping[str, object]) -> Metamodel:
    """The metamodel of a tenant with these additions. Raises InvalidValues."""
    try:
        return load_with_additions(additions, administration=is_administration(tenant))
    except MetamodelErrors as errors:
        raise invalid_metamodel(errors) from errors


def invalid_metamodel(errors: MetamodelErrors) -> InvalidValues:
    findings = [
        Finding(each.message, InvalidValues.code, f"{each.file}:{each.line}" if each.line else each.file)
        for each in errors.findings
    ]
    return InvalidValues("The metamodel additions are not valid.", findings)


def is_administration(tenant: Tenant) -> bool:
    return tenant.address.is_administration


def _lost_types(metamodel: Metamodel, population: Mapping[str, int]) -> list[Finding]:
    return [
        Finding(f"{number} element(s) of the type {name} exist.", InvalidValues.code, name)
        for name, number in sorted(population.items())
        if name not in metamodel.types
    ]


async def storage_info(storage: Storage, served: ServedTenant) -> dict[str, object]:
    """The response of operation 16, in its order. The two addresses are empty: `rest/operations/info.py` fills them in."""
    tenant, settings = served.tenant, served.settings
    base_tenant = parse_address(settings.base_tenant)
    base_found = await storage.tenant(base_tenant) if base_tenant is not None else None
    return {
        "type": tenant.address.context_type,
        "tenant": tenant.id,
        "title": settings.title,
        "description": settings.description,
        "baseTenant": base_found.id if base_found is not None else "",
        "apiUrl": "",
        "appUrl": "",
        "template": settings.template,
        "dataCultures": settings.data_cultures,
        "defaultDataCulture": settings.default_data_culture,
        "mandatoryCultures": settings.mandatory_cultures,
        "optionalCultures": settings.optional_cultures,
        "isValid": is_valid(tenant),
        "region": render_region(region(settings.region), settings.default_data_culture),
        "timeZone": windows_time_zone(time_zone(settings.time_zone)),
    }


def is_valid(tenant: Tenant) -> bool:
    """Whether the settings and the metamodel additions have no findings."""
    try:
        load_metamodel(tenant, msgspec.json.decode(tenant.additions))
    except InvalidValues:
        return False
    return not check_settings(tenant.settings)
