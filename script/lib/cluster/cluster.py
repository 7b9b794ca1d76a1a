"""A whole cluster: databases, nodes, proxy. It is gone when it is closed, or when the process that made it is."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from script.lib.cluster.databases import Databases, Place
from script.lib.cluster.processes import Undertaker
from script.lib.cluster.service import Front, Node, prepare


@dataclass(frozen=True, slots=True)
class Cluster:
    """What runs."""

    place: Place
    databases: Databases
    nodes: list[Node]
    front: Front
    url: str


@contextmanager
def running(folder: Path | None = None, nodes: int = 3, *, asynchronous: bool = False) -> Iterator[Cluster]:
    """A cluster for the time of a block: in a new folder, which stays, or in a temporary one, which does not."""
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty. Name a folder that is empty or does not exist.")
    # Not below TMPDIR, which may be too long for a socket's path or closed to the user of PostgreSQL.
    place = Place.make(folder.resolve() if folder else Path(tempfile.mkdtemp(prefix="fscl-", dir="/tmp")))
    undertaker = Undertaker(place.folder, remove=folder is None)
    try:
        databases = Databases(place, asynchronous=asynchronous)
        databases.start()
        url = prepare(databases, place)
        made = [Node(place, f"node-{number}", url) for number in range(1, nodes + 1)]
        front = Front(place, made)
        yield Cluster(place, databases, made, front, url)
        front.stop()
        for node in made:
            node.stop()
        databases.stop()
    finally:
        undertaker.close()


def serve(cluster: Cluster) -> None:
    """Start the nodes and the proxy; returns when all are ready."""
    for node in cluster.nodes:
        node.start()
    for node in cluster.nodes:
        node.wait_until_ready()
    cluster.front.start()
