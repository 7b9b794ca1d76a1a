"""A clock that goes back and forward from start to start: order comes from revisions, so that nothing depends on it."""

from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

import pytest

from facetstore.bootstrap.settings import Settings
from tests.reliability.faults.clock_server import WRONG_BY
from tests.reliability.killing import Blow, check_again, strike
from tests.reliability.nodes import Node
from tests.reliability.tenants import filled
from tests.reliability.test_kill import UNHARMED, figures, new_series
from tests.support.proof import advance, record, sampled

HOUR: Final = 3600
MODULE: Final = "tests.reliability.faults.clock_server"
WARNING: Final = "place"
"""The doctor may say that the newest change is from the future, which is so."""
STEPS: Final = (2 * HOUR, 0, HOUR, 0, 2 * HOUR)
"""Never before the start of the test: a token is not valid before it was made."""

pytestmark = [pytest.mark.timeout(3600), pytest.mark.long]


def test_a_clock_that_jumps_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings, clock, jumps = Settings(data=tmp_path / "data"), tmp_path / "clock", sampled(40, 1)
    clock.write_text("0")
    monkeypatch.setenv(WRONG_BY, str(clock))
    caller, blows = filled(settings, "clock"), list[Blow]()
    node = Node(settings, tmp_path / "node.log", MODULE)

    try:
        node.start()
        for round_, seconds in zip(range(jumps), cycle(STEPS), strict=False):
            blow = strike(node, caller, new_series(round_), jumping(node, clock, seconds), Random(round_))
            assert [damage for damage in blow.damages if damage.series != WARNING] == []
            blows.append(blow)
            advance("jumps of the clock", round_ + 1, jumps)
        with node.client(caller) as client:
            assert check_again(client, blows) == []
    finally:
        node.close()
    record(
        "jumps of the clock by one or two hours, from start to start of the server", jumps, UNHARMED, **figures(blows)
    )


def jumping(node: Node, clock: Path, seconds: int) -> Callable[[], float]:
    """Kill the server, and start it with a clock that is wrong by so much."""

    def fall() -> float:
        node.kill()
        clock.write_text(str(seconds))
        return node.start()

    return fall
