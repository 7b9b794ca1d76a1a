"""The ports to create, change and delete tenants, and for the templates that fill new ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, Final, Protocol

from facetstore.domain.tenant import TenantAddress, TenantSettings
from facetstore.usecases.ports.storage import Tenant

if TYPE_CHECKING:
    from facetstore.usecases.ports.writes import Writer


class Tenants(Protocol):
    """All tenants, including deleted ones, in one transaction. No other transaction of this kind runs at the same time."""

    async def at(self, address: TenantAddress) -> Tenant | None: ...

    async def named(self, id_: str) -> Tenant | None: ...

    async def all(self) -> Sequence[Tenant]: ...

    async def create(self, address: TenantAddress, tenant_id: str, settings: TenantSettings) -> Tenant:
        """The new tenant. Raises Conflict if the address is taken, also by a deleted tenant."""
        ...

    async def delete(self, tenant: Tenant) -> Tenant:
        """Delete a tenant: it cannot be called any more, but can be restored until `purge_at`."""
        ...

    async def restore(self, tenant: Tenant) -> Tenant | None:
        """Restore a deleted tenant; None if it is too late."""
        ...

    async def set_quota(self, tenant: Tenant, elements: int | None) -> Tenant: ...

    def writer(self, tenant: Tenant) -> AbstractAsyncContextManager[Writer]:
        """A writer for a tenant in this transaction; the open one if the tenant is being written to already."""
        ...


class Template(Protocol):
    """The initial content of a new tenant."""

    @property
    def name(self) -> str: ...

    async def fill(self, writer: Writer, tenant: Tenant, given: Mapping[str, object]) -> TenantSettings:
        """Fill a new tenant, and return its resulting settings; the given ones win over those of the template.
        Raises InvalidValues."""
        ...


class Templates(Protocol):
    """The available templates, by name."""

    @property
    def names(self) -> Sequence[str]: ...

    def find(self, name: str) -> Template | None: ...


class _NoTemplates:
    """There are no templates."""

    @property
    def names(self) -> Sequence[str]:
        return ()

    def find(self, name: str) -> Template | None:
        return None


NO_TEMPLATES: Final = _NoTemplates()
