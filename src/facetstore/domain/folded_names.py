"""Names that are compared case-insensitively: tenants, logins, patterns of addresses."""

from __future__ import annotations

from dataclasses import dataclass, field

from facetstore.domain.values import equality_key


@dataclass(frozen=True, slots=True)
class Name:
    """A name with its folded form. Two names are equal if their folded forms are; mypy rejects comparison with a plain str."""

    spelled: str = field(compare=False)
    """As it was written; shown to users."""
    folded: str = field(init=False)
    """Folded; used to store and look up."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", equality_key(self.spelled))

    def __str__(self) -> str:
        return self.spelled
