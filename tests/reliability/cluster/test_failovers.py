"""Machines of a real cluster fail under eight writers: nothing acknowledged is lost, nothing is half there, and writes go on soon."""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median
from typing import Final

import pytest

from facetstore.bootstrap.settings import Settings
from script.lib.cluster.cluster import Cluster, serve
from script.lib.cluster.databases import Member
from tests.reliability.clients import Caller, Client
from tests.reliability.cluster.clusters import cluster_or_skip
from tests.reliability.cluster.writers import Acknowledgements, LastingWriter, eight_series, start
from tests.reliability.killing import Damage, look, seen
from tests.reliability.series import Series
from tests.reliability.tenants import filled
from tests.support.proof import record

pytestmark = [pytest.mark.long, pytest.mark.timeout(7200)]

FAILOVERS: Final = int(os.environ.get("FACETSTORE_FAILOVERS", "50"))
CRASH_SECONDS: Final = 5.0
LOSS_SECONDS: Final = 30.0
BEFORE: Final = 24
"""Acknowledged writes before a failure, and after it."""
UNHARMED: Final = "nothing lost, nothing half done"

Heal = Callable[[], None]


def switch_over(cluster: Cluster) -> Heal:
    cluster.databases.switch_over()
    return lambda: None


def kill_postgres(cluster: Cluster) -> Heal:
    cluster.databases.leader.kill_postgres()
    return lambda: None


def lose_power(cluster: Cluster) -> Heal:
    leader = cluster.databases.leader
    leader.vanish()
    return leader.start


def freeze(cluster: Cluster) -> Heal:
    """The machine is cut off with all connections open, and comes back as if nothing had been."""
    leader = cluster.databases.leader
    leader.freeze()
    return leader.thaw


FAILURES: Final = {
    "switchover": (switch_over, CRASH_SECONDS),
    "PostgreSQL killed": (kill_postgres, CRASH_SECONDS),
    "machine without power": (lose_power, LOSS_SECONDS),
    "machine frozen": (freeze, LOSS_SECONDS),
}
"""In turn; and how long nothing may be written."""


@dataclass(frozen=True, slots=True)
class Outage:
    """One failover under writers."""

    seconds: float
    """Without an acknowledged write."""
    acknowledged: int
    repeated: int
    damages: list[Damage]
    reached: list[tuple[Series, int]]


def fail_over(cluster: Cluster, caller: Caller, failure: Callable[[Cluster], Heal], round_: int) -> Outage:
    acknowledged = Acknowledgements()
    writers = start(eight_series(round_), cluster.front.port, caller, acknowledged)
    acknowledged.wait_for(BEFORE)
    began = time.monotonic()
    leader = cluster.databases.leader
    heal = failure(cluster)
    wait_for_another(cluster, leader)
    acknowledged.wait_for(BEFORE, since=time.monotonic())
    for writer in writers:
        writer.stop()
    heal()
    damages = examine(cluster, caller, writers)
    cluster.databases.wait_until_whole()
    return Outage(
        acknowledged.longest_gap(began),
        len(acknowledged.moments),
        acknowledged.repeated,
        damages,
        [(writer.series, writer.last + 1) for writer in writers],
    )


def wait_for_another(cluster: Cluster, leader: Member) -> None:
    until = time.monotonic() + 90
    while time.monotonic() < until:
        with contextlib.suppress(LookupError):
            if cluster.databases.leader.name != leader.name:
                return
        time.sleep(0.2)
    raise AssertionError(f"{leader.name} still leads: {cluster.databases.states()}")


def examine(cluster: Cluster, caller: Caller, writers: list[LastingWriter]) -> list[Damage]:
    with Client(cluster.front.port, caller) as client:
        return [damage for writer in writers for damage in look(client, writer).damages]


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    with cluster_or_skip() as opened:
        yield opened


def test_failovers_lose_nothing_and_writes_go_on_soon(cluster: Cluster) -> None:
    caller = filled(Settings(database=cluster.url), "failovers")
    serve(cluster)
    outages: dict[str, list[Outage]] = {}
    for round_ in range(FAILOVERS):
        name = [*FAILURES][round_ % len(FAILURES)]
        outage = fail_over(cluster, caller, FAILURES[name][0], round_)
        print(f"{round_ + 1} {name}: {outage.seconds:.1f} s, {outage.acknowledged} acknowledged", flush=True)
        assert outage.damages == [], name
        outages.setdefault(name, []).append(outage)
    check_all_again(cluster, caller, outages)
    for name, found in outages.items():
        record(f"failovers of a cluster: {name}", len(found), UNHARMED, **figures(found))
    late = {name: found for name, found in outages.items() if max(each.seconds for each in found) > FAILURES[name][1]}
    assert late == {}


def check_all_again(cluster: Cluster, caller: Caller, outages: dict[str, list[Outage]]) -> None:
    """All that was ever written is still there."""
    with Client(cluster.front.port, caller) as client:
        for found in outages.values():
            for series, number in (each for outage in found for each in outage.reached):
                assert seen(client, series, number)[0] == number, series.name


def figures(outages: list[Outage]) -> dict[str, float]:
    seconds = [each.seconds for each in outages]
    return {
        "without writes s, median": round(median(seconds), 1),
        "without writes s, longest": round(max(seconds), 1),
        "acknowledged": sum(each.acknowledged for each in outages),
        "repeated": sum(each.repeated for each in outages),
    }


def lose_power_while_standbys_lag(cluster: Cluster, acknowledged: Acknowledgements) -> Heal:
    """The standbys receive nothing for a moment; then the leader is lost, with what only it has."""
    leader = cluster.databases.leader
    standbys = [member for member in cluster.databases.members if member is not leader]
    for standby in standbys:
        standby.hold_back()
    with contextlib.suppress(AssertionError):
        acknowledged.wait_for(BEFORE, since=time.monotonic(), seconds=3)
    leader.vanish()
    for standby in standbys:
        standby.drop_held_back()
    return leader.start


@pytest.mark.parametrize("asynchronous", [False, True], ids=["synchronous", "asynchronous"])
def test_asynchronous_replication_is_caught_losing(*, asynchronous: bool) -> None:
    with cluster_or_skip(nodes=1, asynchronous=asynchronous) as cluster:
        caller = filled(Settings(database=cluster.url), "control")
        serve(cluster)
        acknowledged = Acknowledgements()
        writers = start(eight_series(0), cluster.front.port, caller, acknowledged)
        acknowledged.wait_for(BEFORE)
        leader = cluster.databases.leader
        lose_power_while_standbys_lag(cluster, acknowledged)
        wait_for_another(cluster, leader)
        time.sleep(3)
        for writer in writers:
            writer.stop()
        cluster.nodes[0].wait_until_ready()
        damages = examine(cluster, caller, writers)

    assert bool(damages) == asynchronous, damages
    name = "asynchronous" if asynchronous else "synchronous"
    record(f"leader lost while standbys lag, {name}", 1, "found" if damages else UNHARMED)
