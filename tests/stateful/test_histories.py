"""Random histories of a tenant, step by step the same in the service and in a simple model of it."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from math import ceil
from pathlib import Path
from typing import cast

import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.stateful.nodes import Cluster
from tests.stateful.steps_content import ContentSteps
from tests.stateful.steps_elements import ElementSteps
from tests.stateful.steps_places import PlaceSteps
from tests.stateful.steps_release import ReleaseSteps
from tests.support.orphans import orphans
from tests.support.proof import record, sampled
from tests.support.proven import unproven
from tests.support.storages import ENGINES, new_store

STEPS = sampled(5000, 100)
STEPS_A_HISTORY = 50
HISTORIES = 10
"""In one go of hypothesis: after some more it would rather vary those it has than think of others."""

SETTINGS = settings(
    stateful_step_count=STEPS_A_HISTORY,
    database=None,
    deadline=None,
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


class TenantHistory(ElementSteps, PlaceSteps, ReleaseSteps, ContentSteps):
    """A history in which everything can happen."""


@pytest.fixture(params=ENGINES)
def cluster(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(new_store(request, tmp_path, request.param).settings)
    yield cluster
    cluster.close()


def test_the_service_and_its_model_never_differ(cluster: Cluster) -> None:
    tally: Counter[str] = Counter()

    for go in count(1):
        missing = ceil((STEPS - taken(tally)) / STEPS_A_HISTORY)
        if missing <= 0:
            break
        histories = settings(SETTINGS, max_examples=min(missing, HISTORIES))
        make: Callable[[], TenantHistory] = seed(go)(lambda: TenantHistory(cluster, tally))
        # Anything that makes a machine is taken; the hints know only classes.
        run_state_machine_as_test(cast("type[TenantHistory]", make), settings=histories)

    database = cluster.databases[0]
    assert database.run(orphans(database.storage)) == []
    assert database.run(unproven(database.storage)) == []
    engine = cluster.databases[0].engine
    record(f"Random histories against a model, {engine}", taken(tally), "never different", **figures(tally))


def taken(tally: Counter[str]) -> int:
    """How many steps, without those that every history begins with."""
    return tally.total() - tally["begin 200"]


def figures(tally: Counter[str]) -> dict[str, float]:
    """How many writes were stored, refused, and only tried, and how many filters asked."""
    ends = Counter({end: sum(n for name, n in tally.items() if name.endswith(end)) for end in (" 200", " dry")})
    refused = tally.total() - ends.total() - tally["filter"]
    return {"stored": ends[" 200"], "refused": refused, "dry runs": ends[" dry"], "filters": tally["filter"]}
