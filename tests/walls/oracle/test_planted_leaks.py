"""The oracle finds each kind of leak that was found by hand before: put back into the service, it shows within a few pairs."""

from typing import Final

import pytest

from tests.support.api import Api
from tests.support.proof import LONG, record
from tests.walls.oracle.plants import LEAKS, Leak
from tests.walls.oracle.running import ask
from tests.walls.oracle.stopped import Stopped

MOST_PAIRS: Final = 20_000 if LONG else 1_500
"""In an everyday run only the operations and the callers concerned are asked, so that each leak is found in a second or two."""

RARELY_MET: Final = ("filters of versions (4)", "reports that fail (8)", "isCurrentRemovable (14)")
"""Leaks that show only after hundreds of pairs: three quarters of the time. Everyday runs have the other six."""


@pytest.mark.parametrize("apis", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    "leak",
    [pytest.param(leak, id=name, marks=pytest.mark.long if name in RARELY_MET else ()) for name, leak in LEAKS.items()],
)
def test_a_planted_leak_is_found(
    apis: tuple[Api, Api], still: Stopped, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, leak: Leak
) -> None:
    leak.plant(monkeypatch)

    asked = ask(apis, still, leak.plant.__name__, MOST_PAIRS, *(() if LONG else (leak.operations, leak.role)))

    assert asked.leak is not None
    name = request.node.callspec.id
    record(f"pairs until a planted leak is found: {name}", asked.pairs, "found", engine=apis[0].engine)
