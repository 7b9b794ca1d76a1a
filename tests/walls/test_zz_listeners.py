"""What changes cost where others listen: ten webhooks that send each of them, and 96 streams that are woken by each."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

import pytest

from facetstore.usecases.feed.waking import MOST_OF_PRINCIPAL
from tests.rest.conftest import settings_of
from tests.rest.editing.archive import OFFERS, PEOPLE
from tests.support.proof import record
from tests.support.receiving import Receiver, receiving
from tests.support.storages import ENGINES
from tests.walls.rooms import Room
from tests.walls.served import Served, serving
from tests.walls.test_idle_streams import processor_seconds
from tests.walls.test_streams import rename, streaming

CHANGES: Final = 60
WEBHOOKS: Final = 10
ROUNDS: Final = 1
PAUSE: Final = 0.1
"""Seconds between two changes: without them, several changes go out together."""
SETTLES: Final = 2.0
"""Seconds until all is sent."""


def cost(served: Served, room: Room, what: str) -> float:
    """CPU milliseconds of the service for one change."""
    began = processor_seconds(served)
    for number in range(CHANGES):
        rename(room, OFFERS, f"{what} {number} {time.monotonic_ns()}")
        time.sleep(PAUSE)
    time.sleep(SETTLES)
    return (processor_seconds(served) - began) / CHANGES * 1000


@contextmanager
def hooked(room: Room) -> Iterator[Receiver]:
    """Webhooks for all changes."""
    with receiving() as receiver:
        made = [
            room.write("adam", "rest/webhooks", {"name": f"Hook {number}", "url": receiver.url(f"/{number}")})[
                "values"
            ][0]
            for number in range(WEBHOOKS)
        ]
        yield receiver
        for each in made:
            room.send("adam", f"rest/webhooks/{each['id']}", method="DELETE")


@contextmanager
def watched(room: Room) -> Iterator[None]:
    """Streams of pages, of several people."""
    with ExitStack() as all_of_them:
        for who in PEOPLE:
            for _ in range(MOST_OF_PRINCIPAL):
                all_of_them.enter_context(streaming(room, who, path="rest/live"))
        yield


@pytest.fixture(scope="module", params=ENGINES)
def sending(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One process, which may send to this machine."""
    folder = tmp_path_factory.mktemp("listeners")
    yield from serving(settings_of(request, folder, request.param), folder, 1, "--loopback-webhooks")


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_changes_beside_webhooks_and_streams(sending: Served) -> None:
    served, room, found = sending, Room(sending), dict[str, list[float]]()
    cost(served, room, "First")
    for _ in range(ROUNDS):
        found.setdefault("alone", []).append(cost(served, room, "Alone"))
        with watched(room):
            found.setdefault("streams", []).append(cost(served, room, "Watched"))
        with hooked(room) as receiver:
            found.setdefault("webhooks", []).append(cost(served, room, "Hooked"))
            with watched(room):
                found.setdefault("both", []).append(cost(served, room, "Both"))
            assert len(receiver.received) >= WEBHOOKS * CHANGES
    record(
        "changes beside ten webhooks and 96 streams",
        CHANGES * ROUNDS,
        "CPU milliseconds of the process for one change, the middle of three rounds",
        **{name: round(sorted(each)[ROUNDS // 2], 2) for name, each in found.items()},
        engine=served.engine,
    )
