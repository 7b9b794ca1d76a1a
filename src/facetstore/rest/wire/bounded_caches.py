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
_TEXTS: Final = (str, bytes)


class ByteCache(Generic[K, V]):
    """Values by key. When the cache is full, the oldest are evicted first.

    `cost` returns the bytes of a value without its key. It must always return the same for one value. Values with keys of more
    bytes than `longest_key` are not cached.
    """

    def __init__(self, limit: int, cost: Callable[[V], int], longest_key: int | None = None) -> None:
        self._limit = limit
        self._cost = cost
        self._longest_key = limit if longest_key is None else longest_key
        self._entries: dict[K, V] = {}
        self.size = 0
        self.get = self._entries.get

    def put(self, key: K, value: V) -> None:
        self.drop(key)
        length = size_of(key)
        if length > self._longest_key:
            return
        self._entries[key] = value
        self.size += length + self._cost(value)
        while self.size > self._limit:
            self.drop(next(iter(self._entries)))

    def drop(self, key: K) -> None:
        if (gone := self._entries.pop(key, None)) is not None:
            self.size -= size_of(key) + self._cost(gone)


def size_of(key: object) -> int:
    """Approximate bytes of a key made of texts, numbers and tuples."""
    if isinstance(key, _TEXTS):
        return sys.getsizeof(key)
    if not isinstance(key, tuple):
        return _OTHER
    size = sys.getsizeof(key) + _SLOT * len(key)
    for each in key:  # texts, which most parts are, without a call for each
        size += sys.getsizeof(each) if isinstance(each, _TEXTS) else size_of(each)
    return size


def cached_if_short(entries: int) -> Callable[[F], F]:
    """Cache this many results of a function whose first argument is a text or None. Results for long texts are not cached."""

    def decorate(function: F) -> F:
        cached = lru_cache(maxsize=entries)(function)

        @wraps(function)
        def call(text: str | bytes | None, *more: Any) -> Any:
            return (cached if text is None or len(text) <= _LONGEST else function)(text, *more)

        return cast("F", call)

    return decorate
