"""Power cuts at any point of a record of writes: what was acknowledged is there, nothing is half there, no page is damaged."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Final

import pytest

from facetstore.storage.engines import sqlite_connection
from tests.reliability.faults.cuts import Loss, Platter, acknowledged
from tests.reliability.faults.disk import Kind, Operation, faulty_disk
from tests.reliability.faults.judging import Damages, Judge
from tests.reliability.faults.service import Prepared, prepared, script, service
from tests.support.proof import advance, record, sampled

pytestmark = pytest.mark.timeout(3600)

CUTS: Final = sampled(5000, 60)
WRITES: Final = sampled(60, 12)
LOSSES: Final = (Loss.ALL, Loss.NONE, Loss.SOME, Loss.SOME, Loss.SOME)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return prepared(tmp_path_factory.mktemp("base"))


def written(base: Prepared, folder: Path, writes: int) -> list[Operation]:
    """The record of some writes. In the middle the service is stopped, which ends the log of SQLite, and started again."""
    settings = base.copy(folder)
    steps = script(base.series, writes)
    with faulty_disk(folder) as disk:
        for part in (steps[: writes // 2], steps[writes // 2 :]):
            with service(settings, base.caller) as client:
                for step in part:
                    answer = step.send(client)
                    assert answer.status == 200, answer.body
                    disk.acknowledge(step.series.name, step.number)
                client.checkpoint()
    return disk.log


def cut_at(base: Prepared, log: Sequence[Operation], cuts: int, judge: Judge) -> Iterator[Damages]:
    """Cut the power that often, anywhere; returns what became of the database each time."""
    platter, chance = Platter(base.files()), Random(1)
    places = Counter(chance.randrange(len(log)) for _ in range(cuts))
    number = 0
    for place, operation in enumerate(log):
        for _ in range(places[place]):
            state = judge.look_at(platter.cut(LOSSES[number % len(LOSSES)], chance))
            number += 1
            yield Damages.of(state, acknowledged(log[:place]))
        platter.take(operation)


def test_a_power_cut_loses_nothing_and_leaves_nothing_half_done(base: Prepared, tmp_path: Path) -> None:
    log = written(base, tmp_path / "data", WRITES)
    judge = Judge(base, tmp_path / "left")
    for number, damages in enumerate(cut_at(base, log, CUTS, judge), 1):
        assert not damages, (number, damages)
        advance("power cuts", number, CUTS)
    record(
        "simulated power cuts during writes",
        CUTS,
        "nothing lost, nothing half done, no page damaged",
        writes=WRITES,
        operations_of_the_disk=len(log),
        syncs=sum(each.kind is Kind.SYNC for each in log),
        different_contents=judge.distinct,
    )


@pytest.mark.parametrize("level", ["NORMAL", pytest.param("OFF", marks=pytest.mark.long)])
def test_the_cuts_find_commits_that_do_not_wait_for_the_disk(
    base: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    pragmas = sqlite_connection._PRAGMAS
    monkeypatch.setattr(sqlite_connection, "_PRAGMAS", pragmas.replace("= FULL", f"= {level}"))
    log = written(base, tmp_path / "data", WRITES)
    monkeypatch.setattr(sqlite_connection, "_PRAGMAS", pragmas)

    found = [*cut_at(base, log, sampled(500, 30), Judge(base, tmp_path / "left"))]

    assert any(each.lost for each in found)
    record(
        f"control: simulated power cuts with synchronous={level}",
        len(found),
        "found",
        cuts_that_lost_writes=sum(each.lost for each in found),
        cuts_that_damaged_pages=sum(each.corrupt for each in found),
        cuts_that_left_halves=sum(each.half_applied for each in found),
    )
