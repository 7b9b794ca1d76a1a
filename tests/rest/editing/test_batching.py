"""Items that arrive at once run as one batch; each gets its own result."""

import asyncio
from collections.abc import Sequence
from contextvars import ContextVar

import pytest

from facetstore.rest.operations.updates import Batcher

pytestmark = pytest.mark.anyio

MOST = 4


class Doubling:
    """Doubles numbers, fails for negative ones, and can be held back."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.batcher: Batcher[int, int] = Batcher(self.run, MOST)

    async def run(self, numbers: Sequence[int]) -> Sequence[int | BaseException]:
        self.batches.append([*numbers])
        await self.may_go_on.wait()
        if 0 in numbers:
            raise LookupError
        return [2 * number if number > 0 else ValueError(number) for number in numbers]

    async def ask(self, *numbers: int, key: str = "") -> list[int | BaseException]:
        return await asyncio.gather(*(self.batcher.add(key, each) for each in numbers), return_exceptions=True)


@pytest.fixture
async def doubling() -> Doubling:
    return Doubling()


async def until_idle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_items_that_arrive_at_once_are_one_batch(doubling: Doubling) -> None:
    assert await doubling.ask(1, 2, 3) == [2, 4, 6]
    assert doubling.batches == [[1, 2, 3]]


async def test_a_batch_has_a_limit_and_others_follow(doubling: Doubling) -> None:
    assert await doubling.ask(1, 2, 3, 4, 5, 6) == [2, 4, 6, 8, 10, 12]
    assert doubling.batches == [[1, 2, 3, 4], [5, 6]]


async def test_items_wait_for_the_batch_before_them(doubling: Doubling) -> None:
    doubling.may_go_on.clear()
    first = asyncio.create_task(doubling.ask(1))
    await until_idle()
    second = asyncio.create_task(doubling.ask(2, 3))
    await until_idle()
    assert doubling.batches == [[1]]

    doubling.may_go_on.set()

    assert (await first, await second) == ([2], [4, 6])
    assert doubling.batches == [[1], [2, 3]]


async def test_keys_are_batches_of_their_own(doubling: Doubling) -> None:
    assert [*await asyncio.gather(doubling.ask(1, key="a"), doubling.ask(2, key="b"))] == [[2], [4]]
    assert sorted(doubling.batches) == [[1], [2]]


async def test_each_gets_its_own_error_or_that_of_the_batch(doubling: Doubling) -> None:
    good, bad = await doubling.ask(1, -1)
    assert (good, type(bad)) == (2, ValueError)

    assert [type(each) for each in await doubling.ask(1, 0)] == [LookupError, LookupError]


async def test_an_item_that_is_cancelled_does_not_disturb_the_others(doubling: Doubling) -> None:
    doubling.may_go_on.clear()
    one, other = (asyncio.create_task(doubling.batcher.add("", number)) for number in (1, 2))
    await until_idle()
    one.cancel()
    doubling.may_go_on.set()

    assert await other == 4
    with pytest.raises(asyncio.CancelledError):
        await one


async def test_a_batch_runs_in_the_context_of_its_first_item() -> None:
    counted: ContextVar[str] = ContextVar("counted")
    seen = []

    async def run(items: Sequence[str]) -> Sequence[str]:
        seen.append(counted.get())
        return items

    batcher: Batcher[str, str] = Batcher(run, MOST)

    async def ask(name: str) -> str:
        counted.set(name)
        return await batcher.add("", name)

    await asyncio.gather(asyncio.create_task(ask("first")), asyncio.create_task(ask("second")))

    assert seen == ["first"]
