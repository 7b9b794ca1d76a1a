"""What the use cases need from storage to make, change and delete tenants, and from bundles to fill them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Final, Protocol

from facetstore.domain.tenant import TenantAddress, TenantSettings
from facetstore.usecases.ports.storage import Tenant

if TYPE_CHECKING:
    from facetstore.usecases.ports.writes import Writer


class Tenants(Protocol):
    """All tenants, deleted ones among them, in one transaction; nobody else makes or changes any meanwhile."""

    async def at(self, address: TenantAddress) -> Tenant | None: ...

    async def named(self, id_: str) -> Tenant | None: ...

    async def all(self) -> Sequence[Tenant]: ...

    async def create(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        """Raises Conflict when the address is taken, also by a deleted tenant."""
        ...

    async def delete(self, tenant: Tenant) -> Tenant:
        """Let nobody call a tenant any more. It can be brought back for a while."""
        ...

    async def restore(self, tenant: Tenant) -> Tenant | None:
        """Bring a deleted tenant back; None when it is too late."""
        ...

    async def set_quota(self, tenant: Tenant, elements: int | None) -> Tenant: ...

    def writer(self, tenant: Tenant) -> AbstractAsyncContextManager[Writer]:
        """Write to a tenant in this transaction; one that is being written to goes on."""
        ...


class Template(Protocol):
    """What a new tenant is filled with."""

    @property
    def name(self) -> str: ...

    async def fill(self, writer: Writer, tenant: Tenant, given: Mapping[str, object]) -> TenantSettings:
        """Fill a new tenant, and return the settings it has then; those given win over those of the template.
        Raises InvalidValues."""
        ...


class Templates(Protocol):
    """The templates that are there by name."""

    @property
    def names(self) -> Sequence[str]: ...

    def find(self, name: str) -> Template | None: ...


class _NoTemplates:
    """Where nothing can be made from a template."""

    @property
    def names(self) -> Sequence[str]:
        return ()

    def find(self, name: str) -> Template | None:
        return None


NO_TEMPLATES: Final = _NoTemplates()
