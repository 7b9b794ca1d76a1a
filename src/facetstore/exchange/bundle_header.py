"""The first line of a bundle: its format, and the settings and metamodel additions of its tenant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import msgspec

from facetstore.domain.errors import InvalidValues
from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.exchange.bundle_line import BadLine
from facetstore.exchange.bundle_report import BundleReport
from facetstore.metamodel.model import Metamodel
from facetstore.usecases.ports.storage import Storage
from facetstore.usecases.tenants.settings_parsing import bundled, parse_settings, settable
from facetstore.usecases.tenants.tenant_changes import check_base, load_metamodel

VERSION: Final = 1

_READ_ONLY: Final = frozenset(
    {"type", "tenant", "apiUrl", "appUrl", "template", "dataCultures", "isValid", "metamodel"}
)
"""Fields of StorageInfo that cannot be set, and the additions, which are not a setting."""


@dataclass(frozen=True, slots=True)
class BundleHeader:
    """Settings by their names in StorageInfo, and metamodel additions; None: the bundle has none."""

    settings: Mapping[str, object] | None
    additions: Mapping[str, object] | None


@dataclass(frozen=True, slots=True)
class Definition:
    """The definition for reading records: for a tenant without elements that of the bundle, else that of the tenant. `is_new`:
    it differs from that of the tenant."""

    settings: TenantSettings
    additions: str
    metamodel: Metamodel
    is_new: bool


def write_header(settings: TenantSettings, additions: Mapping[str, object]) -> dict[str, object]:
    """The header of a tenant's bundle."""
    storage = {**settable(settings), **bundled(settings), "metamodel": additions}
    return {"facetstore": "bundle", "version": VERSION, "storage": storage}


def read_header(record: Mapping[str, object]) -> BundleHeader:
    """The header in the first line. Raises BadLine."""
    if record.get("facetstore") != "bundle":
        raise BadLine('The file is no bundle: its first line must be {"facetstore": "bundle", "version": 1, ...}.')
    if record.get("version") != VERSION:
        raise BadLine(f"The bundle has version {record.get('version')!r}; this release reads version {VERSION}.")
    storage = record.get("storage")
    if storage is None:
        return BundleHeader(None, None)
    additions = storage.get("metamodel") if isinstance(storage, Mapping) else None
    if not isinstance(storage, Mapping) or not isinstance(additions, Mapping | None):
        raise BadLine("`storage` and its `metamodel` must be objects.")
    return BundleHeader({name: each for name, each in storage.items() if name not in _READ_ONLY}, additions)


async def definition_for(storage: Storage, tenant: Tenant, header: BundleHeader, report: BundleReport) -> Definition:
    """The definition for reading the records of a bundle. Raises InvalidValues if that of the header cannot be used."""
    own = Definition(
        tenant.settings, tenant.additions, load_metamodel(tenant, msgspec.json.decode(tenant.additions)), False
    )
    if header.settings is None and header.additions is None:
        return own
    try:
        settings = await _settings(storage, tenant, header, report)
        metamodel = load_metamodel(tenant, header.additions or {})
    except InvalidValues as invalid:
        for finding in invalid.findings:
            report.wrong(f"{finding.path}: {finding.error}" if finding.path else finding.error)
        raise InvalidValues(
            "The header of the bundle cannot be used; nothing was stored.", report.findings
        ) from invalid
    additions = msgspec.json.encode(header.additions or {}).decode()
    definition = Definition(settings, additions, metamodel, (settings, additions) != (own.settings, own.additions))
    if not definition.is_new or await is_fresh(storage, own.metamodel, tenant):
        return definition
    report.warn("settings-ignored", "The tenant holds elements already: it keeps its own settings and metamodel.")
    return own


async def _settings(storage: Storage, tenant: Tenant, header: BundleHeader, report: BundleReport) -> TenantSettings:
    settings = parse_settings(header.settings or {}, tenant.settings)
    try:
        await check_base(storage, tenant.address, settings)
    except InvalidValues as invalid:
        # The bundle may be from another installation, whose tenants do not exist here.
        report.warn("base-tenant-ignored", f"{invalid.findings[0].error} It was left out.")
        return replace(settings, base_tenant="")
    return settings


async def is_fresh(storage: Storage, metamodel: Metamodel, tenant: Tenant) -> bool:
    """Whether a tenant holds only users, groups, permission sets, tokens, and what the service itself creates: languages
    and stereotypes."""
    roles = metamodel.roles
    own = {metamodel.types[roles.token].facet, metamodel.types[roles.culture].facet, roles.stereotypes}
    types = [metamodel.types[each] for each in await storage.population(tenant.key)]
    return all(each.administrative or each.facet in own for each in types)
