"""A server that is asked to stop while clients write: it answers what it has begun, and begins nothing more."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final

import pytest

from facetstore.bootstrap.settings import Settings
from tests.reliability.killing import Blow, strike
from tests.reliability.nodes import Node, serving
from tests.reliability.tenants import filled
from tests.reliability.test_kill import figures, killed, new_series
from tests.support.proof import advance, record, sampled

STOPS: Final = sampled(100, 1)
MOST: Final = 200
"""Kills until one falls between a commit and its answer."""

pytestmark = [pytest.mark.timeout(3600), pytest.mark.long]


def stopped(node: Node) -> Callable[[], float]:
    def fall() -> float:
        node.stop()
        return node.start()

    return fall


def rounds(folder: Path, count: int, fall: Callable[[Node], Callable[[], float]]) -> Iterator[Blow]:
    settings = Settings(data=folder / "data")
    caller = filled(settings, "stops")
    with serving(settings, folder) as (node,):
        for round_ in range(count):
            blow = strike(node, caller, new_series(round_), fall(node), Random(round_))
            assert blow.damages == []
            yield blow
            advance("stops", round_ + 1, count)


def test_a_server_that_is_stopped_answers_every_write_that_it_stores(tmp_path: Path) -> None:
    blows = [*rounds(tmp_path, STOPS, stopped)]

    assert [blow.stored_unanswered for blow in blows if blow.stored_unanswered] == []
    record("stops of the server during writes", STOPS, "every stored write was answered", **figures(blows))


def test_a_kill_leaves_a_write_without_an_answer(tmp_path: Path) -> None:
    """The control: a server that does not wait for what it has begun."""
    blows = enumerate(rounds(tmp_path, MOST, killed), 1)

    needed = next((number for number, blow in blows if blow.stored_unanswered), None)

    assert needed is not None, "Every write that was stored was answered."
    record("control: kills instead of stops", needed, "found")
