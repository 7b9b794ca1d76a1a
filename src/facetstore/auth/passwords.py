"""Passwords as argon2id hashes: dear to guess, so they are worked on beside the event loop, and only a few at a time."""

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
"""Each takes a core and 64 MiB for a moment."""
MOST_WAITING: Final = 64
"""Who comes later is told to come again: he would wait longer than anybody does."""


class Passwords:
    """Hashes passwords, and tells whether one belongs to a hash."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def hash(self, password: str) -> str:
        return await self._beside(lambda: self._hasher.hash(_spelled(password)))

    async def fits(self, password: str, hash_: str | None) -> bool:
        """Whether a password belongs to a hash. Where there is none, the same work is done for nothing."""
        return await self._beside(lambda: self._fits(password, hash_))

    def is_outdated(self, hash_: str) -> bool:
        """Whether a hash is cheaper to guess than one made today."""
        return self._hasher.check_needs_rehash(hash_)

    def _fits(self, password: str, hash_: str | None) -> bool:
        nobodys = self._nobodys  # made once, by whoever comes first, so that it tells nothing
        try:
            self._hasher.verify(nobodys if hash_ is None else hash_, _spelled(password))
        except (VerificationError, InvalidHashError):
            return False
        return hash_ is not None

    @cached_property
    def _nobodys(self) -> str:
        """The hash of a password that nobody has."""
        return self._hasher.hash("")

    async def _beside(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Unavailable("Too many people sign in at the moment. Try again in a few seconds.")
        self._waiting += 1
        try:
            async with self._turns:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1


def _spelled(password: str) -> bytes:
    """One spelling of what keyboards spell in several ways. No password holds half of a character, so none is taken for it."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
