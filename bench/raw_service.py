"""The yardstick as a process, on the same server with the same settings: `python -m bench.raw_service PORT`."""

from __future__ import annotations

import sys

import uvicorn

from bench.load import loopback
from bench.raw_app import app
from facetstore.bootstrap.memory import keep_freed_memory
from facetstore.bootstrap.serve import server_config

if __name__ == "__main__":
    keep_freed_memory()
    with loopback(int(sys.argv[1])) as listener:
        uvicorn.Server(server_config(app)).run(sockets=[listener])
