"""What keeps the service from working: noticed by requests that fail and by looking, logged when it begins and when it is over.

The log holds the cause with what to do. `/_health/ready` shows its category alone, and other responses nothing of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from facetstore.domain import causes
from facetstore.domain.causes import Cause
from facetstore.domain.errors import Failure, Unavailable
from facetstore.rest.wire.monitoring import describe_fault

_PERIOD: Final = 30.0
_PERIOD_OF_OUTAGE: Final = 5.0
"""Seconds between two looks, also without health checks: an outage without requests is logged, too."""


class Watched(Protocol):
    """What is looked at: all databases, or one of several."""

    async def check(self) -> None: ...

    async def find_trouble(self, *, thorough: bool) -> Cause | None: ...


class Health:
    """The health of what this process works on, and the cause if something is wrong."""

    def __init__(self, storage: Watched, event: Callable[..., None]) -> None:
        self._storage = storage
        self._event = event
        self._cause: Cause | None = None

    def note(self, failure: Failure) -> None:
        """Remember why a request failed, if that is for the operator to know."""
        if isinstance(failure, Unavailable) and failure.cause is not None:
            self._set(failure.cause)

    async def look(self) -> Cause | None:
        """The cause why the service does not work now; None if it does."""
        if self._cause is None or not self._cause.is_final:
            self._set(await self._found())
        return self._cause

    async def _found(self) -> Cause | None:
        try:
            await self._storage.check()
            return await self._storage.find_trouble(thorough=self._cause is not None)
        except Unavailable as failure:
            return failure.cause or Cause(causes.UNKNOWN, failure.message, "See the other lines of the log.")

    def _set(self, cause: Cause | None) -> None:
        before, self._cause = self._cause, cause
        if cause is not None and (before is None or before.category != cause.category):
            self._event("outage", cause=cause.category, message=cause.message, advice=cause.advice)
        elif cause is None and before is not None:
            self._event("outage.over", cause=before.category)

    async def watch(self) -> None:
        """Look again and again until cancelled."""
        while True:
            await asyncio.sleep(_PERIOD if self._cause is None else _PERIOD_OF_OUTAGE)
            try:
                await self.look()
            except Exception as error:  # a fault of ours must not end the watch
                self._event("health", fault=describe_fault(error))
