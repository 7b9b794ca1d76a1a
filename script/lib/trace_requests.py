"""The requests that `script/trace` follows, sent to the whole application in this process, on a demo tenant of its own."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from facetstore.bootstrap.database import opened_storage
from facetstore.bootstrap.demo import ADDRESS, ensure_demo
from facetstore.bootstrap.settings import Settings
from facetstore.rest.app import App
from facetstore.rest.wire.monitoring import RequestLog
from script.lib.trace_calls import Follower, Trace

CHANGE: Final = "change of one attribute"
TRANSITION: Final = "transition"
READ: Final = "fresh read"

_TIMES: Final = 10
"""How often each request is followed, on an element of its own. On a busy machine a statement may be moved to a thread; the
shortest of these traces is without it."""
_TREE: Final = "rest/facets/processes/views/tree/elements"
_DETAIL: Final = "rest/facets/processes/views/detail/elements"


def follow_requests(folder: Path) -> Mapping[str, Trace]:
    """The trace of each request, by its name. The folder gets a demo tenant if it has none."""
    follower = Follower()
    with follower.installed():
        return asyncio.run(_follow(follower, folder))


async def _follow(follower: Follower, folder: Path) -> Mapping[str, Trace]:
    async with _opened(folder) as client:
        requests = _Requests(client, follower)
        # The first round imports modules and fills the caches of the method; only later rounds count.
        await requests.run_all(0)
        rounds = [await requests.run_all(number) for number in range(1, _TIMES + 1)]
    return {name: min((each[name] for each in rounds), key=lambda trace: len(trace.calls)) for name in rounds[0]}


@asynccontextmanager
async def _opened(folder: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with opened_storage(Settings(data=folder)) as storage:
        headers = {"symbio-auth-token": await ensure_demo(storage)}
        with _log() as log:
            transport = httpx.ASGITransport(App(storage, log=log))
            base = f"http://trace/{ADDRESS}/_api/"
            async with httpx.AsyncClient(
                transport=transport, base_url=base, headers=headers, trust_env=False
            ) as client:
                yield client


@contextmanager
def _log() -> Iterator[RequestLog]:
    descriptor = os.open(os.devnull, os.O_WRONLY)
    try:
        yield RequestLog(descriptor)
    finally:
        os.close(descriptor)


@dataclass(frozen=True, slots=True)
class _Requests:
    """Sends one request of each kind in turn, and follows it."""

    client: httpx.AsyncClient
    follower: Follower

    async def run_all(self, number: int) -> dict[str, Trace]:
        created = await self._post(
            _TREE, _elements(type="subProcess", attributes=_texts("name", f"Lend tools {number}"))
        )
        element = created.json()["elements"][0]["id"]
        change = _elements(id=element, attributes=_texts("description", f"Borrowed tools are signed for ({number})."))
        return {
            CHANGE: await self._traced("POST", _TREE, json=change),
            # This element was never read before, and it has just changed: nothing of the answer is cached.
            READ: await self._traced("GET", f"{_DETAIL}/{element}"),
            TRANSITION: await self._traced("POST", f"release/{element}/transitions/InProcessToInReview"),
        }

    async def _traced(self, method: str, path: str, **more: Any) -> Trace:
        with self.follower.recording() as calls:
            response = await self.client.request(method, path, **more)
        response.raise_for_status()
        return Trace(calls)

    async def _post(self, path: str, body: Mapping[str, object]) -> httpx.Response:
        return (await self.client.post(path, json=body)).raise_for_status()


def _elements(**element: object) -> Mapping[str, object]:
    return {"elements": [element]}


def _texts(attribute: str, text: str) -> Mapping[str, Mapping[str, str]]:
    return {attribute: {"1031": text, "1033": text}}
