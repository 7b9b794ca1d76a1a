"""Single bits of a database that are flipped: `verify` finds each of them, and no read gives a wrong answer."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import apsw
import pytest

from facetstore.bootstrap.settings import Settings
from facetstore.bootstrap.verification import prove
from facetstore.domain.errors import Failure
from tests.reliability.faults.service import Prepared, prepared, script, service
from tests.reliability.killing import UNAVAILABLE
from tests.reliability.series import ELEMENTS, LIST
from tests.support.proof import advance, record, sampled

pytestmark = pytest.mark.timeout(3600)

FLIPS: Final = sampled(250, 12)
READS: Final = (LIST, "rest/tasks", "rest/facets/users/views/list/elements", "rest/search?q=fa")


class Whole(NamedTuple):
    """A closed database with some content, and what reads of it answer."""

    base: Prepared
    answers: dict[str, bytes]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    base = prepared(tmp_path_factory.mktemp("base"))
    settings = Settings(data=base.folder)
    with service(settings, base.caller, cache_bytes=0) as client:
        for step in script(base.series):
            assert step.send(client).status == 200
        ids = [each["id"] for each in client.read(LIST)["elements"]]
        paths = [*READS, *(f"{ELEMENTS}/{each}" for each in ids), *(f"{ELEMENTS}/{each}/history" for each in ids)]
        return Whole(base, {path: client.get(path).body for path in paths})


def flipped(base: Prepared, folder: Path, count: int) -> Iterator[Settings]:
    """Copies of a database, each with one bit that is not as it was."""
    chance = Random(5)
    for number in range(count):
        settings = base.copy(folder)
        place = chance.randrange(settings.file.stat().st_size)
        with settings.file.open("r+b") as file:
            file.seek(place)
            (byte,) = file.read(1)
            file.seek(place)
            file.write(bytes([byte ^ 1 << chance.randrange(8)]))
        yield settings
        advance("flipped bits", number + 1, count)
    shutil.rmtree(folder)


def is_found(settings: Settings) -> bool:
    """Whether `facetstore verify` finds what is wrong with a database."""
    try:
        return bool(asyncio.run(prove(settings, lambda *_: None)).faults)
    except (Failure, apsw.Error):
        return True


def wrong_answers(settings: Settings, whole: Whole) -> list[str]:
    """The reads that neither answer as before nor say that they cannot."""
    try:
        with service(settings, whole.base.caller, cache_bytes=0) as client:
            given = {path: client.get(path) for path in whole.answers}
    except (Failure, apsw.Error):
        return []  # it does not even start
    return [
        path
        for path, answer in given.items()
        if answer.status != UNAVAILABLE and (answer.status, answer.body) != (200, whole.answers[path])
    ]


def test_every_flipped_bit_is_found_and_none_is_answered(whole: Whole, tmp_path: Path) -> None:
    missed, wrong = 0, list[str]()
    for settings in flipped(whole.base, tmp_path / "flipped", FLIPS):
        missed += not is_found(settings)
        wrong += wrong_answers(settings, whole)

    assert wrong == []
    assert missed == 0
    record("flipped bits of an SQLite file", FLIPS, "all found by verify, no wrong answer")


def test_the_check_of_sqlite_alone_misses_flipped_bits(whole: Whole, tmp_path: Path) -> None:
    """The control: without checksums most of them go unnoticed, so that the ones above were worth finding."""
    flips, missed = sampled(250, 12), 0
    for settings in flipped(whole.base, tmp_path / "flipped", flips):
        connection = apsw.Connection(str(settings.file), vfs="unix")
        try:
            missed += connection.pragma("integrity_check") == "ok"
        except apsw.Error:
            continue
        finally:
            connection.close(True)

    assert missed > 0
    record("control: flipped bits, found by the integrity check of SQLite alone", flips, "found", missed=missed)
