"""Names that are compared without regard to letter case: tenants, logins, patterns of addresses."""

from __future__ import annotations

from dataclasses import dataclass, field

from facetstore.domain.values import equality_key


@dataclass(frozen=True, slots=True)
class Name:
    """A name, folded when it comes in. Two are equal if their folded forms are; mypy rejects a comparison with a plain text."""

    spelled: str = field(compare=False)
    """As it was written, to be shown."""
    folded: str = field(init=False)
    """As it is looked up and stored."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "folded", equality_key(self.spelled))

    def __str__(self) -> str:
        return self.spelled
