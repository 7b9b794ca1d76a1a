"""A tenant (storage) and its settings."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from facetstore.domain.folded_names import Name

EMPTY_TEMPLATE: Final = "empty"
MAIN_POOL: Final = "main"
"""The pool in which tenants live unless they are created elsewhere: the database of an installation without pools."""
GRACE_DAYS: Final = 30
"""How long a deleted tenant can be restored, unless configured otherwise."""

AT_RELEASE: Final = "atRelease"
WHEN_VALID: Final = "whenValid"
"""When the version before a released one expires: at once, or on the first day on which the released one is valid."""

_SYSTEM: Final = Name("_sysadmin")
_ADMINISTRATION: Final = Name("_admin")

_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,62}\Z")


@dataclass(frozen=True)
class TenantSettings:
    """The settings of a tenant; the names follow StorageInfo."""

    title: str = ""
    description: str = ""
    default_data_culture: int = 1033
    mandatory_cultures: tuple[int, ...] = (1033,)
    optional_cultures: tuple[int, ...] = ()
    fallback_cultures: tuple[int, ...] = ()
    """The order in which other cultures replace a missing value; empty: default first, then the rest."""
    removed_cultures: tuple[int, ...] = ()
    """Cultures that the tenant had: their texts are stored, but not shown or found."""
    region: str = "US"
    time_zone: str = "UTC"
    base_tenant: str = ""
    template: str = EMPTY_TEMPLATE
    expire_predecessor: str = AT_RELEASE
    deactivated_features: tuple[str, ...] = ()
    """The ids of features that are switched off."""
    synonyms: tuple[tuple[str, ...], ...] = ()
    """Groups of words that mean the same to a search."""

    @property
    def keeps_predecessor(self) -> bool:
        """Whether a version stays in force until the one that replaces it is valid."""
        return self.expire_predecessor == WHEN_VALID

    @cached_property
    def data_cultures(self) -> tuple[int, ...]:
        return tuple(sorted({*self.mandatory_cultures, *self.optional_cultures}))


@dataclass(frozen=True)
class TenantAddress:
    """Collection and storage: the two parts of the path."""

    collection: Name
    storage: Name

    @cached_property
    def folded(self) -> str:
        """The form under which a tenant is stored and looked up."""
        return f"{self.collection.folded}/{self.storage.folded}"

    @property
    def context_type(self) -> str:
        """The kind of storage, derived from its address (D1.8)."""
        if not self.is_administration:
            return "IStorageContext"
        return "ISysAdminContext" if self.collection == _SYSTEM else "IStorageCollectionContext"

    @cached_property
    def is_administration(self) -> bool:
        """Whether this administers other tenants: those of its collection, or all."""
        return self.storage == _ADMINISTRATION

    @property
    def is_reserved(self) -> bool:
        """Whether this address is reserved: names that start with an underscore belong to Facetstore. The storage name
        `_admin` does not count, and the address of the system administration is not reserved."""
        if self == SYSTEM_ADMINISTRATION:
            return False
        names = (self.collection,) if self.is_administration else (self.collection, self.storage)
        return any(each.folded.startswith("_") for each in names)

    @property
    def administration(self) -> TenantAddress:
        """The address of the tenant that administers the collection."""
        return TenantAddress(self.collection, _ADMINISTRATION)

    def __str__(self) -> str:
        return f"{self.collection}/{self.storage}"


SYSTEM_ADMINISTRATION: Final = TenantAddress(_SYSTEM, _ADMINISTRATION)
"""The address of the tenant that administers all collections."""


@dataclass(frozen=True, slots=True)
class Tenant:
    """A tenant as stored. `definition` is the revision of the last change of settings or additions, `access` is the access
    counter."""

    key: int
    id: str
    address: TenantAddress
    settings: TenantSettings
    additions: str
    """The tenant's own metamodel as JSON text."""
    revision: int
    definition: int
    access: int
    quota: int | None = None
    """How many elements it may hold; None: any number."""
    deleted_at: int | None = None
    """When it was deleted, in microseconds since 1970 UTC; None: it is in use."""
    purge_at: int | None = None
    """From when on it cannot be restored, in the same unit; None: it is in use."""


def address_of(collection: str, storage: str) -> TenantAddress:
    """The address with these names, which must be valid."""
    return TenantAddress(Name(collection), Name(storage))


def parse_address(text: str) -> TenantAddress | None:
    """The address in `COLLECTION/STORAGE`, or None if the text is not an address."""
    collection, slash, storage = text.partition("/")
    if not slash or not _NAME.match(collection) or not _NAME.match(storage):
        return None
    return address_of(collection, storage)
