"""The yardstick as a process, on the same server with the same settings: `python -m bench.raw_service PORT`."""

from __future__ import annotations

import sys

import uvicorn

if __name__ == "__main__":
    uvicorn.run(
        "bench.raw_app:app",
        port=int(sys.argv[1]),
        loop="uvloop",
        http="httptools",
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=75,
    )
