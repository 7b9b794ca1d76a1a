"""The keys by which the service signs release records, and what signs with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol


class KeyPair(NamedTuple):
    """A new key of Ed25519: 32 bytes each."""

    private: bytes
    public: bytes


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key of the service. Times are microseconds since 1970 UTC."""

    id: str
    public: bytes
    created: int
    retired: int | None = None
    """Since when it signs nothing new."""
    private: bytes = field(default=b"", repr=False)
    """Empty once it is retired."""


class SigningKeys(Protocol):
    """The keys of the service. It has one that is not retired, from its first use on."""

    async def current(self, make: Callable[[], KeyPair]) -> SigningKey:
        """The key to sign with, which is made if there is none."""
        ...

    async def rotate(self, make: Callable[[], KeyPair]) -> SigningKey:
        """Replace the current key by a new one. The private part of the replaced one is deleted."""
        ...

    async def all(self) -> Sequence[SigningKey]:
        """Every key without its private part, the newest first."""
        ...


class Signatures(Protocol):
    """Signs by Ed25519."""

    def make(self) -> KeyPair: ...

    def sign(self, private: bytes, data: bytes) -> bytes: ...


class _NoSignatures:
    def make(self) -> KeyPair:
        raise NotImplementedError("This application signs nothing.")

    def sign(self, private: bytes, data: bytes) -> bytes:
        raise NotImplementedError("This application signs nothing.")


NO_SIGNATURES: Signatures = _NoSignatures()
