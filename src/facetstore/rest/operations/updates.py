"""Operation 5: changing and creating elements.

Scripts send many small changes at once. Those of one caller that arrive together are stored as one body, which takes half of what
each takes alone. If anything is wrong with one of them, nothing of the batch is stored and each is stored alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterator, Sequence
from contextvars import Context, copy_context
from itertools import islice
from typing import Final, Generic, NamedTuple, TypeVar

from facetstore.domain.errors import Failure, Unavailable
from facetstore.rest.operations.handlers import Exchange
from facetstore.rest.operations.write_requests import content_of, has_terms, read_json, read_written, write, written
from facetstore.rest.wire.answer import Content
from facetstore.usecases.editing import element_updates
from facetstore.usecases.writing import Writing

_SMALL: Final = 16 * 1024
"""Bytes of the largest body in a batch. Larger ones gain little, and the whole batch waits for the slowest."""
_FEW: Final = 2
"""Elements of the largest body in a batch."""
_MOST: Final = 16
"""Bodies in a batch."""
_IDLE_TURNS: Final = 2
"""Turns of the event loop without a new item before a batch runs: bytes that are read in one turn are a request in the next."""

T = TypeVar("T")
R = TypeVar("R")


class NotBatchable(Failure):
    """Something is wrong with a batch: its bodies are to be stored alone."""

    def __init__(self) -> None:
        super().__init__("These bodies cannot be stored as one.")


class Update(NamedTuple):
    """A body, and the request that it came with."""

    exchange: Exchange
    facet: str
    view: str
    body: object

    @property
    def batch(self) -> Hashable:
        """What bodies of one batch have in common: caller and address, definition and access of the tenant, and the view."""
        caller, revisions = self.exchange.reading.caller, self.exchange.reading.revisions
        state = caller.tenant, revisions.definition, revisions.access
        return state, caller.principal, self.exchange.call.client, self.facet, self.view

    @property
    def elements(self) -> Sequence[object]:
        """The elements of the body, if they are few."""
        given = self.body.get("elements") if isinstance(self.body, dict) else None
        return given if isinstance(given, list) and len(given) <= _FEW else ()

    @property
    def ids(self) -> set[str]:
        """The elements or versions that the body names."""
        given = (each.get("versionId") or each.get("id") for each in self.elements if isinstance(each, dict))
        return {name.casefold() for name in given if isinstance(name, str)}


def batch_updates() -> Batcher[Update, Content]:
    return Batcher(_store_all, _MOST)


async def update_elements(exchange: Exchange) -> Content:
    update = Update(exchange, exchange.parameter("facetId"), exchange.parameter("viewId"), await read_json(exchange))
    if await _is_batchable(update):
        return await exchange.batched(update.batch, update)
    return await _store_alone(update)


async def _is_batchable(update: Update) -> bool:
    """Whether a body is small and need not be stored alone. In administration tenants a body may create a whole tenant."""
    exchange = update.exchange
    if has_terms(exchange) or not update.elements or exchange.reading.served.tenant.address.is_administration:
        return False
    return len(await exchange.call.body()) <= _SMALL


async def _store_all(given: Sequence[Update]) -> Sequence[Content | BaseException]:
    if len(given) == 1:
        return [await _store_alone(given[0])]
    repeated = frozenset(_repeated(given))
    first = [each for number, each in enumerate(given) if number not in repeated]
    stored = iter(await _store_batch(first) or () if len(first) > 1 else ())
    contents = [None if number in repeated else next(stored, None) for number in range(len(given))]
    left = [_store_alone(each) for each, content in zip(given, contents, strict=True) if content is None]
    alone = iter(await asyncio.gather(*left, return_exceptions=True))
    return [next(alone) if content is None else content for content in contents]


def _repeated(given: Sequence[Update]) -> Iterator[int]:
    """The bodies that name an element which one before them names."""
    seen = set[str]()
    for number, each in enumerate(given):
        if seen.isdisjoint(ids := each.ids):
            seen |= ids
        else:
            yield number


async def _store_batch(given: Sequence[Update]) -> Sequence[Content] | None:
    """Store bodies as one; returns the response to each. None: they have to be stored alone. Raises Unavailable."""
    contents: list[Content] = []

    async def work(writing: Writing) -> Content:
        try:
            contents.extend(await _stored(given, writing))
        except Exception as error:
            raise NotBatchable from error
        return contents[0]

    try:
        await write(given[0].exchange, work)
    except Unavailable:  # perhaps at the commit: it is not known whether they are stored
        raise
    except Failure:
        return None
    return contents


async def _stored(given: Sequence[Update], writing: Writing) -> Sequence[Content]:
    facet, view = given[0].facet, given[0].view
    whole = {"elements": [element for each in given for element in each.elements]}
    updated = await element_updates.update_elements(writing, facet, view, whole)
    if updated.warnings or len(set(updated.versions)) < len(updated.versions):
        # Warnings belong to one body each. Two names of one version: each response must show what its own body changed.
        raise NotBatchable
    presentation, rows = await read_written(writing, facet, view, updated.versions)
    by_version, versions = {row.version: row for row in rows}, iter(updated.versions)
    contents = []
    for each in given:
        own = [by_version[id_] for id_ in islice(versions, len(each.elements)) if id_ in by_version]
        contents.append(await content_of(each.exchange, presentation, own))
    return contents


async def _store_alone(update: Update) -> Content:
    exchange, facet, view, body = update

    async def work(writing: Writing) -> Content:
        updated = await element_updates.update_elements(writing, facet, view, body)
        return await written(exchange, writing, facet, view, updated.versions, warnings=updated.warnings)

    return await write(exchange, work)


class _Waiting(NamedTuple, Generic[T, R]):
    """An item, and the future of its result."""

    item: T
    result: asyncio.Future[R]
    context: Context
    """That of the request: its statements are counted there."""

    def finish(self, outcome: R | BaseException) -> None:
        if self.result.done():  # the request was cancelled
            return
        if isinstance(outcome, BaseException):
            self.result.set_exception(outcome)
        else:
            self.result.set_result(outcome)


class Batcher(Generic[T, R]):
    """Collects items by key and runs them in batches, one batch of a key at a time."""

    def __init__(self, run: Callable[[Sequence[T]], Awaitable[Sequence[R | BaseException]]], most: int) -> None:
        """`run` returns, for up to `most` items, the result or the error of each."""
        self._run = run
        self._most = most
        self._waiting: dict[Hashable, list[_Waiting[T, R]]] = {}
        self._running: dict[Hashable, asyncio.Task[None]] = {}

    async def add(self, key: Hashable, item: T) -> R:
        """The result of an item. Raises its error."""
        waiting = _Waiting[T, R](item, asyncio.get_running_loop().create_future(), copy_context())
        queue = self._waiting.setdefault(key, [])
        queue.append(waiting)
        if len(queue) == 1 and key not in self._running:
            self._wait_for_more(key)
        return await waiting.result

    def _wait_for_more(self, key: Hashable, turns: int = _IDLE_TURNS) -> None:
        asyncio.get_running_loop().call_soon(self._start_when_idle, key, len(self._waiting[key]), turns)

    def _start_when_idle(self, key: Hashable, before: int, turns: int) -> None:
        now = len(self._waiting[key])
        if now >= self._most or (now == before and turns == 1):
            self._start(key)
        else:
            self._wait_for_more(key, _IDLE_TURNS if now > before else turns - 1)

    def _start(self, key: Hashable) -> None:
        queue = self._waiting[key]
        batch, self._waiting[key] = queue[: self._most], queue[self._most :]
        work = self._run_batch(key, batch)
        self._running[key] = asyncio.get_running_loop().create_task(work, context=batch[0].context)

    async def _run_batch(self, key: Hashable, batch: Sequence[_Waiting[T, R]]) -> None:
        outcomes: Sequence[R | BaseException]
        try:
            outcomes = await self._run([each.item for each in batch])
        except BaseException as error:
            outcomes = [error] * len(batch)
        for each, outcome in zip(batch, outcomes, strict=True):
            each.finish(outcome)
        del self._running[key]
        if self._waiting[key]:
            self._wait_for_more(key)
        else:
            del self._waiting[key]
