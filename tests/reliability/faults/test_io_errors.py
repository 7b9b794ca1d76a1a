"""Every single operation of the disk fails once: a write is answered by 503 or stored, and the service goes on."""

from pathlib import Path
from typing import Final

import pytest

from facetstore.domain.errors import Failure
from facetstore.storage.engines.sqlite_connection import roll_back
from facetstore.storage.engines.sqlite_session import UnderWay
from tests.reliability.faults.breaking import Breaker, Broken
from tests.reliability.faults.disk import Fault, broken, faulty_disk, full
from tests.reliability.faults.judging import Judge
from tests.reliability.faults.service import STEPS, Prepared, prepared
from tests.support.proof import advance, record, sampled

pytestmark = pytest.mark.timeout(3600)

TURNS: Final = sampled(STEPS, 1)
NAMES: Final[dict[Fault, str]] = {broken: "an I/O error", full: "a full disk"}
UNHARMED: Final = "503 or stored; nothing lost, nothing half done, no page damaged; the next request served"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return prepared(tmp_path_factory.mktemp("base"))


def run(base: Prepared, folder: Path, error: Fault, turns: int) -> Broken:
    settings = base.copy(folder / "data")
    with faulty_disk(settings.data) as disk:
        breaker = Breaker(base, settings, disk, Judge(base, folder / "left"))
        for number in range(turns):
            breaker.run([base.series[number % len(base.series)]], error)
            advance("I/O errors", number + 1, turns)
    return breaker.found


@pytest.mark.parametrize("error", [broken, pytest.param(full, marks=pytest.mark.long)])
def test_every_operation_of_the_disk_may_fail_once(base: Prepared, tmp_path: Path, error: Fault) -> None:
    found = run(base, tmp_path, error, TURNS)

    assert found.damages == []
    assert found.refused > 0
    kinds = {f"failed {kind}": number for kind, number in sorted(found.struck.items())}
    record(
        f"{NAMES[error]} at every operation of {TURNS} writes",
        found.failures,
        UNHARMED,
        answered_by_503=found.refused,
        **kinds,
    )


def test_every_operation_may_fail_while_the_service_starts(base: Prepared, tmp_path: Path) -> None:
    settings = base.copy(tmp_path / "data")
    with faulty_disk(settings.data) as disk:
        breaker = Breaker(base, settings, disk, Judge(base, tmp_path / "left"))
        breaker.start(base.series[0], broken)

    assert breaker.found.damages == []
    record("an I/O error at every operation of a start and its first write", breaker.found.failures, UNHARMED)


@pytest.mark.parametrize("error", [broken, pytest.param(full, marks=pytest.mark.long)])
def test_the_errors_find_a_write_that_is_acknowledged_without_its_commit(
    base: Prepared, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Fault
) -> None:
    commit = UnderWay.commit

    async def deaf(self: UnderWay) -> None:
        try:
            await commit(self)
        except Failure:
            roll_back(self._connection)

    monkeypatch.setattr(UnderWay, "commit", deaf)
    found = run(base, tmp_path, error, 1)

    assert found.damages != []
    record(
        f"control: {NAMES[error]} at every operation, commits not checked",
        found.failures,
        "found",
        damages=len(found.damages),
    )
