"""The service under measurement as a process: `python -m bench.service PORT MEGABYTES DATA|URL`.

It changes an element of a facet and commits when it is asked for `/change?FACET`, as a write through the interface would.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

import uvicorn

from bench.changes import change
from bench.load import loopback
from facetstore.bootstrap.serve import Serving, make_app, server_config
from facetstore.bootstrap.settings import Settings
from facetstore.rest.app import App


class Changeable:
    """The service, and a change on demand."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._changes = 0

    async def __call__(
        self,
        scope: MutableMapping[str, Any],
        receive: Callable[[], Awaitable[Mapping[str, Any]]],
        send: Callable[[dict[str, Any]], Awaitable[None]],
    ) -> None:
        if scope["type"] != "http" or scope["path"] not in ("/change", "/nothing"):
            await self._app(scope, receive, send)
            return
        if facet := scope["query_string"].decode():
            self._changes += 1
            await change(self._app.storage, self._app.changes, facet, self._changes)
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def main() -> None:
    port, megabytes, place = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    settings = Settings(database=place) if "://" in place else Settings(data=Path(place))
    app = Changeable(make_app(Serving(settings, port=port, kept_megabytes=megabytes)))
    with loopback(port) as listener:
        uvicorn.Server(server_config(app)).run(sockets=[listener])


if __name__ == "__main__":
    main()
