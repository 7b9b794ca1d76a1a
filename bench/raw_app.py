"""The yardstick: an ASGI application that does nothing but send bytes it was given.

`FACETSTORE_BENCH_ANSWERS` names a file with the answers of the real service, by path; whatever path is asked for gets exactly those
bytes back, so the difference to the service is the service.
"""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from pathlib import Path
from typing import Any

import msgspec

Answers = Mapping[str, tuple[int, list[tuple[bytes, bytes]], bytes]]


def load_answers() -> Answers:
    path = os.environ.get("FACETSTORE_BENCH_ANSWERS")
    return msgspec.msgpack.decode(Path(path).read_bytes(), type=Answers) if path else {}


ANSWERS = load_answers()
_NOTHING: tuple[int, list[tuple[bytes, bytes]], bytes] = (204, [], b"")


async def app(
    scope: MutableMapping[str, Any],
    receive: Callable[[], Awaitable[Mapping[str, Any]]],
    send: Callable[[dict[str, Any]], Awaitable[None]],
) -> None:
    if scope["type"] == "lifespan":
        await _lifespan(receive, send)
        return
    status, headers, body = ANSWERS.get(scope["raw_path"].decode() + "?" + scope["query_string"].decode(), _NOTHING)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _lifespan(
    receive: Callable[[], Awaitable[Mapping[str, Any]]], send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        else:
            await send({"type": "lifespan.shutdown.complete"})
            return
