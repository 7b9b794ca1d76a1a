"""`script/cluster`: starts a real cluster on this machine, and takes it down again."""

import argparse
import signal
import sys
import threading
from pathlib import Path

from script.lib.cluster.cluster import Cluster, running, serve
from script.lib.cluster.programs import ProgramMissing


def main() -> None:
    parser = argparse.ArgumentParser(prog="script/cluster", description=__doc__)
    parser.add_argument("--folder", type=Path, help="where data and logs stay; without it they are temporary")
    parser.add_argument("--nodes", type=int, default=3, help="nodes of the service (3)")
    parser.add_argument("--seconds", type=float, help="take it down after so long; without it: at Ctrl-C")
    options = parser.parse_args()
    stopped = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stopped.set())
    try:
        with running(options.folder, options.nodes) as cluster:
            serve(cluster)
            _show(cluster)
            stopped.wait(options.seconds)
            print("Taking it down ...", flush=True)
    except (ProgramMissing, FileExistsError) as error:
        sys.exit(f"Error: {error}")


def _show(cluster: Cluster) -> None:
    members = " ".join(f"{each.name}=127.0.0.1:{each.port}" for each in cluster.databases.members)
    nodes = " ".join(f"{each.name}=127.0.0.1:{each.port}" for each in cluster.nodes)
    print(f"Facetstore is at {cluster.front.address}")
    print(f"  nodes      {nodes}")
    print(f"  databases  {members}")
    print(f"  leader     {cluster.databases.leader.name}")
    print(f"  Patroni    {' '.join(f'127.0.0.1:{each.rest}' for each in cluster.databases.members)}")
    print(f"  settings   {cluster.place.folder}/node-1.env: facetstore --settings FILE …")
    print(f"  logs       {cluster.place.folder}")
    print("  stop       Ctrl-C", flush=True)


if __name__ == "__main__":
    main()
