"""Shared reads: no caller gets an older state than by a read of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from facetstore.storage.reads.shared_read import SharedRead
from tests.support.proof import scaled

pytestmark = pytest.mark.anyio


class Broken(Exception):
    """What a read may end with."""


@dataclass
class Reads:
    """Reads that begin when they are asked for and end when the test says so."""

    begun: list[tuple[str, asyncio.Future[int]]] = field(default_factory=list)

    async def __call__(self, key: str) -> int:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.begun.append((key, future))
        return await future

    def end(self, number: int, value: int) -> None:
        self.begun[number][1].set_result(value)

    def fail(self, number: int) -> None:
        self.begun[number][1].set_exception(Broken())


async def settle() -> None:
    """Let all tasks go on that can."""
    for _ in range(20):
        await asyncio.sleep(0)


async def asked(shared: SharedRead[str, int], *keys: str) -> list[asyncio.Task[int]]:
    tasks = [asyncio.create_task(shared.get(key)) for key in keys]
    await settle()
    return tasks


async def test_the_first_to_ask_gets_a_read_at_once() -> None:
    reads = Reads()
    (first,) = await asked(SharedRead(reads), "a")

    reads.end(0, 1)

    assert await first == 1
    assert len(reads.begun) == 1


async def test_those_who_ask_during_a_read_share_the_next_one() -> None:
    reads = Reads()
    shared = SharedRead(reads)
    (first,) = await asked(shared, "a")
    others = await asked(shared, *"aaaaa")
    assert len(reads.begun) == 1

    reads.end(0, 1)
    await settle()

    assert await first == 1
    assert not any(each.done() for each in others)
    assert len(reads.begun) == 2
    reads.end(1, 2)
    assert await asyncio.gather(*others) == [2] * 5


async def test_who_asks_during_a_shared_read_waits_for_the_one_after_it() -> None:
    reads = Reads()
    shared = SharedRead(reads)
    tasks = [*await asked(shared, "a"), *await asked(shared, "a")]
    reads.end(0, 1)
    await settle()
    tasks += await asked(shared, "a")

    reads.end(1, 2)
    await settle()

    assert [each.done() for each in tasks] == [True, True, False]
    reads.end(2, 3)
    assert await asyncio.gather(*tasks) == [1, 2, 3]


async def test_who_asks_right_after_a_read_has_ended_gets_none_that_began_before() -> None:
    """The moment between the end of a read and the beginning of the next."""
    reads = Reads()
    shared = SharedRead(reads)
    (first,) = await asked(shared, "a")
    (second,) = await asked(shared, "a")
    begun_before: list[int] = []

    async def ask_at_once() -> int:
        await first
        begun_before.append(len(reads.begun))
        return await shared.get("a")

    third = asyncio.create_task(ask_at_once())
    await settle()
    reads.end(0, 0)
    for number in range(1, 5):
        await settle()
        if number < len(reads.begun):
            reads.end(number, number)

    assert await second >= 1
    assert await third >= begun_before[0]


async def test_keys_do_not_wait_for_each_other() -> None:
    reads = Reads()
    shared = SharedRead(reads)
    tasks = await asked(shared, "a", "b")

    assert [key for key, _ in reads.begun] == ["a", "b"]
    reads.end(1, 2)
    await settle()
    assert [each.done() for each in tasks] == [False, True]
    reads.end(0, 1)
    assert await asyncio.gather(*tasks) == [1, 2]


async def test_an_error_reaches_all_who_wait_for_that_read_and_no_other_caller() -> None:
    reads = Reads()
    shared = SharedRead(reads)
    (first,) = await asked(shared, "a")
    others = await asked(shared, "a", "a", "a")
    reads.fail(0)
    await settle()
    later = await asked(shared, "a")

    reads.fail(1)
    await settle()
    reads.end(2, 3)

    with pytest.raises(Broken):
        await first
    assert [type(each) for each in await asyncio.gather(*others, return_exceptions=True)] == [Broken] * 3
    assert await later[0] == 3


async def test_an_error_that_no_caller_waits_for_any_more_is_no_fault() -> None:
    """The loop would report it as never retrieved, and warnings are errors here."""
    reads = Reads()
    shared = SharedRead(reads)
    (first,) = await asked(shared, "a")
    (gone,) = await asked(shared, "a")
    gone.cancel()
    reads.end(0, 1)
    await settle()

    reads.fail(1)
    await settle()

    assert await first == 1
    assert gone.cancelled()
    (again,) = await asked(shared, "a")
    reads.end(2, 3)
    assert await again == 3


@pytest.mark.parametrize("who", [0, 1, 2])
async def test_one_who_goes_away_does_not_keep_the_others_waiting(who: int) -> None:
    reads = Reads()
    shared = SharedRead(reads)
    tasks = [*await asked(shared, "a"), *await asked(shared, "a", "a")]

    tasks[who].cancel()
    await settle()
    for number in range(3):
        if number < len(reads.begun) and not reads.begun[number][1].done():
            reads.end(number, number)
        await settle()

    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(results.pop(who), asyncio.CancelledError)
    assert results in ([0, 1], [1, 1])


async def test_after_all_callers_have_gone_the_next_one_is_served() -> None:
    reads = Reads()
    shared = SharedRead(reads)
    tasks = [*await asked(shared, "a"), *await asked(shared, "a", "a")]

    for each in tasks:
        each.cancel()
    await settle()
    # What was begun for those who went ends in its own time.
    for _, future in reads.begun:
        if not future.done():
            future.set_result(7)
    await settle()

    (later,) = await asked(shared, "a")
    reads.begun[-1][1].set_result(8)
    assert await later == 8


@pytest.mark.parametrize("seed", range(scaled(300)))
async def test_in_any_order_of_events_no_caller_gets_a_value_from_a_read_that_began_before_they_asked(
    seed: int,
) -> None:
    """A read returns the time at which it began, and no answer may be older than its question."""
    random, clock = Random(seed), 0
    waiting: list[tuple[int, asyncio.Task[int]]] = []
    open_reads: list[tuple[int, asyncio.Future[int]]] = []

    async def read(_: str) -> int:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        open_reads.append((clock, future))
        return await future

    shared: SharedRead[str, int] = SharedRead(read)
    for clock in range(1, 60):
        happening: Callable[[], Awaitable[None]] = random.choice((_nothing, settle))
        match random.choice(("ask", "ask", "end", "cancel", "fail")):
            case "ask":
                waiting.append((clock, asyncio.create_task(shared.get("a"))))
            case "end" if open_reads:
                began, future = open_reads.pop(0)
                end(future, began)
            case "fail" if open_reads and random.random() < 0.2:
                end(open_reads.pop(0)[1], Broken())
            case "cancel" if waiting and random.random() < 0.2:
                random.choice(waiting)[1].cancel()
        await happening()
    await settle()
    while open_reads:
        clock += 1
        began, future = open_reads.pop(0)
        end(future, began)
        await settle()

    for asked_at, task in waiting:
        (value,) = await asyncio.gather(task, return_exceptions=True)
        assert isinstance(value, int | Broken | asyncio.CancelledError)
        assert not isinstance(value, int) or value >= asked_at


async def _nothing() -> None:
    pass


def end(future: asyncio.Future[int], with_: int | Exception) -> None:
    """End a read, unless the caller that began it was cancelled."""
    if future.cancelled():
        return
    if isinstance(with_, Exception):
        future.set_exception(with_)
    else:
        future.set_result(with_)
