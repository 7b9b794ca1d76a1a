"""What the use cases need to fill a new tenant: templates by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Protocol

from facetstore.domain.tenant import Tenant, TenantSettings
from facetstore.usecases.ports.writer import Writer


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
