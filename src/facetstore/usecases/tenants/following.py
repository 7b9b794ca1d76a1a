"""Elements that stand for tenants: creating, changing, deleting or restoring one does the same to its tenant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from facetstore.domain.element import Version
from facetstore.domain.errors import Conflict, Finding, Forbidden, InvalidValues, nearest
from facetstore.domain.tenant import (
    EMPTY_TEMPLATE,
    SYSTEM_ADMINISTRATION,
    Tenant,
    TenantAddress,
    TenantSettings,
    parse_address,
)
from facetstore.domain.values import INVARIANT
from facetstore.metamodel.roles import MethodRoles
from facetstore.usecases.labels import first_name, names_of
from facetstore.usecases.ports.template_store import Template
from facetstore.usecases.tenants.settings_parsing import parse_settings
from facetstore.usecases.tenants.tenant_administration import bring_back, make_tenant, remove_tenant
from facetstore.usecases.tenants.tenant_elements import COLLECTION, show, title_of
from facetstore.usecases.tenants.token_instants import set_definition
from facetstore.usecases.writing import Writing


async def follow_changes(writing: Writing, stored: Iterable[tuple[str, Version]]) -> None:
    """Create or change the tenants of elements that were just stored in an administration tenant; each comes with its path in the body.

    Raises InvalidValues, Forbidden, Conflict.
    """
    for path, version in stored:
        if kind := writing.metamodel.types[version.type].stands_for:
            await _Element(writing, path, version, kind).follow()


async def follow_deletion(writing: Writing, version: Version) -> None:
    """Delete the tenant of an element that was just deleted. Raises Forbidden, Conflict."""
    tenant = await _tenant_of(writing, version)
    if tenant is not None:
        _check_collections(writing, writing.metamodel.types[version.type].stands_for)
        await remove_tenant(writing.writer.tenants, tenant)


async def follow_restoring(writing: Writing, version: Version) -> None:
    """Bring back the tenant of an element that was just restored. Raises Forbidden, Conflict."""
    tenant = await _tenant_of(writing, version)
    if tenant is not None:
        _check_collections(writing, writing.metamodel.types[version.type].stands_for)
        await bring_back(writing.writer.tenants, tenant)
    elif writing.metamodel.roles.storage_created in version.attributes:
        error = "Its storage was purged and cannot be brought back. Make a new one."
        raise Conflict(error, [Finding(error, "purged")])


async def _tenant_of(writing: Writing, version: Version) -> Tenant | None:
    if not writing.served.tenant.address.is_administration or not writing.metamodel.types[version.type].stands_for:
        return None
    return await writing.writer.tenants.named(version.element)


def _check_collections(writing: Writing, kind: str | None) -> None:
    if kind == COLLECTION and writing.served.tenant.address != SYSTEM_ADMINISTRATION:
        raise Forbidden(f"Collections are made, deleted and brought back in {SYSTEM_ADMINISTRATION} only.")


@dataclass(frozen=True, slots=True)
class _Element:
    """An element of an administration tenant that stands for a tenant, or for one that is to be created."""

    writing: Writing
    path: str
    version: Version
    kind: str

    @property
    def _roles(self) -> MethodRoles:
        return self.writing.metamodel.roles

    @property
    def _attributes(self) -> Mapping[str, str]:
        """The attributes of the element that hold settings, by the names of those."""
        roles = self._roles
        return {
            "title": roles.name,
            "timeZone": roles.time_zone,
            "region": roles.region,
            "expirePredecessor": roles.expire_predecessor,
        }

    async def follow(self) -> None:
        tenants = self.writing.writer.tenants
        tenant = await tenants.named(self.version.element)
        if tenant is not None:
            await self._change(tenant)
        elif self.kind == COLLECTION or self._attribute(self._roles.template):
            await self._make()
        # Without a template it is a plan: there is no storage yet.

    async def _make(self) -> None:
        administration = self.writing.served.tenant
        _check_collections(self.writing, self.kind)
        template = self._template() if self.kind != COLLECTION else None
        name = template.name if template is not None else EMPTY_TEMPLATE
        own = replace(administration.settings, title="", description="", base_tenant="", template=name)
        settings, given = self._settings(own), self._given()
        address = await self._address()
        await make_tenant(self.writing.writer.tenants, address, self.version.element, settings, template, given)

    async def _change(self, tenant: Tenant) -> None:
        """Store the settings of the element. Raises InvalidValues, and Conflict for another address or template."""
        template = self._attribute(self._roles.template)
        if await self._address() != tenant.address:
            raise self._fixed(self._roles.tenant_name, f"{tenant.address} exists: its address cannot be changed.")
        if self.kind != COLLECTION and template and template != tenant.settings.template:
            raise self._fixed(self._roles.template, f"{tenant.address} was made from another template already.")
        settings = self._settings(tenant.settings, unless_title=title_of(tenant))
        tenants = self.writing.writer.tenants
        if settings != tenant.settings:
            async with tenants.writer(tenant) as writer:
                await set_definition(writer, tenant, settings, tenant.additions)
        await show(tenants, tenant.id)

    def _template(self) -> Template:
        templates = self.writing.templates
        name = self._attribute(self._roles.template)
        template = templates.find(name)
        if template is None:
            hint = nearest(name, templates.names)
            error = f"There is no template {name!r}.{hint} There are: {', '.join(templates.names)}."
            raise self._wrong(self._roles.template, error)
        return template

    async def _address(self) -> TenantAddress:
        name = self._attribute(self._roles.tenant_name)
        collection = name if self.kind == COLLECTION else await self._collection()
        storage = SYSTEM_ADMINISTRATION.storage if self.kind == COLLECTION else name
        address = parse_address(f"{collection}/{storage}")
        if address is None or address.is_reserved or (address.is_administration and self.kind != COLLECTION):
            error = f"{name!r} cannot be part of an address: up to 63 letters, digits, dots, dashes and underscores, a letter or digit first."
            raise self._wrong(self._roles.tenant_name, error)
        return address

    async def _collection(self) -> str:
        own = self.writing.served.tenant.address
        if own != SYSTEM_ADMINISTRATION:
            return own.collection.spelled
        targets = self.version.related.get(self._roles.in_collection, ())
        collection = await self.writing.writer.tenants.named(targets[0]) if targets else None
        if collection is None:
            error = "A storage needs the collection that it belongs to."
            path = f"{self.path}.related.{self._roles.in_collection}"
            raise InvalidValues(error, [Finding(error, InvalidValues.code, path)])
        return collection.address.collection.spelled

    def _given(self, unless_title: str | None = None) -> dict[str, object]:
        """The settings that the element gives; the title is left out if it equals `unless_title`."""
        culture = self.writing.settings.default_data_culture
        names = names_of(self.version.attributes, self.writing.metamodel.types[self.version.type])
        title = first_name(names, (culture, *names)) or ""
        given: dict[str, object] = {} if title == unless_title else {"title": title}
        texts = {name: self._attribute(self._attributes[name]) for name in ("timeZone", "region", "expirePredecessor")}
        return given | {name: value for name, value in texts.items() if value}

    def _settings(self, current: TenantSettings, unless_title: str | None = None) -> TenantSettings:
        try:
            return parse_settings(self._given(unless_title), current)
        except InvalidValues as invalid:
            findings = [
                replace(each, path=f"{self.path}.attributes.{self._attributes.get(each.path, each.path)}")
                for each in invalid.findings
            ]
            raise InvalidValues(findings[0].error, findings) from invalid

    def _attribute(self, name: str) -> str:
        value = self.version.attributes.get(name, {}).get(INVARIANT)
        return value.strip() if isinstance(value, str) else ""

    def _wrong(self, attribute: str, error: str) -> InvalidValues:
        return InvalidValues(error, [Finding(error, InvalidValues.code, f"{self.path}.attributes.{attribute}")])

    def _fixed(self, attribute: str, error: str) -> Conflict:
        return Conflict(error, [Finding(error, "storage-created", f"{self.path}.attributes.{attribute}")])
