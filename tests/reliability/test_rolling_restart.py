"""Nodes behind the proxies of deploy/proxies are restarted one after the other, and readers notice nothing."""

import contextlib
import threading
import time
from collections import Counter
from pathlib import Path

from facetstore.bootstrap.settings import Settings
from tests.reliability.nodes import Node
from tests.support.patience import START_SECONDS
from tests.support.storages import Store
from tests.walls.proxies import KINDS, NAME, Proxy, proxy_or_skip

PATH = "/any/where/"
FEW = 10


class Reader(threading.Thread):
    """Reads through a proxy until it is stopped."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(daemon=True)
        self._proxy = proxy
        self._stopped = threading.Event()
        self.statuses: Counter[int] = Counter()
        self.processes: set[str] = set()
        """The servers that have answered, by what the ids of their requests start with."""

    def run(self) -> None:
        with contextlib.closing(self._proxy.connect("127.0.0.2")) as connection:
            while not self._stopped.wait(0.02):
                connection.request("GET", f"/facets{PATH}", headers={"host": NAME})
                response = connection.getresponse()
                response.read()
                self.statuses[response.status] += 1
                self.processes.add(response.headers.get("x-request-id", "").partition("-")[0])

    def stop(self) -> Counter[int]:
        self._stopped.set()
        self.join(60)
        return self.statuses


def wait_for_new_process(readers: list[Reader], known: set[str]) -> None:
    """Wait until every proxy sends requests to the node that came back: only then may the next one go. A proxy that waits for a node takes
    seconds for a request, so how many were read is waited for, too."""
    until = time.monotonic() + START_SECONDS
    while not all(reader.processes - known and reader.statuses.total() > FEW for reader in readers):
        assert all(reader.is_alive() for reader in readers)
        assert time.monotonic() < until, [reader.statuses for reader in readers]
        time.sleep(0.05)


def test_no_reader_notices_that_nodes_are_restarted_one_after_the_other(tmp_path: Path) -> None:
    store = Store(Settings(data=tmp_path / "data"))
    store.new_tenant()
    options = ["--trusted-proxies", "127.0.0.1"]
    nodes = [Node(store.settings, tmp_path / f"{name}.log", options=options) for name in ("one", "two")]
    with contextlib.ExitStack() as stack:
        for node in nodes:
            stack.callback(node.close)
            node.start()
        one, two = (node.port for node in nodes)
        proxies = [stack.enter_context(proxy_or_skip(kind, tmp_path / kind, one, two)) for kind in KINDS]
        readers = [Reader(proxy) for proxy in proxies]
        for reader in readers:
            reader.start()
        for node in nodes:
            known = set[str]().union(*(reader.processes for reader in readers))
            node.stop()
            node.start()
            wait_for_new_process(readers, known)
        statuses = {kind: reader.stop() for kind, reader in zip(KINDS, readers, strict=True)}

    assert all(set(each) == {200} and each[200] > FEW for each in statuses.values()), statuses
