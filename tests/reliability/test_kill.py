"""A server killed in the middle of writes: nothing acknowledged is lost, nothing is half there, and it is up again soon."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Final, Literal

import pytest

from facetstore.bootstrap.settings import Settings
from tests.reliability.killing import Blow, Kind, check_again, strike
from tests.reliability.nodes import SPLIT, Node, engine_of, serving
from tests.reliability.series import Changing, Creating, Releasing, Series
from tests.reliability.tenants import filled
from tests.support.postgres import Cluster, create_database, execute
from tests.support.proof import LONG, advance, record, sampled, scaled
from tests.support.storages import ENGINES

READY_SECONDS: Final = 2 if LONG else 10
"""What is promised on a machine of its own. Everyday runs share theirs with other tests, and PostgreSQL waits for a processor, too."""
UNHARMED: Final = "nothing lost, nothing half done"
END_OTHERS: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def new_series(round_: int) -> list[Series]:
    """Writers of all kinds, on elements that were not written before."""
    name = f"r{round_}"
    return [
        Changing(f"{name}a", 1),
        Changing(f"{name}b", 4),
        Creating(f"{name}c"),
        Creating(f"{name}d"),
        Releasing(f"{name}e"),
    ]


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL that no other test uses, and whose commits reach the disk: it may be taken down."""
    with Cluster.open(durable=True) as opened:
        yield opened


@pytest.fixture(params=ENGINES)
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    if request.param == "sqlite":
        return Settings(data=tmp_path)
    opened: Cluster = request.getfixturevalue("cluster")
    return Settings(database=create_database(opened.url()))


def killed(node: Node) -> Callable[[], float]:
    def fall() -> float:
        node.kill()
        return node.start()

    return fall


@pytest.mark.timeout(3600)
def test_a_server_that_is_killed_loses_nothing_and_leaves_nothing_half_done(settings: Settings, tmp_path: Path) -> None:
    kills = sampled(500, 2)  # on each engine
    caller = filled(settings, "kills")
    blows: list[Blow] = []

    with serving(settings, tmp_path) as (node,), node.client(caller) as client:
        for round_ in range(kills):
            blow = strike(node, caller, new_series(round_), killed(node), Random(round_))
            assert blow.damages == []
            blows.append(blow)
            advance("kills", round_ + 1, kills)
        assert check_again(client, blows) == []

    check_readiness(blows)
    record("kills of the server during writes", kills, UNHARMED, place=engine_of(settings), **figures(blows))


def restarted(node: Node, cluster: Cluster, how: Literal["fast", "immediate"]) -> Callable[[], float]:
    def fall() -> float:
        cluster.restart(how)
        return node.wait_until_ready()

    return fall


@pytest.mark.postgres
@pytest.mark.timeout(3600)
def test_a_database_that_goes_down_takes_nothing_with_it(cluster: Cluster, tmp_path: Path) -> None:
    """The service stays up meanwhile, and serves again as soon as the database does."""
    settings = Settings(database=create_database(cluster.url()))
    caller = filled(settings, "restarts")
    blows: list[Blow] = []

    with serving(settings, tmp_path) as (node,):
        for round_ in range(scaled(20)):
            fall = restarted(node, cluster, "immediate" if round_ % 2 else "fast")
            blows.append(strike(node, caller, new_series(round_), fall, Random(round_)))

    assert [damage for blow in blows for damage in blow.damages] == []
    check_readiness(blows)
    record("restarts and crashes of PostgreSQL during writes", len(blows), UNHARMED, **figures(blows))


def disconnected(node: Node, url: str) -> Callable[[], float]:
    """All connections of the service are ended by the server, several times, in the middle of whatever they do."""

    def fall() -> float:
        for _ in range(3):
            asyncio.run(execute(url, END_OTHERS))
        return node.wait_until_ready()

    return fall


@pytest.mark.postgres
@pytest.mark.timeout(3600)
def test_connections_that_are_dropped_take_nothing_with_them(cluster: Cluster, tmp_path: Path) -> None:
    url = create_database(cluster.url())
    settings = Settings(database=url)
    caller, drops = filled(settings, "drops"), sampled(60, 1)
    blows: list[Blow] = []

    with serving(settings, tmp_path) as (node,):
        for round_ in range(drops):
            blows.append(strike(node, caller, new_series(round_), disconnected(node, url), Random(round_)))
            advance("dropped connections", round_ + 1, drops)

    assert [damage for blow in blows for damage in blow.damages] == []
    record("times that all connections to PostgreSQL were dropped during writes", drops, UNHARMED, **figures(blows))


def check_readiness(blows: list[Blow]) -> None:
    assert max(blow.ready_after for blow in blows) <= READY_SECONDS


def figures(blows: list[Blow]) -> dict[str, float]:
    return {
        "acknowledged": sum(blow.acknowledged for blow in blows),
        "stored_unanswered": sum(blow.stored_unanswered for blow in blows),
        "ready_after_seconds": round(max(blow.ready_after for blow in blows), 2),
    }


@pytest.mark.one_engine  # it is about these tests: what they find on one engine, they find on the other
def test_the_kills_find_a_write_that_is_no_transaction(settings: Settings, tmp_path: Path) -> None:
    most = 50
    caller = filled(settings, "kills")

    with serving(settings, tmp_path, module=SPLIT) as (node,):
        blows = (strike(node, caller, new_series(round_), killed(node), Random(round_)) for round_ in range(most))
        needed, found = next(((number, blow) for number, blow in enumerate(blows, 1) if blow.damages), (most, None))

    assert found is not None, "Statements that commit by themselves were never found half done."
    kinds = {damage.kind for damage in found.damages}
    assert kinds & {Kind.TORN, Kind.NOT_ONE_EFFECT, Kind.ILL}, found.damages
    record("kills of a server with split transactions", needed, "found", place=engine_of(settings))
