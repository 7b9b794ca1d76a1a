"""Caches that cannot fill the memory: one is limited in bytes, keys included; the other caches short texts only."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, Final, Generic, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_LONGEST: Final = 512
"""Characters or bytes of the longest text whose result is cached."""
_OTHER: Final = 64
"""Approximate bytes of a part of a key that is neither text nor tuple: most of these are shared."""
_SLOT: Final = 8


class ByteCache(Generic[K, V]):
    """Values by key. When the cache is full, the oldest are evicted first.

    `cost` returns the bytes of a value without its key. It must always return the same for one value.
    """

    def __init__(self, limit: int, cost: Callable[[V], int]) -> None:
        self._limit = limit
        self._cost = cost
        self._entries: dict[K, V] = {}
        self.size = 0
        self.get = self._entries.get

    def put(self, key: K, value: V) -> None:
        self.drop(key)
        self._entries[key] = value
        self.size += size_of(key) + self._cost(value)
        while self.size > self._limit:
            self.drop(next(iter(self._entries)))

    def drop(self, key: K) -> None:
        if (gone := self._entries.pop(key, None)) is not None:
            self.size -= size_of(key) + self._cost(gone)


def size_of(key: object) -> int:
    """Approximate bytes of a key made of texts, numbers and tuples."""
    if isinstance(key, str | bytes):
        return sys.getsizeof(key)
    if isinstance(key, tuple):
        return sys.getsizeof(key) + sum(_SLOT + size_of(each) for each in key)
    return _OTHER


def cached_if_short(entries: int) -> Callable[[F], F]:
    """Cache this many results of a function whose first argument is a text or None. Results for long texts are not cached."""

    def decorate(function: F) -> F:
        cached = lru_cache(maxsize=entries)(function)

        @wraps(function)
        def call(text: str | bytes | None, *more: Any) -> Any:
            return (cached if text is None or len(text) <= _LONGEST else function)(text, *more)

        return cast("F", call)

    return decorate
