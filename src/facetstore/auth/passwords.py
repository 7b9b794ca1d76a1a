"""Passwords as argon2id hashes. Hashing is slow on purpose, so it runs in threads, only a few at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Callable
from functools import cached_property
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from facetstore.domain.errors import Unavailable

T = TypeVar("T")

AT_ONCE: Final = 2
"""Hashes at a time: each takes a core and 64 MiB for a moment."""
MOST_WAITING: Final = 64
"""How many may run or wait. Further attempts raise Unavailable: they would have to wait too long."""


class Argon2Passwords:
    """Hashes passwords, and checks a password against a hash."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        return await self._beside(lambda: self._hasher.hash(_spelled(password)))

    async def fits(self, password: str, hash_: str | None) -> bool:
        """Whether a password matches a hash. Without a hash, a dummy is checked, so that the time is equal."""
        return await self._beside(lambda: self._fits(password, hash_))

    def is_outdated(self, hash_: str) -> bool:
        """Whether a hash is weaker than one made with the current parameters."""
        return self._hasher.check_needs_rehash(hash_)

    def _fits(self, password: str, hash_: str | None) -> bool:
        nobodys = self._nobodys  # computed at the first check of any user, so that times do not show who is known
        try:
            self._hasher.verify(nobodys if hash_ is None else hash_, _spelled(password))
        except (VerificationError, InvalidHashError):
            return False
        return hash_ is not None

    @cached_property
    def _nobodys(self) -> str:
        """The dummy hash for unknown users; a password that matches it does not count."""
        return self._hasher.hash("")

    async def _beside(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Unavailable("Too many people are signing in at the moment. Try again in a few seconds.")
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def _spelled(password: str) -> bytes:
    """One form for characters that keyboards encode in several ways. No password has a lone surrogate, so none matches it."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
