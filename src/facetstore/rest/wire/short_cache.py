"""A cache by a text of the caller, for short texts only: long ones would fill the memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

LONGEST: Final = 512


def cached_if_short(entries: int) -> Callable[[F], F]:
    """Cache this many results of a function whose first argument is a text or None. Results for long texts are not cached."""

    def decorate(function: F) -> F:
        cached = lru_cache(maxsize=entries)(function)

        @wraps(function)
        def call(text: str | bytes | None, *more: Any) -> Any:
            return (cached if text is None or len(text) <= LONGEST else function)(text, *more)

        return cast("F", call)

    return decorate
