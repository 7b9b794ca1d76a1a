"""Two tenants that differ only in what a caller may not open answer this caller alike, whatever is asked."""

from typing import Final

from tests.rest.access.asking import ALL
from tests.support.api import Api
from tests.support.proof import LONG, record, sampled
from tests.walls.oracle.questions import WITHOUT, unknown_names
from tests.walls.oracle.running import ask
from tests.walls.oracle.stopped import Stopped

PAIRS: Final = sampled(20_000, 400)


def test_every_operation_can_be_asked() -> None:
    assert unknown_names() == []
    assert WITHOUT.keys() <= {route.name for route in ALL}


def test_answers_show_nothing_of_what_the_caller_may_not_open(apis: tuple[Api, Api], still: Stopped) -> None:
    asked = ask(apis, still, "oracle", PAIRS)

    assert asked.leak is None, f"after {asked.pairs} pairs:\n{asked.leak}"
    assert not LONG or {route.name for route in ALL} - WITHOUT.keys() <= asked.operations.keys()
    assert sum(number for status, number in asked.statuses.items() if status < 300) > PAIRS / 4
    record("pairs of answers of two worlds", asked.pairs, "alike", engine=apis[0].engine)
