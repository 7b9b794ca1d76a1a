"""What the use cases need to fill a new tenant: templates by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.usecases.ports.transactions import Writer


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
