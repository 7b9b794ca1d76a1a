"""Three nodes on a real cluster are restarted one after the other under eight writers and readers: no request fails."""

import threading
import time
from collections import Counter
from typing import Final

import pytest

from facetstore.bootstrap.settings import Settings
from script.lib.cluster.cluster import Cluster, serve
from tests.reliability.clients import Caller, Client, NoAnswer
from tests.reliability.cluster.clusters import cluster_or_skip
from tests.reliability.cluster.test_failovers import examine
from tests.reliability.cluster.writers import Acknowledgements, eight_series, start
from tests.reliability.series import LIST
from tests.reliability.tenants import filled
from tests.support.proof import record

pytestmark = [pytest.mark.long, pytest.mark.timeout(3600)]

ROUNDS: Final = 3
"""How often all three nodes are restarted."""


class Reader(threading.Thread):
    """Reads through the proxy until it is stopped."""

    def __init__(self, port: int, caller: Caller) -> None:
        super().__init__(daemon=True)
        self._port, self._caller = port, caller
        self._stopped = threading.Event()
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        while not self._stopped.is_set():
            with Client(self._port, self._caller) as client:
                try:
                    while not self._stopped.wait(0.02):
                        self.statuses[client.get(f"{LIST}?$pageSize=5").status] += 1
                except NoAnswer:
                    self.statuses[0] += 1

    def stop(self) -> Counter[int]:
        self._stopped.set()
        self.join(60)
        return self.statuses


def restart_one_after_the_other(cluster: Cluster) -> None:
    """As docs/how-to/install.md says."""
    for node in cluster.nodes:
        node.stop()
        node.start()
        node.wait_until_ready()
        time.sleep(2)


def test_no_request_fails_while_nodes_are_restarted() -> None:
    with cluster_or_skip() as cluster:
        caller = filled(Settings(database=cluster.url), "rolling")
        serve(cluster)
        acknowledged = Acknowledgements()
        writers = start(eight_series(0), cluster.front.port, caller, acknowledged)
        readers = [Reader(cluster.front.port, caller) for _ in range(4)]
        for reader in readers:
            reader.start()
        for _ in range(ROUNDS):
            restart_one_after_the_other(cluster)
        for writer in writers:
            writer.stop()
        statuses = sum((reader.stop() for reader in readers), Counter[int]())
        damages = examine(cluster, caller, writers)

    errors = [error for writer in writers for error in writer.errors]
    assert errors == []
    assert set(statuses) == {200}, statuses
    assert damages == []
    record(
        "restarts of nodes under readers and writers",
        3 * ROUNDS,
        "no error",
        reads=statuses[200],
        writes=len(acknowledged.moments),
    )
