"""Requests that come at once are answered as one; each gets its own answer."""

import asyncio
from collections.abc import Sequence
from contextvars import ContextVar

import pytest

from facetstore.rest.operations.together import _TRIALS, Together

pytestmark = pytest.mark.anyio

MOST = 4


class Post:
    """Answers numbers by their double, some of them not at all; holds answers back until it may go on."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.may_go_on = asyncio.Event()
        self.may_go_on.set()
        self.together: Together[int, int] = Together(self.answer, MOST)

    async def answer(self, numbers: Sequence[int]) -> Sequence[int | BaseException]:
        self.batches.append([*numbers])
        await self.may_go_on.wait()
        if 0 in numbers:
            raise LookupError
        return [2 * number if number > 0 else ValueError(number) for number in numbers]

    async def ask(self, *numbers: int, key: str = "", who: str = "somebody") -> list[int | BaseException]:
        return await asyncio.gather(*(self.together.add(key, each, who) for each in numbers), return_exceptions=True)


@pytest.fixture
async def post() -> Post:
    return Post()


async def until_quiet() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_what_comes_at_once_is_answered_as_one(post: Post) -> None:
    assert await post.ask(1, 2, 3) == [2, 4, 6]
    assert post.batches == [[1, 2, 3]]


async def test_one_alone_is_answered_alone(post: Post) -> None:
    assert await post.ask(1) == [2]
    assert await post.ask(2) == [4]
    assert post.batches == [[1], [2]]


async def test_others_gather_behind_those_under_way(post: Post) -> None:
    post.may_go_on.clear()
    first = asyncio.create_task(post.ask(1))
    await until_quiet()
    others = [asyncio.create_task(post.ask(number)) for number in (2, 3)]
    await until_quiet()
    assert post.batches == [[1]]

    post.may_go_on.set()

    assert [await first, *[await each for each in others]] == [[2], [4], [6]]
    assert post.batches == [[1], [2, 3]]


async def test_whoever_comes_while_others_still_do_comes_along(post: Post) -> None:
    async def late(turns: int, number: int) -> int:
        for _ in range(turns):
            await asyncio.sleep(0)
        return await post.together.add("", number, "somebody")

    assert [*await asyncio.gather(late(0, 1), late(1, 2), late(3, 3))] == [2, 4, 6]
    assert post.batches == [[1, 2, 3]]


async def test_no_more_than_some_are_answered_as_one(post: Post) -> None:
    numbers = range(1, 2 * MOST + 2)

    assert await post.ask(*numbers) == [2 * number for number in numbers]
    assert [len(each) for each in post.batches] == [MOST, MOST, 1]


async def test_what_has_nothing_in_common_is_not_answered_as_one(post: Post) -> None:
    assert [*await asyncio.gather(post.ask(1, key="a"), post.ask(2, key="b"))] == [[2], [4]]
    assert post.batches == [[1], [2]]


async def test_each_is_told_his_own_failure(post: Post) -> None:
    good, bad, also_good = await post.ask(1, -2, 3)

    assert (good, type(bad), also_good) == (2, ValueError, 6)


async def test_a_failure_of_all_is_told_to_all_and_to_no_other(post: Post) -> None:
    assert [type(each) for each in await post.ask(1, 0)] == [LookupError, LookupError]
    assert await post.ask(5) == [10]


async def test_who_failed_is_answered_apart_until_many_have_not(post: Post) -> None:
    async def both(*numbers: int) -> list[list[int]]:
        post.batches.clear()
        await asyncio.gather(post.ask(1, who="good"), post.ask(*numbers, who="bad"))
        return post.batches

    assert await both(-2) == [[1, -2]]
    assert await both(-2) == [[1], [-2]]
    for _ in range(_TRIALS):
        assert await both(2) == [[1], [2]]
    assert await both(2) == [[1, 2]]


async def test_who_fails_now_and_then_stays_apart(post: Post) -> None:
    await post.ask(-2, 3, who="bad")

    for _ in range(2 * _TRIALS):
        post.batches.clear()
        await asyncio.gather(post.ask(1, who="good"), post.ask(-2, 3, who="bad"))
        assert post.batches == [[1], [-2, 3]]


async def test_one_who_is_given_up_disturbs_nobody(post: Post) -> None:
    post.may_go_on.clear()
    given_up, other = asyncio.create_task(post.ask(1)), asyncio.create_task(post.ask(2))
    await until_quiet()
    given_up.cancel()
    await until_quiet()
    post.may_go_on.set()

    assert await other == [4]
    with pytest.raises(asyncio.CancelledError):
        await given_up


async def test_nothing_is_left_of_those_who_were_answered(post: Post) -> None:
    await asyncio.gather(*(post.ask(1, 2, key=str(number)) for number in range(50)))
    await until_quiet()

    assert (post.together._gathered, post.together._under_way) == ({}, {})


async def test_what_is_counted_is_counted_for_the_first(post: Post) -> None:
    counted: ContextVar[list[int]] = ContextVar("counted")

    async def answer(numbers: Sequence[int]) -> Sequence[int | BaseException]:
        counted.get().extend(numbers)
        return [*numbers]

    together: Together[int, int] = Together(answer, MOST)

    async def ask(number: int) -> list[int]:
        counts: list[int] = []
        counted.set(counts)
        await together.add("", number, "somebody")
        return counts

    assert [*await asyncio.gather(ask(1), ask(2))] == [[1, 2], []]
    assert await ask(3) == [3]
