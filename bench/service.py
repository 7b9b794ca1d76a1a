"""The service under measurement as a process: `python -m bench.service PORT MEGABYTES DATA|URL`."""

from __future__ import annotations

import sys
from pathlib import Path

import uvicorn

from bench.load import loopback
from facetstore.bootstrap.serve import Serving, make_app, server_config
from facetstore.bootstrap.settings import read_settings


def main() -> None:
    port, megabytes, place = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    settings = read_settings(database=place) if "://" in place else read_settings(Path(place))
    app = make_app(Serving(settings, port=port, cache_megabytes=megabytes))
    with loopback(port) as listener:
        uvicorn.Server(server_config(app)).run(sockets=[listener])


if __name__ == "__main__":
    main()
