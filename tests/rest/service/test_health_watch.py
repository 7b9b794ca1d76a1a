"""The watch over health: it logs an outage without any request, and a fault of ours does not end it."""

import asyncio
from typing import Any, cast

import pytest

from facetstore.domain.causes import Cause
from facetstore.domain.errors import Unavailable
from facetstore.rest.wire import health
from facetstore.usecases.ports.storage import Storage

FULL = Cause("disk-full", "The disk is full.", "Free some space.")


class Troubled:
    """A storage that goes through these conditions, one a look."""

    def __init__(self, *conditions: Exception | Cause | None) -> None:
        self._conditions = list(conditions)
        self.thorough: list[bool] = []

    async def check(self) -> None:
        if isinstance(self._conditions[0], Exception):
            raise cast("Exception", self._conditions.pop(0))

    async def find_trouble(self, *, thorough: bool) -> Cause | None:
        self.thorough.append(thorough)
        return cast("Cause | None", self._conditions.pop(0))


def test_an_outage_is_logged_without_a_request_and_a_fault_does_not_end_the_watch(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(health, "_PERIOD", 0.0)
    monkeypatch.setattr(health, "_PERIOD_OF_OUTAGE", 0.0)
    storage = Troubled(None, FULL, FULL, RuntimeError("ours"), Unavailable("Not now.", cause=FULL), None, FULL)
    logged: list[tuple[str, Any]] = []

    async def watch() -> None:
        over = asyncio.Event()

        def event(name: str, **fields: Any) -> None:
            logged.append((name, fields.get("cause")))
            if len(logged) == 4:
                over.set()

        task = asyncio.create_task(health.Health(cast("Storage", storage), event).watch())
        await over.wait()
        task.cancel()

    asyncio.run(watch())

    assert logged == [("outage", "disk-full"), ("health", None), ("outage.over", "disk-full"), ("outage", "disk-full")]
    assert storage.thorough == [False, False, True, True, False]
