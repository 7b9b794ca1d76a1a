"""A disk that is full at each step of a script: writes get 503, reads are answered, and writing goes on as soon as there is room."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from facetstore.bootstrap.settings import Settings
from tests.causes.small_disks import fill, small_disk
from tests.reliability.clients import Client
from tests.reliability.faults.disk import faulty_disk, full
from tests.reliability.faults.judging import Judge, State
from tests.reliability.faults.service import STEPS, Prepared, Step, prepared, service
from tests.reliability.killing import UNAVAILABLE
from tests.reliability.series import ELEMENTS, LIST
from tests.reliability.tenants import text
from tests.support.proof import advance, record, sampled

pytestmark = pytest.mark.timeout(3600)

TURNS: Final = sampled(STEPS, 4)
MEGABYTES: Final = 24
LARGE: Final = "word " * 60_000
"""More than fits where hardly anything does."""
UNHARMED: Final = "503 while it was full, reads answered, then stored; nothing lost"


class Walked(NamedTuple):
    """How far each series came, and how many writes were refused while the disk was full."""

    reached: dict[str, int]
    refused: int


def walk(base: Prepared, client: Client, make_full: Callable[[], None], make_room: Callable[[], None]) -> Walked:
    """Do the script; the disk is full before each step for a while."""
    reached, refused = {each.name: 0 for each in base.series}, 0
    for turn in range(TURNS):
        series = base.series[turn % len(base.series)]
        step = Step(series, reached[series.name] + 1)
        make_full()
        status = create(client, LARGE)
        assert status in (200, UNAVAILABLE)  # the log of SQLite may still have room for some
        refused += status == UNAVAILABLE
        assert client.get(LIST).status == 200
        make_room()
        answer = step.send(client)
        assert answer.status == 200, answer.body
        reached[series.name] = step.number
        advance("full disk", turn + 1, TURNS)
    return Walked(reached, refused)


def create(client: Client, name: str) -> int:
    """Create an element that none of the series knows; returns the status."""
    names = dict.fromkeys(("1031", "1033"), "large")
    element = {"type": "subProcess", "attributes": {"name": names, "description": text(name)}}
    return client.post(ELEMENTS, {"elements": [element]}).status


def test_a_disk_without_room_at_every_step(tmp_path: Path) -> None:
    base = prepared(tmp_path / "base")
    settings = base.copy(tmp_path / "data")
    with faulty_disk(settings.data) as disk:
        with service(settings, base.caller) as client:
            reached, refused = walk(
                base, client, lambda: setattr(disk, "fault", full), lambda: setattr(disk, "fault", None)
            )
        state = Judge(base, tmp_path / "left").look_at(files_of(settings))

    assert state == State((), reached)
    assert refused == TURNS
    record("a full disk before every step, simulated", TURNS, UNHARMED, answered_by_503=refused)


def test_a_small_disk_that_is_filled_at_every_step(tmp_path: Path) -> None:
    base = prepared(tmp_path / "base")
    with small_disk(tmp_path / "disk", MEGABYTES) as place:
        settings = base.copy(place / "data")
        with service(settings, base.caller) as client:
            reached, refused = walk(base, client, lambda: keep(fill(place)), lambda: (place / "ballast").unlink())
        state = Judge(base, tmp_path / "left").look_at(files_of(settings))

    assert state == State((), reached)
    assert refused > 0
    record("a full disk before every step, a real one", TURNS, UNHARMED, answered_by_503=refused)


def keep(_: Path) -> None:
    """The ballast stays until there is to be room."""


def files_of(settings: Settings) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in settings.data.glob("*.db*") if not each.name.endswith("-shm")}
