"""A tenant (storage) and its settings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from facetstore.domain.names import Name

EMPTY_TEMPLATE: Final = "empty"
GRACE_DAYS: Final = 30
"""How long a deleted tenant can be brought back, unless it is configured otherwise."""

_SYSTEM: Final = Name("_sysadmin")
_ADMINISTRATION: Final = Name("_admin")

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,62}\Z")


@dataclass(frozen=True)
class TenantSettings:
    """What can be set of a tenant; the names follow StorageInfo."""

    title: str = ""
    description: str = ""
    default_data_culture: int = 1033
    mandatory_cultures: tuple[int, ...] = (1033,)
    optional_cultures: tuple[int, ...] = ()
    fallback_cultures: tuple[int, ...] = ()
    """The order in which other cultures stand in for a missing value; empty: default first, then the rest."""
    region: str = "US"
    time_zone: str = "UTC"
    base_tenant: str = ""
    template: str = EMPTY_TEMPLATE

    @cached_property
    def data_cultures(self) -> tuple[int, ...]:
        return tuple(sorted({*self.mandatory_cultures, *self.optional_cultures}))


@dataclass(frozen=True, slots=True)
class TenantAddress:
    """Collection and storage: what stands in the path."""

    collection: Name
    storage: Name

    @property
    def folded(self) -> str:
        """The form under which a tenant is stored and found."""
        return f"{self.collection.folded}/{self.storage.folded}"

    @property
    def context_type(self) -> str:
        """What kind of storage this is, by its address (FACTS 3)."""
        if not self.is_administration:
            return "IStorageContext"
        return "ISysAdminContext" if self.collection == _SYSTEM else "IStorageCollectionContext"

    @property
    def is_administration(self) -> bool:
        """Whether this administers other tenants: those of its collection, or all."""
        return self.storage == _ADMINISTRATION

    @property
    def is_reserved(self) -> bool:
        """Whether nobody may take this address: names with an underscore in front are ours."""
        if self == SYSTEM_ADMINISTRATION:
            return False
        names = (self.collection,) if self.is_administration else (self.collection, self.storage)
        return any(each.folded.startswith("_") for each in names)

    @property
    def administration(self) -> TenantAddress:
        """Where the collection is administered."""
        return TenantAddress(self.collection, _ADMINISTRATION)

    def __str__(self) -> str:
        return f"{self.collection}/{self.storage}"


SYSTEM_ADMINISTRATION: Final = TenantAddress(_SYSTEM, _ADMINISTRATION)
"""Where all collections are administered."""


def address_of(collection: str, storage: str) -> TenantAddress:
    """The address with these names, which are known to be names."""
    return TenantAddress(Name(collection), Name(storage))


def parse_address(text: str) -> TenantAddress | None:
    """The address in `COLLECTION/STORAGE`, or None when the text is none."""
    collection, slash, storage = text.partition("/")
    if not slash or not _NAME.match(collection) or not _NAME.match(storage):
        return None
    return address_of(collection, storage)
